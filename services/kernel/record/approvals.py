"""How the rules of a house stand: looked up in the venue's books, whichever service wrote them.

An approval holds until it is withdrawn, so the books of every year count: each is read from the
journal's leader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

import structlog

from eyesdown.common.v1 import profiles_pb2
from services.kernel import reasons
from services.kernel.approval import Approval, Standing
from services.kernel.errors import NotFound, Unavailable
from services.kernel.journal.store import JournalDown
from services.kernel.names import Name
from services.kernel.profiles import Profile, Profiles
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.histories import Snapshot
from services.kernel.record.profile_books import APPROVAL, KIND, found_in
from services.kernel.record.profile_changes import Changes, Command, Event
from services.kernel.venues import Venue, Venues

Books = Aggregates[Command, Event, Changes]
Streams = Callable[[str], Awaitable[Iterable[tuple[str, int]]]]
"""Venue and year of every journal of a venue; raises `JournalDown`."""

log = structlog.get_logger(__name__)


class Approvals:
    """Says by whose word the text of a profile is played by. Every method raises `Unavailable`
    where the journal cannot be read."""

    def __init__(self, books: Books, streams: Streams, demanded: bool) -> None:
        """`demanded`: nothing is opened under a text that two persons have not stood for."""
        self.books = books
        self.demanded = demanded
        self._streams = streams

    async def fact(self, venue: str, profile: ProfileRef) -> profiles_pb2.ProfileApproval:
        """What the opening of something under a profile rests on."""
        (found,) = await self.facts(venue, (profile,))
        return found

    async def facts(
        self, venue: str, profiles: Iterable[ProfileRef]
    ) -> list[profiles_pb2.ProfileApproval]:
        """The same for several, in their order."""
        if self.demanded:
            found = await self.found(venue, profiles)
        else:
            found = [Approval(Standing.NOT_DEMANDED, each.id, each.sha256) for each in profiles]
        return list(map(APPROVAL.to, found))

    async def found(self, venue: str, profiles: Iterable[ProfileRef]) -> list[Approval]:
        """How texts stand by all books of a venue, whether that is demanded or not."""
        books = await self._read(venue)
        return [_found(books, each) for each in profiles]

    async def loaded(self, venue: Venue, profiles: Profiles) -> list[tuple[Profile, Approval]]:
        """The profiles that are for a venue by its own file and by theirs, as they stand there."""
        there = [
            each
            for each in map(profiles.get, profiles.ids)
            if each.id in venue.profiles and each.approved_for(venue.id)
        ]
        found = await self.found(venue.id, [ProfileRef(each.id, each.sha256) for each in there])
        return list(zip(there, found, strict=True))

    async def tell(self, venues: Venues, profiles: Profiles, sorts: Collection[str]) -> None:
        """Log each text of one of these sorts that is loaded and does not stand, where that is
        demanded: nobody should learn it at the table."""
        for venue in venues if self.demanded else ():
            for profile, found in await self.loaded(venue, profiles):
                if profile.sort in sorts and found.standing is not Standing.APPROVED:
                    told = {"profile": profile.id, "text": found.text}
                    stands = found.standing.name.lower()
                    log.warning("profile_not_approved", venue=venue.id, **told, stands=stands)

    async def _read(self, venue: str) -> list[Snapshot[Event, Changes]]:
        """The books of a venue, the oldest first."""
        try:
            streams = await self._streams(venue)
        except JournalDown as down:
            raise Unavailable(reasons.JOURNAL_DOWN) from down
        names = [Name(venue, KIND, str(year)) for _, year in streams]
        books = await asyncio.gather(*map(self._book, names))
        return [book for book in books if book is not None]

    async def _book(self, name: Name) -> Snapshot[Event, Changes] | None:
        try:
            return await self.books.read(name)
        except NotFound:
            return None


def approval_of(given: Given) -> Approval | None:
    """The approval that an opening rests on; None in commits from before it was asked.

    Raises ValueError for one of another text than the one that is opened under.
    """
    facts: Any = given.facts
    if facts is None or not facts.HasField("approval"):
        return None
    found = APPROVAL.of(facts.approval)
    if given.profile is None or ProfileRef(found.profile, found.sha256) != given.profile:
        raise ValueError(f"the approval is of {found.profile}, text {found.text}")
    return found


def _found(books: Iterable[Snapshot[Event, Changes]], profile: ProfileRef) -> Approval:
    """An approval counts wherever it stands; otherwise what happened last."""
    found = [
        found_in(book.name, book.version, change)
        for book in books
        for change in book.state
        if (change.profile, change.sha256) == (profile.id, profile.sha256)
    ]
    approved = [each for each in found if each.standing is Standing.APPROVED]
    none = Approval(Standing.NOT_PUT_FORWARD, profile.id, profile.sha256)
    return (approved or found or [none])[-1]
