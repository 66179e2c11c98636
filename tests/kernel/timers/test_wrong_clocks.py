"""Clocks that are wrong, a journal that is away, faults of ours: late at worst, and never twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from services.kernel.following.orders import Order
from services.kernel.following.timers import AGAIN, LATER, SystemClock
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import provision
from services.kernel.journal.store import Journal, JournalDown
from services.kernel.law import Due
from services.kernel.names import Name
from tests.kernel.timers.stove import MINUTE, NOON, SOON, Stove, after
from tests.kit.clock import TestClock
from tests.kit.faulty import Call, down
from tests.kit.nats import NOW, YEAR, ZONE, Connect, Nats
from tests.kit.toy import egg

pytest_plugins = ["tests.kit.nats"]


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
    await late.timers.drained()
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
    for cook in cooks:
        await cook.timers.drained()
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
    cook = await stove.cook(clock, within=1.0)
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
    async with asyncio.timeout(SOON):
        while not cook.fired("done"):  # the second that it goes on for may pass once more
            await clock.move(AGAIN.total_seconds())
            await cook.timers.drained()
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
    tmp_path: Path, venue: str, own_server: Nats, nats_connect: Connect
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
async def own_server(tmp_path: Path) -> AsyncIterator[Nats]:
    """A server of the test's own."""
    async with Nats(tmp_path / "nats") as server:
        yield server
