"""The house way: how the house sets any hand, and by which step.

A way is data about a table (`ways`), read here and followed step by step. It answers for every
hand of four tiles, says why, and never depends on the order in which the tiles come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.paigow.domain.tiles.deciding import Equal, Step, Ties
from services.paigow.domain.tiles.hand import Hand, LoneGeeJun
from services.paigow.domain.tiles.ranking import Arranged, Setting, Settings
from services.paigow.domain.tiles.reading import member, read_way
from services.paigow.domain.tiles.tiles import TileId
from services.paigow.domain.tiles.ways import WAYS

OPTIONS = ("house_way", "house_way_ties", "lone_gee_jun")
"""The options of a profile that `HouseWay.of` reads, besides those of `ranking.Settings`."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a step of the way says of a hand: "step 4: split Teen with 8-7"."""

    number: int
    says: str

    def __str__(self) -> str:
        return f"step {self.number}: {self.says}"


@dataclass(frozen=True, slots=True)
class Set:
    """A hand set the house way, and what each step that had something to say said; the last
    decided."""

    setting: Setting
    steps: tuple[Told, ...]


@dataclass(frozen=True)
class HouseWay:
    """A house way as a table has it: its steps, the last of which settles equal points, what ends
    its ties, how a lone Gee Jun tile counts in its lists."""

    name: str
    version: int
    steps: tuple[Step, ...]
    equal: Equal
    ties: Ties
    lone_gee_jun: LoneGeeJun
    settings: Settings

    @classmethod
    def of(cls, options: Mapping[str, object]) -> HouseWay:
        """Read it from a profile's options, lists as tuples.

        `house_way` is the name of a way in `ways.WAYS`, or a way itself. Raises ValueError that
        names the option that is missing or does not suit.
        """
        way = options.get("house_way")
        table = way if isinstance(way, Mapping) else WAYS.get(str(way))
        if table is None:
            raise ValueError(f"option house_way: {way!r} is none of {', '.join(WAYS)}")
        version, steps, equal = read_way(table)
        return cls(
            name=str(table.get("name", "own")) if isinstance(way, Mapping) else str(way),
            version=version,
            steps=steps,
            equal=equal,
            ties=member(Ties, "house_way_ties", options.get("house_way_ties")),
            lone_gee_jun=member(LoneGeeJun, "lone_gee_jun", options.get("lone_gee_jun")),
            settings=Settings.of(options),
        )


def set_house_way(hand: Iterable[TileId], way: HouseWay) -> Set:
    """Set four different tiles the house way; raises ValueError for anything else.

    The steps are gone through in order, and the first that answers decides; where it leaves
    settings that differ, the step of equal points does, or what the table has in its place.
    """
    looked = Hand.of(hand, way.lone_gee_jun, way.settings)
    told: list[Told] = []
    left: tuple[Arranged, ...] = ()
    for number, step in enumerate(way.steps, 1):
        answer = step.answer(looked)
        if answer is not None:
            told.append(Told(number, answer.says))
            left = answer.left
        if left:
            break
    for choose in (_equal_points, _ties):
        if len({(each.high, each.low) for each in left}) > 1:
            left = choose(left, way, told)
    return Set(left[0].setting, tuple(told))


def _equal_points(
    left: tuple[Arranged, ...], way: HouseWay, told: list[Told]
) -> tuple[Arranged, ...]:
    answer = way.equal.between(left, way.settings)
    if answer is None:
        return left
    told.append(Told(len(way.steps) + 1, answer.says))
    return answer.left


def _ties(left: tuple[Arranged, ...], way: HouseWay, told: list[Told]) -> tuple[Arranged, ...]:
    best = max((each.low, each.high) for each in left)
    says = f"{way.ties.value}: the better low hand, then the better high hand"
    told.append(Told(len(way.steps) + 1, says))
    return tuple(each for each in left if (each.low, each.high) == best)
