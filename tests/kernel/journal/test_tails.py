"""Tails on NATS: whatever becomes of their consumers, nothing is skipped or comes twice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from nats.aio.msg import Msg

from services.kernel.journal import pull
from services.kernel.journal.connection import Connection
from services.kernel.journal.jetstream import STATUS, delivery
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import journal as journal_stream
from services.kernel.journal.pull import Pull
from services.kernel.journal.store import JournalDown
from services.kernel.names import Name, first_sequence
from tests.kernel.journal.conftest import SOON, bodies, fill, take
from tests.kit.nats import YEAR, Connect

pytest_plugins = ["tests.kit.nats"]

KINDS = (["games"], ["games", "desks"])


@pytest.fixture
def name(provisioned: str) -> Name:
    return Name(provisioned, "games", f"{YEAR}-01-1")


@pytest.mark.parametrize("kinds", KINDS)
async def test_messages_that_get_lost_on_the_way_are_read_again(
    nats_journal: NatsJournal, name: Name, kinds: list[str], monkeypatch: pytest.MonkeyPatch
):
    arrived = Pull._arrived
    lost = 0

    async def losing(self: Pull, message: Msg) -> None:
        nonlocal lost
        data = message.headers is None or STATUS not in message.headers
        if data and message.data in (b"3", b"7", b"8") and lost < 3:
            lost += 1
            return
        await arrived(self, message)

    monkeypatch.setattr(Pull, "_arrived", losing)
    tail = await nats_journal.tail(name.venue, YEAR, kinds, 0)
    await fill(nats_journal, name, *(b"%d" % number for number in range(12)))
    assert bodies(await take(tail, 12)) == [b"%d" % number for number in range(12)]
    assert lost == 3
    await tail.close()


@pytest.mark.parametrize("kinds", KINDS)
async def test_a_consumer_that_is_silent_is_replaced_and_nothing_comes_twice(
    nats_journal: NatsJournal, name: Name, kinds: list[str], monkeypatch: pytest.MonkeyPatch
):
    replaced = asyncio.Event()
    opening = Pull.open

    async def noted(self: Pull, subjects: Sequence[str], start: Mapping[str, Any]) -> int:
        replaced.set()
        return await opening(self, subjects, start)

    monkeypatch.setattr(Pull, "open", noted)
    tail = await nats_journal.tail(name.venue, YEAR, kinds, 0)
    last = 0
    for number in range(10):
        monkeypatch.setattr(pull, "SILENCE", 0.001)  # shorter than any sign of life
        reading = asyncio.create_task(take(tail, 1))
        replaced.clear()
        await replaced.wait()
        (last,) = await fill(nats_journal, name, b"%d" % number, after=last)
        # One may stay until it has given it: a busy machine gives nothing within a thousandth.
        monkeypatch.setattr(pull, "SILENCE", 0.1)
        assert bodies(await reading) == [b"%d" % number]
    await tail.close()


async def test_a_reader_that_comes_late_gets_everything(
    nats_journal: NatsJournal, name: Name, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(pull, "BATCH", 10)
    monkeypatch.setattr(pull, "WINDOW", 20)
    monkeypatch.setattr(pull, "SILENCE", 3600)  # more is asked for because it is read
    full = asyncio.Event()
    completed = 0
    told = Pull._told

    def counting(self: Pull, headers: Mapping[str, str]) -> None:
        nonlocal completed
        told(self, headers)
        completed += "Batch Completed" in headers.get("Description", "")
        if completed == 2:
            full.set()

    monkeypatch.setattr(Pull, "_told", counting)
    wanted = [b"%d" % number for number in range(50)]
    await fill(nats_journal, name, *wanted)
    tail = await nats_journal.tail(name.venue, YEAR, ["games"], 0)
    async with asyncio.timeout(SOON):
        await full.wait()
    assert bodies(await take(tail, 50)) == wanted
    await tail.close()


@pytest.mark.parametrize("kinds", KINDS)
async def test_a_consumer_on_a_replica_that_lags_gives_nothing_twice(
    nats_journal: NatsJournal, name: Name, kinds: list[str], monkeypatch: pytest.MonkeyPatch
):
    opening = Pull.open

    async def lagging(self: Pull, subjects: Sequence[str], start: Mapping[str, Any]) -> int:
        """It starts where its replica ends, before our position."""
        early = {**start, "opt_start_seq": start["opt_start_seq"] - 2}
        return await opening(self, subjects, early)

    monkeypatch.setattr(Pull, "open", lagging)
    sequences = await fill(nats_journal, name, b"1", b"2", b"3")
    tail = await nats_journal.tail(name.venue, YEAR, kinds, sequences[1])
    await fill(nats_journal, name, b"4", after=sequences[2])
    assert bodies(await take(tail, 2)) == [b"3", b"4"]
    await tail.close()


async def test_a_tail_whose_consumer_is_deleted_goes_on(
    nats_journal: NatsJournal, nats_connection: Connection, name: Name
):
    jetstream = nats_connection.jetstream()
    tail = await nats_journal.tail(name.venue, YEAR, ["games"], 0)
    last = 0
    for number in range(3):
        (last,) = await fill(nats_journal, name, b"%d" % number, after=last)
        assert bodies(await take(tail, 1)) == [b"%d" % number]
        consumers = await jetstream.consumers_info(name.stream)
        assert len(consumers) == 1
        assert await jetstream.delete_consumer(name.stream, consumers[0].name)
    await tail.close()


async def test_a_closed_tail_leaves_no_consumer(
    nats_journal: NatsJournal, nats_connection: Connection, name: Name
):
    await fill(nats_journal, name, b"1")
    tail = await nats_journal.tail(name.venue, YEAR, ["games"], 0)
    await take(tail, 1)
    await tail.close()
    await nats_journal.heads(name.venue, YEAR, ["games"])
    jetstream = nats_connection.jetstream()
    assert await jetstream.consumers_info(name.stream) == []


async def test_a_tail_ends_with_an_error_when_the_connection_is_closed_for_good(
    nats_connect: Connect, name: Name
):
    connection = await nats_connect()
    tail = await NatsJournal(connection).tail(name.venue, YEAR, ["games"], 0)
    reading = asyncio.create_task(take(tail, 1))
    await connection.close()
    with pytest.raises(JournalDown, match="closed"):
        await reading
    await tail.close()


async def test_a_tail_that_has_read_more_than_the_stream_holds_stops(
    nats_journal: NatsJournal, name: Name
):
    await fill(nats_journal, name, b"1")
    ahead = first_sequence(YEAR) + 7
    with pytest.raises(JournalDown, match="went back"):
        await nats_journal.tail(name.venue, YEAR, ["games"], ahead)


async def test_a_tail_of_several_kinds_stops_at_a_hole_in_the_stream(
    nats_connection: Connection, venue: str
):
    jetstream = nats_connection.jetstream()
    await jetstream.add_stream(journal_stream(venue, YEAR, 1).evolve(deny_delete=False))
    journal = NatsJournal(nats_connection)
    name = Name(venue, "games", f"{YEAR}-01-1")
    sequences = await fill(journal, name, b"1", b"2", b"3")
    await jetstream.delete_msg(name.stream, sequences[1])
    tail = await journal.tail(venue, YEAR, ["games", "desks"], 0)
    assert bodies(await take(tail, 1)) == [b"1"]
    missing = f"commits are missing: sequence {sequences[2]} after {sequences[0]}"
    with pytest.raises(JournalDown, match=missing):
        await take(tail, 1)
    await tail.close()
    await journal.close()


def test_the_numbers_of_a_delivery_are_read_in_both_forms():
    # delivered twice, stream sequence 20260000000007, third of its consumer, 5 more wait
    old = "$JS.ACK.JOURNAL_akl_2026.c.2.20260000000007.3.1790000000000000000.5"
    new = "$JS.ACK.hub.ACCOUNT.JOURNAL_akl_2026.c.2.20260000000007.3.1790000000000000000.5.random"
    assert delivery(old) == delivery(new) == (2, 20260000000007, 3, 5)
