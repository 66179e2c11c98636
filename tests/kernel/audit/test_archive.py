"""The archive of a real journal: every message, by asking and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from services.kernel.journal.archive import Extent, NatsArchive
from services.kernel.journal.connection import Connection
from services.kernel.journal.jetstream import EXPECTED
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.reads import Patience
from services.kernel.journal.store import JournalDown, NoStream
from services.kernel.names import Name
from tests.kit.nats import YEAR, Connect
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.nats"]

FIRST = 20260000000001
SOON = 60.0
"""Seconds in which whatever a test waits for must come."""


@pytest.fixture
async def archive(nats_connection: Connection, provisioned: str) -> AsyncIterator[NatsArchive]:
    """The archive of the test's venue."""
    made = NatsArchive(nats_connection)
    yield made
    await made.close()


async def all_of(archive: NatsArchive, venue: str, subject: str = ">") -> list[tuple[int, bytes]]:
    """Every message, page by page."""
    found: list[tuple[int, bytes]] = []
    after = FIRST - 1
    while page := await archive.page(venue, YEAR, after, subject):
        found += [(raw.sequence, raw.body) for raw in page]
        after = page[-1].sequence
    return found


async def test_an_empty_journal_ends_before_it_begins(archive: NatsArchive, provisioned: str):
    assert await archive.streams(provisioned) == [(provisioned, YEAR)]
    assert (provisioned, YEAR) in await archive.streams()
    assert await archive.extent(provisioned, YEAR) == Extent(FIRST, FIRST - 1, 0)
    assert await archive.page(provisioned, YEAR, FIRST - 1) == []


async def test_messages_come_as_they_are_stored(
    archive: NatsArchive, nats_journal: NatsJournal, provisioned: str
):
    jar = Name(provisioned, "jars", "2026-11-29-01")
    first = await nats_journal.append(jar, 0, b"one", {"Eyesdown-Events": "JarOpened"})
    await nats_journal.append(jar, first, b"two", {})
    one, two = await archive.page(provisioned, YEAR, FIRST - 1)
    assert (one.subject, one.sequence, one.body) == (jar.subject, FIRST, b"one")
    assert one.headers["Eyesdown-Events"] == "JarOpened"
    assert (two.sequence, two.headers[EXPECTED]) == (FIRST + 1, str(FIRST))
    assert await archive.extent(provisioned, YEAR) == Extent(FIRST, FIRST + 1, 2)
    assert [raw.body for raw in await archive.page(provisioned, YEAR, FIRST)] == [b"two"]


async def test_pages_follow_each_other_to_the_end(
    archive: NatsArchive, nats_connection: Connection, provisioned: str
):
    jetstream = nats_connection.jetstream()
    subject = f"eyesdown.journal.{provisioned}.{YEAR}.jars.2026-"
    sizes = [10] * 1500 + [600_000] * 3 + [10] * 20  # more than a page holds, by number and size
    # Of one connection they are stored in order; only the last one's answer is waited for.
    *most, last = (
        (f"{subject}{number % 2}", number.to_bytes(4, "big") * (size // 4))
        for number, size in enumerate(sizes)
    )
    for each, body in most:
        await nats_connection.publish(each, body)
    await jetstream.publish(*last, timeout=SOON)
    found = await all_of(archive, provisioned)
    assert [sequence for sequence, _ in found] == [FIRST + n for n in range(len(sizes))]
    assert [int.from_bytes(body[:4], "big") for _, body in found] == list(range(len(sizes)))
    odd = await all_of(archive, provisioned, f"{subject}1")
    assert [int.from_bytes(body[:4], "big") for _, body in odd] == list(range(1, len(sizes), 2))


async def test_what_nobody_may_write_there_is_given_as_well(
    archive: NatsArchive, nats_connection: Connection, provisioned: str
):
    subject = f"eyesdown.journal.{provisioned}.{YEAR}.Jars.UPPER.and.more"
    await nats_connection.jetstream().publish(subject, b"?")
    (raw,) = await archive.page(provisioned, YEAR, FIRST - 1)
    assert (raw.subject, raw.body) == (subject, b"?")


async def test_a_year_without_a_journal_is_none(archive: NatsArchive, provisioned: str):
    with pytest.raises(NoStream):
        await archive.extent(provisioned, YEAR + 5)
    with pytest.raises(NoStream):
        await archive.page(provisioned, YEAR + 5, 0)
    assert await archive.streams("no-such-venue") == []


async def test_nothing_but_reading_is_asked_for(
    archive: NatsArchive, nats_connection: Connection, nats_journal: NatsJournal, provisioned: str
):
    await nats_journal.append(Name(provisioned, "jars", "2026-1"), 0, b"one", {})
    asked: set[str] = set()
    publish = nats_connection.publish

    async def noted(subject: str, *rest, **more):
        asked.add(subject)
        await publish(subject, *rest, **more)

    nats_connection.publish = noted  # type: ignore[method-assign]
    await archive.streams(provisioned)
    await archive.extent(provisioned, YEAR)
    await all_of(archive, provisioned)
    stream = f"JOURNAL_{provisioned}_{YEAR}"
    assert asked == {
        "$JS.API.STREAM.NAMES",
        f"$JS.API.STREAM.INFO.{stream}",
        f"$JS.API.DIRECT.GET.{stream}",
    }


async def test_a_journal_that_is_away_is_said_to_be(
    nats_proxy: Proxy, nats_connect: Connect, provisioned: str
):
    archive = NatsArchive(await nats_connect(nats_proxy.url), Patience(answer=0.1, read=0.3))
    await nats_proxy.cut()
    with pytest.raises(JournalDown):
        await archive.streams(provisioned)
    with pytest.raises(JournalDown):
        await archive.extent(provisioned, YEAR)
    await archive.close()
