"""A house with one journal, one key folder and as many replicas of the shelf as a test wants."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from services.kernel.journal.store import Journal, Stored
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from tests.kit.faulty import Call, Fault, Faulty
from tests.kit.toy.shelf import Requests, Shelf


class Faults(Faulty):
    """A journal with scripted faults that can be called off."""

    def forget(self) -> None:
        """Play no more of the script."""
        self._script.clear()


class Replica(Shelf):
    """A replica whose journal has `faults`."""

    def __init__(
        self,
        faults: Faults,
        keys: Keys,
        clock: Callable[[], datetime],
        entropy: Callable[[], bytes],
    ) -> None:
        super().__init__(faults, keys, clock=clock, entropy=entropy)
        self.faults = faults


class House:
    """`journal` makes a replica's own way to the one journal."""

    def __init__(self, venue: str, keys: Path, journal: Callable[[], Awaitable[Journal]]) -> None:
        self.venue = venue
        self.keys = keys
        self._journal = journal
        self.jar = Requests(Name(venue, "jars", "2026-11-29-03"))

    async def replica(
        self,
        keys: Path | None = None,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        entropy: Callable[[], bytes] = lambda: b"\xee" * 32,
    ) -> Replica:
        """One more replica, with nothing in its cache."""
        folder = Keys.prepare(keys or self.keys)
        return Replica(Faults(await self._journal()), folder, clock, entropy)

    async def two(self) -> tuple[Replica, Replica]:
        """Two replicas, and a jar with ten beads that both of them know."""
        one, other = await self.replica(), await self.replica()
        await one.send(self.jar.open())
        await one.send(self.jar.put(10))
        await other.send(self.jar.try_lid())
        return one, other

    def another(self, jar: str) -> Requests:
        """Requests about another jar of the house."""
        return Requests(Name(self.venue, "jars", jar))

    async def stored(self, name: Name | None = None) -> list[Stored]:
        """What the journal holds of the jar."""
        journal = await self._journal()
        return list(await journal.load(name or self.jar.name, leader=True))


def altered(alter: Callable[[list[Stored]], list[Stored]]) -> Fault:
    """A fault: a load gives what `alter` makes of the commits."""

    async def fault(call: Call) -> list[Stored]:
        return alter(list(await call()))

    return fault
