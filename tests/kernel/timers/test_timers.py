"""What falls due happens once and by itself, whoever is there to do it."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta

from services.kernel.following.orders import Order
from services.kernel.following.timers import SystemClock
from services.kernel.law import Due
from services.kernel.names import Name
from tests.kernel.timers.stove import MINUTE, NOON, SOON, Stove, after
from tests.kit.clock import TestClock
from tests.kit.faulty import held
from tests.kit.nats import YEAR
from tests.kit.toy import egg
from tests.kit.toy.v1 import tally_pb2

pytest_plugins = ["tests.kit.nats"]


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
