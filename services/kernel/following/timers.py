"""Timers: what is to happen by itself at an instant that stands in an aggregate's state.

Nothing is stored for them. Every replica keeps the timers of all open aggregates, as their states
say (`Decider.due`), and issues the command when the instant has come. Its request id is made of
aggregate, key and instant, so of all replicas one wins; and since the state is asked again when it
is decided, a timer that was moved or is no more does nothing.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Generic, Protocol, TypeVar

import structlog

from services.kernel.following.heads import Head
from services.kernel.following.orders import Order, Orders, passes
from services.kernel.following.reactions import word
from services.kernel.law import Due, Refused, Standing
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import Snapshot
from services.kernel.serving.telemetry import Telemetry
from services.kernel.tasks import Tasks
from services.kernel.walk import now

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")

AT_ONCE = 8
"""Aggregates that are looked at or acted on side by side."""
AGAIN, LATER = timedelta(seconds=1), timedelta(seconds=30)
"""When something is tried again: while NATS is away or others are faster, and after a fault."""
GLANCE = 1.0
"""Seconds between glances at the clock while there is a timer: clocks can be set."""

_AT_ONCE = datetime.min.replace(tzinfo=UTC)

log = structlog.get_logger(__name__)


class Clock(Protocol):
    """Tells the time, and waits for it."""

    def now(self) -> datetime:
        """This moment, in UTC."""
        ...

    async def wait(self, until: datetime | None, woken: asyncio.Event) -> None:
        """Return when it may be `until` (None: never) or when `woken` is set; also early."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """See `Clock`."""
        return now()

    async def wait(self, until: datetime | None, woken: asyncio.Event) -> None:
        """See `Clock`."""
        left = None if until is None else max((until - now()).total_seconds(), 0)
        with suppress(TimeoutError):
            async with asyncio.timeout(None if left is None else min(left, GLANCE)):
                await woken.wait()


class Timers(Generic[C, E, S]):
    """The timers of one kind of aggregate in one replica.

    `order` gives the command for an aggregate's timer. It must follow from name and timer alone:
    every replica makes the same. Tell it of each head by `seen`, of this process's own commits by
    `committed` (which spares a read), and `run` it.
    """

    def __init__(
        self,
        aggregates: Aggregates[C, E, S],
        order: Callable[[Name, Due], Order[C]],
        orders: Orders,
        telemetry: Telemetry,
        clock: Clock | None = None,
    ) -> None:
        self._aggregates = aggregates
        self._decider = aggregates.decider
        self._order = order
        self._orders = orders
        self._telemetry = telemetry
        self._clock = clock or SystemClock()
        self._versions: dict[Name, int] = {}
        self._timers: dict[Name, frozenset[Due]] = {}
        self._tried: set[tuple[Name, Due]] = set()  # without anything coming of it
        self._agenda: list[tuple[datetime, int, Name, Due | None]] = []
        self._count = 0
        self._busy: set[tuple[Name, Due | None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._woken = asyncio.Event()
        self._idle = asyncio.Event()

    def seen(self, head: Head) -> None:
        """An aggregate has a new last commit."""
        if head.standing is Standing.ENDED:
            self._forget(head.name)
        elif head.version > self._versions.get(head.name, 0):
            self._plan(_AT_ONCE, head.name, None)

    def committed(self, snapshot: Snapshot[E, S]) -> None:
        """An aggregate is as this says."""
        name, before = snapshot.name, self._timers.get(snapshot.name, frozenset())
        if snapshot.version <= self._versions.get(name, 0):
            return
        if self._decider.standing(snapshot.state) is Standing.ENDED:
            self._forget(name)
            return
        due = frozenset(self._decider.due(snapshot.state))
        self._versions[name], self._timers[name] = snapshot.version, due
        for each in due:
            if each not in before or (name, each) in self._tried:
                self._plan(each.at, name, each)
        self._tried -= {(name, each) for each in before | due}

    async def run(self) -> None:
        """Issue what falls due, for ever."""
        async with Tasks() as tasks:
            while True:
                self._woken.clear()
                present = self._clock.now()
                while self._agenda and self._agenda[0][0] <= present:
                    _, _, name, due = heapq.heappop(self._agenda)
                    if (name, due) not in self._busy:
                        self._busy.add((name, due))
                        tasks.start(self._do(name, due))
                (self._idle.clear if self._busy else self._idle.set)()
                until = self._agenda[0][0] if self._agenda else None
                await tasks.unless_failed(self._clock.wait(until, self._woken))

    async def drained(self) -> None:
        """Wait until nothing that has fallen due is under way, for whoever sets the clock.

        `run` must be running. A service that stops has no use for it: it ends `run`, and what that
        began is finished with all other appends.
        """
        await self._idle.wait()

    def _plan(self, at: datetime, name: Name, due: Due | None) -> None:
        """Put a timer on the agenda; without one, a look at the aggregate."""
        self._idle.clear()
        self._count += 1
        heapq.heappush(self._agenda, (at, self._count, name, due))
        self._woken.set()

    def _forget(self, name: Name) -> None:
        self._versions.pop(name, None)
        self._tried -= {(name, each) for each in self._timers.pop(name, ())}

    async def _do(self, name: Name, due: Due | None) -> None:
        """Look at an aggregate, or issue what is due of it; again later if that fails."""
        again: timedelta | None = None
        try:
            async with self._slots:
                if due is None:
                    self._busy.discard((name, due))  # what is seen from here on needs another look
                    self.committed(await self._aggregates.read(name))
                elif due in self._timers.get(name, ()):
                    await self._fire(name, due)
        except Exception as error:
            away = passes(error)
            again = AGAIN if away else LATER
            log.warning(
                "timer_waits",
                name=str(name),
                timer=due.key if due else "",
                why=repr(error),
                exc_info=None if away else error,
            )
        finally:
            self._busy.discard((name, due))
            self._woken.set()
        if again is not None:
            self._plan(self._clock.now() + again, name, due)

    async def _fire(self, name: Name, due: Due) -> None:
        unasked = self._telemetry.unasked
        order = self._order(name, due)
        request_id = f"{name}/{due.key}@{due.at.isoformat()}"
        came = "failed"
        try:
            with self._telemetry.reacting(
                order.method, {}, venue=name.venue, aggregate=str(name)
            ) as told:
                try:
                    outcome = await self._orders.fire(self._aggregates, order, request_id, due.at)
                    came = told.outcome = word(outcome)
                except Refused:
                    came = told.outcome = "refused"
                    raise
        except Refused as refused:
            log.info("timer_refused", name=str(name), timer=due.key, reason=refused.reason.code)
        finally:
            unasked.fired(name.venue, came)
        if came == "done":
            unasked.delay(name.venue, (self._clock.now() - due.at).total_seconds())
            self.committed(outcome.snapshot)
        else:
            # If the state still says so, it is tried again after its next commit.
            self._tried.add((name, due))
            self._plan(_AT_ONCE, name, None)
