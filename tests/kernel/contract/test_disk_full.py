"""A disk that is full loses nothing that was acknowledged, and keeps nobody waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from services.kernel.errors import OutcomeUnknownFailure, Unavailable
from services.kernel.journal.connection import connect
from services.kernel.journal.guard import GuardedJournal, Writes
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import provision
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from services.kernel.serving.health import Readiness
from tests.kit.nats import NOW, ZONE, Nats
from tests.kit.small_disk import small_disk
from tests.kit.toy import jar
from tests.kit.toy.shelf import Requests, Shelf

pytest_plugins = ["tests.kit.nats"]

MEGABYTES = 24
LEFT = 60_000
"""Bytes that are left for commits."""
WITHIN = 2.0
"""Seconds that a caller waits."""
SOON = 60.0
"""Seconds in which whoever is told anything is told it."""
MOST = 1_000
"""Commits after which the disk is surely full."""


@asynccontextmanager
async def replica(server: Nats, keys: Path) -> AsyncIterator[tuple[Shelf, Readiness]]:
    """A replica of the shelf on the server, as a service stands on it."""
    connection = await connect(server.url, name="replica")
    ready, stored = Readiness(), NatsJournal(connection)
    writes = Writes(lambda ok, why: ready.set("writes", ok, why))
    connection.link.watch(lambda up: writes.passed() if up else None)
    try:
        yield Shelf(GuardedJournal(stored, lambda _: False, writes), Keys.prepare(keys)), ready
    finally:
        writes.close()
        await stored.close()
        await connection.close()


async def refused_in_time(shelf: Shelf, request: Any) -> None:
    """The caller is told within the time they have: repeat it."""
    async with asyncio.timeout(SOON):
        with pytest.raises((OutcomeUnknownFailure, Unavailable)) as failure:
            await shelf.send(request, within=WITHIN)
    assert failure.value.code.name == "UNAVAILABLE"
    assert failure.value.reason.code in ("OUTCOME_UNKNOWN", "JOURNAL_DOWN")


async def beads(shelf: Shelf, requests: Requests) -> tuple[int, int]:
    """Version of the jar, and beads in it."""
    snapshot = await shelf.read(requests.name)
    assert isinstance(snapshot.state, jar.Jar)
    return snapshot.version, snapshot.state.beads


async def until_full(shelf: Shelf, requests: Requests) -> tuple[int, Any]:
    """Put beads in one by one: how many were acknowledged, and the request that was not."""
    for acknowledged in range(MOST):
        request = requests.put(1, giver="x" * 200)
        try:
            await shelf.send(request, within=WITHIN)
        except (OutcomeUnknownFailure, Unavailable):
            return acknowledged, request
    raise AssertionError("the disk does not fill")


async def test_a_full_disk_loses_nothing_and_after_a_restart_everything_goes_on(
    venue: str, tmp_path: Path
):
    place, keys = tmp_path / "disk", tmp_path / "keys"
    place.mkdir()
    jars = Requests(Name(venue, "jars", "2026-11-29-03"))
    async with small_disk(place, MEGABYTES) as disk, Nats(disk.path / "nats") as server:
        connection = await connect(server.url, name="provision")
        await provision(connection, [(venue, ZONE)], NOW)
        await connection.close()
        async with replica(server, keys) as (one, ready), replica(server, keys) as (other, _):
            await one.send(jars.open())
            disk.fill(leave=LEFT)
            acknowledged, lost = await until_full(one, jars)
            assert acknowledged > 10
            await one.aggregates.drained()
            assert list(ready.failing) == ["writes"]
            # While it is full: nothing is taken, nobody hangs, and what there is can be read.
            await asyncio.gather(
                refused_in_time(one, lost),
                refused_in_time(other, jars.put(1)),
                refused_in_time(other, Requests(Name(venue, "jars", "2026-11-29-04")).open()),
            )
            assert await beads(other, jars) == (1 + acknowledged, acknowledged)
            assert not ready.ok

            await one.aggregates.drained()
            await other.aggregates.drained()
            disk.clear()
            await server.stop()
            await server.start()

            await one.send(lost)  # stored before or now, once in any case
            assert ready.ok
            assert (await other.send(lost)).repeated
            for _ in range(50):
                await other.send(jars.put(1))
            assert await beads(one, jars) == (acknowledged + 52, acknowledged + 51)
        async with replica(server, keys) as (fresh, _):
            assert await beads(fresh, jars) == (acknowledged + 52, acknowledged + 51)
            assert not fresh.alarms
