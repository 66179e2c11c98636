"""`eyesdown audit recount`: the services' counts, held against the journal."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
from collections.abc import Awaitable, Callable

import click

from services.cli.common.scraping import text_of
from services.cli.common.where import SERVICES, Running, run_file
from services.cli.journal.audit import looking
from services.kernel.audit.recount import Recounted, read, recount
from services.kernel.following.meter import Measured
from services.kernel.journal.archive import Archive, NatsArchive
from services.kernel.journal.connection import connect
from services.kernel.journal.tls import Tls, tls_of
from services.kernel.profiles import Profiles
from services.kernel.serving import logs
from services.kernel.settings import Settings, StartError
from services.kernel.settings import read as read_settings


@click.command("recount")
@click.option(
    "--metrics",
    "places",
    multiple=True,
    help="Where a replica serves /metrics, host:port; may be given again. [default: all that run "
    "here]",
)
@click.option("--nats", "url", help="NATS's URL. [default: EYESDOWN_NATS_URL, or what runs here]")
def recount_command(places: tuple[str, ...], url: str | None) -> None:
    """Count the commits again, and compare with what the services say.

    Each replica counts the commits that it follows, and says from where to where. These commits
    are read from the streams and counted anew; every count that differs is printed, and the exit
    status is 1. It is 2 when a replica or the journal could not be asked.
    """
    with looking():
        told, differ = _recounted(places, url), False
    for each in told:
        for difference in each.differences:
            click.echo(str(difference))
        differ = differ or bool(each.differences)
        came = f"{len(each.differences)} counts differ" if each.differences else "as it says"
        click.echo(f"{each.service}: {each.commits} commits counted again, {came}")
    if differ:
        sys.exit(1)


def _recounted(places: tuple[str, ...], url: str | None) -> list[Recounted]:
    settings = read_settings(os.environ)
    logs.configure("error", "console", "recount", settings.replica)
    measured = {service: measured_by(service) for service in SERVICES}
    where = places or tuple(Running.read(run_file(settings)).metrics.values())
    told = [read(_scraped(place), measured) for place in where]

    async def counted(archive: Archive) -> list[Recounted]:
        kinds = {each.service: kinds_of(each.service, settings) for each in told}
        return [
            await recount(archive, each, kinds[each.service], measured[each.service])
            for each in told
        ]

    nats = url or settings.nats_url or Running.read(run_file(settings)).nats
    return asyncio.run(_with_archive(nats, tls_of(settings), counted))


def measured_by(service: str) -> Measured:
    """What a service measures of its own games."""
    found: Measured = importlib.import_module(f"services.{service}.metrics").MEASURED
    return found


def kinds_of(service: str, settings: Settings) -> tuple[str, ...]:
    """The kinds of aggregates that a service keeps."""
    audit = importlib.import_module(f"services.{service}.audit")
    profiles = Profiles.load(settings.rules_folder)
    return tuple(each.decider.kind for each in audit.audited(profiles))


def _scraped(place: str) -> str:
    try:
        return text_of(place)
    except OSError as error:
        raise StartError([f"the metrics at {place} cannot be read: {error}"]) from error


async def _with_archive(
    url: str, tls: Tls | None, look: Callable[[Archive], Awaitable[list[Recounted]]]
) -> list[Recounted]:
    connection = await connect(url, name="recount", tls=tls)
    archive = NatsArchive(connection)
    try:
        return await look(archive)
    finally:
        await archive.close()
        await connection.close()
