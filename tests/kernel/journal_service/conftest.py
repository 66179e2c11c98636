"""A service of jars that answers JournalService: a real server over a journal in memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest

from eyesdown.journal.v1 import journal_service_pb2 as pb
from eyesdown.journal.v1 import journal_service_pb2_grpc
from services.kernel.following.heads import Heads
from services.kernel.journal.store import Stored
from services.kernel.names import Name, first_sequence
from services.kernel.record.seal import Keys
from services.kernel.serving.journal_rpc import JournalRpc
from tests.kernel.serving.kit import House, open_house
from tests.kit.archive_memory import StoreArchive
from tests.kit.faulty import Faulty
from tests.kit.journal_memory import MemoryJournal, MemoryStore
from tests.kit.toy.shelf import Requests, Shelf

T = TypeVar("T")

SOON = 60.0
"""Seconds in which whatever a test waits for must come."""
QUIET = 0.05
ENTROPY = b"\xe5" * 32
PLACES = tuple((venue, year) for venue in ("akl", "wlg") for year in (2026, 2027))


class Counting(Faulty):
    """A journal that counts what is taken from its tails."""

    def __init__(self, journal: Any) -> None:
        super().__init__(journal)
        self.taken = 0

    async def tail(self, *where: Any) -> Any:
        return Counted(await super().tail(*where), self)


class Counted:
    """A tail that is counted."""

    def __init__(self, tail: Any, counting: Counting) -> None:
        self._tail = tail
        self._counting = counting

    def __aiter__(self) -> Any:
        return self

    async def __anext__(self) -> Stored:
        stored: Stored = await anext(self._tail)
        self._counting.taken += 1
        return stored

    async def close(self) -> None:
        await self._tail.close()


class Shelves:
    """The service, and jars to change.

    `alive` says whether it follows the journal; its heads read by way of `tails`, ReadCommits by
    way of `reads`.
    """

    def __init__(self, keys: Path) -> None:
        self.store = MemoryStore()
        self.journal = MemoryJournal(self.store)
        self.archive = StoreArchive(self.store, PLACES)
        self.tails = Faulty(self.journal)
        self.heads = Heads(self.tails, ["jars"])
        self.shelf = Shelf(
            self.journal,
            Keys.prepare(keys),
            clock=lambda: datetime(2026, 11, 29, tzinfo=UTC),
            entropy=lambda: ENTROPY,
        )
        self.alive = True
        self.house: House | None = None
        self.reads = Counting(self.journal)
        self.rpc = JournalRpc(self.heads, self.reads, self.archive, lambda: self.alive, QUIET)

    async def put(self, venue: str, jar: str, times: int = 1) -> Name:
        """Put beads into a jar, so many times; it is opened first if it is not there."""
        name = Name(venue, "jars", jar)
        requests = Requests(name)
        if not self.store.of(name):
            await self.shelf.send(requests.open())
            times -= 1
        for _ in range(times):
            await self.shelf.send(requests.put(1))
        return name

    def commits(self, venue: str, year: int) -> Sequence[Stored]:
        """What a year's stream holds."""
        return self.store.commits(venue, year)

    async def settled(self) -> None:
        """Wait until the heads have taken in every commit of a jar."""
        versions = Counter(c.name for place in PLACES for c in self.commits(*place))
        async with asyncio.timeout(SOON):
            for name, version in versions.items():
                if name.kind == "jars":
                    await self.heads.beyond(name, version - 1)

    # -- the calls -------------------------------------------------------------------------

    def _stub(self) -> Any:
        assert self.house is not None
        return journal_service_pb2_grpc.JournalServiceStub(self.house.channel)

    def as_(self, grants: Any) -> Any:
        """The metadata of a person with these grants."""
        assert self.house is not None
        return self.house.as_(grants)

    def watch(self, parent: str = "venues/-", grants: Any = None, after: Any = ()) -> Any:
        """A stream of WatchFloor, as somebody who may watch everywhere."""
        request = pb.WatchFloorRequest(parent=parent, after=after)
        return self._stub().WatchFloor(request, metadata=self.as_(grants or {"*": ["auditor"]}))

    def read(self, parent: str = "venues/akl", grants: Any = None, **fields: Any) -> Any:
        """A stream of ReadCommits, as the auditor."""
        request = pb.ReadCommitsRequest(parent=parent, **fields)
        return self._stub().ReadCommits(request, metadata=self.as_(grants or {"*": ["auditor"]}))


@asynccontextmanager
async def reading(call: Any) -> AsyncIterator[AsyncIterator[Any]]:
    """The answers of a stream, each of which has to come soon; it is cancelled at the end."""

    async def answers() -> AsyncIterator[Any]:
        stream = aiter(call)
        while True:
            try:
                async with asyncio.timeout(SOON):
                    answer = await anext(stream)
            except StopAsyncIteration:
                return
            yield answer

    try:
        yield answers()
    finally:
        call.cancel()


async def next_of(news: AsyncGenerator[T | None, None]) -> T:
    """What comes next, which has to be more than a sign of life."""
    item = await anext(news)
    assert item is not None
    return item


def at(venue: str, sequence: int, year: int = 2026) -> pb.Position:
    """A position: the sequence counts from 1 in the year's stream."""
    return pb.Position(venue=venue, sequence=first_sequence(year) - 1 + sequence)


@pytest.fixture
async def shelves(tmp_path: Path) -> AsyncIterator[Shelves]:
    """The service, following two venues and two years; nothing is on record yet."""
    made = Shelves(tmp_path / "keys")
    for place in PLACES:
        await made.heads.follow(*place)

    def add(_: object, server: Any) -> None:
        journal_service_pb2_grpc.add_JournalServiceServicer_to_server(made.rpc, server)

    async with open_house(tmp_path / "data", also=add) as house:
        made.house = house
        yield made
    await made.heads.close()
