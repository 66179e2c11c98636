"""A payment above what one person may make waits, and is told of until it is signed or rejected."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.names import Name
from services.verify.domain.desk.rules import PrizeRules
from services.verify.views.waiting import in_desk
from tests.verify.domain.prizes import Till, settled

DESK = Name("akl", "claimDesks", "2026-11-29-07")


def waits(till: Till) -> list[str]:
    return list(in_desk(DESK, till.state))


@pytest.mark.parametrize("signed", [True, False])
def test_until_a_second_person_signs_or_rejects_it(signed: bool):
    till = settled(2, prizes=PrizeRules(signed_above=100))
    assert waits(till) == []
    till.pay(1, 5_000)
    assert waits(till) == ["payment"]
    till.sign() if signed else till.reject()
    assert waits(till) == []


def test_practice_waits_for_nobody():
    till = settled(2, prizes=PrizeRules(signed_above=100))
    till.pay(1, 5_000)
    assert list(in_desk(DESK, replace(till.state, practice=True))) == []
