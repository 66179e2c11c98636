"""The bingo profiles among the rule profiles."""

from __future__ import annotations

from services.draw.domain.profile import BingoProfile
from services.kernel.commit import ProfileRef
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.profiles import Profiles, UnknownProfile
from services.kernel.venues import Venue


class BingoProfiles:
    """Finds the profile that a game is played under."""

    def __init__(self, profiles: Profiles) -> None:
        self._profiles = profiles

    def for_game_in(self, venue: Venue, profile_id: str) -> ProfileRef:
        """The profile for a new game, as it is now.

        Raises `NotFound` for one that there is not, `InvalidArgument` for one that is not approved
        in the venue or is none for bingo.
        """
        try:
            profile = self._profiles.get(profile_id)
        except UnknownProfile as unknown:
            raise NotFound(f"profile {profile_id}") from unknown
        if profile_id not in venue.profiles or not profile.approved_for(venue.id):
            raise InvalidArgument("profile", f"{profile_id} is not approved in {venue.title}")
        try:
            BingoProfile.of(profile.id, profile.values)
        except ValueError as wrong:
            raise InvalidArgument(
                "profile", f"{profile_id} is no bingo profile: {wrong}"
            ) from wrong
        return ProfileRef(profile.id, profile.sha256)

    def __call__(self, ref: ProfileRef) -> BingoProfile:
        """The profile of this very text. Raises `UnknownProfile`."""
        profile = self._profiles.at(ref.id, ref.sha256)
        return BingoProfile.of(profile.id, profile.values)
