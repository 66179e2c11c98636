"""What a rule profile lays down for the claims of a game: see `rules/profiles` for the clauses."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.verify.domain.cards.readings import Forfeits, Readings, WindowEnds
from services.verify.domain.desk.prizes import OddCents


class StandsFor(enum.Enum):
    """What one call out stands for: every stage that the number completes, or the one that was
    named by the word that was cried."""

    EVERY_STAGE = 1
    NAMED_STAGE = 2


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """The options of the profile that claims are decided by.

    `last_number`: a stage is won on the number last announced before the call out, on no earlier
    one. `seller_may_verify`: whoever sold a card may also collect, read or decide it.
    `witness_needed`: the numbers are verified in front of a disinterested player.
    """

    last_number: bool = True
    forfeits: Forfeits = Forfeits.ARRANGEMENT
    stands_for: StandsFor = StandsFor.EVERY_STAGE
    seller_may_verify: bool = False
    witness_needed: bool = False

    def readings(self, window: WindowEnds) -> Readings:
        """How the clauses are read that decide whether a card wins."""
        return Readings(self.last_number, self.forfeits, window)


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """The options of the profile that prizes are paid by; amounts are whole minor units.

    A payment above `signed_above` takes a second signature. What nobody collected lapses after
    `lapses_after` days (0: never). No prize is above `largest_prize` (0: no limit). Where every
    prize is a share of the receipts, they come to `least_payout` to `most_payout` basis points.
    """

    odd_cents: OddCents = OddCents.JACKPOT
    signed_above: int = 100_000
    lapses_after: int = 0
    largest_prize: int = 0
    least_payout: int = 0
    most_payout: int = 10_000


USUAL = ClaimRules()
"""What holds where a profile says nothing."""
USUAL_PRIZES = PrizeRules()
"""What holds where a profile says nothing of prizes."""
