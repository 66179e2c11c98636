"""The RPCs of a round, in the order of play."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.paigow.v1 import sitting_pb2
from tests.kit.matrix.paigow.common import (
    AMISS,
    BOXES,
    PUSH_IS,
    REASON,
    WHY,
    WIN_IS,
    dealers,
    supervisors,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.paigow import laid
from tests.kit.paigow_play import (
    BANK,
    LOSE,
    WIN,
)

ROWS: Mapping[str, Row] = {
    "ShuffleTiles": dealers("open", refused=(Refusal("cut", "ROUND_OPEN"),)),
    "StackTiles": dealers(
        "shuffled",
        {"exposed": 1},
        other={"exposed": 2},
        refused=(Refusal("open", "NOT_SHUFFLED"),),
        malformed={"exposed": (33,)},
    ),
    "PerformLaja": dealers(
        "stacked",
        {"exposed": 3},
        other={"exposed": 1},
        refused=(Refusal("shuffled", "NO_LAJA_DUE", "PG-10.1"),),
        malformed={"exposed": (33,)},
    ),
    "CutTiles": dealers(
        "stacked",
        refused=(
            Refusal("laja", "LAJA_NEEDED", "PG-10.1"),
            Refusal("void", "NOT_SHUFFLED", "PG-10.14"),
            Refusal("removing", "NOT_DECIDED", "PG-10.9"),
        ),
    ),
    "CallOffRound": supervisors(
        "cut", REASON, other={"reason": "x"}, refused=(Refusal("dealt", "NOT_NOW"),), malformed=WHY
    ),
    "PlaceWager": dealers(
        "cut",
        {"box": 2, "amount": 7_00},
        other={"amount": 8_00},
        refused=(
            Refusal("cut", "OFF_LIMITS", changes={"amount": 1_000_00}),
            Refusal("cut", "BOX_EMPTY", changes={"box": 7}),
            Refusal("dealt", "NOT_NOW"),
            Refusal("open", "NO_ROUND"),
        ),
        malformed={**BOXES, "amount": (0, -1)},
    ),
    "TakeBackWager": dealers(
        "wagering",
        {"box": 2},
        other={"box": 4},
        refused=(Refusal("cut", "NO_WAGER_THERE"),),
        malformed=BOXES,
    ),
    "CloseWagers": dealers(
        "wagering",
        refused=(
            Refusal("cut", "NO_WAGERS"),
            Refusal("co wagering", "BANKERS_WAGER_DUE", "PG-9.3(b)"),
        ),
    ),
    "PlaceBankersWager": dealers(
        "co wagering",
        {"amount": 40_00},
        other={"amount": 50_00},
        refused=(
            Refusal("co wagering", "BANKERS_WAGER_TOO_SMALL", "PG-9.3(b)", {"amount": 39_50}),
            Refusal("wagering", "HOUSE_BANKS"),
        ),
        malformed={"amount": (0, -1)},
    ),
    "MatchBankersWager": dealers(
        "co matching",
        {"amount": 80_00},
        other={"amount": 1_00},
        refused=(Refusal("co matching", "NOT_MATCHED", "PG-9.3(c)", {"amount": 79_50}),),
        malformed={"amount": (0,)},
    ),
    "ShakeDice": dealers(
        "wagered",
        {"dice": [1, 2, 6]},
        other={"dice": [1, 1, 1]},
        refused=(
            Refusal("co matching", "NOT_NOW", "PG-9.3(c)"),
            Refusal("dealt", "NOT_NOW"),
        ),
        malformed={"dice": ([], [1, 2]), "dice[0]": ([0, 1, 1],), "dice[2]": ([1, 2, 7],)},
    ),
    "DealHand": dealers(
        "shaken",
        {"box": 1, "tiles": [20, 24, 22, 28]},
        other={"tiles": [0, 1, 2, 3]},
        refused=(
            Refusal("shaken", "NOT_THE_NEXT_BOX", changes={"box": 4}),
            Refusal("shaken", "NOT_FOUR_TILES", changes={"tiles": [0, 1, 2, 3, 4]}),
            Refusal("shaken", "NOT_FOUR_TILES", changes={"tiles": [0, 1, 2, 2]}),
            Refusal("shaken", "NO_SUCH_TILE", changes={"tiles": [0, 1, 2, 32]}),
            Refusal("shaken", "TILES_NOT_READ", changes={"tiles": []}),
        ),
        malformed={**BOXES, "tiles": (list(range(33)),)},
    ),
    "PlaceBankersTiles": dealers(
        "co dealt", refused=(Refusal("dealt", "NO_CO_BANK", "PG-9.3(d)"),)
    ),
    "SetHand": dealers(
        "dealt",
        {"box": 2, "laid": laid(WIN)},
        other={"laid": laid(LOSE)},
        refused=(
            Refusal("dealt", "NOT_ITS_TILES", changes={"box": 4}),
            Refusal("dealt", "NO_HAND", changes={"box": 7}),
            Refusal("upset", "DISTURBED", "PG-10.15"),
        ),
        malformed={
            **BOXES,
            "laid": (None,),
            "laid.high": (sitting_pb2.Laid(high=[0], low=[1, 2]),),
        },
    ),
    "SetHouseWay": dealers(
        "dealt",
        {"box": 2, "cause": sitting_pb2.SET_BY_REQUEST},
        other={"box": 4},
        refused=(Refusal("dealt", "PLAYER_THERE", "PG-10.17", {"cause": 3}),),
        malformed={**BOXES, "cause": (0, 1, 5, 6, 9)},
    ),
    "SetBankersHand": dealers(
        "all set",
        {"laid": laid(BANK)},
        other={"laid": laid(AMISS)},
        refused=(
            Refusal("dealt", "NOT_ALL_SET"),
            Refusal("co dealt", "TILES_NOT_PLACED", "PG-9.3(d)"),
            Refusal("exposing", "HAND_STANDS", "PG-10.8(b)"),
        ),
        malformed={"laid": (None,)},
    ),
    "ExposeCoBankersTiles": dealers(
        "co placed",
        {"tiles": [20, 28]},
        other={"tiles": [20, 22]},
        refused=(Refusal("dealt", "CO_BANKER_SHOWS_TWO", "PG-9.3(e)"),),
        malformed={"tiles": ([],)},
    ),
    "ConfirmHouseWay": supervisors(
        "bank set",
        refused=(
            Refusal("amiss", "NOT_THE_HOUSE_WAY", "PG-10.8(a)"),
            Refusal("dealt", "BANKS_HAND_NOT_SET"),
        ),
    ),
    "ReportNotHouseWay": supervisors(
        "amiss",
        {"laid": laid(AMISS)},
        other={"laid": laid(BANK)},
        refused=(Refusal("bank set", "IS_THE_HOUSE_WAY", "PG-10.8(a)", {"laid": laid(BANK)}),),
        malformed={"laid": (None,)},
    ),
    "ExposeBankersHand": dealers(
        "set",
        refused=(
            Refusal("bank set", "HOUSE_WAY_NOT_CONFIRMED"),
            Refusal("exposing", "EXPOSED_ALREADY"),
        ),
    ),
    "ExposeHand": dealers(
        "showdown",
        {"box": 2, "outcome": WIN_IS},
        other={"outcome": PUSH_IS},
        refused=(
            Refusal("showdown", "NOT_THE_NEXT_HAND", changes={"box": 4}),
            Refusal("lost", "LOSER_NOT_PICKED_UP", changes={"box": 5}),
            Refusal("set", "BANK_COMES_FIRST"),
        ),
        malformed={**BOXES, "outcome": (0, 9)},
    ),
    "CollectWager": dealers(
        "lost",
        {"box": 4, "amount": 20_00},
        other={"amount": 10_00},
        refused=(Refusal("lost", "NOT_LOST", changes={"box": 2}),),
        malformed={**BOXES, "amount": (0,)},
    ),
    "ClearPush": dealers(
        "pushed",
        {"box": 5},
        other={"box": 4},
        refused=(Refusal("pushed", "NOT_A_PUSH", changes={"box": 4}),),
        malformed=BOXES,
    ),
    "PayWinner": dealers(
        "exposed",
        {"box": 2, "from_losing_area": 20_00, "from_bank": 30_00, "commission": 2_50},
        other={"commission": 3_00},
        refused=(
            Refusal("exposed", "NOT_WON", "PG-6.16", {"box": 4}),
            Refusal("lost", "NOT_ALL_EXPOSED"),
        ),
        malformed={**BOXES, "from_bank": (-1,), "commission": (-1,)},
    ),
    "HandOverRest": dealers(
        "paid",
        other={"to_float": 1_00},
        refused=(Refusal("exposed", "WINNERS_NOT_PAID"),),
        malformed={"to_banker": (-1,), "to_float": (-1,)},
    ),
}
