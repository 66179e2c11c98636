"""What the supplement says of tiles, typed out by hand. Nothing here is asked of the code.

Each kind of tile has a letter:

    T Teen   D Day   Y Yun   G Gor   M Mooy   C Chong   B Bon   F Foo   P Ping   I Tit   L Look
    9 nines  8 eights  7 sevens  5 fives  J Gee Jun tiles
"""

from __future__ import annotations

LETTERS = "TDYGMCBFPIL9875J"
"""In the order of single tiles, the highest first."""

ENDS: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "T": ((6, 6), (6, 6)),
    "D": ((1, 1), (1, 1)),
    "Y": ((4, 4), (4, 4)),
    "G": ((1, 3), (1, 3)),
    "M": ((5, 5), (5, 5)),
    "C": ((3, 3), (3, 3)),
    "B": ((2, 2), (2, 2)),
    "F": ((5, 6), (5, 6)),
    "P": ((4, 6), (4, 6)),
    "I": ((1, 6), (1, 6)),
    "L": ((1, 5), (1, 5)),
    "9": ((3, 6), (4, 5)),
    "8": ((2, 6), (3, 5)),
    "7": ((2, 5), (3, 4)),
    "5": ((1, 4), (2, 3)),
    "J": ((2, 4), (1, 2)),
}
"""The two tiles of each kind, by the dots of their ends."""

MADE = (
    *("JJ", "TT", "DD", "YY", "GG", "MM", "CC", "BB", "FF", "PP", "II", "LL"),
    *("99", "88", "77", "55"),
    *("T9", "D9", "TY T8", "DY D8", "TI T7", "DI D7"),
)
"""Ranks 1 to 22."""

POINTS = {
    9: ("YF", "G5", "M9", "CJ", "B5", "F8", "P9", "LJ"),
    8: ("TC TL TJ", "DC DL DJ", "YM YP", "GB", "M8", "FI F7", "P8", "5J"),
    7: ("T5", "D5", "Y9", "GJ", "MI M7", "CF", "BJ", "FL FJ", "PI P7", "98"),
    6: ("TG TB", "DG DB", "Y8", "MC ML MJ", "CP", "F5", "PL PJ", "I9", "97"),
    5: ("YI Y7", "GF", "M5", "C9", "BF", "P5", "I8", "L9", "9J", "87"),
    4: ("TD", "YC YL YJ", "GM GP", "MB", "C8", "BP", "I7", "L8", "95", "8J"),
    3: ("TF", "DF", "Y5", "G9", "CI C7", "B9", "IL IJ", "L7", "85", "7J"),
    2: ("TM TP", "DM DP", "YG YB", "G8", "CL", "B8", "I5", "75"),
    1: ("GI G7", "MF", "C5", "BI B7", "FP", "L5"),
    0: ("GC GL MP CB BL F9",),
}
"""Below rank 22: by points, then by the higher tile. No points rank alike."""

TABLE = (*MADE, *(row for rows in POINTS.values() for row in rows))
"""Every two kinds of tiles, the highest rank first; those of one row rank alike."""

CLASS = {two: number for number, row in enumerate(TABLE, 1) for two in row.split()}
"""The row of two kinds, from 1; the letters stand in the order of `LETTERS`."""

OPTIONS: dict[str, object] = {
    "house_way": "nz",
    "house_way_ties": "nz-assumed",
    "lone_gee_jun": "six_beside_nine_to_seven",
    "gee_jun_tiles": "equal",
}
"""The options of a table, as the supplement has them."""


def letter(tile: int) -> str:
    """The kind of a tile: the set is numbered two by two, in the order of single tiles."""
    return LETTERS[tile // 2]


def tiles(letters: str) -> tuple[int, ...]:
    """Tiles of these kinds; of a kind that is there twice both tiles."""
    found: list[int] = []
    for each in letters.replace(" ", ""):
        first = 2 * LETTERS.index(each)
        found.append(first + 1 if first in found else first)
    return tuple(found)


def row_of(pair: tuple[int, ...]) -> int:
    """The row of the table in which two tiles are."""
    first, second = sorted(pair)
    return CLASS[letter(first) + letter(second)]
