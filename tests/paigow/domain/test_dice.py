"""Where three dice point, in all 216 throws: the counts were worked out apart from this project."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from services.paigow.domain.profile import BoxNumbers
from services.paigow.domain.sitting.dealing import total_of
from services.paigow.domain.sitting.rounds import Bank, Mode
from services.paigow.domain.sitting.state import Limits, Table
from tests.paigow.domain.sitting.play import RULES

TABLE = Table(
    profile="x",
    rules=RULES,
    table="PG1",
    currency="NZD",
    practice=False,
    day="2026-11-29",
    limits=Limits(5_00, 500_00),
    denominations=(1_00,),
    float_total=0,
    ledger=(),
    bank=Bank(Mode.HOUSE, 1),
)
THROWS = tuple(product(range(1, 7), repeat=3))
FROM_BOX_1 = (28, 28, 28, 28, 27, 25, 25, 27)


def test_counted_from_box_1_the_throws_fall_on_the_boxes_as_they_must() -> None:
    fell = Counter(TABLE.counted(total_of(throw), 1) for throw in THROWS)
    assert tuple(fell[box] for box in range(1, 9)) == FROM_BOX_1


@pytest.mark.parametrize("start", range(1, 9))
def test_counted_from_the_banks_box_they_fall_alike_around_it(start: int) -> None:
    fell = Counter(TABLE.counted(total_of(throw), start) for throw in THROWS)
    around = tuple(fell[(start - 1 + k) % 8 + 1] for k in range(8))
    assert around == FROM_BOX_1


def test_boxes_that_are_numbered_the_other_way_are_counted_the_other_way() -> None:
    table = replace(TABLE, rules=replace(RULES, box_numbers=BoxNumbers.CLOCKWISE))
    fell = Counter(table.counted(total_of(throw), 1) for throw in THROWS)
    assert tuple(fell[box] for box in (1, 8, 7, 6, 5, 4, 3, 2)) == FROM_BOX_1


@pytest.mark.parametrize(("total", "box"), [(3, 3), (8, 8), (9, 1), (16, 8), (17, 1), (18, 2)])
def test_a_total_goes_round_the_eight_boxes(total: int, box: int) -> None:
    assert TABLE.counted(total, 1) == box
