"""How two tiles rank, how a hand can be set, and who wins. Supplement 2.

Two tiles are a pair (sixteen of them, Gee Jun the highest), or a Wong, Gong or High Nine (Teen or
Day with a nine, an eight, a seven), or they count by points: the last digit of their dots. Equal
points are decided by the higher tile of each, but no points at all rank alike. Hands that rank
alike are a copy, and a copy is the bank's.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from services.paigow.domain.tiles.tiles import Face, Kind, TileId, different, face_of, four

Pair = tuple[TileId, TileId]
"""Any two tiles, be they a pair or not."""

OPTIONS = ("gee_jun_tiles",)
"""The options of a profile that `Settings.of` reads."""


class GeeJunTiles(enum.Enum):
    """Where the two Gee Jun tiles stand among single tiles."""

    EQUAL = "equal"
    """Both below the fives, and alike."""
    AROUND_FIVES = "around_fives"
    """The 2-4 above the fives and the 1-2 below them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table settles about ranking, where houses differ."""

    gee_jun_tiles: GeeJunTiles = GeeJunTiles.EQUAL

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Settings:
        """Read them from a profile's options; raises ValueError that names one that is wrong."""
        value = options.get("gee_jun_tiles")
        try:
            return cls(GeeJunTiles(value))
        except ValueError as error:
            known = ", ".join(each.value for each in GeeJunTiles)
            raise ValueError(f"option gee_jun_tiles: {value!r} is none of {known}") from error


DEFAULT = Settings()
"""As most houses have it."""


# -- two tiles -------------------------------------------------------------------------------


class Made(enum.Enum):
    """What two tiles make."""

    PAIR = "pair"
    WONG = "Wong"
    GONG = "Gong"
    HIGH_NINE = "High Nine"
    POINTS = "points"


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """How two tiles rank: the greater is the higher, and equal is a copy.

    `points` are the last digit of the dots where they decide, and 0 elsewhere; `name` is what
    people read: "Teen Gong", "7 points with Gor".
    """

    strength: int
    made: Made = field(compare=False)
    points: int = field(compare=False)
    name: str = field(compare=False)


_PAIRS: Mapping[Kind, tuple[int, str]] = {
    Kind.GEE_JUN: (1, "Gee Jun"),
    Kind.TEEN: (2, "pair of Teen"),
    Kind.DAY: (3, "pair of Day"),
    Kind.YUN: (4, "pair of Yun"),
    Kind.GOR: (5, "pair of Gor"),
    Kind.MOOY: (6, "pair of Mooy"),
    Kind.CHONG: (7, "pair of Chong"),
    Kind.BON: (8, "pair of Bon"),
    Kind.FOO: (9, "pair of Foo"),
    Kind.PING: (10, "pair of Ping"),
    Kind.TIT: (11, "pair of Tit"),
    Kind.LOOK: (12, "pair of Look"),
    Kind.NINE: (13, "Chop Gow"),
    Kind.EIGHT: (14, "Chop Bot"),
    Kind.SEVEN: (15, "Chop Chit"),
    Kind.FIVE: (16, "Chop Ng"),
}
"""Number in the table of ranks, and name."""

_WITH_TEEN_OR_DAY: Mapping[int, tuple[int, Made]] = {
    9: (17, Made.WONG),
    8: (19, Made.GONG),
    7: (21, Made.HIGH_NINE),
}
"""By the dots of the tile beside Teen or Day: the number of Teen's in the table, Day's is next."""

_ABOVE_POINTS = 1000
_EACH_POINT = 50


def rank(pair: Iterable[TileId], settings: Settings = DEFAULT) -> Rank:
    """How two different tiles rank, in whichever order they come.

    Raises ValueError for anything but two different tiles.
    """
    tiles = _two(pair)
    higher, lower = (face_of(tile) for tile in tiles)
    if higher.kind is lower.kind:
        number, name = _PAIRS[higher.kind]
        return Rank(_ABOVE_POINTS - number, Made.PAIR, 0, name)
    if higher.kind in (Kind.TEEN, Kind.DAY) and lower.dots in _WITH_TEEN_OR_DAY:
        number, made = _WITH_TEEN_OR_DAY[lower.dots]
        number += higher.kind is Kind.DAY
        name = f"{higher.name} {made.value}"
        return Rank(_ABOVE_POINTS - number, made, 0, name)
    return _by_points(tiles, points(tiles), settings)


def points(pair: Iterable[TileId]) -> int:
    """The last digit of the dots of two tiles, 0 to 9.

    A Gee Jun tile, the 2-4 like the 1-2, counts as 3 or as 6, whichever makes more points.
    """
    one, other = (face_of(tile) for tile in _two(pair))
    return max((a + b) % 10 for a in _counts(one) for b in _counts(other))


