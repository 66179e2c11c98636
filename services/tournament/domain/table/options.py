"""What a rule profile lays down for a session table."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.options import Options
from services.tournament.domain.table.precedence import applies
from services.tournament.domain.table.terms import CardRules, Payout, TableReadings

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
    def of(cls, read: Options) -> TableOptions:
        """Read them from the options of a profile.

        Raises ValueError that names an option which does not suit or is missing.
        """
        pays, pays_for = _pair(read, "blackjack_pays")
        designs = read.typed("chip_designs", tuple)
        if not designs or not all(isinstance(design, str) and design for design in designs):
            raise ValueError(f"option chip_designs: {designs!r} is no list of designs")
        return cls(
            chip_designs=designs,
            players=_pair(read, "table_players"),
            play_off_players=_pair(read, "play_off_players"),
            away_excused=read.flag("away_excused"),
            payout=Payout(pays, pays_for, read.flag("half_to_player")),
            cards=CardRules(
                decks=read.number("decks", 1),
                dealer_stands_on=read.number("dealer_stands_on", 12),
                double_with_ace=read.flag("double_with_ace"),
                double_after_split=read.flag("double_after_split"),
                split_by_value=read.flag("split_by_value"),
                most_hands=read.number("most_hands", 1),
                insurance=_insurance(read),
                insurance_part=read.number("insurance_part", 1),
                insurance_pays=read.number("insurance_pays", 1),
            ),
            readings=TableReadings(
                short_out=read.flag("short_out"),
                marker_waits=read.flag("marker_waits"),
                wagers_played_out=read.flag("wagers_played_out"),
                void_not_replayed=read.flag("void_not_replayed"),
                box_one_right=read.flag("box_one_right"),
            ),
        )


def _insurance(read: Options) -> bool:
    """Insurance is offered if the profile says so and its rule is one that 2.2 leaves in force."""
    rule = read.text("insurance_rule")
    return read.flag("insurance") and applies(rule)


def _pair(read: Options, name: str) -> tuple[int, int]:
    value = read.typed(name, tuple)
    if len(value) != 2 or not all(type(each) is int and each > 0 for each in value):
        raise ValueError(f"option {name}: {value!r} is no pair of whole numbers above 0")
    return value[0], value[1]
