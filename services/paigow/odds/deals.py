"""The exact odds of pai gow, counted over every deal to a bank and one player.

There are 35,960 x 20,475 = 736,281,000 ordered deals of four tiles to each. Hands that differ only
in which of two equal tiles they hold are counted as one, with how many deals they stand for, so
that 3,620 x 3,620 comparisons do for all of them. All counts are integers, edges are fractions.
Nothing here decides a game; numpy is needed here alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from services.paigow.domain.tiles.houseway import HouseWay, set_house_way
from services.paigow.domain.tiles.ranking import Setting, Settings, arrangements, rank, single
from services.paigow.domain.tiles.tiles import ALL_TILES, TileId

Classes = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]
Weights = npt.NDArray[np.uint16]

_ROWS = 32
"""Hands of a player that are compared at once: what is at work then stays in the cache."""


@dataclass(frozen=True, slots=True)
class Deals:
    """Of how many deals the player wins, loses and pushes."""

    win: int
    lose: int
    push: int

    @property
    def all(self) -> int:
        """All deals."""
        return self.win + self.lose + self.push

    def edge_on_player(self, commission: Fraction) -> Fraction:
        """What the player loses of each wager, on average; `commission` is taken of wins."""
        return (self.lose - self.win * (1 - commission)) / Fraction(self.all)

    def edge_on_banker(self, commission: Fraction) -> Fraction:
        """What the banker loses of each wager, on average; `commission` is taken of wins."""
        return (self.win - self.lose * (1 - commission)) / Fraction(self.all)


@dataclass(frozen=True)
class Hands:
    """Every hand that is distinct in rank, n of them, as columns.

    `tiles` has one example of each; `full` the kinds of which it holds all tiles, `half` those of
    which it holds one of two, a bit for each kind (uint32[n]).
    """

    settings: Settings
    tiles: tuple[tuple[TileId, ...], ...]
    full: Masks
    half: Masks

    @classmethod
    def all(cls, settings: Settings) -> Hands:
        """All of them. Kinds of two tiles have the lower bits."""
        kinds: dict[int, list[TileId]] = {}
        for tile in ALL_TILES:
            kinds.setdefault(single(tile, settings), []).append(tile)
        ordered = sorted(kinds.values(), key=len, reverse=True)
        bit = {tile: 1 << number for number, same in enumerate(ordered) for tile in same}
        alone = {same[0] for same in ordered if len(same) == 1}
        found: dict[tuple[int, int], tuple[TileId, ...]] = {}
        for hand in combinations(ALL_TILES, 4):
            full = half = 0
            for tile in hand:
                full |= bit[tile] & half if tile not in alone else bit[tile]
                half = (half | bit[tile]) & ~full
            found.setdefault((full, half), hand)
        full_, half_ = np.array(list(found), np.uint32).T.copy()
        return cls(settings, tuple(found.values()), full_, half_)

    def set_by(self, way: HouseWay) -> SetHands:
        """Each hand set the house way."""
        return SetHands.of([set_house_way(hand, way).setting for hand in self.tiles], self.settings)

    def set_each_way(self) -> tuple[SetHands, ...]:
        """Each hand set in the first, the second and the third of its three ways."""
        ways = [arrangements(hand, self.settings) for hand in self.tiles]
        return tuple(SetHands.of(list(each), self.settings) for each in zip(*ways, strict=True))


@dataclass(frozen=True, slots=True)
class SetHands:
    """How the high and low hands of n hands rank, by class, the greater the higher (uint8[n])."""

    high: Classes
    low: Classes

    @classmethod
    def of(cls, set_: list[Setting], settings: Settings) -> SetHands:
        """Rank these settings."""
        strengths = sorted({rank(pair, settings).strength for pair in combinations(ALL_TILES, 2)})
        classes = {strength: number for number, strength in enumerate(strengths)}
        high, low = (
            np.array([classes[rank(pair, settings).strength] for pair in pairs], np.uint8)
            for pairs in ([each.high for each in set_], [each.low for each in set_])
        )
        return cls(high, low)


def count(hands: Hands, players: SetHands, banks: SetHands) -> tuple[Counts, Counts, Counts]:
    """For each hand of the player the deals that it wins, loses and pushes (int64[n])."""
    rows = list(_rows(hands, players, banks))
    wins, loses, alls = (np.concatenate(each) for each in zip(*rows, strict=True))
    return wins, loses, alls - wins - loses


def _rows(
    hands: Hands, players: SetHands, banks: SetHands
) -> Iterator[tuple[Counts, Counts, Counts]]:
    """Wins, losses and all deals, for some hands of the player at a time."""
    weights = _weights(hands.half)
    held = hands.full | hands.half
    for start in range(0, len(hands.tiles), _ROWS):
        at = slice(start, start + _ROWS)
        full, half = hands.full[at, None], hands.half[at, None]
        deals = weights[half | hands.half]
        deals *= ((full & held) | (held[at, None] & hands.full)) == 0
        high = players.high[at, None] > banks.high
        low = players.low[at, None] > banks.low
        yield (
            (deals * (high & low)).sum(1, np.int64),
            (deals * ~(high | low)).sum(1, np.int64),
            deals.sum(1, np.int64),
        )


def _weights(half: Masks) -> Weights:
    """How many deals two hands stand for, by the kinds of which either holds one of two tiles.

    For each such kind there are two: which tile it is, or who of the two holds which.
    """
    bits = np.arange(int(half.max(initial=0)).bit_length())
    masks = np.arange(1 << len(bits))
    weights: Weights = np.left_shift(1, ((masks[:, None] >> bits) & 1).sum(1)).astype(np.uint16)
    return weights


def way_against_itself(way: HouseWay) -> Deals:
    """Bank and player both set the house way."""
    hands = Hands.all(way.settings)
    both = hands.set_by(way)
    return _sum(*count(hands, both, both))


def best_against(way: HouseWay, commission: Fraction) -> Deals:
    """The bank sets the house way, and the player as is best against it with this commission."""
    hands = Hands.all(way.settings)
    bank = hands.set_by(way)
    counted = [count(hands, each, bank) for each in hands.set_each_way()]
    worth = np.array([_worth(wins, loses, commission) for wins, loses, _ in counted])
    best = worth.argmax(0)
    return _sum(*(np.choose(best, each) for each in zip(*counted, strict=True)))


def _worth(wins: Counts, loses: Counts, commission: Fraction) -> Counts:
    """What a setting gains, in parts of the commission's denominator: whole numbers."""
    parts = commission.denominator
    return wins * (parts - commission.numerator) - loses * parts


def _sum(wins: Counts, loses: Counts, pushes: Counts) -> Deals:
    return Deals(int(wins.sum()), int(loses.sum()), int(pushes.sum()))
