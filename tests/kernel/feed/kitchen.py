"""Jars that people fill, replicas that tally them, and a look at what came of it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eyesdown.journal.v1 import commit_pb2
from services.kernel.following.feed import Feed
from services.kernel.following.feed_store import Parked
from services.kernel.following.heads import Heads
from services.kernel.following.orders import Orders
from services.kernel.following.reactions import Reactions
from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.reads import Patience
from services.kernel.journal.store import Journal
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from services.kernel.serving import telemetry
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import Tracing
from services.kernel.tasks import end
from tests.kit.faulty import Faulty
from tests.kit.nats import YEAR
from tests.kit.toy import tally
from tests.kit.toy.shelf import Requests, Shelf
from tests.kit.toy.v1 import toy_pb2

SERVICE = "counter"
SOON = 30.0
"""Seconds in which whatever a test waits for must come."""
PATIENT = Patience(append=SOON, read=SOON, heads=SOON)
"""Who looks on while servers go and come back."""


def clock() -> datetime:
    """The machine's."""
    return datetime.now(UTC)


async def no_pause(_: float) -> None:
    """What a test need not wait for."""
    await asyncio.sleep(0)


class Replica:
    """One replica of the service that tallies: its parts, and what it measured."""

    def __init__(
        self,
        journal: Journal,
        keys: Keys,
        *,
        react: tally.React = tally.count,
        now: Callable[[], datetime] = clock,
        number: int = 1,
    ) -> None:
        self.faults = Faulty(journal)
        self.alarms: list[tuple[Name, str]] = []
        self.registry = telemetry.registry()
        self.spans = InMemorySpanExporter()
        provider = Tracing()
        provider.add_span_processor(SimpleSpanProcessor(self.spans))
        self.name = f"{SERVICE}-{number}"
        self.telemetry = Telemetry(SERVICE, self.registry, provider, ["akl"])
        self.orders = Orders(SERVICE, self.name, lambda venue: b"\x07" * 32, now)
        self.tallies = tally.tallies(self.faults, keys)
        self.reactions = Reactions(
            [tally.reaction(self.tallies, react)],
            self.faults,
            self.orders,
            self.telemetry,
            lambda name, reason: self.alarms.append((name, reason)),
        )

    def metric(self, name: str, **labels: str) -> float:
        """A metric of the service, 0 when nothing was measured. The test's venue has no label of
        its own."""
        at = {"service": SERVICE, "venue": "", **labels}
        return self.registry.get_sample_value(name, at) or 0.0


class Running(Replica):
    """A replica with a feed on NATS."""

    def __init__(self, connection: Connection, keys: Keys, number: int, react: tally.React) -> None:
        self._journal = NatsJournal(connection)
        super().__init__(self._journal, keys, react=react, number=number)
        self.connection = connection
        self.feed = Feed(
            self.reactions,
            self.faults,
            connection,
            self.orders,
            self.telemetry,
            no_pause,
        )
        self._running: asyncio.Task[None] | None = None
        self._crashed = False

    async def start(self, venue: str, *years: int) -> None:
        """React to a venue."""
        for year in years or (YEAR,):
            await self.feed.follow(venue, year)
        self._running = asyncio.create_task(self.feed.run())

    async def stop(self) -> None:
        """End as a service does that is told to."""
        if self._crashed:
            return
        await self._end()
        await self.feed.close()
        await self.tallies.drained()
        await self._journal.close()

    async def crash(self) -> None:
        """End in the middle of whatever is under way, without a word to anybody."""
        await self._end()
        self._crashed = True
        await self.connection.close()

    async def _end(self) -> None:
        if self._running is not None:
            await end([self._running])
            if not self._running.cancelled():
                self._running.result()
            self._running = None


@dataclass(frozen=True)
class Counted:
    """A commit of a tally: what it answers, and whether it is a refusal."""

    jar: str
    sequence: int
    refused: bool
    commit: commit_pb2.Commit


