"""The faces of sold cards, sliced: for each number and slot one bit for each card.

A bitset is an array of 64-bit words, bit k of word w for card 64 w + k. What a call changes is then
a few bitsets, which numpy reads and writes at the speed of the memory, 64 cards at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from services.verify.cards.packing import Faces
from services.verify.domain.cards.layout import Layout
from services.verify.eye.plan import CORNERS

Bits: TypeAlias = NDArray[np.uint64]
"""A bitset over the cards."""
Numbers: TypeAlias = NDArray[np.uint32]
"""Card numbers, ascending."""

Rows: TypeAlias = NDArray[np.intp]
"""Rows of an array of faces."""

WORD = 64
_LOOKED = 1 << 10
"""Words that are looked through at once for a few cards."""
_AT_ONCE = 1 << 16
"""Cards that are sliced at once: more would need more memory, and be no faster."""


@dataclass(frozen=True)
class Slices:
    """Cards, ascending by number, and for each number and slot those that have it there.

    `table` is `numbers + 1` x slots x words; of a bitset the bits after the last card are 0.
    """

    layout: Layout
    cards: Numbers
    table: NDArray[np.uint64]

    @property
    def words(self) -> int:
        """Words of a bitset."""
        return int(self.table.shape[2])

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return self.cards.nbytes + self.table.nbytes

    def place(self, card: int) -> int | None:
        """Which bit a card is; None for one that is not among them."""
        at = int(np.searchsorted(self.cards, np.uint32(card)))
        return at if at < len(self.cards) and int(self.cards[at]) == card else None

    def on(self, card: int) -> NDArray[np.bool_]:
        """Where a card has each number: `numbers + 1` x slots. Raises `KeyError` for a card that is
        not among them."""
        at = self.place(card)
        if at is None:
            raise KeyError(card)
        word = self.table[:, :, at // WORD]
        return (word >> np.uint64(at % WORD) & np.uint64(1)).astype(np.bool_)

    def numbered(self, bits: Bits, most: int) -> tuple[int, ...]:
        """The first cards of a bitset, at most so many, by number."""
        words = np.zeros(0, np.intp)
        for begin in range(0, len(bits), _LOOKED):
            words = np.append(words, begin + np.flatnonzero(bits[begin : begin + _LOOKED]))
            if len(words) >= most:
                break
        ones = np.unpackbits(bits[words].view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        rows, places = np.nonzero(ones)
        at = words[rows[:most]] * WORD + places[:most]
        return tuple(self.cards[at].tolist())


def sliced(faces: Faces, rows: Rows, cards: Numbers, layout: Layout, slots: int) -> Slices:
    """Slice the faces in these rows, which are those of `cards`, ascending."""
    table = np.zeros((layout.numbers + 1, slots, -(-len(cards) // WORD)), np.uint64)
    for begin in range(0, len(cards), _AT_ONCE):
        some = np.ascontiguousarray(faces[rows[begin : begin + _AT_ONCE]].T)
        _slice(some, layout, table[:, :, begin // WORD : -(-(begin + some.shape[1]) // WORD)])
    return Slices(layout, cards, table)


def packed(ones: NDArray[np.bool_], words: int) -> Bits:
    """A bitset of so many words, of a flag for each card."""
    made = np.zeros(words * 8, np.uint8)
    octets = np.packbits(ones, bitorder="little")
    made[: len(octets)] = octets
    return made.view(np.uint64)


def _slice(cells: NDArray[np.uint8], layout: Layout, into: NDArray[np.uint64]) -> None:
    """`cells` are cells x cards; a number is looked for in its own column alone."""
    words = into.shape[2]
    corners = _corners(cells, layout) if into.shape[1] > layout.rows else None
    for number in range(1, layout.numbers + 1):
        column = layout.column(number)
        for row in range(layout.rows):
            there = cells[row * layout.width + column] == number
            into[number, row] = packed(there, words)
            if corners is not None and row in (0, layout.rows - 1):
                at_corner = there & corners[row * layout.width + column]
                into[number, CORNERS] |= packed(at_corner, words)


def _corners(cells: NDArray[np.uint8], layout: Layout) -> NDArray[np.bool_]:
    """Whether a cell holds the outermost number of the top or the bottom row: cells x cards."""
    found = np.zeros(cells.shape, np.bool_)
    every = np.arange(cells.shape[1])
    for line in (layout.lines()[0], layout.lines()[-1]):
        filled = cells[line[0] : line[-1] + 1] != 0
        found[line[0] + filled.argmax(axis=0), every] = True
        found[line[-1] - filled[::-1].argmax(axis=0), every] = True
    return found
