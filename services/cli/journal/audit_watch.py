"""`eyesdown audit watch`: the audit again and again, and what it comes to for Prometheus."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import structlog
from prometheus_client import CollectorRegistry, start_http_server

from services.cli.common.contracts import audited
from services.cli.common.where import Running, run_file
from services.cli.journal.auditing import FILE, fetch
from services.kernel.audit import watermark
from services.kernel.audit.auditor import Audit
from services.kernel.audit.findings import Report
from services.kernel.audit.watermark import Mark
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.blobs import Blobs
from services.kernel.journal.connection import connect
from services.kernel.journal.tls import tls_of
from services.kernel.measuring import names
from services.kernel.profiles import Profiles
from services.kernel.record.seal import Keys
from services.kernel.serving import logs
from services.kernel.serving.server import run as until_stopped
from services.kernel.serving.telemetry import registry as registry_of_process
from services.kernel.settings import Settings, StartError, read
from services.kernel.tasks import end
from services.kernel.venues import Venues

Marks = Mapping[tuple[str, int], Mark]
Look = Callable[[str, Marks], Awaitable[Audit]]
"""Audits the journals of a venue, held against what was found before."""
SERVICE, CHECK = "audit", "journal"
PUTTING_AWAY = 10.0
"""Seconds in which a round that is broken off closes its connection."""
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}

log = structlog.get_logger(__name__)


class Span(click.ParamType[int]):
    """ "90s", "30m", "1h" or "1d", as seconds."""

    name = "span"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The seconds."""
        found = re.fullmatch(r"([1-9]\d*)([smhd])", str(value))
        if found is None:
            self.fail(f"{value} is no span: 30m, 1h, 1d", param, ctx)
        return int(found[1]) * _UNITS[found[2]]


class Watch:
    """Audits every venue in turn, and tells what came of it."""

    def __init__(
        self,
        look: Look,
        venues: Iterable[str],
        registry: CollectorRegistry,
        marks: Marks,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """`marks` are of a watermark that was kept."""
        self._look = look
        self._venues = tuple(venues)
        self._clock = clock
        self.marks = dict(marks)
        self._ended = names.AUDIT_ENDED.register(registry)
        self._took = names.AUDIT_TOOK.register(registry)
        self._commits = names.AUDIT_COMMITS.register(registry)
        self._findings = names.AUDIT_FINDINGS.register(registry)
        self._ready = names.READY.register(registry)(SERVICE, CHECK)
        self._ready.set(1)

    async def round(self) -> None:
        """Audit each venue once, and log in a line what came of it. Where that cannot be done the
        last outcome stays, and its age."""
        began = self._clock()
        looked = {venue: await self._venue(venue) for venue in self._venues}
        done = {venue: report for venue, report in looked.items() if report is not None}
        self._ready.set(len(done) == len(looked))
        findings = sum(len(report.findings) for report in done.values())
        (log.error if findings else log.info)(
            "audited",
            venues=", ".join(done) or "none",
            not_audited=", ".join(venue for venue in looked if venue not in done) or "none",
            commits=sum(report.proven.commits for report in done.values()),
            found=findings or ("nothing" if done else "unknown"),
            seconds=round((self._clock() - began).total_seconds(), 1),
        )

    async def _venue(self, venue: str) -> Report | None:
        began = self._clock()
        try:
            done = await self._look(venue, self._known(venue))
        except Exception as error:  # it says nothing of what the journal holds
            log.error("audit_not_made", venue=venue, why=f"{type(error).__name__}: {error}")
            return None
        ended, findings = self._clock(), done.report.findings
        for finding in findings:
            log.error("audit_finding", venue=venue, what=str(finding))
        self._findings(SERVICE, venue).set(len(findings))
        self._commits(SERVICE, venue).set(done.report.proven.commits)
        self._took(SERVICE, venue).set((ended - began).total_seconds())
        self._ended(SERVICE, venue).set(ended.timestamp())
        if not findings:
            self.marks.update(done.marks)
        return done.report

    def _known(self, venue: str) -> Marks:
        return {place: mark for place, mark in self.marks.items() if place[0] == venue}


@click.command()
@click.option("--every", type=Span(), default="1h", show_default=True, help="30m, 1h, 1d.")
@click.option(
    "--listen",
    default="127.0.0.1:9468",
    show_default=True,
    help="Where /metrics is served, host:port.",
)
@click.option(
    "--venue",
    "chosen",
    multiple=True,
    help="A venue's id; may be given again. [default: every venue of the venue files]",
)
@click.option(
    "--watermark",
    "kept",
    type=FILE,
    help="Hold the journals against this file, and write it after each round without a finding.",
)
@click.option("--nats", "url", help="NATS's URL. [default: EYESDOWN_NATS_URL, or what runs here]")
def watch(
    every: int, listen: str, chosen: tuple[str, ...], kept: Path | None, url: str | None
) -> None:
    """Audit every journal again and again, and tell Prometheus what came of it.

    Each round is `eyesdown audit verify` of each venue, held against what the round before it saw:
    commits that were taken away are found too. What is found is logged, and of each round one line
    says what was audited and whether anything was found. It reads, and changes nothing. An audit
    that takes longer than --every is followed by the next at once.
    """

    marks = watermark.read(kept) if kept is not None and kept.exists() else {}

    async def main(stop: asyncio.Event) -> None:
        settings = read(os.environ)
        logs.configure(settings.log_level, settings.log_as, SERVICE, settings.replica)
        nats = url or settings.nats_url or Running.read(run_file(settings)).nats
        registry = registry_of_process()
        venues = chosen or Venues.load(settings.venues_folder).ids
        watching = Watch(_looking(nats, settings), venues, registry, marks)
        click.echo(f"metrics http://{_serve(listen, registry)}/metrics")
        while not stop.is_set():
            began = asyncio.get_running_loop().time()
            await _unless(stop, watching.round())
            if kept and watching.marks:
                watermark.write(kept, watching.marks.values())
            left = began + every - asyncio.get_running_loop().time()
            await _unless(stop, asyncio.sleep(max(left, 0)))

    sys.exit(until_stopped(main))


def _looking(nats: str, settings: Settings) -> Look:
    async def look(venue: str, marks: Marks) -> Audit:
        texts = Profiles.load(settings.rules_folder)
        connection = await connect(nats, name="audit", tls=tls_of(settings), passing=True)
        archive, blobs = NatsArchive(connection), Blobs(connection)
        try:
            made = Audit(
                archive,
                audited(texts),
                Keys(settings.keys),
                marks,
                fetch=lambda profile: fetch(texts, blobs, profile),
            )
            if not await made.everything(venue) and not made.report.findings:
                raise StartError([f"there is no journal of {venue} on this NATS"])
            return made
        finally:
            await archive.close()
            await connection.close()

    return look


def _serve(listen: str, registry: CollectorRegistry) -> str:
    """Serve the metrics; where."""
    host, _, port = listen.rpartition(":")
    try:
        server, _ = start_http_server(int(port), host, registry)
    except (ValueError, OSError) as error:
        raise StartError([f"--listen {listen}: {error}"]) from error
    return f"{host}:{server.server_port}"


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Do this to its end, or until it is to stop."""
    doing, stopped = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((doing, stopped), return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            doing.result()
    finally:
        await end((doing, stopped), PUTTING_AWAY)
