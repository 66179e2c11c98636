"""The bingo profiles among the rule profiles, as claims are decided by them."""

from __future__ import annotations

from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import Profiles
from services.verify.domain.desk.rules import ClaimRules
from services.verify.domain.profile import claim_rules


class ClaimProfiles(ProfilesOf[ClaimRules]):
    """Finds the rules of claims for a game. Made of `Profiles`; raises `BadProfile`."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles, "bingo", claim_rules, service="verify", own=False)
