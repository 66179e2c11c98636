"""Prizes that are a share of the receipts, fixed when sales close."""

from __future__ import annotations

import pytest

from services.verify.domain.block.state import Span
from services.verify.domain.desk.prizes import StagePrize
from services.verify.domain.desk.rules import PrizeRules
from services.verify.domain.desk.selling import (
    BlockRegistered,
    CloseSales,
    SalesClosed,
    TakeReport,
)
from services.verify.domain.desk.state import Report
from tests.verify.domain.claims import BINGO, LINE
from tests.verify.domain.prizes import Till
from tests.verify.domain.sales import at, nzd, terms

STAGES = (
    StagePrize(LINE, None, "any_row", 1_250),
    StagePrize(BINGO, nzd(50_000), "full_card", 0),
)


def closed(receipts: int, rules: PrizeRules | None = None) -> SalesClosed:
    """What is told of the sales of a game that has taken so many cents."""
    till = Till(prizes=rules, stages=STAGES)
    till.when(CloseSales(at(2)))
    desk = till.state
    assert desk.sales.receipts == nzd(0)
    till = Till(prizes=rules, stages=STAGES)
    till.given = type(till.given)(
        till.given._decider, *till.given.events, BlockRegistered(terms(), Span(1, 60), False, at(1))
    )
    till.when(CloseSales(at(2)))
    report = Report(1, 6, nzd(receipts), b"d" * 32)
    outcome = till.when(TakeReport(report, at(3)))
    (made,) = [each for each in outcome.events if isinstance(each, SalesClosed)]
    amounts = {each.stage: each.prize for each in outcome.state.stages}
    assert amounts[LINE] == made.prizes[0].prize
    assert amounts[BINGO] == nzd(50_000)
    return made


@pytest.mark.parametrize(
    ("receipts", "prize"),
    [(0, 0), (100_000, 12_500), (10_007, 1_250), (7, 0), (8, 1), (123_456_789, 15_432_098)],
)
def test_a_share_is_reckoned_down_to_the_cent(receipts: int, prize: int) -> None:
    (line,) = closed(receipts).prizes
    assert (line.stage, line.prize, line.share) == (LINE, nzd(prize), 1_250)


def test_no_share_comes_to_more_than_the_profile_allows() -> None:
    (line,) = closed(100_000, PrizeRules(largest_prize=9_000)).prizes
    assert line.prize == nzd(9_000)
