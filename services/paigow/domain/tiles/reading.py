"""Reads a house way from its data, the form of which is told in `ways`."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import TypeVar

from services.paigow.domain.tiles.deciding import (
    Equal,
    HighestHigh,
    HighestLow,
    Keep,
    KeepTwoPairs,
    PlayMade,
    Split,
    Step,
)
from services.paigow.domain.tiles.hand import pair_word
from services.paigow.domain.tiles.ranking import Made
from services.paigow.domain.tiles.tiles import FACES, Kind

E = TypeVar("E", bound=enum.Enum)
S = TypeVar("S")

Row = Mapping[str, object]
Keys = tuple[tuple[str, ...], ...]
"""The keys that a step has, or the choices of them."""
Reader = Callable[[Row], S]

_TILES = {face.name: face.kind for face in FACES}
_PAIRS = frozenset(pair_word(kind) for kind in Kind)
_BESIDE = frozenset(
    {str(face.dots) for face in FACES if face.kind not in (Kind.TEEN, Kind.DAY)} | {"Teen", "Day"}
)


def member(kind: type[E], option: str, value: object) -> E:
    """The member of an enumeration that an option names; raises ValueError that names it."""
    try:
        return kind(value)
    except ValueError as error:
        known = ", ".join(str(each.value) for each in kind)
        raise ValueError(f"option {option}: {value!r} is none of {known}") from error


def read_way(way: Mapping[str, object]) -> tuple[int, tuple[Step, ...], Equal]:
    """The version of a way, its steps but the last, and the last, which settles equal points.

    Raises ValueError that names what does not suit.
    """
    unknown = way.keys() - {"name", "version", "steps"}
    if unknown:
        raise _wrong(f"there is no {', '.join(sorted(unknown))} in a way")
    version, rows = way.get("version"), way.get("steps")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _wrong(f"version {version!r} is none")
    if not isinstance(rows, tuple) or not rows:
        raise _wrong("steps are needed")
    steps = tuple(_step(number, row, _STEPS) for number, row in enumerate(rows[:-1], 1))
    if HighestLow() not in steps:
        raise _wrong('a step "low" without points is needed, which answers for every hand left')
    return version, steps, _step(len(rows), rows[-1], _LAST)


def _step(number: int, row: object, known: Mapping[str, tuple[Keys, Reader[S]]]) -> S:
    if not isinstance(row, Mapping) or row.get("do") not in known:
        raise _wrong(f"step {number} does none of {', '.join(known)}")
    keys, read = known[str(row["do"])]
    if row.keys() - {"do"} not in map(set, keys):
        raise _wrong(f"step {number}: {row['do']} has {' or '.join(map(_listed, keys))} besides")
    try:
        return read(row)
    except ValueError as error:
        raise _wrong(f"step {number}: {error}") from error


def _listed(keys: tuple[str, ...]) -> str:
    return ", ".join(keys) or "nothing"


def _split(row: Row) -> Split:
    return Split(_pairs(row), frozenset(_two(each) for each in _texts(row, "beside")))


def _two(text: str) -> frozenset[str]:
    words = text.removesuffix("*").split("-")
    if len(words) != 2 or not _BESIDE.issuperset(words):
        raise ValueError(f"beside {text!r} is not two of {', '.join(sorted(_BESIDE))}")
    if text.endswith("*") != (words[0] == words[1]):
        raise ValueError(f"beside {text!r}: the mark * belongs to two tiles of as many dots")
    return frozenset(words)


def _pairs(row: Row) -> tuple[str, ...]:
    pairs = _texts(row, "pairs")
    if not _PAIRS.issuperset(pairs):
        raise ValueError(f"pairs {', '.join(pairs)} are not of {', '.join(sorted(_PAIRS))}")
    return pairs


def _low(row: Row) -> HighestLow:
    return HighestLow(_points(row, "points"), _tile(row)) if "points" in row else HighestLow()


def _made(row: Row) -> PlayMade:
    return PlayMade(
        _points(row, "points"), _tile(row), _order(row, "reached"), _order(row, "otherwise")
    )


def _order(row: Row, key: str) -> tuple[Made, ...]:
    order = tuple(Made(text) for text in _texts(row, key))
    if sorted(each.value for each in order) != ["Gong", "High Nine", "Wong"]:
        raise ValueError(f"{key} is Wong, Gong and High Nine in their order")
    return order


def _points(row: Row, key: str) -> int:
    value = row[key]
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 9:
        raise ValueError(f"{key} {value!r} are not 1 to 9")
    return value


def _tile(row: Row) -> Kind:
    if row["tile"] not in _TILES:
        raise ValueError(f"tile {row['tile']!r} is none of {', '.join(_TILES)}")
    return _TILES[str(row["tile"])]


def _texts(row: Row, key: str) -> tuple[str, ...]:
    value = row[key]
    if not isinstance(value, tuple) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{key} {value!r} is no list of texts")
    return value


def _wrong(why: str) -> ValueError:
    return ValueError(f"option house_way: {why}")


_STEPS: Mapping[str, tuple[Keys, Reader[Step]]] = {
    "keep_two_pairs": (((),), lambda row: KeepTwoPairs()),
    "keep": ((("pairs",),), lambda row: Keep(_pairs(row))),
    "split": ((("pairs", "beside"),), _split),
    "made": ((("points", "tile", "reached", "otherwise"),), _made),
    "low": (((), ("points", "tile")), _low),
    "high": ((("points",),), lambda row: HighestHigh(_points(row, "points"))),
}
"""What a step can do: which other keys it has, and how it is read."""

_LAST: Mapping[str, tuple[Keys, Reader[Equal]]] = {
    "equal": ((("low_at_most",),), lambda row: Equal(_points(row, "low_at_most"))),
}
"""The same of the last step."""
