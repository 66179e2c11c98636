"""A kitchen in a venue of its own, on the server of the test run."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.store import Journal
from tests.kernel.feed.kitchen import Kitchen, opened
from tests.kernel.feed.larder import Larder
from tests.kit.journal_memory import MemoryJournal, MemoryStore

Way = Callable[[], Awaitable[Journal]]


@pytest.fixture
async def kitchen(provisioned: str, nats_connect, tmp_path: Path) -> AsyncIterator[Kitchen]:
    """The venue's jars, and no replica that tallies yet."""
    async with opened(provisioned, tmp_path / "keys", nats_connect) as kitchen:
        yield kitchen


@pytest.fixture(params=["memory", "nats"])
def larder(request: pytest.FixtureRequest, venue: str, tmp_path: Path) -> Larder:
    """Jars and replicas over the journal in memory, and over a real one; nothing signals."""
    way: Way = request.getfixturevalue(f"{request.param}_way")
    return Larder(venue, tmp_path / "keys", way)


@pytest.fixture
def memory_way() -> Way:
    """Ways to one journal in memory."""
    store = MemoryStore()

    async def way() -> Journal:
        return MemoryJournal(store)

    return way


@pytest.fixture
async def nats_way(nats_connect, provisioned: str) -> AsyncIterator[Way]:
    """Ways to the venue's journal on the test's server, each over a connection of its own."""
    made: list[NatsJournal] = []

    async def way() -> Journal:
        made.append(NatsJournal(await nats_connect()))
        return made[-1]

    yield way
    for journal in made:
        await journal.close()
