"""What can be won on a card: patterns, and the arrangements of numbers that each of them has.

A pattern is met by any one of its arrangements; an arrangement is the set of a card's numbers that
have to be called. The free centre needs no call and is in none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from services.verify.domain.cards.layout import Card, Format, Layout

Arrangement = frozenset[int]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern by its name, or by `masks`: of each the cells that have to be called, bit 0 the
    first cell of the top row.

    A mask is the same task on every card: on cards for 90 balls, whose blanks lie elsewhere on each
    of them, it consists of whole rows, which have five numbers on all. The free centre needs no
    call, and is no mask by itself.
    """

    name: str
    masks: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """ "any row": as people say it."""
        return self.name.replace("_", " ")


class UnknownPattern(ValueError):
    """A pattern that no card of the layout has; the message says which there are."""


def arrangements(pattern: Pattern, card: Card, layout: Layout) -> tuple[Arrangement, ...]:
    """The arrangements of a pattern on a card, each once. Raises `UnknownPattern`."""
    cells = _places(pattern, layout) or _named(pattern.name, layout)(card, layout)
    found = (frozenset(map(card.__getitem__, each)) - _NO_NUMBER for each in cells)
    return tuple(dict.fromkeys(each for each in found if each))


def known(layout: Layout) -> tuple[str, ...]:
    """The names of the patterns that cards of the layout have."""
    return tuple(sorted({**_BOTH, **_OF[layout.format]}))


def check(pattern: Pattern, layout: Layout) -> None:
    """Raise `UnknownPattern` unless the pattern can be won on cards of the layout."""
    if not pattern.masks:
        _named(pattern.name, layout)
    for mask in pattern.masks:
        list(_cells(mask, layout))


Cells = Iterator[tuple[int, ...]]
_NO_NUMBER = frozenset((0,))


@lru_cache(maxsize=1024)
def _places(pattern: Pattern, layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The cells of each arrangement, where they are the same on every card; else none."""
    if pattern.masks:
        return tuple(tuple(_cells(mask, layout)) for mask in pattern.masks)
    find = _named(pattern.name, layout)
    return () if find is _corners else tuple(find((), layout))


def _named(name: str, layout: Layout) -> Callable[[Card, Layout], Cells]:
    try:
        return {**_BOTH, **_OF[layout.format]}[name]
    except KeyError:
        raise UnknownPattern(
            f"{name!r} is no pattern of these cards; there are {', '.join(known(layout))}"
        ) from None


def _cells(mask: int, layout: Layout) -> list[int]:
    if not 0 < mask < 1 << layout.cells:
        raise UnknownPattern(f"{mask:#x} is no mask of the {layout.cells} cells of these cards")
    marked = [cell for cell in range(layout.cells) if mask >> cell & 1]
    if marked == [layout.free]:
        raise UnknownPattern("a mask of the free centre alone needs no number at all")
    if layout.format is Format.NINETY and len(marked) != layout.width * len(
        _touched(marked, layout)
    ):
        raise UnknownPattern(f"{mask:#x} marks cells that are blank on some of these cards")
    return marked


def _touched(cells: Iterable[int], layout: Layout) -> frozenset[int]:
    """The rows that cells lie in."""
    return frozenset(cell // layout.width for cell in cells)


def _rows(card: Card, layout: Layout) -> Cells:
    yield from layout.lines()


def _two_rows(card: Card, layout: Layout) -> Cells:
    for first, second in combinations(layout.lines(), 2):
        yield first + second


def _full(card: Card, layout: Layout) -> Cells:
    yield tuple(range(layout.cells))


def _corners(card: Card, layout: Layout) -> Cells:
    """The outermost numbers of the top and the bottom row."""
    rows = [[cell for cell in row if card[cell]] for row in layout.lines()]
    yield rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]


def _columns(card: Card, layout: Layout) -> Cells:
    for column in range(5):
        yield tuple(range(column, 25, 5))


def _diagonals(card: Card, layout: Layout) -> Cells:
    yield tuple(range(0, 25, 6))
    yield tuple(range(4, 21, 4))


def _any_line(card: Card, layout: Layout) -> Cells:
    """A row, a column or a diagonal: twelve lines, four of them through the free centre."""
    yield from _rows(card, layout)
    yield from _columns(card, layout)
    yield from _diagonals(card, layout)


def _x(card: Card, layout: Layout) -> Cells:
    falling, rising = _diagonals(card, layout)
    yield falling + rising


def _frame(card: Card, layout: Layout) -> Cells:
    """The sixteen cells of the edge."""
    yield tuple(cell for cell in range(25) if cell // 5 in (0, 4) or cell % 5 in (0, 4))


def _inner_frame(card: Card, layout: Layout) -> Cells:
    """The eight cells around the centre."""
    yield tuple(
        row * 5 + column for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) != (2, 2)
    )


_BOTH: Mapping[str, Callable[[Card, Layout], Cells]] = {
    "any_row": _rows,
    "two_rows": _two_rows,
    "full_card": _full,
    "blackout": _full,
    "corners": _corners,
}
_OF: Mapping[Format, Mapping[str, Callable[[Card, Layout], Cells]]] = {
    Format.NINETY: {},
    Format.SEVENTY_FIVE: {
        "any_line": _any_line,
        "any_column": _columns,
        "any_diagonal": _diagonals,
        "x": _x,
        "frame": _frame,
        "inner_frame": _inner_frame,
    },
}
