"""How the patterns of a game are counted: by parts, each counted on its own.

A *slot* is what a number can be in on a card, whatever card it is: row 0, 1, … and, on cards for 90
balls, where the corners lie elsewhere on each card, one slot more for these. A *part* is a set of
numbers that are counted together, told by slots and columns: the top row, the frame. Parts of one
arrangement share no number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from services.verify.domain.cards.layout import Format, Layout
from services.verify.domain.cards.patterns import (
    Arrangement,
    Pattern,
    UnknownPattern,
    arrangements,
)

CORNERS = 3
"""The slot of the corners of a card for 90 balls, after its three rows."""
_CORNERS_OF_NINETY = 4


@dataclass(frozen=True, slots=True)
class Part:
    """Numbers that are counted together: `size` of them, in these pairs of slot and column."""

    size: int
    fields: frozenset[tuple[int, int]]

    def slots(self, column: int) -> tuple[int, ...]:
        """The slots in which a number of a column belongs to it."""
        return tuple(sorted(slot for slot, of in self.fields if of == column))


Counted = tuple[Part, ...]
"""An arrangement: it is complete when each of its parts is."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of a game as their patterns are counted on cards of one format: for each stage its
    arrangements, none where these cards have no such pattern."""

    layout: Layout
    stages: tuple[tuple[Counted, ...], ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Every part, once."""
        every = (part for stage in self.stages for counted in stage for part in counted)
        return tuple(dict.fromkeys(every))

    @property
    def slots(self) -> int:
        """How many slots are looked at: one more than the rows where corners are played for."""
        used = {slot for part in self.parts for slot, _ in part.fields}
        return max(self.layout.rows, max(used, default=0) + 1)


def plan(layout: Layout, patterns: Iterable[Pattern]) -> Plan:
    """How these patterns are counted on cards of a layout."""
    return Plan(layout, tuple(_stage(pattern, layout) for pattern in patterns))


def _stage(pattern: Pattern, layout: Layout) -> tuple[Counted, ...]:
    # A card with a number of its own in each cell shows which cells an arrangement consists of.
    cells = tuple(0 if cell == layout.free else cell + 1 for cell in range(layout.cells))
    try:
        found = arrangements(pattern, cells, layout)
    except UnknownPattern:
        return ()
    if layout.format is Format.NINETY:
        return tuple(_of_ninety(each, layout) for each in found)
    return tuple((_of_cells(each, layout),) for each in found)


def _of_ninety(marked: Arrangement, layout: Layout) -> Counted:
    """Whole rows, five numbers each whichever cells are blank; or else the corners."""
    lines = [frozenset(cell + 1 for cell in line) for line in layout.lines()]
    rows = [row for row, line in enumerate(lines) if line <= marked]
    if len(marked) == len(rows) * layout.width:
        return tuple(Part(5, _columns(row, layout)) for row in rows)
    if len(marked) != _CORNERS_OF_NINETY:
        raise TypeError("a pattern of cards for 90 balls that is neither of rows nor the corners")
    return (Part(_CORNERS_OF_NINETY, _columns(CORNERS, layout)),)


def _of_cells(marked: Arrangement, layout: Layout) -> Part:
    """Cells that lie in the same place on every card."""
    cells = frozenset(divmod(number - 1, layout.width) for number in marked)
    return Part(len(cells), cells)


def _columns(slot: int, layout: Layout) -> frozenset[tuple[int, int]]:
    return frozenset((slot, column) for column in range(layout.width))
