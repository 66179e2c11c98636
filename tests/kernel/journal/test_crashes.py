"""A server that is killed and started again: nothing acknowledged is lost, tails go on."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from services.kernel.embedded import Embedded
from services.kernel.journal import JournalDown, NoStream, Stored
from services.kernel.journal_nats import NatsJournal, Patience
from services.kernel.names import Name, first_sequence
from services.kernel.provision import provision
from tests.kernel.journal.conftest import SOON, bodies, fill, take
from tests.kit.nats import NOW, YEAR, ZONE, Connect

LONG = Patience(append=SOON)


@pytest.fixture
async def journal(own_server: Embedded, nats_connect: Connect, venue: str):
    connection = await nats_connect(own_server.url)
    await provision(connection, [(venue, ZONE)], NOW)
    journal = NatsJournal(connection, LONG)
    yield journal
    await journal.close()


@pytest.fixture
def name(venue: str) -> Name:
    return Name(venue, "games", f"{YEAR}-01-1")


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed_while_it_writes(
    own_server: Embedded, journal: NatsJournal, venue: str
):
    names = [Name(venue, "games", f"{YEAR}-01-{number}") for number in range(8)]
    acknowledged: dict[int, Stored] = {}
    enough = asyncio.Event()
    stop = asyncio.Event()

    async def write(name: Name) -> None:
        last = number = 0
        while not stop.is_set():
            body = b"%d" % number
            last = await journal.append(name, last, body, {})
            acknowledged[last] = Stored(name, last, body, {})
            number += 1
            if len(acknowledged) % 200 == 0:
                enough.set()

    writing = [asyncio.create_task(write(name)) for name in names]
    tail = await journal.tail(venue, YEAR, ["games"], 0)
    for _ in range(3):
        enough.clear()
        async with asyncio.timeout(SOON):
            await enough.wait()
        await own_server.kill()
        await own_server.start()
    stop.set()
    await asyncio.gather(*writing)
    loaded = [each for name in names for each in await journal.load(name, leader=True)]
    # an append that was stored before the kill and found afterwards is acknowledged too
    assert {each.sequence: each for each in loaded} == acknowledged
    # and the tail gave each of them once, in order
    seen = await take(tail, len(acknowledged))
    assert [each.sequence for each in seen] == sorted(acknowledged)
    await tail.close()


@pytest.mark.parametrize("end", ["kill", "stop"])
async def test_a_tail_goes_on_when_the_server_is_back(
    own_server: Embedded, journal: NatsJournal, name: Name, end: str
):
    tail = await journal.tail(name.venue, YEAR, ["games"], 0)
    (last,) = await fill(journal, name, b"before")
    assert bodies(await take(tail, 1)) == [b"before"]
    reading = asyncio.create_task(take(tail, 2))
    await (own_server.kill() if end == "kill" else own_server.stop())
    assert not reading.done()
    await own_server.start()
    await fill(journal, name, b"after 1", b"after 2", after=last)
    assert bodies(await reading) == [b"after 1", b"after 2"]
    await tail.close()


async def test_a_tail_whose_consumer_is_deleted_goes_on(
    journal: NatsJournal, own_server: Embedded, nats_connect: Connect, name: Name
):
    jetstream = (await nats_connect(own_server.url)).jetstream()
    tail = await journal.tail(name.venue, YEAR, ["games"], 0)
    last = 0
    for number in range(3):
        (last,) = await fill(journal, name, b"%d" % number, after=last)
        assert bodies(await take(tail, 1)) == [b"%d" % number]
        for consumer in await jetstream.consumers_info(name.stream):
            await jetstream.delete_consumer(name.stream, consumer.name)
    await tail.close()


async def test_a_closed_tail_leaves_no_consumer(
    journal: NatsJournal, own_server: Embedded, nats_connect: Connect, name: Name
):
    await fill(journal, name, b"1")
    tail = await journal.tail(name.venue, YEAR, ["games"], 0)
    await take(tail, 1)
    await tail.close()
    await journal.heads(name.venue, YEAR, ["games"])
    jetstream = (await nats_connect(own_server.url)).jetstream()
    assert await jetstream.consumers_info(name.stream) == []


async def test_a_tail_ends_with_an_error_when_the_connection_is_closed_for_good(
    own_server: Embedded, nats_connect: Connect, journal: NatsJournal, name: Name
):
    connection = await nats_connect(own_server.url)
    tail = await NatsJournal(connection).tail(name.venue, YEAR, ["games"], 0)
    reading = asyncio.create_task(take(tail, 1))
    await connection.close()
    with pytest.raises(JournalDown, match="closed"):
        await reading
    await tail.close()


async def test_reads_say_soon_that_the_server_is_gone_and_go_on_when_it_is_back(
    own_server: Embedded, nats_connect: Connect, journal: NatsJournal, name: Name
):
    quick = NatsJournal(await nats_connect(own_server.url), Patience(read=0.3, append=0.3))
    sequences = await fill(quick, name, b"first")
    await own_server.kill()
    async with asyncio.timeout(SOON):
        for call in (
            quick.load(name),
            quick.load(name, leader=True),
            quick.head(name),
            quick.tail(name.venue, YEAR, ["games"], 0),
        ):
            with pytest.raises(JournalDown):
                await call
    await own_server.start()
    await journal.head(name)
    assert [each.sequence for each in await journal.load(name)] == sequences


async def test_a_tail_that_has_read_more_than_the_stream_holds_stops(
    own_server: Embedded, journal: NatsJournal, name: Name
):
    await fill(journal, name, b"1")
    ahead = first_sequence(YEAR) + 7
    with pytest.raises(JournalDown, match="went back"):
        await journal.tail(name.venue, YEAR, ["games"], ahead)


async def test_a_year_without_a_stream_is_named(journal: NatsJournal, venue: str):
    other = Name(venue, "games", "1999-01-1")
    for call in (
        journal.append(other, 0, b"lost", {}),
        journal.load(other),
        journal.load(other, leader=True),
        journal.head(other),
        journal.heads(venue, 1999, ["games"]),
        journal.tail(venue, 1999, ["games"], 0),
    ):
        async with asyncio.timeout(SOON):
            with pytest.raises(NoStream, match=f"JOURNAL_{venue}_1999"):
                await call


async def test_each_year_has_a_stream_and_sequences_of_its_own(
    own_server: Embedded, nats_connect: Connect, journal: NatsJournal, venue: str
):
    connection = await nats_connect(own_server.url)
    await provision(connection, [(venue, ZONE)], datetime(2026, 12, 1, tzinfo=UTC))
    old, new = (Name(venue, "games", f"{year}-01-1") for year in (2026, 2027))
    sequences = await fill(journal, old, b"old") + await fill(journal, new, b"new")
    assert sequences == [20260000000001, 20270000000001]
    assert bodies((await journal.heads(venue, 2026, ["games"]))[0]) == [b"old"]
    tail = await journal.tail(venue, 2027, ["games"], 0)
    assert bodies(await take(tail, 1)) == [b"new"]
    await tail.close()
