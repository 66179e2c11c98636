"""The RPCs of the draw for what is looked at around a game, and for a call that is cut off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_hall import TENNESSEE, Person
from tests.kit.draw_play import (
    BINGO,
    CALLER,
    LINE,
    RECEPTACLE,
    SUPERVISOR,
    Play,
    open_game,
    request_id,
)
from tests.kit.matrix.draw.common import ENDED, NOT_ANNOUNCED, READERS
from tests.kit.matrix.row import Refusal, Row

ANNOUNCER = game_pb2.POST_ANNOUNCER
BALL = 61
OTHER_ROOM = "room-299"
"""A room in which no game of a test is played."""


def counting(play: Play, **more: Any) -> pb.RecordAttendanceRequest:
    """The players in the game's room are counted."""
    chosen = {"room": play.game.rooms[0], "players": 180, **more}
    return pb.RecordAttendanceRequest(request_id=request_id(), name=play.game.name, **chosen)


def listening(play: Play, **more: Any) -> pb.CheckHearingRequest:
    """Somebody in the game's room hears the caller."""
    chosen = {"room": play.game.rooms[0], "heard": True, **more}
    return pb.CheckHearingRequest(request_id=request_id(), name=play.game.name, **chosen)


def inspecting(play: Play, **more: Any) -> pb.InspectEquipmentRequest:
    """The supervisor has looked the objects over."""
    chosen = {"objects": 75, "equal": True, "room": play.game.rooms[0], **more}
    return pb.InspectEquipmentRequest(request_id=request_id(), name=play.game.name, **chosen)


def releasing(play: Play) -> pb.ReleaseStaffRequest:
    """Eve, who helped, goes."""
    return pb.ReleaseStaffRequest(
        request_id=request_id(), name=play.game.name, post=game_pb2.POST_ASSISTANT, person="eve"
    )


def cutting_off(play: Play) -> pb.CutOffCallRequest:
    """Only the letter was spoken."""
    return pb.CutOffCallRequest(
        request_id=request_id(), name=play.game.name, position=play.next or 1
    )


def prizes() -> list[game_pb2.StagePrize]:
    """50 for any line, 500 for the full card."""
    money = (money_pb2.Money(currency="NZD", minor_units=cents) for cents in (5_000, 50_000))
    return [
        game_pb2.StagePrize(stage=stage, prize=prize)
        for stage, prize in zip((LINE, BINGO), money, strict=True)
    ]


async def in_tennessee(play: Play) -> Person:
    """Another game is opened under Tennessee's profile, staffed, looked at and announced; the
    announcer of it."""
    hall = play.hall
    dot = hall.person("dot", "announcer")
    request = open_game(hall, profile=TENNESSEE, stages=prizes(), selector=RECEPTACLE)
    play.game = (await play.draw.OpenGame(request, metadata=hall.manager.at)).game
    for post, person in ((CALLER, "cal"), (SUPERVISOR, "sup"), (ANNOUNCER, "dot")):
        assigned = await play.draw.AssignStaff(
            play.assigning(post, person), metadata=hall.manager.at
        )
        play.game = assigned.game
    await play.draw.CheckHearing(listening(play), metadata=hall.steward.at)
    inspected = await play.draw.InspectEquipment(inspecting(play), metadata=hall.supervisor.at)
    play.game = inspected.game
    announcing = play.announcing(stages=prizes())
    play.game = (await play.draw.AnnounceGame(announcing, metadata=hall.caller.at)).game
    return dot


async def _letter_drawn(play: Play) -> None:
    await in_tennessee(play)
    await play.select(BALL)


async def _claimed_on_the_letter(play: Play) -> None:
    await _letter_drawn(play)
    await play.call_out(after_position=0)


async def _letter_called(play: Play) -> None:
    await _letter_drawn(play)
    request = play.calling()
    request.letter = "O"
    play.game = (await play.draw.CallNumber(request, metadata=play.caller.at)).game


async def _helped(play: Play) -> None:
    """Eve helps at the receptacle of a game that was not announced."""
    helping = play.assigning(game_pb2.POST_ASSISTANT, "eve")
    helping.room = play.game.rooms[0]
    reply = await play.draw.AssignStaff(helping, metadata=play.hall.manager.at)
    play.game = reply.game


PHASES: Mapping[str, Callable[[Play], Awaitable[None]]] = {
    "letter drawn": _letter_drawn,
    "letter called": _letter_called,
    "claimed on the letter": _claimed_on_the_letter,
    "helped": _helped,
}

_NO_ROOM = Refusal("waiting", "NO_SUCH_ROOM", changes={"room": OTHER_ROOM})
_ROOMS = {"room": ("", "Room 1", "venues/akl/halls/main")}

ROWS: Mapping[str, Row] = {
    "RecordAttendance": Row(
        "waiting",
        "steward",
        counting,
        frozenset(("steward", "supervisor", "deputy_supervisor", "game_manager")),
        other={"players": 181},
        refused=(_NO_ROOM, ENDED),
        malformed={**_ROOMS, "players": (100_001,)},
    ),
    "CheckHearing": Row(
        "waiting",
        "steward",
        listening,
        frozenset(("steward", "supervisor", "deputy_supervisor", "announcer", "game_manager")),
        other={"heard": False},
        refused=(_NO_ROOM, ENDED),
        malformed={**_ROOMS},
    ),
    "InspectEquipment": Row(
        "waiting",
        "supervisor",
        inspecting,
        frozenset(("supervisor", "game_manager")),
        other={"objects": 74},
        refused=(_NO_ROOM, ENDED),
        malformed={**_ROOMS, "objects": (1000,)},
    ),
    "CutOffCall": Row(
        "claimed on the letter",
        "caller",
        cutting_off,
        frozenset(("caller",)),
        other={"position": 2},
        stale=lambda play: {"position": 2},
        refused=(
            NOT_ANNOUNCED,
            Refusal("selected", "NO_LETTERS"),
            Refusal("letter called", "NOTHING_SELECTED", "TNB-9", {"position": 2}),
            Refusal("letter drawn", "NOTHING_CUT_IT_OFF", "TNB-9"),
            ENDED,
        ),
        malformed={"position": (0,)},
    ),
    "ExplainGame": Row(
        "called",
        "auditor",
        {},
        READERS,
    ),
    "GetCallSheet": Row(
        "called",
        "auditor",
        {"position": 1},
        READERS,
    ),
}
