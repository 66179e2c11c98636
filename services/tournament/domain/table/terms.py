"""What a session is played on: conditions of the tournament and options of the profile.

They are fixed when the table is opened, and play is decided by nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import clause
from services.tournament.domain.terms import Length


@dataclass(frozen=True, slots=True)
class Sign:
    """What the table's sign shows. Wagers go in steps of `increment` where it is above 0.

    With `multiples` they are multiples of the minimum.
    """

    minimum: int
    maximum: int
    increment: int
    multiples: bool


@dataclass(frozen=True, slots=True)
class CardRules:
    """The blackjack that is played (supplement 3).

    Insurance takes a wager's `insurance_part`th at most, and pays `insurance_pays` for one.
    """

    decks: int
    dealer_stands_on: int
    double_with_ace: bool
    double_after_split: bool
    split_by_value: bool
    most_hands: int
    insurance: bool
    insurance_part: int = 2
    insurance_pays: int = 2


@dataclass(frozen=True, slots=True)
class TableReadings:
    """How the clauses are read where they leave it open; all False is the usual reading.

    `short_out`: whoever has less than the minimum after a round is out, chips and all.
    `marker_waits`: the marker goes before a player who cannot wager too. `wagers_played_out`: time
    that is up while wagers lie lets that round be played. `void_not_replayed`: a round that is
    voided after time was up is not played again. `box_one_right`: box 1 is at the dealer's right.
    """

    short_out: bool = False
    marker_waits: bool = False
    wagers_played_out: bool = False
    void_not_replayed: bool = False
    box_one_right: bool = False


@dataclass(frozen=True, slots=True)
class Payout:
    """What a blackjack pays: `pays` for `pays_for`; an odd half goes to the player, or is kept."""

    pays: int
    pays_for: int
    half_to_player: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """Conditions and options.

    Chips are issued `free` or bought at face value. `chip_design` is what the operator designated,
    `approved_designs` what the Authority approved. `fewest` to `most` players start the session.
    With `away_excused` who is away with approval need not wager; without, it is a missed wager.
    """

    free: bool
    length: Length
    play_off: bool
    chip_design: str
    approved_designs: tuple[str, ...]
    fewest: int
    most: int
    away_excused: bool
    payout: Payout
    cards: CardRules
    readings: TableReadings = TableReadings()


@clause("TBJ-1.0-chips")
def is_tournament_chip(design: str, terms: Terms) -> bool:
    """Whether chips of a design are this tournament's: approved by the Authority and designated.

    An empty design is the one that was designated.
    """
    design = design or terms.chip_design
    return design == terms.chip_design and design in terms.approved_designs
