"""A series as one blob: a head of 32 bytes, then the cells of each card, one byte for a cell.

| bytes | what |
| --- | --- |
| 0-15 | `EYESDOWN CARDS 1` |
| 16 | format: 1 for 90 balls, 2 for 75 |
| 17 | columns: 1 nines, 2 tens, 3 fifteens |
| 18 | cards of a sheet: 6 in strips, 1 single |
| 19-23 | 0 |
| 24-27 | number of the first card, little endian |
| 28-31 | how many cards, little endian |

The digest of a series is the SHA-256 of this blob, which is also its name among blobs.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from services.verify.domain.cards.layout import Card, Columns, Format, Layout

Faces: TypeAlias = NDArray[np.uint8]
"""`cards x cells`."""

MAGIC = b"EYESDOWN CARDS 1"
_HEAD = struct.Struct("<16sBBB5xII")


class BadPack(ValueError):
    """Bytes that are no series."""


@dataclass(frozen=True)
class Pack:
    """The cards of a series: how they are laid out, how many hang together, and their faces."""

    layout: Layout
    sheet: int
    first_card: int
    faces: Faces

    @property
    def cards(self) -> int:
        """How many there are."""
        return int(self.faces.shape[0])

    @property
    def last_card(self) -> int:
        """The number of the last card."""
        return self.first_card + self.cards - 1

    @cached_property
    def blob(self) -> bytes:
        """The bytes that are stored."""
        head = _HEAD.pack(
            MAGIC,
            self.layout.format.value,
            self.layout.columns.value,
            self.sheet,
            self.first_card,
            self.cards,
        )
        return head + self.faces.tobytes()

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of `blob`."""
        return hashlib.sha256(self.blob).digest()

    def card(self, number: int) -> Card:
        """The face of a card by its number. Raises `KeyError` for one that is not of the series."""
        if not self.first_card <= number <= self.last_card:
            raise KeyError(number)
        row: list[Any] = self.faces[number - self.first_card].tolist()
        return tuple(row)

    def numbered(self, first: int, last: int) -> Iterator[tuple[int, Card]]:
        """Cards by number, from `first` to `last`, both within the series."""
        rows = self.faces[first - self.first_card : last - self.first_card + 1].tolist()
        return zip(range(first, last + 1), map(tuple, rows), strict=True)


def unpack(blob: bytes) -> Pack:
    """The series of a blob. Raises `BadPack`."""
    try:
        magic, form, columns, sheet, first, cards = _HEAD.unpack_from(blob)
        layout = Layout(Format(form), Columns(columns))
    except (struct.error, ValueError) as wrong:
        raise BadPack(f"not the head of a series: {wrong}") from wrong
    if magic != MAGIC or len(blob) != _HEAD.size + cards * layout.cells:
        raise BadPack("not a series of cards, or not all of it")
    faces = np.frombuffer(blob, np.uint8, offset=_HEAD.size).reshape(cards, layout.cells)
    return Pack(layout, sheet, first, faces)
