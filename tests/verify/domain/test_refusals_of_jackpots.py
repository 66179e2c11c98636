"""Every reason of jackpots is reached, and tells people what is wrong and what to do."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from services.kernel.law import Reason, Refused
from services.kernel.money import Money
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.jackpot.ending import CarryOver, CloseJackpot
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.jackpot.news import Step
from services.verify.domain.jackpot.terms import Condition, Declaration
from tests.kit.law import Given
from tests.verify.domain.claims import BINGO
from tests.verify.domain.jackpots import (
    ENDED,
    FIRST,
    RULES,
    SECOND,
    SEVEN,
    UNSHARED,
    Chain,
    jackpot,
    news,
    open_jackpot,
    owed,
    shared,
    taken,
    terms,
    won,
)
from tests.verify.domain.sales import GAME, at, nzd
from tests.verify.domain.test_declaring import OPENED, OTHER, declaring

MODULES = ("desk.jackpots", "jackpot.terms", "jackpot.opening", "jackpot.ending")
CARRY = CarryOver("mere", at(9))


def reasons() -> dict[str, Reason]:
    """Every reason of jackpots."""
    modules = (importlib.import_module(f"services.verify.domain.{name}") for name in MODULES)
    return {
        value.code: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Reason)
    }


def after(*steps: Step, carried: bool = False) -> Given[Any, Any, Any]:
    """The jackpot is won on call 40, and then this happened at the desk."""
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    for step in steps:
        chain.news(step)
    if carried:
        chain.carry_over()
    return chain.given()


def close(into: str = OTHER) -> CloseJackpot:
    """Close the jackpot."""
    return CloseJackpot(FIRST, into, "mere", at(9))


def declare(declared: Declaration, **more: Any) -> Any:
    """Declare a game."""
    return Given(DESKS, replace(OPENED, **more.pop("opened", {}))).when(declaring(declared, **more))


@dataclass(frozen=True)
class Row:
    """How a reason is reached, and what people are told."""

    code: str
    outcome: Callable[[], Any]
    says: str
    clause: str = ""


ROWS = (
    Row(
        "SHARE_TOO_HIGH",
        lambda: Given(JACKPOTS).when(open_jackpot(share=6_000)),
        "60 % of the receipts would be held for the jackpot; 50 % is the most.",
        "NZB-6.1",
    ),
    Row(
        "SHARE_TOO_HIGH",
        lambda: Given(JACKPOTS).when(open_jackpot(share=6_000, rules=replace(RULES, law="TNB"))),
        "60 % of the receipts would be held for the jackpot; 50 % is the most.",
    ),
    Row(
        "JACKPOT_IN_OTHER_CURRENCY",
        lambda: Given(JACKPOTS).when(open_jackpot(seed=Money("AUD", 1))),
        "Jackpots are in NZD here, not in AUD.",
    ),
    Row(
        "MOST_BELOW_SEED",
        lambda: Given(JACKPOTS).when(open_jackpot(most=nzd(1))),
        "The jackpot begins with NZD 500.00, and NZD 0.01 would be the most that is paid.",
    ),
    Row(
        "JACKPOT_WORD_TAKEN",
        lambda: Given(JACKPOTS).when(open_jackpot("venues/akl/jackpots/2025-friday-9")),
        "venues/akl/jackpots/2025-friday-9 is named by the word friday already, and its cycles go "
        "on under it.",
    ),
    Row("JACKPOT_NOT_WON", lambda: jackpot().when(CARRY), "Nobody has won this jackpot yet."),
    Row(
        "JACKPOT_HAS_WINNERS",
        lambda: after(shared(600_00)).when(CARRY),
        f"The jackpot is divided among the winners of {SEVEN}.",
    ),
    Row(
        "GAME_NOT_OVER",
        lambda: after(shared(600_00), UNSHARED).when(CARRY),
        f"{SEVEN} is not over, and can still be won.",
    ),
    Row(
        "SHARES_TO_RECOVER",
        lambda: after(shared(600_00), Step(paid=owed(1, 600_00)), UNSHARED, ENDED).when(CARRY),
        "NZD 600.00 that was paid out has to be recovered yet.",
    ),
    Row(
        "CARRIED_OVER_BEFORE",
        lambda: after(ENDED, carried=True).when(CARRY),
        f"The jackpot was carried over to {SECOND} before.",
    ),
    Row(
        "GAMES_NOT_OVER",
        lambda: jackpot(news()).when(close()),
        f"{SEVEN} was declared to this jackpot, and is not over.",
    ),
    Row(
        "JACKPOT_OVER",
        lambda: after(ENDED).when(close()),
        f"This cycle is over; {SECOND} is played for.",
    ),
    Row(
        "SAME_JACKPOT",
        lambda: jackpot().when(close(SECOND)),
        f"{SECOND} is a cycle of the same jackpot.",
    ),
    Row(
        "JACKPOT_TOO_LATE",
        lambda: declare(Declaration(0, BINGO, 50), begun=True),
        f"{GAME} was announced, or its sales are over: what players were told of its jackpot "
        "stands.",
        "NZB-6.1",
    ),
    Row(
        "JACKPOT_IN_PRACTICE",
        lambda: declare(Declaration(0, BINGO, 50), opened={"practice": True}),
        f"{GAME} is played for practice: it feeds no jackpot and wins none.",
    ),
    Row(
        "JACKPOT_STAGE_NOT_PLAYED",
        lambda: declare(Declaration(0, BINGO, 50), opened={"stages": ()}),
        f"{GAME} is not played for the bingo, so that nobody could win the jackpot with it.",
    ),
    Row(
        "CONDITION_NOT_ALLOWED",
        lambda: declare(
            Declaration(0, BINGO, 50),
            terms=terms(rules=replace(RULES, conditions=(Condition.ANY_CALL,))),
        ),
        "Under this profile a jackpot is not won within a number of calls.",
        "NZB-6.1",
    ),
    Row(
        "MORE_CALLS_THAN_NUMBERS",
        lambda: declare(Declaration(0, BINGO, 91)),
        f"91 calls are more than the 90 numbers of {GAME}.",
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_it_is_refused_and_people_are_told(row: Row) -> None:
    refused = row.outcome().refusal
    assert isinstance(refused, Refused)
    assert (refused.reason.code, refused.clause) == (row.code, row.clause)
    assert refused.sentence == row.says
    assert "(" not in refused.advice


def test_every_reason_is_reached() -> None:
    assert set(reasons()) == {row.code for row in ROWS}
