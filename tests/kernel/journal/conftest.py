"""The journals under test: the one in memory and the one on a real NATS server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.store import Journal, Stored, Tail
from services.kernel.names import Name
from tests.kit import nats as kit
from tests.kit.journal_memory import MemoryJournal, MemoryStore
from tests.kit.nats import Nats

# Seconds in which whatever a test waits for must come.
SOON = 60.0


@dataclass(frozen=True)
class House:
    """A venue, and as many replicas' journals over its commits as a test wants."""

    venue: str
    replica: Callable[[], Awaitable[Journal]]

    def name(self, number: int = 1, kind: str = "games") -> Name:
        return Name(self.venue, kind, f"{kit.YEAR}-01-{number}")


@pytest.fixture(params=["memory", "nats"])
def house(request: pytest.FixtureRequest, venue: str) -> House:
    if request.param == "memory":
        store = MemoryStore()

        async def in_memory() -> Journal:
            return MemoryJournal(store)

        return House(venue, in_memory)
    request.getfixturevalue("provisioned")
    connect: kit.Connect = request.getfixturevalue("nats_connect")

    async def on_nats() -> Journal:
        return NatsJournal(await connect())

    return House(venue, on_nats)


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Nats]:
    """A server of the test's own, to be killed and started again."""
    async with Nats(tmp_path / "nats") as server:
        yield server


async def take(tail: Tail, count: int) -> list[Stored]:
    """The next `count` commits of a tail."""
    commits: list[Stored] = []
    async with asyncio.timeout(SOON):
        async for stored in tail:
            commits.append(stored)
            if len(commits) == count:
                break
    return commits


async def fill(journal: Journal, name: Name, *bodies: bytes, after: int = 0) -> list[int]:
    """Append commits one after another; their sequences."""
    sequences: list[int] = []
    for body in bodies:
        after = await journal.append(name, after, body, {})
        sequences.append(after)
    return sequences


def bodies(commits: Sequence[Stored]) -> list[bytes]:
    return [commit.body for commit in commits]
