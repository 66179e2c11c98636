"""The pai gow profiles among the rule profiles."""

from __future__ import annotations

from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import Profiles
from services.paigow.domain.profile import PaiGowProfile


class PaiGowProfiles(ProfilesOf[PaiGowProfile]):
    """Finds the profile that a table is kept under. Made of `Profiles`; raises `BadProfile`."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles, "pai-gow", PaiGowProfile.of)
