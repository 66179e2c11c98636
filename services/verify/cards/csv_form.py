"""The form of a file of cards, for reading and for export.

A file of comma separated values, UTF-8, its first line the header. One line is one card; card
numbers rise by one from line to line.

| balls | columns |
| --- | --- |
| 90 | `card`, then the five numbers of the top row `top1` … `top5`, `middle1` …, `bottom1` … |
| 75 | `card`, then column by column `b1` … `b5`, `i1` …, `n1`, `n2`, `n4`, `n5`, `g1` …, `o1` … |

In which column of a card for 90 balls a number stands follows from the number. Where cards come in
strips, six lines after one another are a strip.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from services.verify.cards.packing import Pack
from services.verify.domain.cards.layout import Card, Format, Layout

LINES_AT_ONCE = 2_000


@functools.cache
def header(form: Format) -> tuple[str, ...]:
    """The names of the columns."""
    if form is Format.NINETY:
        cells = [f"{row}{place}" for row in ("top", "middle", "bottom") for place in range(1, 6)]
    else:
        cells = [
            f"{column}{row}"
            for column in "bingo"
            for row in range(1, 6)
            if (column, row) != ("n", 3)
        ]
    return ("card", *cells)


@functools.cache
def cells_75() -> tuple[int, ...]:
    """The cell of each column of the file after `card`, for 75 balls."""
    return tuple(
        row * 5 + column for column in range(5) for row in range(5) if row * 5 + column != 12
    )


def numbers_of(card: Card, layout: Layout) -> tuple[int, ...]:
    """What stands in a line after the card's number."""
    if layout.format is Format.NINETY:
        return tuple(number for number in card if number)
    return tuple(card[cell] for cell in cells_75())


def exported(pack: Pack, first: int, last: int) -> Iterator[bytes]:
    """The cards from `first` to `last` as a file, in pieces of some 100 kB."""
    yield (",".join(header(pack.layout.format)) + "\n").encode()
    for at in range(first, last + 1, LINES_AT_ONCE):
        cards = pack.numbered(at, min(at + LINES_AT_ONCE - 1, last))
        yield "".join(
            f"{number},{','.join(map(str, numbers_of(card, pack.layout)))}\n"
            for number, card in cards
        ).encode()
