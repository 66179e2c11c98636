"""Every RPC of the draw: on what game it goes through, who may call it, how it goes wrong.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw import Hall, Replica
from tests.kit.draw_hall import Metadata
from tests.kit.draw_play import BINGO, CALLER, LINE, Draw, Play, open_game, stages
from tests.kit.draw_row import LONG, NAMED, NAMES, NO_POST, READERS, UNKNOWN, Changes, Refusal, Row
from tests.kit.draw_rows_checks import PHASES as CHECKS_PHASES
from tests.kit.draw_rows_checks import ROWS as CHECKS
from tests.kit.draw_rows_checks import releasing
from tests.kit.draw_rows_righting import PHASES as RIGHTING_PHASES
from tests.kit.draw_rows_righting import ROWS as RIGHTING
from tests.kit.draw_rows_rooms import ROWS as ROOMS
from tests.kit.draw_rows_standing import PHASES as STANDING_PHASES
from tests.kit.draw_rows_standing import ROWS as STANDING

METHODS = tuple(pb.DESCRIPTOR.services_by_name["DrawService"].methods_by_name)
REGULATED = tuple(
    method
    for method in METHODS
    if "request_id" in pb.DESCRIPTOR.message_types_by_name[f"{method}Request"].fields_by_name
)

ROWS: dict[str, Row] = {
    "OpenGame": Row(
        "waiting",
        "manager",
        lambda play: open_game(play.hall),
        frozenset(("game_manager", "supervisor", "operator")),
        other={"serial_number": "B 7"},
        refused=(
            Refusal("waiting", "STAGES_DIFFER", "NZB-5.2", {"game_version": 2}),
            Refusal("waiting", "STAGES_DIFFER", "NZB-5.2", {"game_version": 9}),
            Refusal("waiting", "STAGES_DIFFER", "NZB-5.2", {"stages": stages()[:1] * 2}),
        ),
        malformed={
            "request_id": ("", "7"),
            "parent": ("", "akl", "venues/-", "venues/AKL"),
            "game_id": ("", "7", "2026-11-29", "2026-11-29-A", "2026-13-40-01", "2026-11-29-a--b"),
            "profile": ("", "NZ", "spare-bingo"),
            "game_version": (0, 100),
            "stages": ([], stages() * 5),
            "stages[0].stage": ([game_pb2.StagePrize()], [game_pb2.StagePrize(stage=UNKNOWN)]),
            "serial_number": (LONG, "!", " A"),
            "selector": (0, 9),
            "rooms": ([], ["room-1", "room-1"]),
            "rooms[0]": (["Room 1"], ["room.1"]),
        },
    ),
    "AssignStaff": Row(
        "waiting",
        "manager",
        lambda play: play.assigning(CALLER, "ana"),
        frozenset(("game_manager", "supervisor", "operator")),
        other={"person": "bob"},
        refused=(
            Refusal("waiting", "SAME_PERSON", "NZB-5.5", {"person": "sup"}),
            Refusal("waiting", "NO_SWAP", "", {"swap": True}),
        ),
        malformed={**NAMED, "post": (0, 9), "person": ("", LONG, " cal", "cal ", "ca\nl")},
    ),
    "ReleaseStaff": Row(
        "helped",
        "manager",
        releasing,
        frozenset(("game_manager", "supervisor", "operator")),
        other={"person": "bob"},
        refused=(
            Refusal("waiting", "NOT_AT_THE_POST", ""),
            Refusal("waiting", "POST_NEEDED", "NZB-5.5", {"post": CALLER, "person": "cal"}),
            NO_POST,
        ),
        malformed={**NAMED, "post": (0, 9), "person": ("", LONG, " cal", "cal ", "ca\nl")},
    ),
    "AnnounceGame": Row(
        "waiting",
        "caller",
        lambda play: play.announcing(),
        frozenset(("caller",)),
        other={"serial_number": "B 7"},
        stale=lambda play: {"version": play.game.version - 1},
        refused=(
            Refusal("called", "ALREADY_ANNOUNCED", "NZB-5.6(a)(i)"),
            Refusal("waiting", "ANNOUNCED_OTHER_VERSION", "NZB-5.6(a)(i)", {"game_version": 2}),
            Refusal("waiting", "PRIZE_NOT_ANNOUNCED", "NZB-5.6(a)(ii)", {"stages": stages()[:1]}),
            Refusal("waiting", "SERIAL_DIFFERS", "NZB-5.6(a)(iii)", {"serial_number": "B 7"}),
            NO_POST,
        ),
        malformed={
            **NAMED,
            "version": (0,),
            "stages": (stages() * 5,),
            "serial_number": (LONG, "!", " A"),
        },
    ),
    "SelectNumber": Row(
        "announced",
        "caller",
        lambda play: play.selecting(),
        frozenset(("caller",)),
        other={"position": 2},
        stale=lambda play: {"position": play.next + 1},
        refused=(
            Refusal("waiting", "NOT_ANNOUNCED", "NZB-5.6(a)(i)", {"position": 1}),
            Refusal("called", "NOT_CONFIRMED", "NZB-5.7(a)"),
            Refusal("paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("announced", "NUMBER_CHOSEN_BY_HAND", "NZB-5.6(b)", {"ball": 7}),
            Refusal("ended", "GAME_ENDED", "", {"position": 1}),
        ),
        malformed={**NAMED, "position": (0,), "ball": (1000,)},
    ),
    "CallNumber": Row(
        "selected",
        "caller",
        lambda play: play.calling(),
        frozenset(("caller",)),
        other={"position": 2},
        stale=lambda play: {"position": play.next + 1},
        refused=(
            Refusal("waiting", "NOT_ANNOUNCED", "NZB-5.6(a)(i)", {"position": 1}),
            Refusal("announced", "NOTHING_SELECTED", "NZB-5.6(b)"),
            Refusal("selected and paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("ended", "GAME_ENDED", "", {"position": 1}),
        ),
        malformed={**NAMED, "position": (0,)},
    ),
    "ConfirmCall": Row(
        "called",
        "supervisor",
        lambda play: play.confirming(),
        frozenset(("supervisor", "announcer")),
        other={"position": 2},
        stale=lambda play: {"position": 2},
        refused=(
            Refusal("announced", "NOTHING_CALLED", "NZB-5.7(a)", {"position": 1}),
            Refusal("called", "NO_BALLS_IN_USE", "NZB-5.7(b)", {"ball": 7}),
            Refusal("ended", "GAME_ENDED", "", {"position": 1}),
        ),
        malformed={**NAMED, "position": (0,), "ball": (1000,)},
    ),
    "CallOut": Row(
        "called",
        "steward",
        lambda play: play.calling_out(),
        frozenset((*READERS - {"cashier", "operator", "auditor"},)),
        other={"cry": game_pb2.CRY_BINGO},
        malformed={
            **NAMED,
            "room": ("", "Room 1"),
            "after_position": (1000,),
            "cry": (0, 4),
            "player": (LONG,),
            "heard_at": (Timestamp(seconds=10**15), Timestamp(seconds=-(10**15))),
        },
    ),
    "DecideCallOut": Row(
        "paused",
        "supervisor",
        lambda play: play.deciding(1),
        frozenset(("supervisor",)),
        other={"verdict": game_pb2.VERDICT_VALID, "stages": [LINE]},
        refused=(
            Refusal("paused", "NO_SUCH_CALL_OUT", "", {"call_out": 2}),
            Refusal("decided", "CALL_OUT_DECIDED", "NZB-5.7(c)"),
            Refusal("paused", "STAGE_NEEDED", "", {"stages": [BINGO]}),
            Refusal("paused", "NOT_LATE", "NZB-5.10", {"verdict": game_pb2.VERDICT_OUT_OF_TIME}),
        ),
        malformed={
            **NAMED,
            "call_out": (0,),
            "verdict": (0, 9),
            "stages": ([LINE, LINE],),
            "stages[0]": ([0], [UNKNOWN]),
        },
    ),
    "EndGame": Row(
        "called",
        "supervisor",
        lambda play: play.ending(),
        frozenset(("supervisor",)),
        other={"reason": "a fire"},
        stale=lambda play: {"version": play.game.version - 1},
        refused=(
            Refusal("paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("called", "REASON_NEEDED", "", {"reason": " "}),
            Refusal("selected", "KEY_AT_HAND", "NZB-5.6(b)", {"key_lost": True}),
            NO_POST,
        ),
        malformed={**NAMED, "version": (0,), "reason": (LONG,)},
    ),
    "GetGame": Row(
        "called",
        "auditor",
        lambda play: pb.GetGameRequest(name=play.game.name),
        READERS,
        malformed={"name": NAMES},
    ),
    "ListGames": Row(
        "called",
        "auditor",
        lambda play: pb.ListGamesRequest(parent=f"venues/{play.hall.venue}"),
        READERS,
        malformed={
            "parent": ("", "akl", "venues/AKL", "venues/*"),
            "page_size": (501,),
            "page_token": (LONG, "!", "AAAA", "YS9i", "2026-11-29-01"),
            "filter.phases": (pb.ListGamesRequest.Filter(phases=[UNKNOWN] * 9),),
            "filter.day": tuple(
                pb.ListGamesRequest.Filter(day=day) for day in ("today", "2026-02-30")
            ),
            "filter.room": (pb.ListGamesRequest.Filter(room="r" * 40),),
        },
    ),
    "WatchGame": Row(
        "called",
        "auditor",
        lambda play: pb.WatchGameRequest(name=play.game.name),
        READERS,
        malformed={"name": NAMES},
    ),
    **CHECKS,
    **RIGHTING,
    **ROOMS,
    **STANDING,
}


def changed(request: Message, changes: Changes) -> Message:
    """A copy of a request with other values in some fields. Of the path to a field further in,
    "stages[0].stage", the first name is the field that gets the value."""
    copy = type(request)()
    copy.CopyFrom(request)
    for path, value in changes.items():
        name = re.split(r"[.\[]", path)[0]
        copy.ClearField(name)
        copy.MergeFrom(type(request)(**{name: value}))
    return copy


async def ask(draw: Draw, method: str, request: Message, at: Metadata) -> Message:
    """The reply to a request; of a stream, its first."""
    if method != "WatchGame":
        reply: Message = await getattr(draw, method)(request, metadata=at)
        return reply
    stream = draw.WatchGame(request, metadata=at)  # type: ignore[arg-type]  # it is its request
    try:
        async for first in stream:
            return first
        raise AssertionError("the stream ended without a word")
    finally:
        stream.cancel()


# -- games to try them on ----------------------------------------------------------------------


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
    **CHECKS_PHASES,
    **RIGHTING_PHASES,
    **STANDING_PHASES,
}


async def game_at(phase: str, hall: Hall, replica: Replica) -> Play:
    """A new game in a room of its own, played to where it stands so."""
    play = await Play.opened(hall, replica.draw)
    await PHASES[phase](play)
    return play


class Untouched:
    """Games for tests of what changes nothing: one for each phase."""

    def __init__(self, hall: Hall, replica: Replica) -> None:
        self._hall = hall
        self._replica = replica
        self._games: dict[str, Play] = {}

    async def at(self, phase: str) -> Play:
        """The game that stands so."""
        if phase not in self._games:
            self._games[phase] = await game_at(phase, self._hall, self._replica)
        return self._games[phase]
