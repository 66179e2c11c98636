"""The RPCs of sessions: when they are, who sits where, and that they are played."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.tournament.v1 import tournament_pb2 as pb
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.matrix.tournaments.common import (
    DIRECTOR,
    FLOOR,
    HOUSE,
    NO_INSTANT,
    TOMORROW,
)

ROWS: Mapping[str, Row] = {
    "PlanSession": Row(
        "entered",
        "operator",
        {"stage": 1, "starts_at": TOMORROW},
        HOUSE,
        other={"stage": 2},
        refused=(
            Refusal("entered", "NO_SUCH_STAGE", changes={"stage": 5}),
            Refusal(
                *("entered", "BEFORE_ITS_BEGINNING", "TBJ-3.8"),
                {"starts_at": Timestamp(seconds=1)},
            ),
        ),
        malformed={"stage": (0,), "starts_at": (None, NO_INSTANT)},
    ),
    "MoveSession": Row(
        "later",
        "director",
        {"session": 1, "starts_at": TOMORROW, "reason": "alarm", "how": "announced"},
        frozenset((DIRECTOR,)),
        other={"how": "by letter"},
        refused=(
            Refusal("seated", "TOO_LITTLE_NOTICE", "TBJ-3.8"),
            Refusal("later", "NO_SUCH_SESSION", changes={"session": 9}),
        ),
        malformed={
            **{"session": (0,), "starts_at": (None, NO_INSTANT)},
            **{"reason": ("", LONG), "how": ("", LONG)},
        },
    ),
    "SeatSession": Row(
        "session",
        "operator",
        {"session": 1},
        HOUSE,
        other={"tables": 1},
        refused=(
            Refusal("session", "TABLE_SIZE", "TBJ-5.4", {"tables": 2}),
            Refusal("seated", "SEATED_ALREADY", "TBJ-3.3(c)(ii)"),
        ),
        malformed={
            **{"session": (0,), "players": ([1, 1],), "tables": (1000,), "version": (0,)},
            "fixed[0].box": ([pb.FixedSeat(player=1, box=8)],),
        },
    ),
    "ChangeSeat": Row(
        "seated",
        "operator",
        {"session": 1, "player": 1, "table": 1, "box": 7, "reason": "view"},
        HOUSE,
        other={"box": 6},
        refused=(
            Refusal("seated", "NO_SUCH_TABLE", changes={"table": 2}),
            Refusal("seated", "NOT_IN_SESSION", changes={"player": 99}),
            Refusal("started", "SESSION_OVER"),
        ),
        malformed={
            **{"session": (0,), "player": (0,), "table": (0,), "box": (0, 8), "reason": ("", LONG)},
        },
    ),
    "SeatReserve": Row(
        "reserve",
        "operator",
        {"session": 1, "player": 5, "table": 1, "box": 7, "reason": "a no-show"},
        HOUSE,
        other={"box": 6},
        refused=(Refusal("reserve", "ALLOCATED_TWICE", "TBJ-3.3(c)(i)", {"player": 1}),),
        malformed={
            **{"session": (0,), "player": (0,), "table": (0,), "box": (0, 8), "reason": ("", LONG)},
        },
    ),
    "DropSession": Row(
        "seated",
        "operator",
        {"session": 1, "reason": "too few tables"},
        HOUSE,
        other={"reason": "too many"},
        refused=(
            Refusal("started", "SESSION_OVER"),
            Refusal("seated", "NO_SUCH_SESSION", changes={"session": 9}),
        ),
        malformed={"session": (0,), "reason": ("", LONG)},
    ),
    "RecordPresence": Row(
        "seated",
        "director",
        {"session": 1, "present": True},
        frozenset((DIRECTOR,)),
        other={"present": False},
        refused=(Refusal("seated", "NO_SUCH_SESSION", changes={"session": 9}),),
        malformed={"session": (0,)},
    ),
    "StartSession": Row(
        "present",
        "director",
        {"session": 1},
        frozenset((DIRECTOR,)),
        other={"session": 2},
        refused=(
            Refusal("session", "NOT_SEATED", "TBJ-5.2"),
            Refusal("seated", "DIRECTOR_AWAY", "TBJ-5.1"),
            Refusal("unready", "TABLES_NOT_READY", "TBJ-4.3"),
            Refusal("later", "NOT_TIME_YET", "TBJ-3.8"),
            Refusal("started", "SESSION_OVER"),
        ),
        malformed={"session": (0,), "version": (0,)},
    ),
    "HoldSession": Row(
        "started",
        "director",
        {"session": 1, "reason": "alarm"},
        frozenset((DIRECTOR, FLOOR)),
        other={"reason": "power"},
        refused=(Refusal("seated", "NOT_STARTED"),),
        malformed={"session": (0,), "reason": ("", LONG)},
    ),
    "ResumeSession": Row(
        "held",
        "director",
        {"session": 1},
        frozenset((DIRECTOR, FLOOR)),
        other={"session": 2},
        refused=(Refusal("seated", "NOT_STARTED"),),
        malformed={"session": (0,)},
    ),
    "CallPlayoff": Row(
        "tied",
        "director",
        {"session": 1, "table": 1, "starts_at": TOMORROW},
        frozenset((DIRECTOR,)),
        other={"table": 2},
        refused=(
            Refusal("over", "NO_TIE", "TBJ-1.0-playoff"),
            Refusal("entered", "NOT_IN_PLAY"),
        ),
        malformed={
            **{"session": (0,), "table": (0,), "starts_at": (None, NO_INSTANT), "version": (0,)},
        },
    ),
}
