"""A prize is divided equally, to the cent (rule 5.4)."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import Reason, clause
from services.kernel.money import Money
from services.verify.domain.desk.prizes import OddCents

NO_WINNER = Reason(
    "NO_WINNER",
    "Nobody has won it, so there is nobody to divide {prize} among.",
    "Divide it when there is a winner.",
    clause="NZB-5.4",
)
NOT_TO_DIVIDE = Reason(
    "NOT_TO_DIVIDE",
    "A prize of {prize} cannot be divided.",
    "Give a prize that is not less than nothing.",
)


@dataclass(frozen=True, slots=True)
class Divided:
    """What each player gets; `odd` is what does not divide, and `to` what becomes of it."""

    each: Money
    odd: Money | None
    to: OddCents


@clause("NZB-5.4")
def divide(prize: Money, players: int, odd_cents: OddCents, jackpot: bool) -> Divided:
    """Equal shares, whole minor units each. With `OddCents.ROUND_UP` `odd` is what the house adds,
    else what is left of the prize. `jackpot`: the game has one.

    Raises NO_WINNER, and NOT_TO_DIVIDE for less than nothing.
    """
    if players < 1:
        raise NO_WINNER(prize=prize.shown)
    if prize.minor_units < 0:
        raise NOT_TO_DIVIDE(prize=prize.shown)
    to = OddCents.ROUND_UP if odd_cents is OddCents.JACKPOT and not jackpot else odd_cents
    share, rest = divmod(prize.minor_units, players)
    if not rest:
        return Divided(prize.of(share), None, to)
    if to is OddCents.ROUND_UP:
        return Divided(prize.of(share + 1), prize.of(players - rest), to)
    return Divided(prize.of(share), prize.of(rest), to)