def single(tile: TileId, settings: Settings = DEFAULT) -> int:
    """How high a single tile is: the greater is the higher, and tiles of one kind are equal."""
    face = face_of(tile)
    above = 2 * face.kind
    if settings.gee_jun_tiles is GeeJunTiles.AROUND_FIVES and face.ends == (2, 4):
        above = 2 * Kind.FIVE - 1
    return 2 * len(Kind) - above


def _by_points(tiles: Pair, worth: int, settings: Settings) -> Rank:
    if worth == 0:
        return Rank(0, Made.POINTS, 0, "0 points")
    highest = max(tiles, key=lambda tile: single(tile, settings))
    name = f"{worth} {'point' if worth == 1 else 'points'} with {face_of(highest).name}"
    return Rank(worth * _EACH_POINT + single(highest, settings), Made.POINTS, worth, name)


def by_points(worth: int, highest: TileId, settings: Settings = DEFAULT) -> Rank:
    """The rank of `worth` points (1 to 9) with this as the higher tile, to measure others by."""
    return _by_points((highest, highest), worth, settings)


def _counts(face: Face) -> tuple[int, ...]:
    return (3, 6) if face.kind is Kind.GEE_JUN else (face.dots,)


def _two(pair: Iterable[TileId]) -> Pair:
    tiles = different(pair)
    if len(tiles) != 2:
        raise ValueError(f"two tiles are ranked, not {len(tiles)}")
    return tiles[0], tiles[1]


class Comparison(enum.Enum):
    """How two tiles of a player stand to two of the bank."""

    HIGHER = "higher"
    LOWER = "lower"
    COPY = "copy"
    """They rank alike, which is the bank's."""


def compare(
    player: Iterable[TileId], bank: Iterable[TileId], settings: Settings = DEFAULT
) -> Comparison:
    """How a player's two tiles stand to the bank's. Only HIGHER beats the bank."""
    ours, theirs = rank(player, settings), rank(bank, settings)
    if ours == theirs:
        return Comparison.COPY
    return Comparison.HIGHER if ours > theirs else Comparison.LOWER


# -- a hand of four --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """Four tiles as a high hand and a low hand of two; the order within a hand means nothing.

    Raises ValueError unless they are four different tiles, two and two. It may be one that is not
    allowed: see `is_valid`.
    """

    high: Pair
    low: Pair

    def __post_init__(self) -> None:
        four((*self.high, *self.low))
        object.__setattr__(self, "high", _two(self.high))
        object.__setattr__(self, "low", _two(self.low))

    @property
    def tiles(self) -> tuple[TileId, TileId, TileId, TileId]:
        """The four tiles, sorted."""
        return four((*self.high, *self.low))


def is_valid(setting: Setting, settings: Settings = DEFAULT) -> bool:
    """Whether the high hand is not lower than the low hand."""
    return rank(setting.high, settings) >= rank(setting.low, settings)


@dataclass(frozen=True, slots=True)
class Arranged:
    """One of the three ways to set a hand, and how its two hands rank."""

    setting: Setting
    high: Rank
    low: Rank


def arrangements(hand: Iterable[TileId], settings: Settings = DEFAULT) -> tuple[Setting, ...]:
    """The three ways to set four different tiles, each with its higher two as the high hand.

    Where both halves rank alike the one with the first tile is the high hand. The order of the
    ways follows from the tiles alone, not from how they come. Raises ValueError for no hand.
    """
    return tuple(each.setting for each in arranged(hand, settings))


def arranged(hand: Iterable[TileId], settings: Settings = DEFAULT) -> tuple[Arranged, ...]:
    """The same three ways with their ranks; raises ValueError for no hand."""
    a, b, c, d = four(hand)
    halves = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    return tuple(_higher_first(one, other, settings) for one, other in halves)


def _higher_first(one: Pair, other: Pair, settings: Settings) -> Arranged:
    first, second = rank(one, settings), rank(other, settings)
    if first >= second:
        return Arranged(Setting(high=one, low=other), first, second)
    return Arranged(Setting(high=other, low=one), second, first)


class Outcome(enum.Enum):
    """What a player's hand comes to against the bank's."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


def outcome(player: Setting, bank: Setting, settings: Settings = DEFAULT) -> Outcome:
    """A player wins with both hands higher than the bank's, and loses with neither."""
    beaten = {
        compare(player.high, bank.high, settings) is Comparison.HIGHER,
        compare(player.low, bank.low, settings) is Comparison.HIGHER,
    }
    if len(beaten) == 2:
        return Outcome.PUSH
    return Outcome.WIN if True in beaten else Outcome.LOSE
