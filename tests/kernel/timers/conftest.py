"""Eggs in a venue of their own, over the journal in memory and over a real one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.store import Journal
from tests.kernel.timers.stove import NOON, Stove, Way
from tests.kit.clock import TestClock
from tests.kit.journal_memory import MemoryJournal, MemoryStore


@pytest.fixture
def memory_way() -> Way:
    """Ways to one journal in memory."""
    store = MemoryStore()

    async def way() -> Journal:
        return MemoryJournal(store)

    return way


@pytest.fixture
async def nats_way(nats_connect, provisioned: str) -> AsyncIterator[Way]:
    """Ways to a real one."""
    made: list[NatsJournal] = []

    async def way() -> Journal:
        made.append(NatsJournal(await nats_connect()))
        return made[-1]

    yield way
    for journal in made:
        await journal.close()


@pytest.fixture(params=["memory", "nats"])
def way(request: pytest.FixtureRequest) -> Way:
    found: Way = request.getfixturevalue(f"{request.param}_way")
    return found


@pytest.fixture
async def stove(way: Way, venue: str, tmp_path: Path) -> AsyncIterator[Stove]:
    stove = Stove(venue, tmp_path / "keys", way)
    yield stove
    await stove.close()


@pytest.fixture
def clock() -> TestClock:
    return TestClock(NOON)
