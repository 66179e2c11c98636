"""A hand as the steps of a house way look at it."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from services.paigow.domain.tiles.ranking import Arranged, Made, Rank, Settings, arranged
from services.paigow.domain.tiles.tiles import ALL_TILES, Kind, TileId, face_of, four


class LoneGeeJun(enum.Enum):
    """When a Gee Jun tile without its twin counts as a 6 in the lists of pairs to split."""

    SIX_BESIDE_NINE_TO_SEVEN = "six_beside_nine_to_seven"
    """Only beside a 9, an 8 or a 7."""
    SIX = "six"
    """Always."""
    THREE = "three"
    """Never."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Four tiles as the steps look at them: the three settings, and the kinds that are a pair."""

    tiles: tuple[TileId, ...]
    ways: tuple[Arranged, ...]
    pairs: tuple[Kind, ...]
    lone_gee_jun: LoneGeeJun
    settings: Settings

    @classmethod
    def of(cls, tiles: Iterable[TileId], lone_gee_jun: LoneGeeJun, settings: Settings) -> Hand:
        """Look at four different tiles; raises ValueError for anything else."""
        hand = four(tiles)
        kinds = [face_of(tile).kind for tile in hand]
        return cls(
            tiles=hand,
            ways=arranged(hand, settings),
            pairs=tuple(kind for kind in Kind if kinds.count(kind) == 2),
            lone_gee_jun=lone_gee_jun,
            settings=settings,
        )

    @property
    def beside(self) -> tuple[str, str]:
        """The two tiles beside the one pair, in the words of the lists: ("Teen", "10")."""
        one, other = (tile for tile in self.tiles if face_of(tile).kind not in self.pairs)
        return self._word(one, other), self._word(other, one)

    def with_pair(self, kept: bool) -> tuple[Arranged, ...]:
        """The settings in which the high hand is the pair, or those in which it is not."""
        return tuple(each for each in self.ways if (each.high.made is Made.PAIR) is kept)

    def _word(self, tile: TileId, other: TileId) -> str:
        face = face_of(tile)
        if face.kind in (Kind.TEEN, Kind.DAY):
            return face.name
        if face.kind is not Kind.GEE_JUN:
            return str(face.dots)
        six = self.lone_gee_jun is LoneGeeJun.SIX or (
            self.lone_gee_jun is LoneGeeJun.SIX_BESIDE_NINE_TO_SEVEN
            and face_of(other).dots in (9, 8, 7)
        )
        return "6" if six else "3"


PAIR_WORDS = {Kind.GEE_JUN: "Gee Jun", Kind.TEEN: "Teen", Kind.DAY: "Day"}


def pair_word(kind: Kind) -> str:
    """A pair as the lists name it: by the dots of a tile of it, or Gee Jun, Teen, Day."""
    return PAIR_WORDS.get(kind) or str(face_of(first_of(kind)).dots)


def first_of(kind: Kind) -> TileId:
    """The lower tile number of a kind."""
    return next(tile for tile in ALL_TILES if face_of(tile).kind is kind)


def level(ranked: Rank) -> int:
    """Points, or more than any points for what is made: what "equal points" compares."""
    return ranked.points if ranked.made is Made.POINTS else ranked.strength
