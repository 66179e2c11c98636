"""The RPCs of results, places and prizes, and of how a tournament ends."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.common.v1 import money_pb2
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.matrix.tournaments.common import (
    CASHIER,
    CENT,
    DIRECTOR,
    HOUSE,
    OPERATOR,
    first,
    placed,
)

ROWS: Mapping[str, Row] = {
    "RuleOnResult": Row(
        "confirmed",
        "director",
        lambda cup: cup.request(
            "RuleOnResult", session=1, table=1, player=first(cup), chips=5, reason="as seen"
        ),
        frozenset((DIRECTOR,)),
        other={"chips": 6},
        refused=(
            Refusal("over", "CORRECT_INSTEAD", "TBJ-6.1"),
            Refusal("confirmed", "NO_RESULT", "TBJ-6.1", {"player": 99}),
        ),
        malformed={
            **{"session": (0,), "table": (0,), "player": (0,), "chips": (2 * 10**9,)},
            "reason": ("", LONG),
        },
    ),
    "ConfirmPlacings": Row(
        "over",
        "director",
        {},
        frozenset((DIRECTOR,)),
        other={"version": 1},
        refused=(
            Refusal("tied", "PLAYOFF_NEEDED", "TBJ-6.6"),
            Refusal("started", "FINAL_NOT_OVER", "TBJ-6.5"),
            Refusal("confirmed", "PLACES_CONFIRMED", "TBJ-6.5"),
        ),
        malformed={"version": (0,)},
    ),
    "AllowFewer": Row(
        "few",
        "director",
        {"stage": 2, "reason": "three were disqualified"},
        frozenset((DIRECTOR,)),
        other={"reason": "otherwise"},
        refused=(
            Refusal("few", "NO_FEWER_NEEDED", "TBJ-5.4", {"stage": 1}),
            Refusal("few", "NO_SUCH_STAGE", changes={"stage": 3}),
        ),
        malformed={"stage": (0,), "reason": ("", LONG)},
    ),
    "EndWithoutFinal": Row(
        "few",
        "director",
        {"reason": "a fire"},
        frozenset((DIRECTOR,)),
        other={"reason": "otherwise"},
        refused=(
            Refusal("started", "FINAL_NOT_OVER", "TBJ-6.5"),
            Refusal("over", "FINAL_PLAYED", "TBJ-6.5"),
        ),
        malformed={"reason": ("", LONG)},
    ),
    "ReturnHeld": Row(
        "added",
        "operator",
        {"reason": "nobody came"},
        frozenset((OPERATOR,)),
        other={"reason": "otherwise"},
        refused=(Refusal("cancelled", "NOTHING_TO_RETURN", "TBJ-3.4"),),
        malformed={"reason": ("", LONG)},
    ),
    "DecideGoods": Row(
        "goods",
        "director",
        lambda cup: cup.request("DecideGoods", place=3, player=placed(cup, 3), reason="agreed"),
        frozenset((DIRECTOR,)),
        other={"reason": "by lot of the players' own"},
        refused=(Refusal("goods", "NOTHING_TO_DECIDE", "TBJ-6.8", {"place": 2}),),
        malformed={"place": (51,), "player": (0,), "reason": ("", LONG)},
    ),
    "RuleOnHeld": Row(
        "confirmed",
        "director",
        lambda cup: cup.request("RuleOnHeld", player=first(cup), amount=CENT, reason="as ruled"),
        HOUSE,
        other={"reason": "otherwise"},
        refused=(
            Refusal(
                *("confirmed", "NOT_FREE", "TBJ-3.4"),
                {"amount": money_pb2.Money(currency="NZD", minor_units=10**9)},
            ),
        ),
        malformed={"player": (0,), "amount": (None,), "reason": ("", LONG)},
    ),
    "PayPrize": Row(
        "confirmed",
        "cashier",
        {"award": 1},
        frozenset((CASHIER,)),
        other={"award": 2},
        refused=(
            Refusal("confirmed", "NO_SUCH_AWARD", changes={"award": 99}),
            Refusal("entered", "NOT_IN_PLAY"),
        ),
        malformed={"award": (0,)},
    ),
    "CloseTournament": Row(
        "settled",
        "operator",
        {},
        HOUSE,
        other={"version": 1},
        refused=(
            Refusal("confirmed", "STILL_HELD", "TBJ-3.4"),
            Refusal("entered", "NOT_IN_PLAY"),
        ),
        malformed={"version": (0,)},
    ),
}
