"""Which of the general rules hold in a tournament (rules 2.1 to 2.3).

A general rule is named by division and number: "II-5.3" is rule 5.3 of Division II (blackjack).
"""

from __future__ import annotations

from services.kernel.law import clause

NOT_APPLIED = (*("I-13.0", "II-4.4", "II-4.9", "II-6.1", "II-7.8", "II-7.9", "II-13.0", "II-14.0"),)
"""Rules and, ending in .0, whole parts that 2.2 takes out. Their texts are not at hand."""

REDEMPTION = "I-17.1"
"""The rule by which chips are redeemed (assumed: its text is not at hand)."""


@clause("TBJ-2.2")
def taken_out(rule: str) -> bool:
    """Whether a general rule, or the part it stands in, is not applied to tournaments."""
    part = rule.split(".")[0] + ".0"
    return rule in NOT_APPLIED or part in NOT_APPLIED


@clause("TBJ-2.3")
def redeemable(free: bool) -> bool:
    """Whether the general rule on redeeming chips holds: not of chips that were given free."""
    return not free


@clause("TBJ-2.1")
def applies(rule: str, *, free: bool = False, inconsistent: bool = False) -> bool:
    """Whether a general rule or one of blackjack holds.

    It does unless 2.2 or 2.3 takes it out, or a tournament rule says otherwise (`inconsistent`):
    then that one prevails as far as it goes.
    """
    if rule == REDEMPTION and not redeemable(free):
        return False
    return not taken_out(rule) and not inconsistent
