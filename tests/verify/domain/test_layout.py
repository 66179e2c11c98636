"""What a card and a strip have to be, and what is wrong with one that is not."""

from __future__ import annotations

import pytest

from services.verify.domain.cards.layout import (
    NINETY,
    SEVENTY_FIVE,
    Layout,
    wrong_with_card,
    wrong_with_strip,
)
from tests.verify.domain.cards import CARD, FACE

# Fifteen numbers in turn for each of six cards: it is the strip that is looked at.
STRIP = tuple(tuple(range(first, first + 15)) for first in range(1, 91, 15))


def but(card: tuple[int, ...], changes: dict[int, int]) -> tuple[int, ...]:
    """The card with other numbers in these cells, counted from 0."""
    return tuple(changes.get(cell, number) for cell, number in enumerate(card))


@pytest.mark.parametrize(("card", "layout"), [(CARD, NINETY), (FACE, SEVENTY_FIVE)])
def test_nothing_is_wrong_with_a_right_one(card: tuple[int, ...], layout: Layout) -> None:
    assert wrong_with_card(card, layout) == ""


@pytest.mark.parametrize(
    ("card", "layout", "wrong"),
    [
        (CARD[:26], NINETY, "it has 26 cells instead of 27"),
        (but(CARD, {8: 91}), NINETY, "91 is not a number from 1 to 90"),
        (but(CARD, {8: -1}), NINETY, "-1 is not a number from 1 to 90"),
        (but(CARD, {8: 79}), NINETY, "79 stands in column 9, which holds 80 to 90"),
        (but(CARD, {0: 10}), NINETY, "10 stands in column 1, which holds 1 to 9"),
        (but(CARD, {18: 5}), NINETY, "5 is on it twice"),
        (but(CARD, {0: 0}), NINETY, "row 1 has 4 numbers instead of 5"),
        (but(CARD, {9: 6}), NINETY, "row 2 has 6 numbers instead of 5"),
        (but(CARD, {4: 0, 1: 12}), NINETY, "column 5 is empty"),
        (but(CARD, {0: 8}), NINETY, "the numbers of column 1 do not ascend downwards"),
        (but(FACE, {12: 35}), SEVENTY_FIVE, "the centre is free"),
        (but(FACE, {24: 0}), SEVENTY_FIVE, "the centre, and no other cell, is free"),
    ],
)
def test_what_is_wrong_with_a_card_is_said(
    card: tuple[int, ...], layout: Layout, wrong: str
) -> None:
    assert wrong_with_card(card, layout) == wrong


def test_a_strip_uses_each_number_once() -> None:
    assert wrong_with_strip(STRIP) == ""
    assert wrong_with_strip(STRIP[:5]) == "a strip has 6 cards, not 5"
    assert wrong_with_strip((*STRIP[:5], but(STRIP[5], {14: 1}))) == "1 is on the strip twice"
    assert wrong_with_strip((but(STRIP[0], {0: 0}), *STRIP[1:])) == "1 is on the strip 0 times"
    assert wrong_with_strip((*STRIP[:5], but(STRIP[5], {14: 0}))) == "90 is on the strip 0 times"
    thrice = (*STRIP[:5], but(STRIP[5], {13: 2, 14: 2}))
    assert wrong_with_strip(thrice) == "2 is on the strip 3 times"
