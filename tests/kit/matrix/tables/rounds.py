"""The RPCs of cards and rounds."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.tournament.v1 import table_pb2
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.tables.common import (
    DEALERS,
    DIRECTOR,
    GONE,
    NO_REASON,
    NOT_YET,
    ROUND,
    SUPERVISORS,
    WHY,
    next_round,
)
from tests.kit.table_play import LOST

HANDS = [
    table_pb2.PlayedHand(box=box, stake=100, outcome=table_pb2.HAND_OUTCOME_WON)
    for box in (1, 3, 4, 7)
]
TOO_MUCH = table_pb2.PlayedHand(box=1, stake=1000, outcome=table_pb2.HAND_OUTCOME_BLACKJACK)
CARDS = [table_pb2.CardHand(box=box, cards=["10H", "9C"]) for box in (1, 3, 4, 7)]

ROWS: Mapping[str, Row] = {
    "ShuffleCards": Row(
        "opened",
        "dealer",
        {},
        DEALERS,
        other={"reason": "again"},
        refused=(Refusal("wagering", "SHUFFLE_NOT_DUE", "TBJ-5.7(b)"), GONE),
        malformed={"shoe_shown": (1441,), **WHY},
    ),
    "StartTable": Row(
        "called",
        "dealer",
        {"marker": 1},
        DEALERS,
        other={"marker": 3},
        refused=(
            Refusal("ready", "SESSION_NOT_CALLED"),
            Refusal("called", "MARKER_MISPLACED", "TBJ-5.8", {"marker": 3}),
            Refusal("called", "MARKER_MISSING", "TBJ-2.4", {"marker": 0}),
            Refusal("wagering", "SESSION_STARTED"),
        ),
        malformed={"marker": (8,), "shoe_shown": (1441,)},
    ),
    "DealRound": Row(
        "wagered",
        "dealer",
        {"round": 1},
        DEALERS,
        other={"round": 2},
        refused=(
            NOT_YET,
            GONE,
            Refusal("wagering", "WAGERS_MISSING", "TBJ-4.7"),
            Refusal("dealt", "CARDS_OUT", "TBJ-4.2"),
            Refusal("held", "TABLE_HELD"),
        ),
        malformed={**ROUND},
        stale=next_round,
    ),
    "RecordRound": Row(
        "dealt",
        "dealer",
        {"round": 1, "hands": HANDS},
        DEALERS,
        other={"cutting_card": True},
        refused=(
            NOT_YET,
            GONE,
            Refusal("wagered", "NO_CARD_OUT"),
            Refusal("dealt", "HANDS_DIFFER", "TBJ-5.5", {"hands": HANDS[1:]}),
            Refusal("dealt", "HANDS_DIFFER", "TBJ-2.1", {"hands": [TOO_MUCH, *HANDS[1:]]}),
        ),
        malformed={
            **ROUND,
            "hands": (HANDS * 8,),
            "hands[0].stake": ([table_pb2.PlayedHand(box=1, outcome=LOST)],),
            "hands[0].outcome": ([table_pb2.PlayedHand(box=1, stake=5)],),
            "hands[0].box": ([table_pb2.PlayedHand(box=8, stake=5, outcome=LOST)],),
        },
        stale=next_round,
    ),
    "RecordCards": Row(
        "dealt",
        "dealer",
        {"round": 1, "dealer": ["10H", "7D"], "hands": CARDS},
        DEALERS,
        other={"dealer": ["10H", "8D"]},
        refused=(
            Refusal("wagered", "NO_CARD_OUT"),
            Refusal("dealt", "PLAY_NOT_ALLOWED", "TBJ-2.1", {"dealer": ["10H", "6D"]}),
            Refusal("dealt", "HANDS_DIFFER", "TBJ-5.5", {"hands": CARDS[1:]}),
            GONE,
        ),
        malformed={
            **ROUND,
            "dealer": ([],),
            "dealer[0]": (["1H"],),
            "hands": ([],),
            "hands[0].cards": ([table_pb2.CardHand(box=1)],),
            "insurances": ([table_pb2.Insurance(box=1, amount=5)] * 8,),
        },
        stale=next_round,
    ),
    "CorrectRound": Row(
        "recorded",
        "game_supervisor",
        {"round": 1, "hands": HANDS, "reason": "misread"},
        SUPERVISORS,
        other={"cutting_card": True},
        refused=(
            Refusal("wagered", "ROUND_GONE"),
            Refusal("recorded", "SAY_WHY", changes=NO_REASON),
        ),
        malformed={**ROUND, **WHY, "version": (0,)},
    ),
    "VoidRound": Row(
        "dealt",
        "director",
        {"round": 1, "reason": "misdeal"},
        DIRECTOR,
        other={"cutting_card": True},
        refused=(Refusal("wagered", "NO_CARD_OUT"), GONE),
        malformed={**ROUND, **WHY, "version": (0,)},
    ),
    "RuleRoundBegun": Row(
        "timed out",
        "director",
        {"reason": "keyed late"},
        DIRECTOR,
        other={"reason": "another"},
        refused=(
            Refusal("over", "NOT_ENDED_BY_TIME", "TBJ-1.0-session(b)"),
            Refusal("wagering", "SESSION_STARTED"),
        ),
        malformed={**WHY, "version": (0,)},
    ),
}
