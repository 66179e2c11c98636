"""Each promise of the loop is tried over the journal in memory and over a real one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.store import Journal
from tests.kit.journal_memory import MemoryJournal, MemoryStore
from tests.kit.toy.house import House


@pytest.fixture(params=["memory", "nats"])
def house(request, venue, tmp_path) -> House:
    """A house with an empty journal, in a venue of its own."""
    journal: Callable[[], Awaitable[Journal]] = request.getfixturevalue(f"{request.param}_way")
    return House(venue, tmp_path / "keys", journal)


@pytest.fixture
def memory_way() -> Callable[[], Awaitable[Journal]]:
    """Ways to one journal in memory."""
    store = MemoryStore()

    async def way() -> Journal:
        return MemoryJournal(store)

    return way


@pytest.fixture
async def nats_way(nats_connect, provisioned):
    """Ways to the venue's journal on the test's server, each over a connection of its own."""
    made: list[NatsJournal] = []

    async def way() -> Journal:
        made.append(NatsJournal(await nats_connect()))
        return made[-1]

    yield way
    for journal in made:
        await journal.close()
