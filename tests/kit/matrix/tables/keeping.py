"""The RPCs of who is at the table, of its sign, its chips in the end, and of looking at it."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.tables.common import (
    BOX,
    CASHIERS,
    DEALERS,
    DIRECTOR,
    GONE,
    HOLDERS,
    NO_REASON,
    NOBODY,
    NOT_YET,
    READERS,
    SUPERVISORS,
    WHY,
)

SIGN = table_pb2.TableSign(minimum=5, maximum=600, increment=5)
TIGHT = table_pb2.TableSign(minimum=15, maximum=500, increment=5)

ROWS: Mapping[str, Row] = {
    "LeaveTable": Row(
        "wagering",
        "game_supervisor",
        {"box": 3, "ground": table_pb2.LEAVE_GROUND_APPROVED, "reason": "a call"},
        SUPERVISORS,
        other={"for_good": True},
        refused=(
            Refusal(
                "wagering", "LEAVE_NOT_GIVEN", "TBJ-5.6", {"ground": table_pb2.LEAVE_GROUND_NONE}
            ),
            GONE,
            NOBODY,
        ),
        malformed={**BOX, **WHY, "ground": (0, 9)},
    ),
    "ReturnToTable": Row(
        "away",
        "dealer",
        {"box": 3},
        DEALERS,
        other={"box": 4},
        refused=(Refusal("wagering", "NOT_AWAY"), GONE, NOBODY),
        malformed={**BOX},
    ),
    "DisqualifyBox": Row(
        "wagering",
        "game_supervisor",
        {"box": 3, "ground": table_pb2.DISQUALIFIED_FOR_HIDDEN_CHIPS, "reason": "a sleeve"},
        SUPERVISORS,
        other={"reason": "a pocket"},
        refused=(Refusal("wagering", "CHIPS_IN_VIEW", "TBJ-5.10", {"reason": ""}), NOBODY),
        malformed={**BOX, **WHY, "ground": (0, 9)},
    ),
    "ChangeSign": Row(
        "wagering",
        "director",
        {"sign": SIGN, "reason": "announced"},
        DIRECTOR,
        other={"reason": "another"},
        refused=(
            Refusal("wagering", "LIMITS_TIGHTENED", "TBJ-4.5", {"sign": TIGHT}),
            Refusal("ready", "LIMITS_PUBLISHED", "TBJ-3.2(d)", {"sign": TIGHT}),
            Refusal("wagered", "WAGERS_LIE", "TBJ-4.5"),
            GONE,
        ),
        malformed={**WHY, "version": (0,)},
    ),
    "HoldTable": Row(
        "wagering",
        "dealer",
        {"cause": table_pb2.HOLD_CAUSE_ALARM, "reason": "fire alarm"},
        HOLDERS,
        other={"vacated": True},
        refused=(Refusal("held", "HELD_BEFORE"), GONE),
        malformed={**WHY, "cause": (0, 9)},
    ),
    "ResumeTable": Row(
        "held",
        "dealer",
        {"reason": "all clear"},
        HOLDERS,
        other={"reason": "another"},
        refused=(Refusal("wagering", "TABLE_NOT_HELD"), GONE),
        malformed={**WHY},
    ),
    "CountChips": Row(
        "over",
        "dealer",
        {"counts": [table_pb2.BoxCount(box=1, chips=1000)]},
        DEALERS,
        other={"counts": [table_pb2.BoxCount(box=3, chips=1000)]},
        refused=(
            Refusal("wagered", "COUNT_BETWEEN_ROUNDS"),
            Refusal("finished", "TALLIED_BEFORE", "TBJ-6.1"),
            NOT_YET,
        ),
        malformed={"counts": ([],), "counts[0].box": ([table_pb2.BoxCount(box=8)],)},
    ),
    "CorrectChips": Row(
        "over",
        "director",
        {"box": 1, "chips": 900, "reason": "counted twice"},
        DIRECTOR,
        other={"chips": 800},
        refused=(
            Refusal("wagered", "CHIPS_IN_PLAY", changes={"chips": 99}),
            Refusal("over", "SAY_WHY", changes=NO_REASON),
        ),
        malformed={**BOX, **WHY, "chips": (1_000_000_001,), "version": (0,)},
    ),
    "HandInChips": Row(
        "finished",
        "dealer",
        {"box": 1, "disposal": table_pb2.DISPOSAL_RETURNED},
        CASHIERS,
        other={"box": 3},
        refused=(
            Refusal(
                "finished", "CHIPS_GO_BACK", "TBJ-6.9(a)", {"disposal": table_pb2.DISPOSAL_KEPT}
            ),
            Refusal(
                "finished", "NOT_REDEEMED", "TBJ-2.3", {"disposal": table_pb2.DISPOSAL_REDEEMED}
            ),
            Refusal("over", "CHIPS_NOT_PRESENTED", "TBJ-6.1"),
        ),
        malformed={**BOX, "disposal": (0, 9)},
    ),
    "GetSessionTable": Row(
        "wagering",
        "auditor",
        {},
        READERS,
    ),
    "ListSessionTables": Row(
        "wagering",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.phases": (
                pb.ListSessionTablesRequest.Filter(phases=[table_pb2.TABLE_PHASE_HELD] * 9),
            ),
            "filter.day": tuple(
                pb.ListSessionTablesRequest.Filter(day=day) for day in ("today", "2026-02-30")
            ),
            "filter.tournament": (pb.ListSessionTablesRequest.Filter(tournament="cup"),),
        },
    ),
    "WatchSessionTable": Row(
        "wagering",
        "auditor",
        {},
        READERS,
    ),
}
