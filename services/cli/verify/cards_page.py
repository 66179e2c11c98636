"""How series and cards are printed by `eyesdown cards`."""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import tzinfo

from eyesdown.verify.v1 import cards_pb2
from services.cli.common.output import columns, last_change, plain, short, when
from services.verify.domain.cards.layout import Card


def table(rows: list[cards_pb2.CardSeriesRow]) -> Iterator[str]:
    """A line for each series."""
    if not rows:
        yield "No series."
        return
    head = ("series", "title", "serial", "cards", "from", "balls", "sold from")
    cells = [
        (
            short(row.name),
            plain(row.title),
            plain(row.serial_number),
            f"{row.cards.cards:,}",
            str(row.cards.first_card),
            _balls(row.cards),
            row.sold_from.rpartition("/")[2],
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(series: cards_pb2.CardSeries, zone: tzinfo | None = None) -> Iterator[str]:
    """A series in words, with its last change on the clock of a zone."""
    cards_ = series.cards
    last = cards_.first_card + cards_.cards - 1
    yield f"{series.name}   {plain(series.title)}".rstrip()
    made = "made from entropy on record" if series.entropy else "loaded from a file"
    yield from columns(
        [
            ("serial number", plain(series.serial_number)),
            ("cards", f"{cards_.cards:,}, numbers {cards_.first_card} to {last}, {_balls(cards_)}"),
            ("hang together", "in strips of six" if cards_.sheet > 1 else "not, single cards"),
            ("origin", made),
            ("sold from", series.sold_from or "not yet"),
            ("sha256", cards_.digest.hex()),
            *([("last change", last_change(series, zone, when))] if zone else []),
        ],
        "  ",
    )


def face(card: Card, called: Container[int] | None = None) -> Iterator[str]:
    """A card as it is printed; with `called`, those of its numbers stand in brackets."""
    width = 9 if len(card) == 27 else 5
    wide = 2 if called is None else 4
    if width == 5:
        yield " ".join(letter.rjust(wide) for letter in "BINGO")
    blank = "." if width == 9 else "*"
    for start in range(0, len(card), width):
        row = card[start : start + width]
        cells = (_cell(number, called) if number else blank for number in row)
        yield " ".join(cell.rjust(wide) for cell in cells)


def _cell(number: int, called: Container[int] | None) -> str:
    return f"[{number}]" if called is not None and number in called else str(number)


def _balls(cards_: cards_pb2.Cards) -> str:
    return "90 balls" if cards_.layout.format == cards_pb2.FORMAT_NINETY else "75 balls"
