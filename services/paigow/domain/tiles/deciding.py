"""The kinds of steps that a house way is made of, and how each decides."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol

from services.paigow.domain.tiles.hand import Hand, first_of, level, pair_word
from services.paigow.domain.tiles.ranking import Arranged, Made, Rank, Settings, by_points, single
from services.paigow.domain.tiles.tiles import Kind, face_of


class Ties(enum.Enum):
    """What decides between settings of equal points where the way does not say."""

    NZ_ASSUMED = "nz-assumed"
    """The better low hand, then the better high hand; an assumption, and told as one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a step says of a hand, and which settings it leaves; none where it does not decide."""

    says: str
    left: tuple[Arranged, ...] = ()


class Step(Protocol):
    """A step of a way."""

    def answer(self, hand: Hand) -> Answer | None:
        """What it says of a hand; None where the hand is none of its business."""


@dataclass(frozen=True, slots=True)
class KeepTwoPairs:
    """Two pairs stay."""

    def answer(self, hand: Hand) -> Answer | None:
        """Answers for hands with two pairs."""
        if len(hand.pairs) < 2:
            return None
        left = tuple(each for each in hand.ways if each.high.made is each.low.made is Made.PAIR)
        return Answer(f"keep both pairs, {left[0].high.name} and {left[0].low.name}", left)


@dataclass(frozen=True, slots=True)
class Keep:
    """One of these pairs stays."""

    pairs: tuple[str, ...]

    def answer(self, hand: Hand) -> Answer | None:
        """Answers for hands with one pair, of these."""
        if len(hand.pairs) != 1 or pair_word(hand.pairs[0]) not in self.pairs:
            return None
        left = hand.with_pair(kept=True)
        return Answer(f"never split {pair_word(hand.pairs[0])}s: keep {left[0].high.name}", left)


@dataclass(frozen=True, slots=True)
class Split:
    """One of these pairs is split beside these two tiles, and else stays."""

    pairs: tuple[str, ...]
    beside: frozenset[frozenset[str]]
    """Two words, or one for two tiles of as many dots."""

    def answer(self, hand: Hand) -> Answer | None:
        """Answers for hands with one pair, of these."""
        if len(hand.pairs) != 1 or pair_word(hand.pairs[0]) not in self.pairs:
            return None
        kept = hand.with_pair(kept=True)
        name = kept[0].high.name.removeprefix("pair of ")
        others = "-".join(hand.beside)
        if frozenset(hand.beside) in self.beside:
            return Answer(f"split {name} with {others}", hand.with_pair(kept=False))
        return Answer(f"keep {name} with {others}", kept)


@dataclass(frozen=True, slots=True)
class PlayMade:
    """Without a pair, Wong, Gong or High Nine is played; which of them goes by the low hand."""

    points: int
    tile: Kind
    reached: tuple[Made, ...]
    """The order where a low hand reaches `points` with `tile`."""
    otherwise: tuple[Made, ...]

    def answer(self, hand: Hand) -> Answer | None:
        """Answers for hands without a pair that can be set with one of them."""
        can = [each for each in hand.ways if each.high.made in self.otherwise]
        if hand.pairs or not can:
            return None
        goal = by_points(self.points, first_of(self.tile), hand.settings)
        reaching = [each for each in can if each.low >= goal]
        order = self.reached if reaching else self.otherwise
        best = min(order.index(each.high.made) for each in reaching or can)
        left = tuple(each for each in reaching or can if each.high.made is order[best])
        verb = "reaches" if reaching else "does not reach"
        return Answer(f"play {order[best].value}; the low hand {verb} {goal.name}", left)


@dataclass(frozen=True, slots=True)
class HighestLow:
    """The highest low hand, if it reaches what is asked; `points` 0 asks nothing."""

    points: int = 0
    tile: Kind = Kind.TEEN

    def answer(self, hand: Hand) -> Answer | None:
        """Answers where the highest low hand is high enough."""
        best = max(each.low for each in hand.ways)
        if self.points:
            goal = by_points(self.points, first_of(self.tile), hand.settings)
            if best < goal:
                return Answer(f"no low hand reaches {goal.name}, the highest is {best.name}")
        left = tuple(each for each in hand.ways if level(each.low) == level(best))
        return Answer(f"the highest low hand, {_amount(best)}", left)


@dataclass(frozen=True, slots=True)
class HighestHigh:
    """The highest high hand, if it reaches these points."""

    points: int

    def answer(self, hand: Hand) -> Answer | None:
        """Answers where the highest high hand is high enough."""
        best = max(each.high for each in hand.ways)
        if level(best) < self.points:
            return Answer(f"no high hand reaches {self.points} points, the highest is {best.name}")
        left = tuple(each for each in hand.ways if level(each.high) == level(best))
        return Answer(f"the highest high hand, {_amount(best)}", left)


@dataclass(frozen=True, slots=True)
class Equal:
    """The last step, which is about no hand but about the settings that another step left.

    Between settings of equal points the hand's highest tile goes into the low hand, where this
    has 1 to `low_at_most` points.
    """

    low_at_most: int

    def between(self, left: tuple[Arranged, ...], settings: Settings) -> Answer | None:
        """Which of these settings; None where their points differ or the low hand is no such."""
        one = left[0]
        equal = len({(level(each.high), level(each.low)) for each in left}) == 1
        if not equal or not 0 < level(one.low) <= self.low_at_most:
            return None
        highest = max(single(tile, settings) for tile in one.setting.tiles)
        found = tuple(
            each
            for each in left
            if max(single(tile, settings) for tile in each.setting.low) == highest
        )
        name = next(
            face_of(tile).name for tile in one.setting.tiles if single(tile, settings) == highest
        )
        return Answer(f"equal points: {name} goes into the low hand", found) if found else None


def _amount(ranked: Rank) -> str:
    return f"{ranked.points} points" if ranked.made is Made.POINTS else ranked.name
