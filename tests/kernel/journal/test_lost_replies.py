"""Appends on a bad line: what was stored is found, what was not is never claimed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import pytest

from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.reads import Patience
from services.kernel.journal.store import Conflict, JournalDown, OutcomeUnknown
from services.kernel.names import Name
from tests.kernel.journal.conftest import SOON, bodies, fill, take
from tests.kit.nats import YEAR, Connect
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.nats"]

QUICK = Patience(answer=0.2, append=0.5, read=0.4)
T = TypeVar("T")


@pytest.fixture
async def far(
    nats_proxy: Proxy, nats_connect: Connect, provisioned: str
) -> AsyncIterator[NatsJournal]:
    """A journal behind the proxy that gives up soon."""
    journal = NatsJournal(await nats_connect(nats_proxy.url), QUICK)
    yield journal
    await journal.close()


@pytest.fixture
async def patient(
    nats_proxy: Proxy, nats_connect: Connect, provisioned: str
) -> AsyncIterator[NatsJournal]:
    """A journal behind the proxy that does not give up: that an answer will never come it must
    learn from the connection."""
    patience = Patience(answer=10 * SOON, append=10 * SOON)
    journal = NatsJournal(await nats_connect(nats_proxy.url), patience)
    yield journal
    await journal.close()


@pytest.fixture
def name(provisioned: str) -> Name:
    return Name(provisioned, "games", f"{YEAR}-01-1")


async def once_more(asked: Callable[[], Awaitable[T]]) -> T:
    """Ask again until the line carries it: who gives up soon may do so while it comes back, or
    where the machine does other things."""
    async with asyncio.timeout(SOON):
        while True:
            with suppress(JournalDown, OutcomeUnknown):
                return await asked()


async def test_a_stored_append_whose_reply_is_lost_is_found_when_the_line_is_back(
    patient: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    first = await patient.append(name, 0, b"first", {})
    tail = await nats_journal.tail(name.venue, YEAR, ["games"], first)
    nats_proxy.deafen()
    appending = asyncio.create_task(patient.append(name, first, b"second", {}))
    (stored,) = await take(tail, 1)  # it was stored
    await nats_proxy.thrown_away()
    assert not appending.done()
    await nats_proxy.heal()
    assert await appending == stored.sequence
    assert bodies(await nats_journal.load(name, leader=True)) == [b"first", b"second"]
    await tail.close()


async def test_a_stored_append_is_found_though_another_commit_follows_it(
    patient: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    tail = await nats_journal.tail(name.venue, YEAR, ["games"], 0)
    nats_proxy.deafen()
    appending = asyncio.create_task(patient.append(name, 0, b"ours", {}))
    (stored,) = await take(tail, 1)
    await nats_journal.append(name, stored.sequence, b"theirs", {})
    await nats_proxy.heal()
    assert await appending == stored.sequence
    await tail.close()


async def test_an_append_that_never_arrived_is_sent_again_when_the_line_is_back(
    patient: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    nats_proxy.swallow()
    appending = asyncio.create_task(patient.append(name, 0, b"first", {}))
    await nats_proxy.thrown_away()
    assert await nats_journal.head(name) is None  # it never arrived
    await nats_proxy.heal()
    sequence = await appending
    assert [each.sequence for each in await nats_journal.load(name, leader=True)] == [sequence]


async def test_a_loser_whose_reply_is_lost_is_told_so_when_the_line_is_back(
    patient: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    nats_proxy.deafen()
    await fill(nats_journal, name, b"theirs")
    appending = asyncio.create_task(patient.append(name, 0, b"ours", {}))
    await nats_proxy.thrown_away()
    await nats_proxy.heal()
    with pytest.raises(Conflict):
        await appending
    assert bodies(await nats_journal.load(name, leader=True)) == [b"theirs"]


async def test_an_append_whose_outcome_stays_unknown_says_so(
    far: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    await once_more(lambda: far.head(name))
    tail = await nats_journal.tail(name.venue, YEAR, ["games"], 0)
    nats_proxy.deafen()
    async with asyncio.timeout(SOON):
        with pytest.raises(OutcomeUnknown):
            await far.append(name, 0, b"first", {})
    assert bodies(await take(tail, 1)) == [b"first"]  # the server may be slower than our patience
    await tail.close()
    # repeated when the line is back, it is found
    await nats_proxy.heal()
    found = await once_more(lambda: far.append(name, 0, b"first", {}))
    assert found == (await nats_journal.load(name))[0].sequence


async def test_an_append_that_vanishes_stays_unknown_and_can_be_repeated(
    far: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    await once_more(lambda: far.head(name))
    nats_proxy.swallow()
    async with asyncio.timeout(SOON):
        with pytest.raises(OutcomeUnknown):
            await far.append(name, 0, b"first", {})
    await nats_proxy.heal()
    assert await nats_journal.head(name) is None
    sequence = await once_more(lambda: far.append(name, 0, b"first", {}))
    assert [each.sequence for each in await nats_journal.load(name, leader=True)] == [sequence]


async def test_nothing_is_stored_by_an_append_that_finds_no_connection(
    far: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name
):
    await once_more(lambda: far.head(name))
    await nats_proxy.cut()
    await gone(far)
    async with asyncio.timeout(SOON):
        with pytest.raises(JournalDown):
            await far.append(name, 0, b"first", {})
    await nats_proxy.heal()
    await once_more(lambda: far.head(name))
    assert await nats_journal.head(name) is None


async def test_an_append_waits_out_a_short_outage(
    patient: NatsJournal, nats_proxy: Proxy, name: Name
):
    await patient.head(name)
    await nats_proxy.cut()
    await gone(patient)
    appending = asyncio.create_task(patient.append(name, 0, b"first", {}))
    await asyncio.sleep(0)
    assert not appending.done()
    await nats_proxy.heal()
    first = await appending
    assert bodies(await patient.load(name)) == [b"first"]
    assert first > 0


@pytest.mark.parametrize("how", ["cut", "stall", "deafen"])
async def test_reads_say_soon_that_the_journal_is_down(
    far: NatsJournal, nats_journal: NatsJournal, nats_proxy: Proxy, name: Name, how: str
):
    await fill(nats_journal, name, b"first")
    if how == "cut":
        await nats_proxy.cut()
    elif how == "stall":
        nats_proxy.stall()
    else:
        nats_proxy.deafen()
    async with asyncio.timeout(SOON):
        for reading in (
            far.load(name),
            far.load(name, leader=True),
            far.head(name),
            far.tail(name.venue, YEAR, ["games"], 0),
        ):
            with pytest.raises(JournalDown):
                await reading
    await nats_proxy.heal()
    assert bodies(await once_more(lambda: far.load(name))) == [b"first"]


async def test_a_commit_larger_than_the_journal_takes_is_never_sent(
    nats_journal: NatsJournal, name: Name
):
    with pytest.raises(ValueError, match="at most 1048576"):
        await nats_journal.append(name, 0, bytes(1024 * 1024), {})
    largest = bytes(1024 * 1024 - 100)
    await nats_journal.append(name, 0, largest, {})
    assert bodies(await nats_journal.load(name)) == [largest]


async def test_headers_of_the_server_cannot_be_given(nats_journal: NatsJournal, name: Name):
    with pytest.raises(ValueError, match="Nats-"):
        await nats_journal.append(name, 0, b"first", {"Nats-Msg-Id": "1"})


async def gone(journal: NatsJournal) -> None:
    """Wait until the journal's connection is lost."""
    lost = asyncio.Event()
    link = journal.link
    unwatch = link.watch(lambda up: None if up else lost.set())
    if link.up:
        async with asyncio.timeout(SOON):
            await lost.wait()
    unwatch()
