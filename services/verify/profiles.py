"""The bingo profiles among the rule profiles, as claims are decided and prizes paid by them."""

from __future__ import annotations

from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import Profiles
from services.verify.domain.jackpot.terms import JackpotRules
from services.verify.domain.profile import DeskRules, desk_rules, jackpot_rules


class DeskProfiles(ProfilesOf[DeskRules]):
    """Finds the rules of claims and prizes for a game. Made of `Profiles`; raises `BadProfile`."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles, "bingo", desk_rules, service="verify", own=False)


class JackpotProfiles(ProfilesOf[JackpotRules]):
    """Finds the rules of jackpots. Made of `Profiles`; raises `BadProfile`."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles, "bingo", jackpot_rules, service="verify", own=False)
