"""What a round comes to, exact to the smallest chip (rules 6.16, 6.17, 9.2(k), (l), 9.3(i) to (l)).

Pure reckoning on a round; the chapter that lets it happen is `settling`.
"""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import clause
from services.paigow.domain.profile import OddChip, Rounding, Rules
from services.paigow.domain.sitting.rounds import Mode, Outcome, Round


@dataclass(frozen=True, slots=True)
class Payment:
    """A winner's: `winnings` come from the losing wager area and, where that does not reach, from
    the bank; `commission` is taken off them."""

    winnings: int
    from_losing_area: int
    from_bank: int
    commission: int


@dataclass(frozen=True, slots=True)
class Division:
    """What is left when all winners are paid: to the banker (own wager and share, commission off),
    to the float (own wager and share), and the commission, which goes to the float as well."""

    to_banker: int
    to_float: int
    commission: int


@clause("PG-6.16")
def winnings(outcome: Outcome, wager: int) -> int:
    """A winning wager is paid even money, any other nothing."""
    return wager if outcome is Outcome.WIN else 0


@clause("PG-6.17")
def commission(amount: int, rules: Rules, smallest: int) -> int:
    """The commission on what somebody receives, in whole smallest chips; nothing of nothing."""
    parts, chip = amount * rules.commission, smallest * 10_000
    if rules.commission_rounding is Rounding.DOWN:
        return parts // chip * smallest
    return -(-parts // chip) * smallest


@clause("PG-9.2(l)", "PG-9.3(i)", "PG-9.3(l)")
def payment(current: Round, wager: int, rules: Rules, smallest: int) -> Payment:
    """From the losing wager area as far as it reaches; the shortfall from the banker's wager."""
    won = winnings(Outcome.WIN, wager)
    reaches = min(current.losing_area, won)
    taken = commission(won, rules, smallest) if rules.commission_on_wins else 0
    return Payment(won, reaches, won - reaches, taken)


@clause("PG-9.2(k)", "PG-9.3(j)", "PG-9.3(k)", "PG-9.3(l)")
def division(current: Round, rules: Rules, smallest: int) -> Division:
    """Who gets what is left of losing wagers and of the banker's wager."""
    rest, left = current.losing_area, current.bank_left
    if current.bank.mode is Mode.HOUSE:
        return Division(0, rest, 0)
    if current.bank.mode is Mode.PLAYER:
        taken = commission(rest, rules, smallest)
        return Division(left + rest - taken, 0, taken)
    wager = current.bankers_wager
    if left < 2 * wager:  # there was a shortfall, so nothing lies in the losing wager area
        theirs, ours = halves(left, rules, smallest)
        return Division(theirs, ours, 0)
    theirs, ours = halves(rest, rules, smallest)
    taken = commission(theirs, rules, smallest)
    return Division(wager + theirs - taken, wager + ours, taken)


def halves(amount: int, rules: Rules, smallest: int) -> tuple[int, int]:
    """The co-banker's and the house's half, in whole smallest chips."""
    less = amount // smallest // 2 * smallest
    more = amount - less
    return (more, less) if rules.odd_chip is OddChip.CO_BANKER else (less, more)
