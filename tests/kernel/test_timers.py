"""What falls due happens once, by itself, whoever is there to do it and whatever its clock says."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import TracerProvider

from eyesdown.journal.v1 import commit_pb2
from services.kernel import telemetry
from services.kernel.commit import Actor, Given
from services.kernel.embedded import Embedded
from services.kernel.heads import Head, Heads
from services.kernel.histories import Snapshot
from services.kernel.journal import Journal, JournalDown
from services.kernel.journal_nats import NatsJournal
from services.kernel.law import Due
from services.kernel.names import Name
from services.kernel.orders import Order, Orders
from services.kernel.provision import provision
from services.kernel.seal import Keys
from services.kernel.shapes import timestamp
from services.kernel.tasks import end
from services.kernel.telemetry import Telemetry
from services.kernel.timers import AGAIN, LATER, Clock, SystemClock, Timers
from tests.kit.clock import TestClock
from tests.kit.faulty import Call, Faulty, down, held
from tests.kit.journal_memory import MemoryJournal, MemoryStore
from tests.kit.nats import NOW, YEAR, ZONE, Connect
from tests.kit.toy import egg
from tests.kit.toy.shelf import new_id
from tests.kit.toy.v1 import tally_pb2

pytest_plugins = ["tests.kit.nats"]

NOON = datetime(YEAR, 11, 29, 12, tzinfo=UTC)
MINUTE = 60.0
SOON = 30.0

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
    ) -> None:
        self.faults = Faulty(journal)
        self.clock = clock
        self.registry = telemetry.registry()
        measured = Telemetry("cook", self.registry, TracerProvider())
        self.eggs = egg.eggs(self.faults, keys)
        self.orders = Orders("cook", f"cook-{number}", lambda venue: b"", clock.now, within=1.0)
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

    async def _send(self, name: Name, request) -> Snapshot[egg.Event, egg.State]:
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
    ) -> Cook:
        """One more cook."""
        made = Cook(await self._journal(), self.keys, clock, order, len(self._cooks) + 1)
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


@pytest.fixture
def memory_way() -> Way:
    """Ways to one journal in memory."""
    store = MemoryStore()

    async def way() -> Journal:
        return MemoryJournal(store)

    return way


@pytest.fixture
async def nats_way(nats_connect: Connect, provisioned: str) -> AsyncIterator[Way]:
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


def after(seconds: float) -> datetime:
    """An instant by noon."""
    return NOON + timedelta(seconds=seconds)


# -- once, at its instant --------------------------------------------------------------------


async def test_it_happens_at_its_instant_and_not_before(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    await clock.move(MINUTE - 0.001)
    await clock.waited_for(after(MINUTE))
    assert await stove.rings() == 0
    await clock.move(0.001)
    await stove.reached(2)
    rung = (await stove.commits())[1]
    assert rung.at.ToDatetime(UTC) == after(MINUTE)
    assert rung.request_id == f"{stove.egg}/bell@2026-11-29T12:01:00+00:00"
    assert (rung.actor.person, rung.actor.role) == ("service:cook", 0)
    assert rung.command.method == "eyesdown.testing.toy.v1.RingBell"
    assert not rung.HasField("cause")
    await cook.timers.drained()
    assert cook.fired("done") == 1


async def test_of_two_replicas_one_wins(stove: Stove):
    clocks = [TestClock(NOON), TestClock(NOON)]
    cooks = [await stove.cook(clock) for clock in clocks]
    await cooks[0].boil(stove.egg, after(MINUTE))
    for clock in clocks:
        await clock.waited_for(after(MINUTE))
    for clock in clocks:
        await clock.move(2 * MINUTE)
    await stove.reached(2)
    for cook in cooks:
        await cook.timers.drained()
    assert await stove.rings() == 1
    assert sum(cook.fired("done") for cook in cooks) == 1
    assert not any(cook.fired("failed") + cook.fired("refused") for cook in cooks)


async def test_of_many_that_fall_due_together_each_happens_once(stove: Stove):
    clocks = [TestClock(NOON), TestClock(NOON)]
    cooks = [await stove.cook(clock) for clock in clocks]
    eggs = [Name(stove.venue, "eggs", f"{YEAR}-{number}") for number in range(1, 21)]
    for each in eggs:
        await cooks[0].boil(each, after(MINUTE))
    for clock in clocks:
        await clock.waited_for(after(MINUTE))
        await clock.move(2 * MINUTE)
    for each in eggs:
        await stove.reached(2, each)
    for cook in cooks:
        await cook.timers.drained()
    for each in eggs:
        assert len(await stove.commits(each)) == 2


# -- what counts is the state ----------------------------------------------------------------


async def test_a_timer_that_was_moved_counts_where_it_is_now(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    cook.timers.committed(await cook.boil(stove.egg, after(3 * MINUTE)))
    await clock.move(2 * MINUTE)
    await clock.waited_for(after(3 * MINUTE))
    assert (await stove.rings(), cook.fired("refused")) == (0, 0)
    await clock.move(MINUTE)
    await stove.reached(3)
    assert await stove.rings() == 1


async def test_a_timer_that_is_no_more_does_nothing(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    await cook.peel(stove.egg)
    await clock.move(2 * MINUTE)
    await cook.timers.drained()
    assert await stove.rings() == 0


async def test_a_timer_that_is_moved_while_it_fires_does_not_fire(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    other = await stove.cook(TestClock(NOON), start=False)
    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    released, reached = asyncio.Event(), asyncio.Event()
    cook.faults.script("append", held(released, reached))
    await clock.move(MINUTE)
    async with asyncio.timeout(SOON):
        await reached.wait()
    await other.boil(stove.egg, after(5 * MINUTE))
    released.set()
    await clock.waited_for(after(5 * MINUTE))
    assert await stove.rings() == 0
    await clock.move(4 * MINUTE)
    await stove.reached(3)
    assert await stove.rings() == 1


async def test_what_the_law_refuses_is_tried_again_only_after_the_next_commit(
    stove: Stove, clock: TestClock
):
    def early(name: Name, due: Due) -> Order[egg.Command]:
        return Order(name, tally_pb2.RingBell(), lambda given: egg.Ring(NOON))

    cook = await stove.cook(clock, early)
    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    for _ in range(3):
        await clock.move(MINUTE)
        await cook.timers.drained()
    assert cook.fired("refused") == 1
    cook.timers.committed(await cook.boil(stove.egg, after(MINUTE)))
    await cook.timers.drained()
    assert cook.fired("refused") == 2
    assert await stove.rings() == 0
    assert len(await stove.commits()) == 2


# -- starts ----------------------------------------------------------------------------------


async def test_a_restart_in_the_middle_changes_nothing(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    await cook.stop()
    await clock.move(MINUTE / 2)
    await stove.cook(clock)
    await clock.waited_for(after(MINUTE))
    assert await stove.rings() == 0
    await clock.move(MINUTE / 2)
    await stove.reached(2)
    assert await stove.rings() == 1


async def test_what_fell_due_while_nobody_was_there_happens_at_once(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    await cook.boil(stove.egg, after(MINUTE))
    await cook.stop()
    await clock.move(10 * MINUTE)
    await stove.cook(clock)
    await stove.reached(2)
    assert (await stove.commits())[1].at.ToDatetime(UTC) == after(10 * MINUTE)


async def test_at_the_start_only_what_is_open_is_read(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock, start=False)
    peeled = Name(stove.venue, "eggs", f"{YEAR}-2")
    await cook.boil(stove.egg, after(MINUTE))
    await cook.boil(peeled, after(MINUTE))
    await cook.peel(peeled)
    other = await stove.cook(clock)
    await clock.waited_for(after(MINUTE))
    assert [called[0] for method, called in other.faults.calls if method == "load"] == [stove.egg]


async def test_a_commit_of_our_own_need_not_be_read(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    cook.faults.tails.shut()
    cook.timers.committed(await cook.boil(stove.egg, after(MINUTE)))
    await clock.waited_for(after(MINUTE))
    cook.faults.calls.clear()
    await clock.move(MINUTE)
    await stove.reached(2)
    await cook.timers.drained()
    assert [method for method, _ in cook.faults.calls] == ["append"]
    cook.faults.tails.open()


# -- clocks that are wrong -------------------------------------------------------------------


async def test_a_clock_that_is_behind_fires_late_and_the_instant_never_goes_back(stove: Stove):
    right, behind = TestClock(after(MINUTE)), TestClock(NOON - timedelta(minutes=5))
    cook = await stove.cook(right, start=False)
    await cook.boil(stove.egg, after(MINUTE / 2))
    late = await stove.cook(behind)
    await behind.waited_for(after(MINUTE / 2))
    assert await stove.rings() == 0
    await behind.move(5.5 * MINUTE)
    await stove.reached(2)
    boiled, rung = await stove.commits()
    assert boiled.at.ToDatetime(UTC) == after(MINUTE)
    assert rung.at.ToDatetime(UTC) == after(MINUTE)
    assert late.fired("done") == 1


async def test_a_clock_that_is_behind_does_not_keep_another_from_firing(stove: Stove):
    right, behind = TestClock(NOON), TestClock(NOON - timedelta(minutes=5))
    cooks = [await stove.cook(clock) for clock in (right, behind)]
    await cooks[1].boil(stove.egg, after(MINUTE))
    for clock in (right, behind):
        await clock.waited_for(after(MINUTE))
    await right.move(MINUTE)
    await stove.reached(2)
    await behind.move(10 * MINUTE)
    await cooks[1].timers.drained()
    assert await stove.rings() == 1
    assert (cooks[0].fired("done"), cooks[1].fired("done")) == (1, 0)


async def test_a_clock_that_was_set_back_is_not_before_what_fell_due(stove: Stove):
    cook = await stove.cook(TestClock(NOON), start=False)
    await cook.boil(stove.egg, after(MINUTE))
    order = egg.bell(stove.egg, Due("bell", after(MINUTE)))
    outcome = await cook.orders.fire(cook.eggs, order, "bell-1", after(MINUTE))
    assert outcome.snapshot.at == after(MINUTE)


# -- a journal that is away ------------------------------------------------------------------


async def test_a_journal_that_is_away_delays_it(stove: Stove, clock: TestClock):
    cook = await stove.cook(clock)
    away = True

    async def while_away(call: Call) -> object:
        if away:
            raise JournalDown("it is away")
        return await call()

    await cook.boil(stove.egg, after(MINUTE))
    await clock.waited_for(after(MINUTE))
    cook.faults.script("append", *[while_away] * 1000)
    await clock.move(MINUTE)
    await clock.waited_for(after(MINUTE) + AGAIN)
    assert cook.fired("failed") == 1
    away = False
    await clock.move(AGAIN.total_seconds())
    await stove.reached(2)
    assert await stove.rings() == 1


async def test_an_egg_that_cannot_be_read_is_read_again(stove: Stove, clock: TestClock):
    cook, other = await stove.cook(clock), await stove.cook(TestClock(NOON), start=False)
    cook.faults.script("load", down)
    await other.boil(stove.egg, after(MINUTE))
    await clock.waited_for(NOON + AGAIN)
    await clock.move(AGAIN.total_seconds())
    await clock.waited_for(after(MINUTE))


async def test_a_fault_of_ours_is_tried_again_later_and_keeps_nobody_else(
    stove: Stove, clock: TestClock
):
    wrong = {stove.egg}

    def order(name: Name, due: Due) -> Order[egg.Command]:
        if name in wrong:
            raise KeyError("bell")
        return egg.bell(name, due)

    cook = await stove.cook(clock, order)
    other = Name(stove.venue, "eggs", f"{YEAR}-2")
    await cook.boil(stove.egg, after(MINUTE))
    await cook.boil(other, after(2 * MINUTE))
    await clock.waited_for(after(MINUTE))
    await clock.move(MINUTE)
    await clock.waited_for(after(MINUTE) + LATER)
    await clock.move(MINUTE)
    await stove.reached(2, other)
    wrong.clear()
    await clock.move(LATER.total_seconds())
    await stove.reached(2)
    assert await stove.rings() == 1


async def test_a_server_that_is_killed_and_comes_back(
    tmp_path: Path, venue: str, own_server: Embedded, nats_connect: Connect
):
    await provision(await nats_connect(own_server.url), [(venue, ZONE)], NOW)
    made: list[NatsJournal] = []

    async def way() -> Journal:
        made.append(NatsJournal(await nats_connect(own_server.url)))
        return made[-1]

    stove = Stove(venue, tmp_path / "keys", way)
    cooks = [await stove.cook(SystemClock()) for _ in range(2)]
    await cooks[0].boil(stove.egg, datetime.now(UTC) + timedelta(seconds=0.3))
    await own_server.kill()
    await own_server.start()
    await stove.reached(2)
    assert await stove.rings() == 1
    await stove.close()
    for journal in made:
        await journal.close()


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Embedded]:
    """A server of the test's own."""
    async with Embedded(tmp_path / "nats") as server:
        yield server


# -- the machine's clock ---------------------------------------------------------------------


async def test_the_machines_clock_waits_for_an_instant_or_until_it_is_woken():
    clock, woken = SystemClock(), asyncio.Event()
    async with asyncio.timeout(SOON):
        await clock.wait(clock.now() - timedelta(hours=1), woken)
        instant = clock.now() + timedelta(milliseconds=20)
        await clock.wait(instant, woken)
        assert clock.now() >= instant
        waiting = asyncio.create_task(clock.wait(None, woken))
        await asyncio.sleep(0)
        woken.set()
        await waiting


async def test_the_machines_clock_may_be_set_while_somebody_waits():
    """It looks again within a second, whatever it was told to wait for."""
    clock = SystemClock()
    async with asyncio.timeout(SOON):
        await clock.wait(clock.now() + timedelta(days=1), asyncio.Event())
