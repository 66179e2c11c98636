"""Signals that were never delivered, and who cannot wait for them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from services.kernel.errors import Unavailable
from services.kernel.following import feed as feeds
from services.kernel.journal.provision import provision
from tests.kernel.feed.consumers import Stumbles, silent
from tests.kernel.feed.kitchen import Kitchen, Running
from tests.kit.faulty import down, held
from tests.kit.nats import YEAR, ZONE
from tests.kit.toy import tally

pytest_plugins = ["tests.kit.nats"]


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
