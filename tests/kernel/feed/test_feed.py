"""Signals from a real server, to one replica or two."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime

import pytest

from services.kernel.following.signals import Signal
from services.kernel.journal.provision import bring_feed, provision
from tests.kernel.feed.consumers import consumer, settled, silent
from tests.kernel.feed.kitchen import SERVICE, SOON, Kitchen
from tests.kit.faulty import down, held
from tests.kit.nats import YEAR, ZONE
from tests.kit.toy import tally

pytest_plugins = ["tests.kit.nats"]


# -- signals ---------------------------------------------------------------------------------


async def test_what_happens_is_reacted_to(kitchen: Kitchen, nats_connection):
    one = await kitchen.replica()
    jar = kitchen.jar()
    await kitchen.fill(jar, 5, 7)
    await kitchen.counted(tally.of_day(jar.name), 2)
    await kitchen.check(jar)
    await one.stop()
    await settled(nats_connection, kitchen)


async def test_what_happened_before_there_was_anybody_is_reacted_to(kitchen: Kitchen):
    jars = [kitchen.jar(number) for number in (1, 2, 3)]
    for jar in jars:
        await kitchen.fill(jar, 1, 2, 3)
    await kitchen.replica()
    await kitchen.counted(tally.of_day(jars[0].name), 9)
    await kitchen.check(*jars)


async def test_signals_that_are_doubled_late_and_out_of_order_change_nothing(
    kitchen: Kitchen, nats_connection
):
    replicas = [await kitchen.replica() for _ in range(2)]
    jars = [kitchen.jar(number) for number in range(1, 5)]
    for _ in range(2):
        for jar in jars:
            await kitchen.fill(jar, 1, 2, 3)
        signals = [
            Signal(jar.name, sequence, again=True)
            for jar in jars
            for sequence in await kitchen.puts(jar)
        ] * 3
        random.Random(3).shuffle(signals)
        for number, signal in enumerate(signals):
            replicas[number % 2].feed.signal(signal)
    await kitchen.counted(tally.of_day(jars[0].name), 24)
    await settled(nats_connection, kitchen)  # or the first to stop gives them to the other
    for replica in replicas:
        await replica.stop()
    await kitchen.check(*jars)
    redelivered = sum(each.metric("eyesdown_feed_redeliveries_total") for each in replicas)
    assert redelivered == 3 * 12 + 3 * 24
    done = sum(each.metric("eyesdown_feed_reactions_total", outcome="done") for each in replicas)
    assert done == 24


async def test_replicas_share_the_signals(kitchen: Kitchen):
    replicas = [await kitchen.replica() for _ in range(2)]
    jars = [kitchen.jar(number) for number in range(1, 21)]
    for jar in jars:  # three signals of each: an odd number, so that nobody gets the same of all
        await kitchen.fill(jar, 1, 2)
    await kitchen.counted(tally.of_day(jars[0].name), 40)
    for replica in replicas:
        await replica.stop()
    await kitchen.check(*jars)
    assert all(each.metric("eyesdown_feed_reactions_total", outcome="done") for each in replicas)


async def test_what_a_crashed_replica_held_goes_to_another(kitchen: Kitchen, nats_connection):
    await consumer(nats_connection, kitchen, ack_wait=1.0)
    one = await kitchen.replica()
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("append", held(released, reached))
    jar = kitchen.jar()
    await kitchen.fill(jar, 5)
    async with asyncio.timeout(SOON):
        await reached.wait()
    await one.crash()
    other = await kitchen.replica(start=False)
    other.faults.script("heads", *[down] * 50)  # no scan helps
    await other.start(kitchen.venue)
    await kitchen.counted(tally.of_day(jar.name), 1)
    await kitchen.check(jar)
    assert other.metric("eyesdown_feed_redeliveries_total") >= 1


async def test_a_replica_that_stops_gives_back_what_it_holds(
    kitchen: Kitchen, nats_connection, monkeypatch
):
    await consumer(nats_connection, kitchen, ack_wait=600.0)
    one = await kitchen.replica(start=False)
    one.faults.script("load", held(asyncio.Event()))
    told: asyncio.Queue[Signal] = asyncio.Queue()
    signal = one.feed.signal

    def tell(what: Signal) -> None:
        signal(what)
        told.put_nowait(what)

    monkeypatch.setattr(one.feed, "signal", tell)
    await one.start(kitchen.venue)
    jar = kitchen.jar()
    await kitchen.fill(jar, 5)
    async with asyncio.timeout(SOON):
        assert [(await told.get()).name for _ in range(2)] == [jar.name] * 2
    await one.stop()
    other = await kitchen.replica(start=False)
    other.faults.script("heads", *[down] * 50)  # no scan helps
    await other.start(kitchen.venue)
    await kitchen.counted(tally.of_day(jar.name), 1)
    await kitchen.check(jar)


async def test_a_consumer_that_is_deleted_is_made_again(kitchen: Kitchen, nats_connection):
    await kitchen.replica()
    jar = kitchen.jar()
    await kitchen.fill(jar, 5)
    await kitchen.counted(tally.of_day(jar.name), 1)
    await nats_connection.jetstream().delete_consumer(
        f"JOURNAL_{kitchen.venue}_{YEAR}", f"feed_{SERVICE}"
    )
    await kitchen.fill(jar, 6, 7)
    await kitchen.counted(tally.of_day(jar.name), 3)
    await kitchen.check(jar)


async def test_a_feed_of_more_kinds_keeps_what_it_had(kitchen: Kitchen, nats_connection):
    of = (SERVICE, kitchen.venue, YEAR)
    assert (await bring_feed(nats_connection, *of, ["jars"])).outcome == "created"
    assert (await bring_feed(nats_connection, *of, ["jars"])).outcome == "unchanged"
    more = await bring_feed(nats_connection, *of, ["eggs"])
    subject = f"eyesdown.journal.{kitchen.venue}.{YEAR}"
    assert (more.outcome, more.changes) == ("updated", (f"also signals {subject}.eggs.*",))
    assert (await bring_feed(nats_connection, *of, ["jars"])).outcome == "unchanged"
    has = await nats_connection.jetstream().consumer_info(
        f"JOURNAL_{kitchen.venue}_{YEAR}", f"feed_{SERVICE}"
    )
    assert set(has.config.filter_subjects or ()) == {f"{subject}.eggs.*", f"{subject}.jars.*"}


async def test_feeds_are_provisioned_for_every_year_of_a_venue(kitchen: Kitchen, nats_connection):
    venues, december = [(kitchen.venue, ZONE)], datetime(YEAR, 12, 5, tzinfo=UTC)
    done = await provision(nats_connection, venues, december, feeds={SERVICE: ["jars"]})
    made = {each.stream: each.outcome for each in done if each.stream.endswith(SERVICE)}
    assert made == {
        f"JOURNAL_{kitchen.venue}_{year} feed_{SERVICE}": "created" for year in (YEAR, YEAR + 1)
    }
    await kitchen.replica()
    jar = kitchen.jar()
    await kitchen.fill(jar, 5)
    await kitchen.counted(tally.of_day(jar.name), 1)


async def test_a_fault_of_the_feed_itself_ends_it(kitchen: Kitchen, monkeypatch):
    one = await kitchen.replica(start=False)

    async def broken() -> None:
        raise KeyError("scan")

    monkeypatch.setattr(one.feed, "scan", broken)
    with pytest.raises(KeyError, match="scan"):
        async with asyncio.timeout(SOON):
            await one.feed.run()


# -- while the journal is away ---------------------------------------------------------------


async def test_a_journal_that_is_away_is_nobodys_failure(kitchen: Kitchen):
    one = await kitchen.replica(start=False)
    one.faults.script("load", *[down] * 40)
    await one.start(kitchen.venue)
    jar = kitchen.jar()
    await kitchen.fill(jar, 5, 7)
    await kitchen.counted(tally.of_day(jar.name), 2)
    await kitchen.check(jar)
    assert one.metric("eyesdown_feed_failures_total") == 0
    assert await one.feed.store.parked(kitchen.venue) == []


# -- what is measured ------------------------------------------------------------------------


async def test_what_waits_is_counted(kitchen: Kitchen, nats_connection):
    await silent(nats_connection, kitchen)
    one = await kitchen.replica()
    for number in range(1, 4):
        await kitchen.fill(kitchen.jar(number), 1)
    async with asyncio.timeout(SOON):  # a consumer may be a moment behind its stream
        while one.metric("eyesdown_feed_waiting") < 6:
            await one.feed.look()
    assert one.metric("eyesdown_feed_waiting") == 6
