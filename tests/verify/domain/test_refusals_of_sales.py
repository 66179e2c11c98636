"""Every reason of cards and sales is reached, and tells people what is wrong."""

from __future__ import annotations

import importlib

import pytest

from services.kernel.law import Reason, Refused
from tests.kit.law import Given
from tests.verify.domain.refusals_of_sales import ROWS, Row

ELSEWHERE = {
    "NUMBER_NOT_CALLED": "test_judging",
    "NUMBER_NOT_DRAWN": "test_judging",
    "NOT_ON_LAST_NUMBER": "test_judging",
    "FORFEITED": "test_judging",
    "REPLACEMENT_LOST": "test_sales",
}


MODULES = (
    *("cards.judging", "series", "catalogue", "desk.opening", "desk.offering", "desk.selling"),
    *("block.selling", "block.undoing", "block.closing", "block.replacing"),
)


def reasons() -> set[str]:
    """The code of every reason of cards and sales."""
    modules = (importlib.import_module(f"services.verify.domain.{name}") for name in MODULES)
    return {
        value.code
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Reason)
    }


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_it_is_refused_and_people_are_told(row: Row) -> None:
    refused = Given(row.decider, *row.so_far).when(row.command).refusal
    assert isinstance(refused, Refused)
    assert (refused.reason.code, refused.clause) == (row.code, row.clause)
    assert refused.sentence == row.says
    assert "(" not in refused.reason.do


def test_every_reason_is_reached() -> None:
    assert reasons() == {row.code for row in ROWS} | set(ELSEWHERE)
