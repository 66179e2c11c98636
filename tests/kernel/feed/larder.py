"""Jars and replicas that tally them, told by the test itself what to look at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path

from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.store import Journal, Stored
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from tests.kernel.feed.kitchen import Replica, clock
from tests.kit.nats import YEAR
from tests.kit.toy import tally
from tests.kit.toy.shelf import Requests, Shelf


class Larder:
    """A venue. `journal` makes a replica's own way to its one journal."""

    def __init__(self, venue: str, keys: Path, journal: Callable[[], Awaitable[Journal]]) -> None:
        self.venue = venue
        self.keys = Keys.prepare(keys)
        self._journal = journal
        self._count = 0

    async def replica(
        self, react: tally.React = tally.count, now: Callable[[], datetime] = clock
    ) -> Replica:
        """One more replica, that knows nothing."""
        self._count += 1
        journal = await self._journal()
        return Replica(journal, self.keys, react=react, now=now, number=self._count)

    def jar(self, number: int = 1, day: str = f"{YEAR}-11-29") -> Requests:
        """Requests about a jar of a day."""
        return Requests(Name(self.venue, "jars", f"{day}-{number:02}"))

    async def fill(
        self, jar: Requests, *counts: int, now: Callable[[], datetime] = clock
    ) -> list[int]:
        """Open a jar and put hands of beads in; the sequences of the hands."""
        people = Shelf(await self._journal(), self.keys, clock=now)
        if not await self.stored(jar.name):
            await people.send(jar.open())
        sent = [await people.send(jar.put(count)) for count in counts]
        return [each.snapshot.place.sequence for each in sent]

    async def stored(self, name: Name) -> Sequence[Stored]:
        """What the journal holds of an aggregate."""
        return await (await self._journal()).load(name, leader=True)

    async def tally(self, name: Name) -> list[commit_pb2.Commit]:
        """The commits of a tally."""
        return [commit_pb2.Commit.FromString(each.body) for each in await self.stored(name)]

    async def causes(self, name: Name, jar: Requests) -> list[int]:
        """The sequences of a jar's commits that a tally counted, in the order of counting."""
        commits = await self.tally(name)
        return [each.cause.sequence for each in commits if each.cause.name == str(jar.name)]
