"""What can be won on a card, counted by hand."""

from __future__ import annotations

import pytest

from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE, Columns, Format, Layout
from services.verify.domain.cards.patterns import (
    Pattern,
    UnknownPattern,
    arrangements,
    check,
    known,
)
from tests.verify.domain.cards import BOTTOM, CARD, FACE, MIDDLE, TOP


def on(name: str, card: tuple[int, ...] = CARD, *masks: int) -> list[list[int]]:
    """The arrangements of a pattern, each sorted."""
    layout = NINETY if card is CARD else SEVENTY_FIVE
    return [sorted(each) for each in arrangements(Pattern(name, masks), card, layout)]


TENS = Layout(Format.NINETY, Columns.TENS)


@pytest.mark.parametrize(
    ("layout", "columns"),
    [
        (NINETY, {1: 0, 9: 0, 10: 1, 19: 1, 42: 4, 79: 7, 80: 8, 89: 8, 90: 8}),
        (TENS, {1: 0, 10: 0, 11: 1, 20: 1, 42: 4, 80: 7, 81: 8, 90: 8}),
        (SEVENTY_FIVE, {1: 0, 15: 0, 16: 1, 30: 1, 31: 2, 60: 3, 61: 4, 75: 4}),
    ],
    ids=["nines", "tens", "fifteens"],
)
def test_the_column_of_a_number(layout: Layout, columns: dict[int, int]) -> None:
    found = {number: layout.column(number) for number in columns}
    assert found == columns
    assert all(isinstance(column, int) for column in found.values())


def test_a_row_of_a_card_for_90_balls() -> None:
    assert Pattern("any_row").words == "any row"
    assert on("any_row") == [[5, 20, 42, 61, 80], [13, 33, 53, 70, 81], [7, 27, 38, 65, 88]]


def test_two_rows_are_any_two() -> None:
    first, second, third = on("any_row")
    assert on("two_rows") == [
        sorted(first + second),
        sorted(first + third),
        sorted(second + third),
    ]


def test_a_full_card_is_all_its_numbers() -> None:
    (full,) = on("full_card")
    assert full == sorted(TOP + MIDDLE + BOTTOM)
    assert on("blackout") == [full]
    assert [len(each) for each in on("full_card", FACE)] == [24]


def test_corners() -> None:
    assert on("corners") == [[5, 7, 80, 88]]
    assert on("corners", FACE) == [[1, 5, 61, 65]]


def test_a_card_for_75_balls_has_twelve_lines_four_of_them_through_the_free_centre() -> None:
    lines = on("any_line", FACE)
    assert len(lines) == 12
    assert sorted(map(len, lines)) == [4] * 4 + [5] * 8
    assert [1, 17, 49, 65] in lines
    assert [5, 19, 47, 61] in lines
    assert [31, 32, 33, 34] in lines
    assert [3, 18, 48, 63] in lines
    assert on("any_row", FACE) == lines[:5]
    assert on("any_column", FACE) == lines[5:10]
    assert on("any_diagonal", FACE) == lines[10:]


def test_x_and_frames() -> None:
    assert on("x", FACE) == [[1, 5, 17, 19, 47, 49, 61, 65]]
    assert [len(each) for each in on("frame", FACE)] == [16]
    assert on("inner_frame", FACE) == [[17, 18, 19, 32, 33, 47, 48, 49]]


def test_any_mask() -> None:
    # The top row's first two cells of a face, or its centre and last cell.
    assert on("", FACE, 0b11, 1 << 12 | 1 << 24) == [[1, 16], [65]]
    assert on("", FACE, 1 << 12 | 1) == [[1]], "the free centre needs no call"
    top, bottom = 0b111111111, 0b111111111 << 18
    assert on("", CARD, top) == [[5, 20, 42, 61, 80]]
    assert on("", CARD, top | bottom) == [[5, 7, 20, 27, 38, 42, 61, 65, 80, 88]]


def test_a_mask_is_the_same_task_on_every_card() -> None:
    """Cells 2, 4 and 6 of the top row are blank on this card, and have numbers on others."""
    for mask in (0b10, 0b101010, 0b111, 1 | 1 << 9 | 1 << 18):
        for ask in (check, lambda pattern, layout: arrangements(pattern, CARD, layout)):
            with pytest.raises(UnknownPattern, match="marks cells that are blank on some of these"):
                ask(Pattern("mask", (mask,)), NINETY)
    with pytest.raises(UnknownPattern, match="the free centre alone needs no number at all"):
        check(Pattern("mask", (1, 1 << 12)), SEVENTY_FIVE)


def test_there_is_no_other() -> None:
    with pytest.raises(UnknownPattern, match="'x' is no pattern of these cards; there are any_row"):
        check(Pattern("x"), NINETY)
    for mask in (0, 1 << 25, -1):
        with pytest.raises(UnknownPattern, match="is no mask of the 25 cells"):
            check(Pattern("", (mask,)), SEVENTY_FIVE)
    for layout in (NINETY, SEVENTY_FIVE):
        for name in known(layout):
            check(Pattern(name), layout)


def test_columns_go_with_their_cards() -> None:
    with pytest.raises(ValueError, match="fifteens are the columns of cards for 75 balls"):
        Layout(Format.NINETY, Columns.FIFTEENS)
    tens = Layout(Format.NINETY, Columns.TENS)
    assert [NINETY.range(column) for column in (0, 1, 8)] == [(1, 9), (10, 19), (80, 90)]
    assert [tens.range(column) for column in (0, 1, 8)] == [(1, 10), (11, 20), (81, 90)]
    for layout in (NINETY, tens, SEVENTY_FIVE):
        for number in range(1, layout.numbers + 1):
            low, high = layout.range(layout.column(number))
            assert low <= number <= high
