"""Every reason of prizes is reached, and tells people what is wrong and what to do."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from services.kernel.law import Reason, Refused
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.prizes import OddCents, Recovery, StagePrize
from services.verify.domain.desk.recovering import LapsePrizes
from services.verify.domain.desk.rules import PrizeRules
from services.verify.domain.game import game
from services.verify.domain.game.awaited import Awaited
from tests.kit.law import Given
from tests.verify.domain.claims import BINGO, LINE
from tests.verify.domain.prizes import PRIZES, Till, settled, tied
from tests.verify.domain.sales import GAME, desk_opened, nzd, open_sales

MODULES = ("contesting", "dividing", "paying", "players", "recovering", "sharing", "signing")
ELSEWHERE = {"NO_WINNER": "test_dividing", "NOT_TO_DIVIDE": "test_dividing"}


def reasons() -> dict[str, Reason]:
    """Every reason of prizes."""
    modules = (importlib.import_module(f"services.verify.domain.desk.{name}") for name in MODULES)
    return {
        value.code: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Reason)
    }


@dataclass(frozen=True)
class Row:
    """How a reason is reached, and what people are told."""

    code: str
    outcome: Callable[[], Any]
    says: str
    clause: str = ""


def signed() -> Till:
    """A payment waits for its second signature."""
    till = settled(1, prizes=PrizeRules(signed_above=1))
    till.pay()
    return till


def awaited() -> Till:
    """Winners of the line are being voided."""
    till = settled(1)
    till.told.tell(game.SignatureAwaited(Awaited(4, "sia", (), (LINE.value,))))
    return till


def examined_in_the_draw() -> Till:
    """A supervisor has decided without the desk."""
    till = tied(0)
    till.follow(till.cry(), unverified=True)
    till.go_on()
    return till


def paid(**more: Any) -> Till:
    """The line is paid."""
    till = settled(1, **more)
    till.pay()
    return till


def owing() -> Till:
    """To somebody who has not won."""
    till = paid()
    till.void(1)
    return till


def lapsed() -> Till:
    """Nobody has collected the line in time."""
    till = settled(1, prizes=PrizeRules(lapses_after=1))
    until = till.settlement().lapses_at
    assert until is not None
    till.when(LapsePrizes(until))
    return till


def cent() -> Till:
    """A cent does not divide among two."""
    rules = PrizeRules(odd_cents=OddCents.HOUSE_KEEPS)
    return settled(2, prizes=rules, stages=(StagePrize(LINE, nzd(1), "any_row", 0),))


def undecided() -> Till:
    """A call out for the same number is entered late."""
    till = settled(1)
    till.cry(after=15)
    return till


def ahead() -> Till:
    """The draw knows of another winner."""
    till = settled(1)
    till.told.cry(15)
    till.told.tell(game.Decided(2, (LINE.value,), True))
    return till


def selling(*stages: StagePrize, **rules: Any) -> Any:
    """Cards are put on sale for a game that is played for these."""
    opened = replace(desk_opened(), stages=stages, prizes=PrizeRules(**rules))
    return Given(DESKS, opened).when(open_sales())


SHARES = (
    StagePrize(LINE, None, "any_row", 2_000),
    StagePrize(BINGO, None, "full_card", 4_550),
)
ROWS = (
    Row(
        "NOT_SETTLED",
        lambda: tied(1).pay(),
        f"The line of {GAME} is not settled: it is not won, or not for good.",
        "NZB-5.4",
    ),
    Row(
        "NOT_SETTLED",
        lambda: owing().pay(),
        f"The line of {GAME} is not settled: winners were voided.",
        "NZB-5.4",
    ),
    Row(
        "NO_SUCH_SHARE",
        lambda: settled(2).pay(3),
        "Nobody has share 3 of the line; those who called out and won have 1 and 2.",
        "NZB-5.4",
    ),
    Row(
        "PRIZE_PAID_BEFORE",
        lambda: paid().pay(),
        "Share 1 of the line was paid before: NZD 100.00, by a receipt that is to come of "
        "2026-11-29.",
    ),
    Row(
        "PRIZE_HAS_LAPSED",
        lambda: lapsed().pay(),
        "Share 1 of the line was not collected in time and is not paid any more.",
    ),
    Row(
        "NOTHING_OWED",
        lambda: cent().pay(1, 0),
        "Share 1 of the line comes to nothing.",
    ),
    Row(
        "NOT_MONEY",
        lambda: settled(1, stages=(StagePrize(LINE, None, "any_row", 0),)).pay(),
        "The prize for the line is no amount of money on record.",
    ),
    Row(
        "AMOUNT_DIFFERS",
        lambda: settled(1).pay(1, 9_999),
        "NZD 100.00 is owed on share 1 of the line, not NZD 99.99.",
    ),
    Row(
        "OTHER_VENUE_PAYS",
        lambda: settled(1).pay(venue="wlg"),
        "The player called out in akl, which pays and books this share; this is wlg.",
    ),
    Row(
        "OTHER_VENUE_PAYS",
        lambda: signed().sign(venue="wlg"),
        "The player called out in akl, which pays and books this share; this is wlg.",
    ),
    Row(
        "OTHER_VENUE_PAYS",
        lambda: signed().reject(venue="wlg"),
        "The player called out in akl, which pays and books this share; this is wlg.",
    ),
    Row(
        "OTHER_VENUE_PAYS",
        lambda: owing().recover(venue="wlg"),
        "The player called out in akl, which pays and books this share; this is wlg.",
    ),
    Row(
        "PAYMENT_WAITS",
        lambda: signed().pay(),
        "Payment 1 of share 1 waits for a second person's signature.",
    ),
    Row(
        "NO_SUCH_PAYMENT",
        lambda: paid().sign(),
        "No payment 1 waits for a signature at this desk.",
    ),
    Row(
        "NO_SUCH_PAYMENT",
        lambda: settled(1).reject(7),
        "No payment 7 waits for a signature at this desk.",
    ),
    Row(
        "OWN_PAYMENT",
        lambda: signed().sign(by=" CORA"),
        "cora makes this payment, and the second signature is another person's.",
    ),
    Row(
        "PAID_IN_PRACTICE",
        lambda: settled(1, practice=True).pay(),
        f"{GAME} is played for practice; nothing is paid for it.",
    ),
    Row(
        "DRAW_AHEAD",
        lambda: ahead().pay(),
        "By the draw's record others have won the line than are settled here.",
    ),
    Row(
        "CLAIM_UNDECIDED",
        lambda: undecided().pay(),
        "Claim 2 answers call 15, and it is not decided; the line was won on call 15.",
        "NZB-5.4",
    ),
    Row(
        "PRIZE_AWAITS_SIGNATURE",
        lambda: awaited().pay(),
        "Proposal 4 of sia waits in the draw for a second person; it would change who has won the "
        "line.",
        "NZB-5.9",
    ),
    Row(
        "CARD_NOT_EXAMINED",
        lambda: examined_in_the_draw().pay(),
        "Claim 1 was decided in the draw, and its card has not been examined here.",
        "NZB-5.7(c)",
    ),
    Row(
        "ONE_CALL_OUT",
        lambda: settled(2).tell(2, 2),
        "One call out alone is one player's already.",
        "NZB-5.4",
    ),
    Row(
        "NOTHING_DUE",
        lambda: paid().recover(),
        "Nothing is to be recovered on share 1 of the line.",
    ),
    Row(
        "TOO_MUCH_RECOVERED",
        lambda: owing().recover(1, 10_001),
        "NZD 100.00 is to be recovered on share 1 of the line, and NZD 100.01 was given.",
    ),
    Row(
        "OWN_LOSS",
        lambda: owing().recover(recovery=Recovery.WRITTEN_OFF, by="cora"),
        "cora made this payment, and another person writes it off.",
    ),
    Row(
        "PRIZE_TOO_LARGE",
        lambda: selling(*PRIZES, largest_prize=40_000),
        "The prize for the bingo is NZD 500.00; under this profile a prize is at most NZD 400.00.",
    ),
    Row(
        "PAYOUT_NOT_ALLOWED",
        lambda: selling(*SHARES, most_payout=6_000),
        "The prizes come to 65.50 % of the receipts; under this profile it is 0 % to 60 %.",
    ),
    Row(
        "PAYOUT_NOT_ALLOWED",
        lambda: selling(*SHARES, least_payout=7_000),
        "The prizes come to 65.50 % of the receipts; under this profile it is 70 % to 100 %.",
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_it_is_refused_and_people_are_told(row: Row) -> None:
    refused = row.outcome().refusal
    assert isinstance(refused, Refused)
    assert (refused.reason.code, refused.clause) == (row.code, row.clause)
    assert refused.sentence == row.says
    assert refused.advice.endswith(".")
    assert "(" not in refused.advice


def test_every_reason_of_prizes_is_reached() -> None:
    assert set(reasons()) == {row.code for row in ROWS} | set(ELSEWHERE)


@pytest.mark.parametrize(
    ("least", "stages"),
    [(0, SHARES), (6_550, SHARES), (9_000, (SHARES[0], PRIZES[1])), (9_000, PRIZES), (9_000, ())],
)
def test_prizes_within_the_limits_are_sold_for(least: int, stages: tuple[StagePrize, ...]) -> None:
    assert selling(*stages, least_payout=least, largest_prize=50_000).refusal is None
