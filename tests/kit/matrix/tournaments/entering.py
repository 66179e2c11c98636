"""The RPCs of conditions and of who takes part."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.matrix.tournaments.common import (
    CASHIER,
    CENT,
    DESK,
    HOUSE,
    NO_INSTANT,
    OPERATOR,
)
from tests.kit.tournament_play import FEE, conditions, plan

ROWS: Mapping[str, Row] = {
    "PlanTournament": Row(
        "opened",
        "operator",
        lambda cup: plan(cup.hall),
        HOUSE,
        other={"conditions": pb.Conditions(title="Autumn Open")},
        refused=(
            Refusal(
                "opened",
                "CONDITION_WRONG",
                "TBJ-3.2(b)",
                {"conditions": conditions(fee=money_pb2.Money(currency="USD"))},
            ),
        ),
        malformed={
            "tournament_id": ("", "open", "2026-A", "2026-02-30-open", "2026-a--b"),
            "profile": ("", "NZ", "nz-casino-bingo"),
            "conditions.title": (conditions(title=LONG),),
            "conditions.starts_at": (conditions(starts_at=NO_INSTANT),),
        },
    ),
    "AmendConditions": Row(
        "planned",
        "operator",
        {"conditions": pb.Conditions(title="Autumn Open")},
        HOUSE,
        other={"conditions": pb.Conditions(title="Winter Open")},
        refused=(Refusal("opened", "CONDITIONS_PUBLISHED", "TBJ-3.7"),),
        malformed={"conditions.fewest": (pb.Conditions(fewest=9999),)},
    ),
    "PublishConditions": Row(
        "planned",
        "operator",
        {},
        HOUSE,
        other={"version": 2},
        refused=(Refusal("opened", "CONDITIONS_PUBLISHED", "TBJ-3.7"),),
        malformed={"version": (0,)},
    ),
    "DesignateDirector": Row(
        "opened",
        "operator",
        {"person": "eva"},
        frozenset((OPERATOR,)),
        other={"person": "ann"},
        refused=(Refusal("closed", "TOURNAMENT_CLOSED"),),
        malformed={"person": ("", LONG, " eva", "e\nva")},
    ),
    "Apply": Row(
        "opened",
        "operator",
        {"applicant": "Aroha", "fee": FEE},
        DESK,
        other={"box": 3},
        refused=(
            Refusal("planned", "NOT_PUBLISHED", "TBJ-3.7"),
            Refusal("opened", "FEE_DIFFERS", "TBJ-3.1", {"fee": CENT}),
            Refusal("opened", "APPLICANT_UNNAMED", "TBJ-5.3", {"applicant": ""}),
            Refusal("started", "ENTRIES_OVER", "TBJ-3.7"),
        ),
        malformed={"applicant": (LONG,), "box": (8,)},
    ),
    "EndorseConditions": Row(
        "applied",
        "operator",
        {"player": 1, "notified": True, "understood": True, "accepted": True},
        DESK,
        other={"player": 2},
        refused=(
            Refusal("applied", "NOT_ENDORSING", "TBJ-3.7", {"accepted": False}),
            Refusal("applied", "NO_SUCH_ENTRY", changes={"player": 9}),
        ),
        malformed={"player": (0,)},
    ),
    "AcceptApplicant": Row(
        "applied",
        "operator",
        {"player": 1},
        HOUSE,
        other={"player": 2},
        refused=(Refusal("entered", "NOT_AN_APPLICANT", "TBJ-1.0-applicant"),),
        malformed={"player": (0,)},
    ),
    "RefuseApplicant": Row(
        "applied",
        "operator",
        {"player": 1, "reason": "barred"},
        HOUSE,
        other={"reason": "rude"},
        refused=(Refusal("entered", "NOT_AN_APPLICANT", "TBJ-3.3(a)"),),
        malformed={"player": (0,), "reason": ("", LONG)},
    ),
    "WithdrawEntry": Row(
        "entered",
        "operator",
        {"player": 1},
        DESK,
        other={"player": 2},
        refused=(Refusal("refundable", "ALREADY_OUT"),),
        malformed={"player": (0,)},
    ),
    "DisqualifyPlayer": Row(
        "entered",
        "operator",
        {"player": 1, "failing": rpc.FAILING_RULES, "reason": "rude"},
        HOUSE,
        other={"reason": "late"},
        refused=(
            Refusal("entered", "WHY_NEEDED", "TBJ-3.3(b)(i)", {"reason": " "}),
            Refusal("applied", "NOT_A_PLAYER", "TBJ-1.0-applicant"),
            Refusal(
                *("entered", "NO_SESSION_MISSED", "TBJ-3.3(b)(ii)"),
                {"failing": rpc.FAILING_ATTENDANCE},
            ),
        ),
        malformed={"player": (0,), "failing": (0, 9), "reason": (LONG,)},
    ),
    "CancelTournament": Row(
        "applied",
        "operator",
        {"cancelling": pb.CANCELLING_LACK_OF_PARTICIPATION, "reason": "nobody came"},
        HOUSE,
        other={"reason": "a fire"},
        refused=(
            Refusal("entered", "ENOUGH_PLAYERS", "TBJ-3.3(d)"),
            Refusal("started", "ALREADY_STARTED", "TBJ-3.3(d)"),
        ),
        malformed={"cancelling": (0, 9), "reason": ("", LONG), "version": (0,)},
    ),
    "PayRefund": Row(
        "refundable",
        "cashier",
        {"player": 1},
        frozenset((CASHIER,)),
        other={"player": 2},
        refused=(Refusal("entered", "NO_REFUND_DUE", "TBJ-3.5(b)"),),
        malformed={"player": (0,)},
    ),
    "AddValue": Row(
        "opened",
        "operator",
        {"kind": pb.KIND_CASH, "cash": CENT, "what": "a sponsor"},
        HOUSE,
        other={"what": "another"},
        refused=(Refusal("opened", "VALUE_UNCLEAR", "TBJ-3.4", {"kind": pb.KIND_GOODS}),),
        malformed={"kind": (0, 9), "what": ("", LONG)},
    ),
}