class Kitchen:
    """A venue with jars. `connect` makes a connection to its NATS."""

    def __init__(
        self, venue: str, keys: Path, connect: Callable[[], Awaitable[Connection]]
    ) -> None:
        self.venue = venue
        self._keys = Keys.prepare(keys)
        self._connect = connect
        self._replicas: list[Running] = []
        self._heads: Heads | None = None
        self._journal: NatsJournal | None = None
        self._people: Shelf | None = None

    async def replica(
        self,
        react: tally.React = tally.count,
        connection: Connection | None = None,
        start: bool = True,
    ) -> Running:
        """One more replica that reacts."""
        connection = connection or await self._connect()
        made = Running(connection, self._keys, len(self._replicas) + 1, react)
        self._replicas.append(made)
        if start:
            await made.start(self.venue)
        return made

    async def people(self) -> Shelf:
        """Those who fill jars."""
        if self._people is None:
            self._people = Shelf(await self.journal(), self._keys)
        return self._people

    async def journal(self) -> NatsJournal:
        """The journal, for whoever looks on."""
        if self._journal is None:
            self._journal = NatsJournal(await self._connect(), PATIENT)
        return self._journal

    def jar(self, number: int = 1, day: str = f"{YEAR}-11-29") -> Requests:
        """Requests about a jar of a day."""
        return Requests(Name(self.venue, "jars", f"{day}-{number:02}"))

    async def fill(self, jar: Requests, *counts: int) -> None:
        """Open a jar if it is not there, and put hands of beads in."""
        people = await self.people()
        if not await (await self.journal()).head(jar.name):
            await people.send(jar.open(), within=SOON)
        for count in counts:
            await people.send(jar.put(count), within=SOON)

    async def counted(self, name: Name, version: int) -> None:
        """Wait until a tally has so many commits."""
        if self._heads is None:
            self._heads = Heads(await self.journal(), [tally.DECIDER.kind])
        await self._heads.follow(self.venue, name.year)
        async with asyncio.timeout(SOON):
            await self._heads.beyond(name, version - 1)

    async def parked(self, replica: Running, count: int) -> list[Parked]:
        """Wait until so many jars are parked, none of them to be retried; these."""
        store, changed = replica.feed.store, asyncio.Event()
        watching = await store.watch(lambda source: changed.set())
        try:
            async with asyncio.timeout(SOON):
                while True:
                    changed.clear()
                    found = await store.parked(self.venue)
                    if len(found) == count and not any(each.retry for each in found):
                        return found
                    await changed.wait()
        finally:
            await watching.unsubscribe()

    async def tally(self, name: Name) -> list[Counted]:
        """The commits of a tally."""
        found = []
        for stored in await (await self.journal()).load(name, leader=True):
            commit = commit_pb2.Commit.FromString(stored.body)
            cause = commit.cause
            refused = commit.HasField("refusal")
            found.append(Counted(cause.name, cause.sequence, refused, commit))
        return found

    async def check(self, *jars: Requests) -> None:
        """Every hand of beads in these jars is counted once, and a jar's hands in their order."""
        counted: dict[str, list[int]] = defaultdict(list)
        for name in {tally.of_day(jar.name) for jar in jars}:
            for each in await self.tally(name):
                counted[each.jar].append(each.sequence)
        for jar in jars:
            assert counted.pop(str(jar.name), []) == await self.puts(jar), jar.name
        assert not counted

    async def puts(self, jar: Requests) -> Sequence[int]:
        """The sequences of the commits that put beads into a jar."""
        stored = await (await self.journal()).load(jar.name, leader=True)
        wanted = toy_pb2.BeadsPut.DESCRIPTOR
        return [
            each.sequence
            for each in stored
            if any(event.Is(wanted) for event in commit_pb2.Commit.FromString(each.body).events)
        ]

    async def close(self) -> None:
        """Stop everything."""
        for replica in self._replicas:
            await replica.stop()
        if self._heads is not None:
            await self._heads.close()
        if self._journal is not None:
            await self._journal.close()


@asynccontextmanager
async def opened(
    venue: str, keys: Path, connect: Callable[[], Awaitable[Connection]]
) -> AsyncIterator[Kitchen]:
    """A kitchen that is closed in the end."""
    kitchen = Kitchen(venue, keys, connect)
    try:
        yield kitchen
    finally:
        await kitchen.close()
