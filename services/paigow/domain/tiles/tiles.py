"""The 32 tiles of a set: two of each of sixteen kinds.

A tile is a number from 0 to 31, so that one tile is told from its twin. The kinds stand in the
order of single tiles, highest first: tiles 0 and 1 are the Teen, 2 and 3 the Day, and so on to 30
and 31, the two Gee Jun tiles (2-4 and 1-2). Two tiles of one kind are a pair. Supplement 2.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

TileId = int
"""A tile of the set, 0 to 31."""

ALL_TILES: tuple[TileId, ...] = tuple(range(32))


class Kind(enum.IntEnum):
    """What a tile is, in the order of single tiles, the highest first."""

    TEEN = 0
    DAY = 1
    YUN = 2
    GOR = 3
    MOOY = 4
    CHONG = 5
    BON = 6
    FOO = 7
    PING = 8
    TIT = 9
    LOOK = 10
    NINE = 11
    EIGHT = 12
    SEVEN = 13
    FIVE = 14
    GEE_JUN = 15


@dataclass(frozen=True, slots=True)
class Face:
    """What is painted on a tile: the dots of its two ends, and what the trade calls it."""

    ends: tuple[int, int]
    kind: Kind
    name: str

    @property
    def dots(self) -> int:
        """All dots of the tile."""
        return sum(self.ends)

    @property
    def shown(self) -> str:
        """ "Teen 6-6": what people read."""
        return f"{self.name} {self.ends[0]}-{self.ends[1]}"


_TWINS = (
    (Kind.TEEN, "Teen", (6, 6)),
    (Kind.DAY, "Day", (1, 1)),
    (Kind.YUN, "Yun", (4, 4)),
    (Kind.GOR, "Gor", (1, 3)),
    (Kind.MOOY, "Mooy", (5, 5)),
    (Kind.CHONG, "Chong", (3, 3)),
    (Kind.BON, "Bon", (2, 2)),
    (Kind.FOO, "Foo", (5, 6)),
    (Kind.PING, "Ping", (4, 6)),
    (Kind.TIT, "Tit", (1, 6)),
    (Kind.LOOK, "Look", (1, 5)),
)
"""The tiles of which there are two that look alike."""

_UNLIKE = (
    (Kind.NINE, "nine", ((3, 6), (4, 5))),
    (Kind.EIGHT, "eight", ((2, 6), (3, 5))),
    (Kind.SEVEN, "seven", ((2, 5), (3, 4))),
    (Kind.FIVE, "five", ((1, 4), (2, 3))),
    (Kind.GEE_JUN, "Gee Jun", ((2, 4), (1, 2))),
)
"""The tiles of which there is one each, with the one that it makes a pair with."""

FACES: tuple[Face, ...] = (
    *(Face(ends, kind, name) for kind, name, ends in _TWINS for _ in range(2)),
    *(Face(ends, kind, name) for kind, name, two in _UNLIKE for ends in two),
)
"""The face of each tile, by its number."""


def face_of(tile: TileId) -> Face:
    """The face of a tile; raises ValueError for a number that is no tile."""
    if not 0 <= tile < len(FACES):
        raise ValueError(f"{tile} is no tile: they are numbered 0 to {len(FACES) - 1}")
    return FACES[tile]


def different(tiles: Iterable[TileId]) -> tuple[TileId, ...]:
    """The tiles, sorted; raises ValueError where one is no tile or is there twice."""
    found = tuple(sorted(tiles))
    for tile in found:
        face_of(tile)
    for one, other in pairwise(found):
        if one == other:
            raise ValueError(f"tile {one} ({face_of(one).shown}) is there twice")
    return found


def four(tiles: Iterable[TileId]) -> tuple[TileId, TileId, TileId, TileId]:
    """A hand, sorted; raises ValueError unless it is four different tiles."""
    found = different(tiles)
    if len(found) != 4:
        raise ValueError(f"a hand is four tiles, not {len(found)}")
    return found[0], found[1], found[2], found[3]
