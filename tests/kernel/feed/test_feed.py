"""Signals from a real server, to one replica or two."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.kernel import feed as feeds
from services.kernel.errors import Unavailable
from services.kernel.feed_store import Parked
from services.kernel.happenings import Happening
from services.kernel.nats import Connection
from services.kernel.orders import Order
from services.kernel.provision import bring_feed, feed, provision
from services.kernel.signals import Signal
from tests.kernel.feed.kitchen import SERVICE, SOON, Kitchen, Running
from tests.kit.faulty import down, held
from tests.kit.nats import NOW, YEAR, ZONE
from tests.kit.toy import tally

pytest_plugins = ["tests.kit.nats"]


class Stumbles:
    """Reacts as the tally does, but not to jars of these numbers until it is mended."""

    def __init__(self, *jars: int) -> None:
        self.jars = {f"{number:02}" for number in jars}
        self.attempts = 0

    def mend(self) -> None:
        """Nothing is wrong any more."""
        self.jars.clear()

    def __call__(self, happening: Happening) -> Iterator[Order[tally.Count]]:
        for order in tally.count(happening):
            if happening.name.id.rpartition("-")[2] in self.jars:
                self.attempts += 1
                raise KeyError("what this hand is worth")
            yield order


async def consumer(
    connection: Connection, kitchen: Kitchen, year: int = YEAR, **config: object
) -> None:
    """Make the service's consumer otherwise than it would be made."""
    wanted = feed(SERVICE, kitchen.venue, year, ["jars"]).evolve(**config)
    await connection.jetstream().add_consumer(f"JOURNAL_{kitchen.venue}_{year}", wanted)


async def silent(connection: Connection, kitchen: Kitchen, year: int = YEAR) -> None:
    """Have no signal delivered, ever."""
    await consumer(connection, kitchen, year, pause_until="2100-01-01T00:00:00Z")


async def unsettled(connection: Connection, kitchen: Kitchen) -> int:
    """How many signals nobody has settled."""
    await connection.flush()
    of = await connection.jetstream().consumer_info(
        f"JOURNAL_{kitchen.venue}_{YEAR}", f"feed_{SERVICE}"
    )
    return (of.num_pending or 0) + (of.num_ack_pending or 0)


# -- signals ---------------------------------------------------------------------------------


async def test_what_happens_is_reacted_to(kitchen: Kitchen, nats_connection):
    one = await kitchen.replica()
    jar = kitchen.jar()
    await kitchen.fill(jar, 5, 7)
    await kitchen.counted(tally.of_day(jar.name), 2)
    await kitchen.check(jar)
    await one.stop()
    assert await unsettled(nats_connection, kitchen) == 0


async def test_what_happened_before_there_was_anybody_is_reacted_to(kitchen: Kitchen):
    jars = [kitchen.jar(number) for number in (1, 2, 3)]
    for jar in jars:
        await kitchen.fill(jar, 1, 2, 3)
    await kitchen.replica()
    await kitchen.counted(tally.of_day(jars[0].name), 9)
    await kitchen.check(*jars)


async def test_signals_that_are_doubled_late_and_out_of_order_change_nothing(kitchen: Kitchen):
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
    done = [each.metric("eyesdown_feed_reactions_total", outcome="done") for each in replicas]
    assert sum(done) == 40
    assert all(done)


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


# -- parked ----------------------------------------------------------------------------------


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
    assert await unsettled(nats_connection, kitchen) == 0


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


async def test_there_is_nothing_to_retry_of_what_is_not_parked(kitchen: Kitchen):
    one = await kitchen.replica(start=False)
    assert not await one.feed.store.release(kitchen.jar(1).name)
    assert await one.feed.store.parked(kitchen.venue) == []


# -- scans -----------------------------------------------------------------------------------


async def test_a_signal_that_was_never_delivered_is_found_at_the_start(
    kitchen: Kitchen, nats_connection
):
    await silent(nats_connection, kitchen)
    jars = [kitchen.jar(number) for number in range(1, 4)]
    for jar in jars:
        await kitchen.fill(jar, 1, 2)
    await kitchen.replica()
    await kitchen.counted(tally.of_day(jars[0].name), 6)
    await kitchen.check(*jars)


