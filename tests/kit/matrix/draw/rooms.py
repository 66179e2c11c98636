"""The RPCs of the draw for what the rooms of a game have of its calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from tests.kit.draw_play import Play, request_id
from tests.kit.matrix.draw.checks import OTHER_ROOM
from tests.kit.matrix.draw.common import ENDED, NOT_ANNOUNCED, READERS, TEXT
from tests.kit.matrix.row import Refusal, Row


def confirming(play: Play, **more: Any) -> pb.ConfirmInRoomRequest:
    """Somebody in the game's room heard the first call."""
    chosen = {"room": play.game.rooms[0], "position": 1, "heard": True, **more}
    return pb.ConfirmInRoomRequest(request_id=request_id(), name=play.game.name, **chosen)


def going_on(play: Play, **more: Any) -> pb.GoOnWithoutRoomsRequest:
    """The supervisor waits no longer for the game's room."""
    chosen = {"rooms": play.game.rooms, "position": 1, "reason": "the screen is broken", **more}
    return pb.GoOnWithoutRoomsRequest(request_id=request_id(), name=play.game.name, **chosen)


ROWS: Mapping[str, Row] = {
    "ConfirmInRoom": Row(
        "called",
        "steward",
        confirming,
        frozenset(("steward", "supervisor", "deputy_supervisor", "announcer", "game_manager")),
        other={"seen": True},
        stale=lambda play: {"position": 2},
        refused=(
            NOT_ANNOUNCED,
            Refusal("announced", "NOTHING_CALLED", "NZB-5.7(a)"),
            Refusal("called", "NO_SUCH_ROOM", "", {"room": OTHER_ROOM}),
            Refusal("called", "NOTHING_SAID", "", {"heard": False}),
            Refusal("letter called", "NOTHING_SAID", "TNB-4", {"heard": False}),
            ENDED,
        ),
        malformed={"room": ("", "Room 1", "venues/akl/halls/main"), "position": (0,)},
    ),
    "GoOnWithoutRooms": Row(
        "letter called",
        "supervisor",
        going_on,
        frozenset(("supervisor",)),
        other={"reason": "nobody is there"},
        stale=lambda play: {"position": 2},
        refused=(
            NOT_ANNOUNCED,
            Refusal("called", "NO_ROOM_AWAITED"),
            Refusal("letter called", "NO_SUCH_ROOM", "", {"rooms": [OTHER_ROOM]}),
            Refusal("letter called", "BREACH_REASON_NEEDED", "", {"reason": " "}),
            ENDED,
        ),
        malformed={
            "position": (0,),
            "rooms": ([], ["room-1", "room-1"]),
            "rooms[0]": (["Room 1"], ["venues/akl/halls/main"]),
            "reason": TEXT,
        },
    ),
    "GetRooms": Row(
        "called",
        "auditor",
        {},
        READERS,
    ),
}
