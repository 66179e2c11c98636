"""The feed of a service: signals that others' aggregates have new commits, and what follows.

A signal leads to a look at the aggregate, nothing more (`reactions` says why that is enough). What
cannot be reacted to, five times, is parked: recorded for every replica, alarmed, and left alone
until `eyesdown feed retry`. From time to time all heads are looked through, for signals that were
never delivered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import structlog

from services.kernel import reasons
from services.kernel.errors import Unavailable
from services.kernel.following.feed_store import FeedStore, Parked, why
from services.kernel.following.orders import Orders, passes
from services.kernel.following.parking import Parking
from services.kernel.following.reactions import Reactions
from services.kernel.following.signals import Signal, Signals
from services.kernel.following.views import BEHIND, UP_TO_DATE
from services.kernel.journal.connection import Connection
from services.kernel.journal.jetstream import Requests
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.store import Journal, JournalDown, Stored
from services.kernel.names import Name
from services.kernel.serving.telemetry import Telemetry
from services.kernel.tasks import Tasks

FAILURES = 5
"""Failed attempts after which an aggregate is parked."""
PAUSES = (0.1, 0.3, 1.0, 3.0)
"""Seconds after each failed attempt but the last; after one that is nobody's fault, the first."""
AT_ONCE = 16
"""Aggregates that are reacted to side by side."""
SCAN_EVERY, SCAN_AGAIN = 600.0, 5.0
"""Seconds between looks through all heads, and after one that failed."""
AT_A_TIME = 64
"""Aggregates that such a look hands over at a time."""

log = structlog.get_logger(__name__)


@dataclass
class _Due:
    """An aggregate that has reached `sequence`; `settled` is set when that is dealt with."""

    sequence: int = 0
    signals: list[Signal] = field(default_factory=list)
    settled: asyncio.Event = field(default_factory=asyncio.Event)


