"""What a rule profile lays down for a session table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from services.tournament.domain.table.precedence import applies
from services.tournament.domain.table.terms import CardRules, Payout, TableReadings

T = TypeVar("T")

OPTIONS = (
    *("chip_designs", "table_players", "play_off_players", "away_excused"),
    *("blackjack_pays", "half_to_player", "decks", "dealer_stands_on", "double_with_ace"),
    *("double_after_split", "split_by_value", "most_hands", "insurance", "insurance_rule"),
    *("insurance_part", "insurance_pays", "short_out", "marker_waits", "wagers_played_out"),
    *("void_not_replayed", "box_one_right"),
)
"""Every option of a tournament's profile that a session table is decided by."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options. The Authority approved `chip_designs`, the operator designated the first.

    `players` and `play_off_players` are the fewest and the most who start a session, a play-off.
    """

    chip_designs: tuple[str, ...]
    players: tuple[int, int]
    play_off_players: tuple[int, int]
    away_excused: bool
    payout: Payout
    cards: CardRules
    readings: TableReadings

    @classmethod
    def of(cls, options: Mapping[str, object]) -> TableOptions:
        """Read the values of a profile's options, lists as tuples.

        Raises ValueError that names an option which does not suit or is missing.
        """
        pays, pays_for = _pair(options, "blackjack_pays")
        designs = _typed(options, "chip_designs", tuple)
        if not designs or not all(isinstance(design, str) and design for design in designs):
            raise ValueError(f"option chip_designs: {designs!r} is no list of designs")
        return cls(
            chip_designs=designs,
            players=_pair(options, "table_players"),
            play_off_players=_pair(options, "play_off_players"),
            away_excused=_typed(options, "away_excused", bool),
            payout=Payout(pays, pays_for, _typed(options, "half_to_player", bool)),
            cards=CardRules(
                decks=_at_least(options, "decks", 1),
                dealer_stands_on=_at_least(options, "dealer_stands_on", 12),
                double_with_ace=_typed(options, "double_with_ace", bool),
                double_after_split=_typed(options, "double_after_split", bool),
                split_by_value=_typed(options, "split_by_value", bool),
                most_hands=_at_least(options, "most_hands", 1),
                insurance=_insurance(options),
                insurance_part=_at_least(options, "insurance_part", 1),
                insurance_pays=_at_least(options, "insurance_pays", 1),
            ),
            readings=TableReadings(
                short_out=_typed(options, "short_out", bool),
                marker_waits=_typed(options, "marker_waits", bool),
                wagers_played_out=_typed(options, "wagers_played_out", bool),
                void_not_replayed=_typed(options, "void_not_replayed", bool),
                box_one_right=_typed(options, "box_one_right", bool),
            ),
        )


def _insurance(options: Mapping[str, object]) -> bool:
    """Insurance is offered if the profile says so and its rule is one that 2.2 leaves in force."""
    rule = _typed(options, "insurance_rule", str)
    return _typed(options, "insurance", bool) and applies(rule)


def _pair(options: Mapping[str, object], name: str) -> tuple[int, int]:
    value = _typed(options, name, tuple)
    if len(value) != 2 or not all(type(each) is int and each > 0 for each in value):
        raise ValueError(f"option {name}: {value!r} is no pair of whole numbers above 0")
    return value[0], value[1]


def _at_least(options: Mapping[str, object], name: str, least: int) -> int:
    value = _typed(options, name, int)
    if value < least:
        raise ValueError(f"option {name}: {value} is below {least}")
    return value


def _typed(options: Mapping[str, object], name: str, kind: type[T]) -> T:
    value = options.get(name)
    # A bool is an int to Python, not to people.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"option {name}: a value of type {kind.__name__} is needed, not {value!r}")
    return value
