"""Sets many hands the house way at once, from a table made beforehand.

The layout: a hand is four tiles of five bits, in whatever order they come, so that its code
`t0 | t1 << 5 | t2 << 10 | t3 << 15` has twenty bits; the table has a byte for each code. The byte
has bit i set where tile i of the hand, in that order, goes into the high hand, and is 0 where the
code is no hand, because a tile is there twice. Packing is a few operations on whole words, then
comes one look-up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from services.paigow.domain.tiles.houseway import HouseWay, set_house_way
from services.paigow.domain.tiles.ranking import single
from services.paigow.domain.tiles.tiles import ALL_TILES

Hands = npt.NDArray[np.uint8]
Bytes = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.intp]

NO_HAND = 0

_BLOCK = 1 << 16
"""Hands that are packed at once: their words stay in the cache until they are looked up."""


@dataclass(frozen=True)
class HouseWayTable:
    """The house way of a table for every hand in every order; `entries` is uint8[2**20]."""

    entries: Bytes

    @classmethod
    def of(cls, way: HouseWay) -> HouseWayTable:
        """Set every hand step by step, those that differ only in equal tiles once."""
        hands = np.array(list(combinations(ALL_TILES, 4)), np.uint8)
        set_: dict[tuple[int, ...], list[bool]] = {}
        for hand in hands.tolist():
            alike = tuple(single(tile, way.settings) for tile in hand)
            if alike not in set_:
                high = set_house_way(hand, way).setting.high
                set_[alike] = [tile in high for tile in hand]
        goes_high = np.array(
            [set_[tuple(single(tile, way.settings) for tile in hand)] for hand in hands.tolist()]
        )
        entries = np.full(1 << 20, NO_HAND, np.uint8)
        for order in map(list, permutations(range(4))):
            entries[pack(hands[:, order])] = np.packbits(
                goes_high[:, order], axis=1, bitorder="little"
            )[:, 0]
        entries.setflags(write=False)
        return cls(entries)

    def high(self, hands: Hands) -> Bytes:
        """Which tiles of each hand go into the high hand: bit i for tile i (uint8[n]).

        `hands` is uint8[n, 4] of tiles 0 to 31 in any order. `NO_HAND` where a tile is there
        twice. Raises ValueError for another shape, and for a number that is no tile.
        """
        if hands.dtype != np.uint8 or hands.ndim != 2 or hands.shape[1] != 4:
            raise ValueError(f"hands are uint8[n, 4], not {hands.dtype}{list(hands.shape)}")
        found = np.empty(len(hands), np.uint8)
        for start in range(0, len(hands), _BLOCK):
            block = hands[start : start + _BLOCK]
            # A code has twenty bits, so nothing is clipped; "raise" would copy what it finds.
            np.take(self.entries, pack(block), out=found[start : start + _BLOCK], mode="clip")
        return found


def pack(hands: Hands) -> Codes:
    """The code of each hand; raises ValueError for a number that is no tile."""
    lanes = np.ascontiguousarray(hands).view("<u2")
    if np.bitwise_or.reduce(lanes, axis=None) & 0xE0E0:
        raise ValueError(f"tiles are numbered 0 to {len(ALL_TILES) - 1}")
    # Two steps, each of which moves the upper half of a lane down: t0 + 256 t1 becomes
    # t0 + 32 t1, and then with c of ten bits c0 + 65536 c1 becomes c0 + 1024 c1.
    tens = (lanes - (lanes >> 8) * np.uint16(256 - 32)).view("<u4")[:, 0]
    codes: Codes = (tens - (tens >> 16) * np.uint32(65536 - 1024)).astype(np.intp)
    return codes
