"""What people are told: every reason of the pai gow law, reached and read with its facts."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from services.kernel.errors import failure_of
from services.kernel.law import Reason
from services.paigow import domain
from tests.paigow.domain.sitting import refusals_round, refusals_table, refusals_trouble
from tests.paigow.domain.sitting.refusal_rows import Row

ROWS = (*refusals_table.ROWS, *refusals_round.ROWS, *refusals_trouble.ROWS)


def reasons() -> Iterator[Reason]:
    """All reasons that the modules of the domain hold."""
    for module in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Reason):
                yield value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_what_people_are_told(row: Row) -> None:
    refusal = row.refusal
    assert (refusal.reason.code, refusal.sentence) == (row.code, row.says)
    failure = failure_of(refusal)
    assert failure is not None
    for gap in ("{", "}"):
        assert gap not in failure.advice
    assert failure.advice.endswith(".")


def test_every_reason_of_the_domain_is_reached() -> None:
    assert {row.code for row in ROWS} == {reason.code for reason in reasons()}


def test_a_code_is_one_reason() -> None:
    found = {id(reason): reason.code for reason in reasons()}
    assert len(set(found.values())) == len(found)
