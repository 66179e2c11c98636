"""What a rule profile lays down for the claims of a game: see `rules/profiles` for the clauses."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.verify.domain.cards.readings import Forfeits, Readings, WindowEnds


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


USUAL = ClaimRules()
"""What holds where a profile says nothing."""
