"""The RPCs of chips before play, and of wagers."""

from __future__ import annotations

from collections.abc import Mapping

from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.matrix.tables.common import (
    AMOUNT,
    BOX,
    CASHIERS,
    DEALERS,
    DIRECTOR,
    GONE,
    NO_REASON,
    NOBODY,
    NOT_YET,
    ROUND,
    SUPERVISORS,
    WHY,
    next_round,
)

ROWS: Mapping[str, Row] = {
    "IssueChips": Row(
        "opened",
        "dealer",
        {"box": 3, "amount": 1000},
        CASHIERS,
        other={"box": 4},
        refused=(
            Refusal("opened", "CHIPS_DIFFER", "TBJ-4.3", {"amount": 999}),
            Refusal("opened", "NOT_TOURNAMENT_CHIPS", "TBJ-4.1", {"design": "cash"}),
            Refusal("wagering", "NO_CHIPS_IN_SESSION", "TBJ-4.3"),
        ),
        malformed={**BOX, **AMOUNT, "design": ("Gold",)},
    ),
    "RecordName": Row(
        "opened",
        "game_supervisor",
        {"box": 3, "player_name": "Kiri"},
        SUPERVISORS,
        other={"box": 4},
        refused=(Refusal("opened", "NAME_NEEDED", "TBJ-5.3", {"player_name": ""}), NOBODY),
        malformed={**BOX, "player_name": (LONG,)},
    ),
    "PlaceWager": Row(
        "wagering",
        "dealer",
        {"round": 1, "box": 1, "amount": 100},
        DEALERS,
        other={"amount": 200},
        refused=(
            NOT_YET,
            GONE,
            NOBODY,
            Refusal("wagering", "BELOW_MINIMUM", "TBJ-4.7", {"amount": 5}),
            Refusal("wagering", "ABOVE_MAXIMUM", "TBJ-4.8(b)", {"amount": 505}),
            Refusal("wagering", "NOT_IN_STEPS", "TBJ-4.6", {"amount": 12}),
            Refusal("wagering", "NOT_OWN_BOX", "TBJ-5.5", {"player": 13}),
            Refusal("wagering", "NOT_IN_TURN", "TBJ-5.8", {"box": 3}),
            Refusal("wagered", "WAGER_STANDS", "TBJ-4.2"),
            Refusal("held", "TABLE_HELD"),
        ),
        malformed={**ROUND, **BOX, **AMOUNT, "design": ("Gold",)},
        stale=next_round,
    ),
    "TakeBackWager": Row(
        "wagered",
        "dealer",
        {"round": 1, "box": 7},
        DEALERS,
        other={"box": 4},
        refused=(
            Refusal("wagered", "NOT_THE_LAST_WAGER", "TBJ-4.2", {"box": 1}),
            Refusal("dealt", "CARDS_OUT", "TBJ-4.2"),
            GONE,
        ),
        malformed={**ROUND, **BOX},
        stale=next_round,
    ),
    "CorrectWager": Row(
        "dealt",
        "game_supervisor",
        {"round": 1, "box": 3, "amount": 150, "reason": "misread"},
        SUPERVISORS,
        other={"amount": 200},
        refused=(
            Refusal("wagering", "NO_WAGER"),
            Refusal("dealt", "SAY_WHY", changes=NO_REASON),
            Refusal("dealt", "NOT_ENOUGH_CHIPS", "TBJ-4.4", {"amount": 1005}),
            GONE,
        ),
        malformed={**ROUND, **BOX, **AMOUNT, **WHY},
        stale=next_round,
    ),
    "LimitWagerTime": Row(
        "wagering",
        "director",
        {"seconds": 30, "notice": "aloud"},
        DIRECTOR,
        other={"seconds": 20},
        refused=(Refusal("wagering", "NOTICE_NEEDED", "TBJ-4.11", {"notice": ""}), GONE),
        malformed={"seconds": (3601,), "notice": (LONG,)},
    ),
    "RestrictWager": Row(
        "in time",
        "director",
        {"round": 2, "box": 3},
        DIRECTOR,
        other={"box": 4},
        refused=(
            Refusal("wagering", "NO_TIME_LIMIT", "TBJ-4.11", {"round": 1, "box": 1}),
            Refusal("in time", "NOT_THE_TURN", "TBJ-4.7", {"box": 4}),
            GONE,
        ),
        malformed={**ROUND, **BOX},
        stale=next_round,
    ),
    "RecordMissedWager": Row(
        "wagering",
        "game_supervisor",
        {"round": 1, "box": 1},
        SUPERVISORS,
        other={"box": 3},
        refused=(NOT_YET, GONE, NOBODY, Refusal("wagering", "NOT_THE_TURN", "TBJ-4.7", {"box": 3})),
        malformed={**ROUND, **BOX},
        stale=next_round,
    ),
    "RuleOnWager": Row(
        "void",
        "director",
        {"box": 1, "reason": "the second"},
        DIRECTOR,
        other={"failed": True},
        refused=(
            Refusal("wagered", "NOTHING_TO_RULE", "TBJ-4.8(a)"),
            Refusal("void", "SAY_WHY", changes=NO_REASON),
        ),
        malformed={**BOX, **WHY},
    ),
}