async def test_a_signal_that_was_never_delivered_is_found_by_the_next_scan(
    kitchen: Kitchen, nats_connection
):
    await silent(nats_connection, kitchen)
    one = await kitchen.replica()
    await one.feed.scan()
    jar = kitchen.jar()
    await kitchen.fill(jar, 1, 2)
    await one.feed.scan()
    await kitchen.check(jar)


async def test_a_scan_looks_at_nothing_that_an_earlier_one_has_seen(
    kitchen: Kitchen, nats_connection
):
    await silent(nats_connection, kitchen)
    one = await kitchen.replica()
    old, new = kitchen.jar(1), kitchen.jar(2)
    await kitchen.fill(old, 1)
    await one.feed.scan()
    await one.stop()
    await kitchen.fill(new, 2)
    other = await kitchen.replica()
    await other.feed.scan()
    await kitchen.check(old, new)
    looked_at = {called[0] for method, called in other.faults.calls if method == "load"}
    assert new.name in looked_at
    assert old.name not in looked_at


async def test_a_year_that_is_followed_later_is_looked_through_at_once(
    kitchen: Kitchen, nats_connection
):
    next_year = YEAR + 1
    await provision(nats_connection, [(kitchen.venue, ZONE)], datetime(YEAR, 12, 5, tzinfo=UTC))
    await silent(nats_connection, kitchen, next_year)
    one = await kitchen.replica()
    await one.feed.scan()
    jar = kitchen.jar(1, f"{next_year}-01-01")
    await kitchen.fill(jar, 1, 2)
    for _ in range(2):
        await one.feed.follow(kitchen.venue, next_year)
    await kitchen.counted(tally.of_day(jar.name), 2)
    await kitchen.check(jar)


async def test_a_scan_for_more_kinds_looks_at_everything(kitchen: Kitchen):
    one = await kitchen.replica(start=False)
    store = one.feed.store
    assert await store.scanned(kitchen.venue, YEAR, ["jars"]) == 0
    await store.scan(kitchen.venue, YEAR, ["jars"], 77)
    assert await store.scanned(kitchen.venue, YEAR, ["jars"]) == 77
    assert await store.scanned(kitchen.venue, YEAR, ["eggs", "jars"]) == 0


# -- up to date ------------------------------------------------------------------------------


async def test_who_must_decide_now_is_brought_up_to_date(kitchen: Kitchen, nats_connection):
    await silent(nats_connection, kitchen)
    one = await kitchen.replica()
    await one.feed.scan()
    jar = kitchen.jar()
    await kitchen.fill(jar, 1, 2)
    assert await one.feed.up_to_date(jar.name) == 3
    await kitchen.check(jar)
    assert await one.feed.up_to_date(jar.name) == 3
    assert await one.feed.up_to_date(kitchen.jar(9).name) == 0


async def test_who_cannot_be_brought_up_to_date_is_told_so_and_never_refused(
    kitchen: Kitchen, nats_connection, monkeypatch
):
    await silent(nats_connection, kitchen)
    react = Stumbles(1)
    one = await kitchen.replica(react)
    await one.feed.scan()
    bad, good = kitchen.jar(1), kitchen.jar(2)
    await kitchen.fill(bad, 5)
    await kitchen.fill(good, 5)
    assert await reason(one, bad.name) == "VIEW_BEHIND"
    await one.feed.scan()
    assert [each.source for each in await one.feed.store.parked(kitchen.venue)] == [bad.name]
    react.mend()
    assert await reason(one, bad.name) == "VIEW_BEHIND"
    one.faults.script("load", down)
    assert await reason(one, good.name) == "JOURNAL_DOWN"
    monkeypatch.setattr(feeds, "UP_TO_DATE", 0.05)
    never = asyncio.Event()
    one.faults.script("load", held(never))
    assert await reason(one, good.name) == "VIEW_BEHIND"


async def reason(replica: Running, name) -> str:
    """Why somebody is not brought up to date."""
    with pytest.raises(Unavailable) as failure:
        await replica.feed.up_to_date(name)
    return failure.value.reason.code


# -- what is measured ------------------------------------------------------------------------


async def test_what_waits_is_counted(kitchen: Kitchen, nats_connection):
    await silent(nats_connection, kitchen)
    one = await kitchen.replica()
    for number in range(1, 4):
        await kitchen.fill(kitchen.jar(number), 1)
    await one.feed.look()
    assert one.metric("eyesdown_feed_waiting") == 6
