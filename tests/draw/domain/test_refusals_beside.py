"""What people are told by sessions, equipment and disputes: every reason, read with its facts."""

from __future__ import annotations

import pytest

from services.kernel.errors import failure_of
from tests.draw.domain.refusals_beside import ROWS, Row
from tests.kit.law import Given


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.code}-{type(row.command).__name__}")
def test_what_people_are_told(row: Row) -> None:
    refusal = Given(row.decider, *row.so_far).when(row.command).refusal
    assert refusal is not None
    assert (refusal.reason.code, refusal.sentence) == (row.code, row.says)
    failure = failure_of(refusal)
    assert failure is not None
    assert failure.advice.endswith(".")
    assert "{" not in failure.advice
