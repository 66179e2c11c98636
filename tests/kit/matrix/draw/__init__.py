"""Every RPC of the draw: on what game it goes through, who may call it, how it goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from operator import attrgetter
from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play
from tests.kit.matrix.draw import checks, play, righting, rooms, standing
from tests.kit.matrix.matrix import Matrix


async def _selected(play: Play) -> None:
    await play.announce()
    await play.select()


async def _called(play: Play) -> None:
    await _selected(play)
    await play.call()


async def _paused(play: Play) -> None:
    await _called(play)
    await play.confirm()
    await play.call_out()


async def _selected_and_paused(play: Play) -> None:
    await _selected(play)
    await play.call_out()


async def _decided(play: Play) -> None:
    await _paused(play)
    await play.decide(1)


async def _waiting(play: Play) -> None:
    """As it was opened."""


PHASES: Mapping[str, Callable[[Play], Awaitable[None]]] = {
    "waiting": _waiting,
    "announced": Play.announce,
    "selected": _selected,
    "called": _called,
    "paused": _paused,
    "selected and paused": _selected_and_paused,
    "decided": _decided,
    "ended": Play.end,
    **checks.PHASES,
    **righting.PHASES,
    **standing.PHASES,
}


async def game_at(phase: str, hall: Hall, replica: Replica) -> Play:
    """A new game in a room of its own, played to where it stands so."""
    play = await Play.opened(hall, replica.draw)
    await PHASES[phase](play)
    return play


async def _moves_on(play: Play, reply: Any) -> None:
    """Two players call out."""
    play.game = reply.game
    for _ in range(2):
        await play.call_out()


DRAW = Matrix(
    services=(pb.DESCRIPTOR.services_by_name["DrawService"],),
    rows={**play.ROWS, **checks.ROWS, **righting.ROWS, **rooms.ROWS, **standing.ROWS},
    shown=attrgetter("game"),
    later=_moves_on,
)
