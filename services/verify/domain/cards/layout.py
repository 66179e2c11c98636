"""How cards are laid out: 90 balls in strips of six, 75 balls with a free centre.

A card is the tuple of its cells, row by row; 0 is a cell without a number, blank or free.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Card = tuple[int, ...]
"""Cells row by row: 27 of a card for 90 balls, 25 for 75."""

CARDS_MAX = 9_999_999
"""The highest card number: seven digits on the paper."""
SERIES_MAX = 2_000_000
"""Cards of one series, at most."""


class Format(enum.Enum):
    """What is printed: 3 rows of 9 for 90 balls, or 5 of 5 for 75."""

    NINETY = 1
    SEVENTY_FIVE = 2


class Columns(enum.Enum):
    """Which numbers a column of a card for 90 balls holds; both are printed.

    NINES: 1 to 9, 10 to 19, … 80 to 90. TENS: 1 to 10, 11 to 20, … 81 to 90. FIFTEENS, of cards
    for 75 balls alone: B 1 to 15, I 16 to 30, N 31 to 45, G 46 to 60, O 61 to 75.
    """

    NINES = 1
    TENS = 2
    FIFTEENS = 3


@dataclass(frozen=True, slots=True)
class Layout:
    """The format of a series and its column scheme. ValueError where the two do not go together."""

    format: Format
    columns: Columns

    def __post_init__(self) -> None:
        if (self.format is Format.SEVENTY_FIVE) != (self.columns is Columns.FIFTEENS):
            raise ValueError("fifteens are the columns of cards for 75 balls, and of no others")

    @property
    def numbers(self) -> int:
        """The balls that it is played with."""
        return 90 if self.format is Format.NINETY else 75

    @property
    def rows(self) -> int:
        """Rows of a card."""
        return 3 if self.format is Format.NINETY else 5

    @property
    def width(self) -> int:
        """Cells of a row."""
        return 9 if self.format is Format.NINETY else 5

    @property
    def cells(self) -> int:
        """Cells of a card."""
        return self.rows * self.width

    @property
    def free(self) -> int | None:
        """The free cell, which counts as called from the start; None where there is none."""
        return 12 if self.format is Format.SEVENTY_FIVE else None

    def column(self, number: int) -> int:
        """The column, from 0, that a number stands in."""
        match self.columns:
            case Columns.NINES:
                return min(number // 10, 8)
            case Columns.TENS:
                return (number - 1) // 10
            case Columns.FIFTEENS:
                return (number - 1) // 15

    def range(self, column: int) -> tuple[int, int]:
        """The first and last number of a column."""
        match self.columns:
            case Columns.NINES:
                return max(column * 10, 1), 90 if column == 8 else column * 10 + 9
            case Columns.TENS:
                return column * 10 + 1, column * 10 + 10
            case Columns.FIFTEENS:
                return column * 15 + 1, column * 15 + 15

    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each row."""
        width = self.width
        return tuple(tuple(range(row * width, (row + 1) * width)) for row in range(self.rows))


NINETY = Layout(Format.NINETY, Columns.NINES)
SEVENTY_FIVE = Layout(Format.SEVENTY_FIVE, Columns.FIFTEENS)

STRIP = 6
"""Cards of a strip: together they use 1 to 90 once."""


def wrong_with_card(card: Sequence[int], layout: Layout) -> str:
    """What is wrong with a card, in words for whoever made the file; empty if nothing is."""
    if len(card) != layout.cells:
        return f"it has {len(card)} cells instead of {layout.cells}"
    return next(_faults(card, layout), "")


def _faults(card: Sequence[int], layout: Layout) -> Iterator[str]:
    for cell, number in enumerate(card):
        if not 0 <= number <= layout.numbers:
            yield f"{number} is not a number from 1 to {layout.numbers}"
        elif number and layout.column(number) != cell % layout.width:
            first, last = layout.range(cell % layout.width)
            yield (
                f"{number} stands in column {cell % layout.width + 1}, "
                f"which holds {first} to {last}"
            )
    numbers = [number for number in card if number]
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        yield f"{twice} is on it twice"
    yield from _ninety(card, layout) if layout.format is Format.NINETY else _seventy_five(card)


def _ninety(card: Sequence[int], layout: Layout) -> Iterator[str]:
    for row, cells in enumerate(layout.lines(), start=1):
        count = sum(1 for cell in cells if card[cell])
        if count != 5:
            yield f"row {row} has {count} numbers instead of 5"
    for column in range(9):
        numbers = [card[cell] for cell in range(column, 27, 9) if card[cell]]
        if not numbers:
            yield f"column {column + 1} is empty"
        if numbers != sorted(numbers):
            yield f"the numbers of column {column + 1} do not ascend downwards"


def _seventy_five(card: Sequence[int]) -> Iterator[str]:
    for cell, number in enumerate(card):
        if (cell == SEVENTY_FIVE.free) != (number == 0):
            yield "the centre, and no other cell, is free" if number == 0 else "the centre is free"


def wrong_with_strip(cards: Sequence[Card]) -> str:
    """What is wrong with the six cards of a strip; empty if they use 1 to 90 once."""
    numbers = [number for card in cards for number in card if number]
    if len(cards) != STRIP:
        return f"a strip has {STRIP} cards, not {len(cards)}"
    for number in range(1, 91):
        if numbers.count(number) != 1:
            times = numbers.count(number)
            return f"{number} is on the strip {'twice' if times == 2 else f'{times} times'}"
    return ""
