"""The blackjack that is played, as a profile chooses it, and what is refused under it."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import Reason

CARDS_IMPOSSIBLE = Reason(
    "CARDS_IMPOSSIBLE",
    "{why}",
    "Read the cards again, box by box, and record them as they were dealt.",
    clause="TBJ-2.1",
)
PLAY_NOT_ALLOWED = Reason(
    "PLAY_NOT_ALLOWED",
    "{why}",
    "If it was played so all the same, the director rules; then record the outcomes instead.",
    clause="TBJ-2.1",
)


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """The options. `decks` are in the shoe; the dealer draws until `dealer_stands_on`.

    A pair is split by value (a king and a queen) or by rank alone, into `most_hands` hands at most.
    Insurance is a wager's `insurance_part`th at most, on a dealer's ace; it pays `insurance_pays`
    for one.
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
