"""What is failed on five times is left alone by everybody, until somebody asks for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from services.kernel.following.feed_store import STREAM, Parked
from services.kernel.following.signals import Signal
from services.kernel.journal.lastvalue import Beaten, LastValues
from services.kernel.names import Name
from tests.kernel.feed.consumers import Stumbles, settled
from tests.kernel.feed.kitchen import SOON, Kitchen
from tests.kit.nats import NOW
from tests.kit.toy import tally

pytest_plugins = ["tests.kit.nats"]


async def test_after_five_failures_a_source_is_parked_and_the_others_go_on(
    kitchen: Kitchen, nats_connection
):
    react = Stumbles(1)
    one = await kitchen.replica(react)
    bad, good = kitchen.jar(1), kitchen.jar(2)
    await kitchen.fill(bad, 5, 7)
    (parked,) = await kitchen.parked(one, 1)
    assert (parked.source, parked.replica, parked.retry) == (bad.name, one.name, False)
    assert parked.reason == "KeyError: 'what this hand is worth'"
    assert react.attempts == 5
    await kitchen.fill(bad, 9)
    await kitchen.fill(good, 1, 2)
    await kitchen.counted(tally.of_day(good.name), 2)
    await kitchen.check(good)
    assert one.metric("eyesdown_feed_parked") == 1
    assert one.metric("eyesdown_feed_failures_total") == 5
    await one.stop()
    assert react.attempts == 5
    await settled(nats_connection, kitchen)


async def test_a_retry_loses_nothing(kitchen: Kitchen):
    react = Stumbles(1)
    one, other = await kitchen.replica(react), await kitchen.replica(react)
    jar = kitchen.jar(1)
    await kitchen.fill(jar, 5, 7)
    await kitchen.parked(one, 1)
    await kitchen.fill(jar, 9, 11)
    react.mend()
    assert await other.feed.store.release(jar.name)
    await kitchen.counted(tally.of_day(jar.name), 4)
    await kitchen.check(jar)
    assert await kitchen.parked(one, 0) == []
    await kitchen.fill(jar, 13)
    await kitchen.counted(tally.of_day(jar.name), 5)
    await kitchen.check(jar)


async def test_what_is_parked_is_so_for_every_replica(kitchen: Kitchen):
    react = Stumbles(1)
    one = await kitchen.replica(react)
    jar = kitchen.jar(1)
    await kitchen.fill(jar, 5)
    await kitchen.parked(one, 1)
    other = await kitchen.replica(react)
    await other.feed.scan()
    assert other.metric("eyesdown_feed_parked") == 1
    other.feed.signal(Signal(jar.name, (await kitchen.puts(jar))[-1]))
    await kitchen.fill(kitchen.jar(2), 5)
    await kitchen.counted(tally.of_day(jar.name), 1)
    assert react.attempts == 5


async def test_a_retry_in_vain_parks_it_again(kitchen: Kitchen):
    react = Stumbles(1)
    one = await kitchen.replica(react)
    jar = kitchen.jar(1)
    await kitchen.fill(jar, 5)
    await kitchen.parked(one, 1)
    await one.feed.store.release(jar.name)
    await kitchen.parked(one, 1)
    assert react.attempts == 10
    react.mend()
    await one.feed.store.release(jar.name)
    await kitchen.counted(tally.of_day(jar.name), 1)
    await kitchen.check(jar)


async def test_a_retry_while_nobody_runs_is_not_forgotten(kitchen: Kitchen):
    react = Stumbles(1)
    one = await kitchen.replica(react)
    jar = kitchen.jar(1)
    await kitchen.fill(jar, 5, 7)
    await kitchen.parked(one, 1)
    await one.feed.scan()  # whoever looks through the heads from now on begins after this
    await one.stop()
    other = await kitchen.replica(start=False)
    await other.feed.store.release(jar.name)
    await other.start(kitchen.venue)
    await kitchen.counted(tally.of_day(jar.name), 2)
    await kitchen.check(jar)
    assert await kitchen.parked(other, 0) == []


async def test_what_is_parked_already_stays_as_it_is_until_it_is_retried(kitchen: Kitchen):
    store, source = (await kitchen.replica(start=False)).feed.store, kitchen.jar(1).name
    first = Parked(source, NOW, "KeyError: 1", 7, "counter-1")
    later = replace(first, since=NOW + timedelta(hours=1), replica="counter-2")
    assert await store.park(first) == first
    assert await store.park(later) == first
    await store.clear(source)
    assert await store.look(source) == first
    assert await store.release(source)
    assert await store.look(source) == replace(first, retry=True)
    assert await store.park(later) == later
    await store.release(source)
    await store.clear(source)
    assert await store.look(source) is None
    assert await store.park(first) == first


async def test_who_watches_is_told_of_what_is_stored_alone(kitchen: Kitchen, nats_connection):
    """Told of what was only asked for, they would look before it is stored."""
    one = await kitchen.replica(start=False)
    store, source, other = one.feed.store, kitchen.jar(1).name, kitchen.jar(2).name
    told: asyncio.Queue[Name] = asyncio.Queue()
    watching = await store.watch(told.put_nowait)
    place = f"{other.venue}.{other.kind}.{other.id}"
    refused = f"$KV.FEEDS.parked.{one.orders.service}.{place}"
    with pytest.raises(Beaten):
        await LastValues(nats_connection, STREAM).write(refused, b"{}", expected=7)
    await store.park(Parked(source, NOW, "KeyError: 1", 7, "counter-1"))
    async with asyncio.timeout(SOON):
        assert await told.get() == source
    await watching.unsubscribe()


async def test_there_is_nothing_to_retry_of_what_is_not_parked(kitchen: Kitchen):
    one = await kitchen.replica(start=False)
    assert not await one.feed.store.release(kitchen.jar(1).name)
    assert await one.feed.store.parked(kitchen.venue) == []
