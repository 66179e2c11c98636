"""The RPCs of opening, closing, staff, float and boxes."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.paigow.v1 import sitting_pb2
from tests.kit.matrix.paigow.common import (
    BOTH,
    BOXES,
    LIMITS,
    REASON,
    SIGNERS,
    WHY,
    casinos,
    dealers,
    supervisors,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.paigow import FLOAT, chips, open_sitting
from tests.kit.paigow_play import (
    CO,
)

ROWS: Mapping[str, Row] = {
    "OpenSitting": Row(
        "open",
        "supervisor",
        lambda play: open_sitting(play.floor),
        BOTH,
        other={"table": "Pai gow 2"},
        refused=(
            Refusal(
                "open",
                "LIMITS_UPSIDE_DOWN",
                changes={"limits": sitting_pb2.Limits(least=50_00, most=5_00)},
            ),
            Refusal("open", "SITTING_DAY_NOT_OPEN", changes={"sitting_id": "2026-01-01-pg1"}),
        ),
        malformed={
            "sitting_id": ("", "7", "2026-11-29", "2026-13-40-01"),
            "profile": ("", "NZ", "spare-pai-gow"),
            "table": ("", LONG),
            "limits": (None,),
            "limits.least": (sitting_pb2.Limits(least=0, most=5_00),),
            "chips": ([],),
            "chips[0].denomination": (chips({0: 1}),),
        },
    ),
    "SignOpening": Row(
        "opened",
        "relief",
        {},
        SIGNERS,
        refused=(Refusal("open", "FLOAT_SIGNED"), Refusal("closed", "SITTING_CLOSED")),
    ),
    "AssignStaff": Row(
        "open",
        "supervisor",
        {"post": 1, "person": "ria"},
        BOTH,
        other={"person": "bob"},
        refused=(Refusal("open", "ONE_PERSON_TWO_POSTS", changes={"person": "sue"}),),
        malformed={"post": (0, 3), "person": ("", LONG, " ria")},
    ),
    "SetLimits": supervisors(
        "open",
        {"limits": LIMITS},
        other={"limits": sitting_pb2.Limits(least=20_00, most=100_00)},
        refused=(Refusal("cut", "ROUND_OPEN"), Refusal("opened", "FLOAT_NOT_SIGNED")),
        malformed={"limits": (None,), "limits.most": (sitting_pb2.Limits(least=1),)},
    ),
    "TakeFill": supervisors(
        "open",
        {"chips": chips({25_00: 4}), "signed_by": "ria"},
        other={"signed_by": "bob"},
        refused=(
            Refusal("open", "SECOND_PERSON", changes={"signed_by": "sue"}),
            Refusal("open", "NO_SUCH_CHIP", changes={"chips": chips({7_00: 1})}),
        ),
        malformed={"chips": ([],), "signed_by": ("",)},
    ),
    "TakeCredit": supervisors(
        "open",
        {"chips": chips({25_00: 4}), "signed_by": "ria"},
        other={"signed_by": "bob"},
        refused=(Refusal("cut", "ROUND_OPEN"), Refusal("closed", "SITTING_CLOSED")),
        malformed={"chips": ([],), "signed_by": ("",)},
    ),
    "CountFloat": Row(
        "open",
        "supervisor",
        {"chips": chips(FLOAT)},
        BOTH,
        other={"chips": chips({**FLOAT, 50: 7})},
        refused=(Refusal("cut", "ROUND_OPEN"), Refusal("closed", "SITTING_CLOSED")),
        malformed={"chips": ([],)},
    ),
    "DecideCount": casinos(
        "miscounted",
        REASON,
        other={"reason": "another"},
        refused=(Refusal("counted", "COUNT_AGREES"), Refusal("open", "NOT_COUNTED")),
        malformed=WHY,
    ),
    "SignClosing": Row(
        "counted",
        "relief",
        {},
        SIGNERS,
        refused=(Refusal("miscounted", "COUNT_DIFFERS"), Refusal("open", "NOT_COUNTED")),
    ),
    "SeatPlayer": dealers(
        "open",
        {"box": 2, "player": "card-2"},
        other={"player": "card-3"},
        refused=(
            Refusal("seated", "BOX_HAS_PLAYER"),
            Refusal("seated", "HAS_A_BOX", changes={"box": 7, "player": "p2"}),
            Refusal("off", "BOX_OFF", "PG-10.12", {"box": 3}),
        ),
        malformed={**BOXES, "player": ("", "A B", LONG)},
    ),
    "LeaveBox": dealers(
        "seated",
        {"box": 2},
        other={"box": 4},
        refused=(
            Refusal("open", "BOX_EMPTY"),
            Refusal("dealt", "WAGER_ON_BOX", "PG-10.17"),
        ),
        malformed=BOXES,
    ),
    "MarkAbsent": dealers(
        "seated",
        {"box": 2, "absent": True},
        other={"box": 4},
        refused=(Refusal("open", "BOX_EMPTY"),),
        malformed=BOXES,
    ),
    "GiveBank": dealers(
        "seated",
        {"mode": CO, "box": 2, "chung": 2},
        other={"box": 4, "chung": 4},
        refused=(
            Refusal("seated", "CHUNG_ELSEWHERE", "PG-9.3(a)", {"chung": 4}),
            Refusal("cut", "ROUND_OPEN"),
        ),
        malformed={"mode": (0, 4), "box": (9,), "chung": (0, 9)},
    ),
}
