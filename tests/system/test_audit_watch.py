"""`eyesdown audit watch`, on a real journal that is sound, and then is not."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from services.cli.common.scraping import Scraped, scrape
from services.cli.ops.status_page import wrong
from services.kernel.journal.connection import Connection
from tests.cli.command import eyesdown, start
from tests.kit.draw import Hall, Replica, replica
from tests.kit.draw_play import Play, stored_of
from tests.kit.nats import Nats

SOON = 60.0
"""Seconds in which an audit has come to its end: a process starts, loads every service, decides."""

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def spoilt(tmp_path: Path, nats_server: Nats) -> AsyncIterator[tuple[Hall, Replica]]:
    """A hall whose journal a test may spoil, and its service."""
    hall = Hall(tmp_path / "hall", nats_server.url)
    await hall.provision()
    async with replica(hall) as running:
        yield hall, running


class Watching:
    """An audit that is kept up."""

    def __init__(self, process: asyncio.subprocess.Process, place: str, venue: str) -> None:
        self.process, self.place, self.venue = process, place, venue

    async def after(self, moment: float) -> Scraped:
        """What it tells once an audit has ended after this moment, in seconds since 1970."""
        async with asyncio.timeout(SOON):
            while True:
                told = await scrape(self.place)
                if self.of(told, "ended_timestamp_seconds") > moment:
                    return told

    def of(self, told: Scraped, what: str) -> float:
        return told.sum(f"eyesdown_audit_{what}", service="audit", venue=self.venue)

    async def stop(self) -> tuple[int | None, str]:
        """End it; its exit code, and what it logged."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(SOON):
            _, logged = await self.process.communicate()
        return self.process.returncode, logged.decode()


@asynccontextmanager
async def watching(hall: Hall, *more: str, venue: str = "") -> AsyncIterator[Watching]:
    venue = venue or hall.venue
    process = await start(
        *("audit", "watch", "--listen", "127.0.0.1:0", "--venue", venue, *more),
        data=hall.folder,
        more=hall.environment("audit"),
    )
    assert process.stdout is not None
    found = None
    try:
        async with asyncio.timeout(SOON):
            line = (await process.stdout.readline()).decode()
        found = re.fullmatch(r"metrics http://(.+)/metrics\n", line)
        assert found, line
        yield Watching(process, found[1], venue)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def test_what_somebody_wrote_past_the_service_is_told(
    spoilt: tuple[Hall, Replica], nats: Connection, tmp_path: Path
):
    hall, running = spoilt
    play = await Play.announced(hall, running.draw)
    mark = tmp_path / "mark.json"
    async with watching(hall, "--every", "1s", "--watermark", str(mark)) as audit:
        told = await audit.after(0)
        assert audit.of(told, "findings") == 0
        commits = audit.of(told, "commits")
        assert commits >= play.game.version
        assert list(wrong([told])) == []
        ended = audit.of(told, "ended_timestamp_seconds")
        assert audit.of(await audit.after(ended), "commits") == commits, "again, by itself"

        first = (await stored_of(nats, play.id))[0]
        await nats.jetstream().publish(play.id.subject, first.body)
        async with asyncio.timeout(SOON):
            while not audit.of(told, "findings"):
                told = await audit.after(audit.of(told, "ended_timestamp_seconds"))
        (found,) = wrong([told])
        assert re.match(rf"audit in {hall.venue}: the last audit found \d+ things that", found)
        code, logged = await audit.stop()
    assert code == 0
    rounds = [line for line in logged.splitlines() if re.search(r"\baudited\b", line)]
    sound = rf"info.*commits={commits:.0f} found=nothing not_audited=none .*venues={hall.venue}"
    assert re.search(sound, rounds[0])
    assert re.search(r"error.*found=\d+ ", rounds[-1])
    assert "nats_up" not in logged, "it connects anew in each round"
    assert "audit_finding" in logged
    assert f"{play.game.name} version 1" in logged
    kept = await eyesdown(
        *("audit", "verify", "--venue", hall.venue, "--since", str(mark)),
        data=hall.folder,
        more=hall.environment("audit"),
    )
    assert f"{play.game.name} version 1" in kept.out, "the watermark is of what was sound"


async def test_a_journal_that_is_not_there_is_no_audit(hall: Hall):
    async with watching(hall, venue="nowhere") as audit:
        async with asyncio.timeout(SOON):
            while (await scrape(audit.place)).sum("eyesdown_ready", service="audit"):
                pass
        told = await scrape(audit.place)
        assert audit.of(told, "ended_timestamp_seconds") == 0
        _, logged = await audit.stop()
    assert "audit_not_made" in logged
    assert "there is no journal of nowhere" in logged
    assert re.search(r"commits=0 found=unknown not_audited=nowhere .*venues=none", logged)


@pytest.mark.parametrize("every", ["1", "0s", "-1h", "1w", "h"])
async def test_a_span_is_a_number_and_a_unit(hall: Hall, every: str):
    done = await eyesdown("audit", "watch", "--every", every, data=hall.folder)
    assert done.code == 2
    assert "is no span: 30m, 1h, 1d" in done.err
