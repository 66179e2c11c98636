"""The bingo profiles among the rule profiles."""

from __future__ import annotations

from services.draw.domain.profile import BingoProfile
from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import Profiles


class BingoProfiles(ProfilesOf[BingoProfile]):
    """Finds the profile that a game is played under. Made of `Profiles`; raises `BadProfile`."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles, "bingo", BingoProfile.of, service="draw")
