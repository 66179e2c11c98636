"""Reads a file of cards as it comes in pieces, and says which line is wrong and why.

A million lines take some seconds and less than 300 MB: what is read is kept as faces alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from services.verify.cards import checking
from services.verify.cards.csv_form import cells_75, header
from services.verify.cards.packing import Faces, Pack
from services.verify.domain.cards.layout import (
    CARDS_MAX,
    SERIES_MAX,
    STRIP,
    Format,
    Layout,
    wrong_with_card,
    wrong_with_strip,
)

LONGEST = 1_000
"""Bytes of a line, at most: no card needs a tenth of it."""
_HEADER = 1
_COMMA, _NEWLINE, _ZERO = 44, 10, 48


class BadCards(ValueError):
    """A file that is no series; the message begins with its line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line:,}: {what}")
        self.line = line


def read(
    pieces: Iterable[bytes],
    layout: Layout,
    sheet: int,
    told: Callable[[int], None] = lambda done: None,
) -> Pack:
    """The series in a file that comes in pieces, cut anywhere; `told` hears how many cards are
    read. Raises `BadCards` for the first line that is wrong."""
    found: list[Faces] = []
    first, count = 0, 0
    for line, lines in _whole_lines(pieces, layout):
        table = _table(lines, line, len(header(layout.format)))
        first = first or int(table[0, 0])
        _in_order(table[:, 0], first + count, line)
        found.append(_faces(table, line, layout))
        count += len(table)
        if count > SERIES_MAX:
            raise BadCards(SERIES_MAX + 2, f"a series has {SERIES_MAX:,} cards at most")
        told(count)
    if not count:
        raise BadCards(_HEADER + 1, "there is no card in the file")
    pack = Pack(layout, sheet, first, np.concatenate(found))
    _hang_together(pack)
    twins = checking.first_twins(checking.keys(pack.faces))
    if twins is not None:
        other = f"card {first + twins.other} on line {twins.other + _HEADER + 1:,}"
        raise BadCards(
            twins.card + _HEADER + 1, f"card {first + twins.card} is the same as {other}"
        )
    return pack


def _whole_lines(pieces: Iterable[bytes], layout: Layout) -> Iterator[tuple[int, bytes]]:
    """The lines after the header, some at a time, each with its end; and the number of the
    first of them."""
    line, rest, begun = 1, b"", False
    for piece in pieces:
        rest += piece
        end = rest.rfind(b"\n") + 1
        text, rest = rest[:end].replace(b"\r\n", b"\n"), rest[end:]
        if len(rest) > LONGEST:
            raise BadCards(line + text.count(b"\n"), "it is too long to be a card")
        if text and not begun:
            top, _, text = text.partition(b"\n")
            _is_header(top, layout)
            line, begun = 2, True
        if text:
            yield line, text
            line += text.count(b"\n")
    if not begun:
        _is_header(rest, layout)
    elif rest:
        yield line, rest.removesuffix(b"\r") + b"\n"


def _is_header(top: bytes, layout: Layout) -> None:
    wanted = ",".join(header(layout.format))
    if top.removesuffix(b"\r").removeprefix(b"\xef\xbb\xbf") != wanted.encode():
        raise BadCards(_HEADER, f"expected the columns {wanted}")


def _table(lines: bytes, line: int, width: int) -> NDArray[np.int64]:
    """The whole numbers in some lines, `lines x width`."""
    text = np.frombuffer(lines, np.uint8)
    ends = np.nonzero((text == _COMMA) | (text == _NEWLINE))[0]
    digits = (text >= _ZERO) & (text <= _ZERO + 9)
    lengths = np.diff(ends, prepend=-1) - 1
    sound = int(digits.sum()) + len(ends) == len(text) and len(ends) % width == 0
    sound = sound and bool((lengths >= 1).all()) and bool((lengths <= 9).all())
    if sound:
        newline = (text[ends] == _NEWLINE).reshape(-1, width)
        sound = bool(newline[:, -1].all()) and not newline[:, :-1].any()
    if not sound:
        raise _what_is_wrong(lines, line, width)
    values = np.zeros(len(ends), np.int64)
    for place in range(int(lengths.max(initial=0))):
        there = lengths > place
        values[there] += (text[ends[there] - 1 - place].astype(np.int64) - _ZERO) * 10**place
    return values.reshape(-1, width)


def _what_is_wrong(lines: bytes, line: int, width: int) -> BadCards:
    """The first of some lines that is no row of whole numbers, and what is wrong with it."""
    for number, row in enumerate(lines.split(b"\n")[:-1], start=line):
        cells = row.split(b",")
        if not row.strip():
            return BadCards(number, "it is empty")
        if len(cells) != width:
            return BadCards(number, f"it has {len(cells)} columns instead of {width}")
        for cell in cells:
            if not cell.isdigit() or len(cell) > 9:
                shown = cell[:20].decode(errors="replace")
                return BadCards(number, f"{shown!r} is not a whole number")
    return BadCards(line, "it cannot be read")


def _in_order(cards: NDArray[np.int64], first: int, line: int) -> None:
    if not 1 <= cards[0] <= CARDS_MAX:
        raise BadCards(line, f"card numbers are from 1 to {CARDS_MAX:,}, not {cards[0]}")
    wanted = np.arange(first, first + len(cards))
    if (cards != wanted).any():
        at = int((cards != wanted).argmax())
        told = f"card {wanted[at]} is expected here, not {cards[at]}"
        raise BadCards(line + at, f"card numbers rise by one: {told}")
    if wanted[-1] > CARDS_MAX:
        at = CARDS_MAX + 1 - first
        raise BadCards(line + at, f"card numbers are from 1 to {CARDS_MAX:,}, not {wanted[at]}")


def _faces(table: NDArray[np.int64], line: int, layout: Layout) -> Faces:
    numbers = table[:, 1:]
    outside = ((numbers < 1) | (numbers > layout.numbers)).any(axis=1)
    if outside.any():
        at = int(outside.argmax())
        number = next(int(n) for n in numbers[at] if not 1 <= n <= layout.numbers)
        what = f"{number} is not a number from 1 to {layout.numbers}"
        raise BadCards(line + at, f"card {table[at, 0]}: {what}")
    faces = np.zeros((len(table), layout.cells), np.uint8)
    if layout.format is Format.NINETY:
        column = np.array([0, *(layout.column(number) for number in range(1, 91))])
        rows = np.repeat(np.arange(3), 5)
        faces[np.arange(len(table))[:, None], rows * 9 + column[numbers]] = numbers
    else:
        faces[:, cells_75()] = numbers
    wrong = checking.first_wrong(faces, layout)
    if wrong is not None:
        what = wrong_with_card(tuple(faces[wrong].tolist()), layout)
        raise BadCards(line + wrong, f"card {table[wrong, 0]}: {what}")
    return faces


def _hang_together(pack: Pack) -> None:
    """Where cards come in strips, each six of them are one."""
    if pack.sheet == 1:
        return
    over = pack.cards % STRIP
    if over:
        at = pack.cards - over + _HEADER + 1
        raise BadCards(at, f"the last strip has {over} cards instead of {STRIP}")
    wrong = checking.first_wrong_strip(pack.faces)
    if wrong is not None:
        at = wrong * STRIP
        strip = [tuple(row) for row in pack.faces[at : at + STRIP].tolist()]
        cards = f"cards {pack.first_card + at} to {pack.first_card + at + STRIP - 1}"
        what = wrong_with_strip(strip)
        raise BadCards(at + _HEADER + 1, f"{cards} make no strip: {what}")
