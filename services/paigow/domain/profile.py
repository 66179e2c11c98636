"""What a rule profile lays down for a pai gow table."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from services.paigow.domain.tiles import houseway, ranking
from services.paigow.domain.tiles.houseway import HouseWay
from services.paigow.domain.tiles.ranking import Settings

T = TypeVar("T")
M = TypeVar("M", bound=enum.Enum)


class Rounding(enum.Enum):
    """Which way commission is rounded to the table's smallest chip. DOWN favours the player."""

    DOWN = 1
    UP = 2


class OddChip(enum.Enum):
    """Who gets the smallest chip that is left over of a half between co-bankers."""

    CO_BANKER = 1
    HOUSE = 2


class BoxNumbers(enum.Enum):
    """Which way round the table the boxes are numbered."""

    COUNTER_CLOCKWISE = 1
    CLOCKWISE = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of the profile that hold all through a sitting.

    `commission` is in hundredths of a percent (500: five percent); `commission_on_wins` says that
    every player's winnings bear it, not the bank's alone; `house_way_confirmed` that the game
    supervisor confirms a hand that the dealer set for the bank before it is exposed;
    `off_boxes_counted` that dice which say which box goes count boxes that are off already;
    `exposures_add_up` that tiles of a hand which the dealer exposed one by one count together;
    `co_bank_hand_voidable` that a co-banker may call the shared hand void; `chung_box_stays` that
    the dice never take out the box with the chung, also where the house only shares the bank.
    """

    commission: int
    commission_rounding: Rounding
    commission_on_wins: bool
    odd_chip: OddChip
    box_numbers: BoxNumbers
    off_boxes_counted: bool
    house_way_confirmed: bool
    house_way: str
    house_way_ties: str
    lone_gee_jun: str
    gee_jun_tiles: str
    exposures_add_up: bool
    co_bank_hand_voidable: bool
    chung_box_stays: bool

    @property
    def settings(self) -> Settings:
        """How hands rank at this table."""
        return Settings.of(self._of_tiles())

    @property
    def way(self) -> HouseWay:
        """How the dealer sets a hand here."""
        return HouseWay.of(self._of_tiles())

    def _of_tiles(self) -> Mapping[str, object]:
        return {name: getattr(self, name) for name in _OF_TILES}


_OF_TILES = tuple(dict.fromkeys((*houseway.OPTIONS, *ranking.OPTIONS)))
OPTIONS = (
    *("commission", "commission_rounding", "commission_on_wins", "odd_chip", "box_numbers"),
    *("off_boxes_counted", "house_way_confirmed"),
    *("exposures_add_up", "co_bank_hand_voidable", "chung_box_stays"),
    *_OF_TILES,
)
"""Every option of a pai gow profile."""


@dataclass(frozen=True)
class PaiGowProfile:
    """The options of a profile that a table is kept by."""

    id: str
    rules: Rules

    @classmethod
    def of(cls, profile_id: str, options: Mapping[str, object]) -> PaiGowProfile:
        """Read the values of a profile's options.

        Raises ValueError that names an option which does not suit, is missing, or is none of
        `OPTIONS`: under a misspelt one a table would be kept as if it were not there.
        """
        for name in options:
            if name not in OPTIONS:
                raise ValueError(f"option {name}: there is none; pai gow has {', '.join(OPTIONS)}")
        rules = Rules(
            commission=_percentage(options, "commission"),
            commission_rounding=_member(Rounding, options, "commission_rounding"),
            commission_on_wins=_typed(options, "commission_on_wins", bool),
            odd_chip=_member(OddChip, options, "odd_chip"),
            box_numbers=_member(BoxNumbers, options, "box_numbers"),
            off_boxes_counted=_typed(options, "off_boxes_counted", bool),
            house_way_confirmed=_typed(options, "house_way_confirmed", bool),
            house_way=_typed(options, "house_way", str),
            house_way_ties=_typed(options, "house_way_ties", str),
            lone_gee_jun=_typed(options, "lone_gee_jun", str),
            gee_jun_tiles=_typed(options, "gee_jun_tiles", str),
            exposures_add_up=_typed(options, "exposures_add_up", bool),
            co_bank_hand_voidable=_typed(options, "co_bank_hand_voidable", bool),
            chung_box_stays=_typed(options, "chung_box_stays", bool),
        )
        _ = rules.settings, rules.way  # a wrong one is told now, not at the table
        return cls(profile_id, rules)


def _percentage(options: Mapping[str, object], name: str) -> int:
    value = _typed(options, name, int)
    if not 0 <= value <= 10_000:
        raise ValueError(f"option {name}: {value} is not from 0 to 10000 hundredths of a percent")
    return value


def _typed(options: Mapping[str, object], name: str, kind: type[T]) -> T:
    value = options.get(name)
    # A bool is an int to Python, not to people.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"option {name}: a value of type {kind.__name__} is needed, not {value!r}")
    return value


def _member(kind: type[M], options: Mapping[str, object], name: str) -> M:
    value = _typed(options, name, str)
    try:
        return kind[value.upper()]
    except KeyError as error:
        known = ", ".join(member.name.lower() for member in kind)
        raise ValueError(f"option {name}: {value!r} is none of {known}") from error
