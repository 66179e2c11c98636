"""The tournament profiles among the rule profiles."""

from __future__ import annotations

from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import Profiles
from services.tournament.domain.profile import TournamentProfile


class TournamentProfiles(ProfilesOf[TournamentProfile]):
    """Finds the profile of a tournament. Made of `Profiles`; raises `BadProfile`."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles, "tournament", TournamentProfile.of)
