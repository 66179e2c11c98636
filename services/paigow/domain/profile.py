"""What a rule profile lays down for a pai gow table."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from services.kernel.options import Options
from services.paigow.domain.tiles import houseway, ranking
from services.paigow.domain.tiles.houseway import HouseWay
from services.paigow.domain.tiles.ranking import Settings


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
        `OPTIONS`.
        """
        read = Options(options)
        read.are_among(OPTIONS, "pai gow has")
        rules = Rules(
            commission=read.number("commission", 0, 10_000),
            commission_rounding=read.member("commission_rounding", Rounding),
            commission_on_wins=read.flag("commission_on_wins"),
            odd_chip=read.member("odd_chip", OddChip),
            box_numbers=read.member("box_numbers", BoxNumbers),
            off_boxes_counted=read.flag("off_boxes_counted"),
            house_way_confirmed=read.flag("house_way_confirmed"),
            house_way=read.text("house_way"),
            house_way_ties=read.text("house_way_ties"),
            lone_gee_jun=read.text("lone_gee_jun"),
            gee_jun_tiles=read.text("gee_jun_tiles"),
            exposures_add_up=read.flag("exposures_add_up"),
            co_bank_hand_voidable=read.flag("co_bank_hand_voidable"),
            chung_box_stays=read.flag("chung_box_stays"),
        )
        _ = rules.settings, rules.way  # a wrong one is told now, not at the table
        return cls(profile_id, rules)
