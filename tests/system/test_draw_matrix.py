"""Every RPC of the draw, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play, open_game
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.draw import DRAW, PHASES, game_at
from tests.kit.matrix.matrix import Place

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(hall: Hall, one: Replica, two: Replica, nats: Connection) -> AsyncIterator[Place]:
    """Where games are played."""
    async with Place(DRAW, hall, (one, two), nats, lambda at: game_at(at, hall, one)) as made:
        yield made


class TestDraw(EveryRpc):
    matrix = DRAW


async def test_case_B20_an_unknown_room_or_profile_is_not_found(hall: Hall, one: Replica):
    for changes, named in ({"rooms": ["attic"]}, "rooms/attic"), ({"profile": "mars"}, "mars"):
        request = open_game(hall, **changes)
        failed = await told(one.draw.OpenGame(request, metadata=hall.manager.at))
        assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
        assert named in failed.message
        look = pb.GetGameRequest(name=f"venues/{hall.venue}/games/{request.game_id}")
        assert (await told(one.draw.GetGame(look, metadata=hall.auditor.at))).code is (
            Status.NOT_FOUND
        )


async def test_a_call_out_names_a_room_of_the_game(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    other = play.calling_out(room=hall.room())
    failed = await told(one.draw.CallOut(other, metadata=hall.steward.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "ROOM_NOT_IN_GAME")
    none = play.calling_out(room="attic")
    failed = await told(one.draw.CallOut(none, metadata=hall.steward.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    assert (await play.look()).phase == game_pb2.PHASE_IN_PLAY


@pytest.mark.parametrize("phase", PHASES)
async def test_a_call_out_is_never_refused_for_the_state(phase: str, hall: Hall, one: Replica):
    play = await game_at(phase, hall, one)
    made = await one.draw.CallOut(play.calling_out(), metadata=hall.steward.at)
    assert made.call_out == len(play.game.call_outs) + 1
    last = made.game.call_outs[-1]
    playing = phase not in ("waiting", "helped", "ended")
    assert last.outside_play == (not playing)
    assert (made.game.phase in (game_pb2.PHASE_PAUSED, game_pb2.PHASE_HELD)) == playing
