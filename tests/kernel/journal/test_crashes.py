"""A server that is killed and started again: nothing acknowledged is lost, tails go on."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import provision
from services.kernel.journal.reads import Patience
from services.kernel.journal.store import JournalDown, NoStream, Stored
from services.kernel.names import Name
from tests.kernel.journal.conftest import SOON, bodies, fill, take
from tests.kit.nats import NOW, YEAR, ZONE, Connect, Nats

pytest_plugins = ["tests.kit.nats"]

LONG = Patience(append=SOON)


@pytest.fixture
async def journal(own_server: Nats, nats_connect: Connect, venue: str):
    connection = await nats_connect(own_server.url)
    await provision(connection, [(venue, ZONE)], NOW)
    journal = NatsJournal(connection, LONG)
    yield journal
    await journal.close()


@pytest.fixture
def name(venue: str) -> Name:
    return Name(venue, "games", f"{YEAR}-01-1")


async def test_nothing_acknowledged_is_lost_when_the_server_is_killed_while_it_writes(
    own_server: Nats, journal: NatsJournal, venue: str
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
    own_server: Nats, journal: NatsJournal, name: Name, end: str
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


async def test_reads_say_soon_that_the_server_is_gone_and_go_on_when_it_is_back(
    own_server: Nats, nats_connect: Connect, journal: NatsJournal, name: Name
):
    quick = NatsJournal(await nats_connect(own_server.url), Patience(read=0.3, append=0.3))
    sequences = await fill(journal, name, b"first")
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
    own_server: Nats, nats_connect: Connect, journal: NatsJournal, venue: str
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


async def test_what_a_lagging_replica_lacks_comes_from_the_leader(
    journal: NatsJournal, name: Name, monkeypatch: pytest.MonkeyPatch
):
    await fill(journal, name, *(b"%d" % number for number in range(6)))
    reads = journal._reads
    direct = reads._direct

    async def lagging(name: Name, after: int) -> list[Stored]:
        return (await direct(name, after))[:2]

    monkeypatch.setattr(reads, "_direct", lagging)
    commits = await journal.load(name, leader=True)
    assert bodies(commits) == [b"0", b"1", b"2", b"3", b"4", b"5"]
    assert bodies(await journal.load(name, commits[2].sequence, leader=True)) == [b"3", b"4", b"5"]
    assert bodies(await journal.load(name)) == [b"0", b"1"]