class Feed:
    """One service's feed in one replica: `follow` venues and years, `run`, then `close`.

    `store` is what it remembers for all replicas; `pause` waits for so many seconds.
    """

    def __init__(
        self,
        reactions: Reactions,
        journal: Journal,
        connection: Connection,
        orders: Orders,
        telemetry: Telemetry,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._reactions = reactions
        self._journal = journal
        self._orders = orders
        self._unasked = telemetry.unasked
        self._pause = pause
        self._link = connection.link
        self._requests = Requests(connection)
        self.store = FeedStore(connection, orders.service)
        self._parking = Parking(self.store, self._unasked, self.look_at)
        self._signals: dict[tuple[str, int], Signals] = {}
        self._waiting: dict[tuple[str, int], int] = {}
        self._due: dict[Name, _Due] = {}
        self._busy: set[Name] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._jobs: asyncio.Queue[Callable[[], Coroutine[Any, Any, None]]] = asyncio.Queue()
        self._scan_now = asyncio.Event()

    async def follow(self, venue: str, year: int) -> None:
        """React to a venue's year from now on; again is harmless. Raises nats-py's errors."""
        key = (venue, year)
        if key in self._signals:
            return

        def waiting(count: int) -> None:
            self._waiting[key] = count
            ours = (many for (of, _), many in self._waiting.items() if of == venue)
            self._unasked.waiting(venue, sum(ours))

        service, kinds = self._orders.service, self._reactions.kinds
        signals = Signals(self._requests, service, venue, year, kinds, self.signal, waiting)
        await signals.open()
        self._signals[key] = signals
        self._jobs.put_nowait(signals.run)
        self._scan_now.set()

    async def run(self) -> None:
        """React, for ever. Ends with an error only by a fault of the feed itself."""
        unwatch = self._link.watch(lambda up: self._scan_now.set() if up else None)
        try:
            async with Tasks() as tasks:
                tasks.start(self._parking.run())
                tasks.start(self._scans())
                while True:
                    job = await tasks.unless_failed(self._jobs.get())
                    tasks.start(job())
                    while not self._jobs.empty():  # each wait is three tasks' work
                        tasks.start(self._jobs.get_nowait()())
        finally:
            unwatch()

    async def look(self) -> None:
        """Measure how many signals nobody has settled. Raises `ApiError`, `NotSent` or `Lost`."""
        for signals in self._signals.values():
            await signals.look()

    async def close(self) -> None:
        """Give back the signals that are not dealt with; `run` must have ended."""
        for signals in self._signals.values():
            await signals.close()
        await self._requests.close()

    async def up_to_date(self, source: Name) -> int:
        """React to all that the journal's leader holds of an aggregate, now; its version.

        For a decision that rests on what our own aggregates know of it. Raises `Unavailable` when
        that takes longer than 2 s or cannot be done, never a refusal.
        """
        if source in self._parking:
            raise Unavailable(BEHIND, name=source)
        try:
            async with asyncio.timeout(UP_TO_DATE):
                return (await self._reactions.catch_up(source)).version
        except Exception as error:
            if passes(error):
                raise Unavailable(reasons.JOURNAL_DOWN) from error
            raise Unavailable(BEHIND, name=source) from error

    async def hasten(self, *sources: Name) -> None:
        """Have what follows of these aggregates done now, one after the other; where that cannot
        be, it happens by itself a moment later."""
        with suppress(Unavailable):
            for source in sources:
                await self.up_to_date(source)

    # -- signals -----------------------------------------------------------------------------

    def signal(self, signal: Signal) -> None:
        """An aggregate has reached a sequence; it may be known, or long ago."""
        if signal.again:
            self._unasked.redelivered(signal.name.venue)
        due = self._mark(signal.name, signal.sequence)
        if signal.reply:
            due.signals.append(signal)

    def look_at(self, source: Name) -> None:
        """React to whatever an aggregate has come to."""
        self._mark(source, 0)

    def _mark(self, source: Name, sequence: int) -> _Due:
        due = self._due.setdefault(source, _Due())
        due.sequence = max(due.sequence, sequence)
        if source not in self._busy:
            self._busy.add(source)
            self._jobs.put_nowait(lambda: self._serve(source))
        return due

    async def _serve(self, source: Name) -> None:
        """Deal with all that is due of one aggregate, however often it is signalled meanwhile."""
        while (due := self._due.pop(source, None)) is not None:
            await self._deal(source, due.sequence)
            due.settled.set()
            if due.signals:
                await self._signals[source.venue, source.year].settle(due.signals)
        self._busy.discard(source)

    async def _deal(self, source: Name, sequence: int) -> None:
        """Catch up with an aggregate, or park it."""
        failures = 0
        while source not in self._parking:
            try:
                async with self._slots:
                    await self._reactions.catch_up(source, sequence)
                    await self._parking.recovered(source)
                return
            except Exception as error:
                if passes(error):
                    log.debug("reaction_waits", source=str(source), why=why(error))
                    await self._pause(PAUSES[0])
                    continue
                failures += 1
                self._unasked.failed(source.venue)
                log.warning("reaction_failed", source=str(source), times=failures, why=why(error))
                if failures == FAILURES:
                    now, after = self._orders.clock(), self._reactions.done(source)
                    parked = Parked(source, now, why(error), after, self._orders.replica)
                    await self._parking.park(parked)
                else:
                    await self._pause(PAUSES[failures - 1])

    # -- scans -------------------------------------------------------------------------------

    async def _scans(self) -> None:
        while True:
            self._scan_now.clear()
            pause = SCAN_EVERY
            try:
                await self.scan()
            except (JournalDown, StoreDown) as down:
                log.warning("feed_not_scanned", why=str(down))
                pause = SCAN_AGAIN
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._scan_now.wait()

    async def scan(self) -> None:
        """Look through everything that is followed for what nobody has signalled.

        Returns when that is dealt with; `run` must be running. Raises `JournalDown`, `StoreDown`.
        """
        for venue in {venue for venue, _ in self._signals}:
            await self._parking.refresh(venue)
        for venue, year in tuple(self._signals):
            kinds = self._reactions.kinds
            after = await self.store.scanned(venue, year, kinds)
            heads, position = await self._journal.heads(venue, year, kinds)
            await self._hand_over([head for head in heads if head.sequence > after])
            if position > after:
                await self.store.scan(venue, year, kinds, position)

    async def _hand_over(self, heads: Sequence[Stored]) -> None:
        """Deal with what these aggregates have reached."""
        late = [head for head in heads if self._reactions.done(head.name) < head.sequence]
        for first in range(0, len(late), AT_A_TIME):
            some = [self._mark(head.name, head.sequence) for head in late[first:][:AT_A_TIME]]
            for due in some:
                await due.settled.wait()
