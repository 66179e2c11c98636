"""The rule profiles of one sort: those that a service can play by, as its law reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from services.kernel.approval import Standing
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.names import Name
from services.kernel.profiles import BadProfile, Profile, Profiles, UnknownProfile
from services.kernel.record.commit import ProfileRef
from services.kernel.record.profile_changes import Change, Changes
from services.kernel.venues import Venue

P = TypeVar("P")


class ProfilesOf(Generic[P]):
    """Finds the profile that something is played under.

    `sort` is the word for it ("bingo"). `read` makes of a profile's id and the values of the
    options that the service reads what its law decides by; it raises ValueError that names an
    option that does not suit, is missing, or is none that the law knows.

    Where two services read a sort, each says which `service` it is and gets the options that name
    it. The sort is `own` to one of them, which also gets those that name nobody, and counts the
    texts that wait for a second person.
    """

    def __init__(
        self,
        profiles: Profiles,
        sort: str,
        read: Callable[[str, Mapping[str, object]], P],
        service: str = "",
        own: bool = True,
    ) -> None:
        """Read every current profile of the sort, so that a wrong one stops the start.

        Raises `BadProfile` with the first fault of each.
        """
        self._profiles = profiles
        self.sort = sort
        self._read = read
        self._service = service
        self.own = own
        self._check()

    def waits(self, _: Name, book: Changes) -> Iterator[str]:
        """A word for each of these profiles whose text, as it is now, waits in a venue's book for
        another person; an older text waits for nobody."""
        for change in book:
            if change.standing is Standing.PUT_FORWARD and self._is_loaded(change):
                yield "profile"

    def _is_loaded(self, change: Change) -> bool:
        if self.loaded(change.profile).sha256 != change.sha256:
            return False
        return self._profiles.get(change.profile).sort == self.sort

    def chosen(self, venue: Venue, profile_id: str) -> ProfileRef:
        """The profile, as it is now, for something new in a venue; a request's `profile`.

        Raises `NotFound` for one that there is not, `InvalidArgument` for one that is not approved
        in the venue or is of another sort.
        """
        try:
            profile = self._profiles.get(profile_id)
        except UnknownProfile as unknown:
            raise NotFound(f"profile {profile_id}") from unknown
        if profile_id not in venue.profiles or not profile.approved_for(venue.id):
            raise InvalidArgument("profile", f"{profile_id} is not approved in {venue.title}")
        if profile.sort != self.sort:
            why = f"{profile_id} is a profile for {profile.sort}, not for {self.sort}"
            raise InvalidArgument("profile", why)
        return ProfileRef(profile.id, profile.sha256)

    def loaded(self, profile_id: str) -> ProfileRef:
        """The profile as it is now, wherever it is for; of no text where there is none."""
        try:
            return ProfileRef(profile_id, self._profiles.get(profile_id).sha256)
        except UnknownProfile:
            return ProfileRef(profile_id, bytes(32))

    def __call__(self, ref: ProfileRef) -> P:
        """The profile of this very text. Raises `UnknownProfile`, and ValueError where the law
        cannot read it."""
        return self._of(self._profiles.at(ref.id, ref.sha256))

    def _of(self, profile: Profile) -> P:
        return self._read(profile.id, profile.values_for(self._service, self.own))

    def _check(self) -> None:
        problems = []
        for profile in map(self._profiles.get, self._profiles.ids):
            if profile.sort == self.sort:
                try:
                    self._of(profile)
                except ValueError as wrong:
                    problems.append(f"profile {profile.id}, {wrong}")
        if problems:
            raise BadProfile(*problems)
