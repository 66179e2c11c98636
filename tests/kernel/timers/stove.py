"""Eggs that boil, and as many cooks as a test wants: replicas of a service that has timers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from eyesdown.journal.v1 import commit_pb2
from services.kernel.following.heads import Head, Heads
from services.kernel.following.orders import Order, Orders
from services.kernel.following.timers import Clock, Timers
from services.kernel.journal.store import Journal
from services.kernel.law import Due
from services.kernel.names import Name
from services.kernel.record.commit import Actor, Given
from services.kernel.record.histories import Snapshot
from services.kernel.record.seal import Keys
from services.kernel.record.shapes import timestamp
from services.kernel.serving import telemetry
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import Tracing
from services.kernel.tasks import end
from tests.kit.faulty import Faulty
from tests.kit.nats import YEAR
from tests.kit.toy import egg
from tests.kit.toy.shelf import new_id
from tests.kit.toy.v1 import tally_pb2

NOON = datetime(YEAR, 11, 29, 12, tzinfo=UTC)
MINUTE = 60.0
SOON = 30.0
"""Seconds in which whatever a test waits for must come."""

Way = Callable[[], Awaitable[Journal]]


class Cook:
    """One replica of the service of eggs."""

    def __init__(
        self,
        journal: Journal,
        keys: Keys,
        clock: Clock,
        order: Callable[[Name, Due], Order[egg.Command]],
        number: int,
        within: float,
    ) -> None:
        self.faults = Faulty(journal)
        self.clock = clock
        self.registry = telemetry.registry()
        measured = Telemetry("cook", self.registry, Tracing())
        self.eggs = egg.eggs(self.faults, keys)
        self.orders = Orders("cook", f"cook-{number}", lambda venue: b"", clock.now, within=within)
        self.timers = Timers(self.eggs, order, self.orders, measured, clock)
        self.heads = Heads(self.faults, ["eggs"], changed=self.timers.seen)
        self._running: asyncio.Task[None] | None = None

    async def start(self, venue: str) -> None:
        """Follow the journal, and ring bells."""
        await self.heads.follow(venue, YEAR)
        self._running = asyncio.create_task(self.timers.run())

    async def stop(self) -> None:
        """Ring no more."""
        if self._running is not None:
            await end([self._running])
            assert self._running.cancelled()
            self._running = None
        await self.heads.close()

    async def boil(self, name: Name, until: datetime) -> Snapshot[egg.Event, egg.State]:
        """Put an egg on, or leave it on until then."""
        return await self._send(
            name, tally_pb2.BoilEgg(request_id=new_id(), until=timestamp(until))
        )

    async def peel(self, name: Name) -> Snapshot[egg.Event, egg.State]:
        """Be done with an egg."""
        return await self._send(name, tally_pb2.PeelEgg(request_id=new_id()))

    def fired(self, outcome: str) -> float:
        """How many timers came to this."""
        labels = {"service": "cook", "venue": "", "outcome": outcome}
        return self.registry.get_sample_value("eyesdown_timers_total", labels) or 0.0

    async def _send(self, name: Name, request: Any) -> Snapshot[egg.Event, egg.State]:
        given = Given(self.clock.now(), Actor("ana", 1), request.request_id, "toy", request)
        outcome = await self.eggs.transact(name, given, egg.command, time.monotonic() + SOON)
        return outcome.snapshot


class Stove:
    """A venue with eggs, and as many cooks as a test wants."""

    def __init__(self, venue: str, keys: Path, journal: Way) -> None:
        self.venue = venue
        self.keys = Keys.prepare(keys)
        self.egg = Name(venue, "eggs", f"{YEAR}-1")
        self._journal = journal
        self._cooks: list[Cook] = []
        self._heads: Heads | None = None

    async def cook(
        self,
        clock: Clock,
        order: Callable[[Name, Due], Order[egg.Command]] = egg.bell,
        start: bool = True,
        within: float = SOON,
    ) -> Cook:
        """One more cook, who goes on with a bell for `within` seconds."""
        number = len(self._cooks) + 1
        made = Cook(await self._journal(), self.keys, clock, order, number, within)
        self._cooks.append(made)
        if start:
            await made.start(self.venue)
        return made

    async def reached(self, version: int, name: Name | None = None) -> Head:
        """Wait until an egg has so many commits."""
        if self._heads is None:
            self._heads = Heads(await self._journal(), ["eggs"])
            await self._heads.follow(self.venue, YEAR)
        async with asyncio.timeout(SOON):
            await self._heads.beyond(name or self.egg, version - 1)
        head = self._heads.get(name or self.egg)
        assert head is not None
        return head

    async def commits(self, name: Name | None = None) -> list[commit_pb2.Commit]:
        """What the journal holds of an egg."""
        stored = await (await self._journal()).load(name or self.egg, leader=True)
        return [commit_pb2.Commit.FromString(each.body) for each in stored]

    async def rings(self) -> int:
        """How often the egg's bell has rung."""
        wanted = tally_pb2.BellRung.DESCRIPTOR
        return sum(event.Is(wanted) for commit in await self.commits() for event in commit.events)

    async def close(self) -> None:
        """Everybody goes home."""
        for cook in self._cooks:
            await cook.stop()
        if self._heads is not None:
            await self._heads.close()


def after(seconds: float) -> datetime:
    """An instant by noon."""
    return NOON + timedelta(seconds=seconds)
