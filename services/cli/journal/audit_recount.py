"""`eyesdown audit recount`: the services' counts, held against the journal."""

from __future__ import annotations

import asyncio
import sys

import click

from services.cli.common.contracts import audited_by, measured_by
from services.cli.common.nats import NATS, archived, connected, quiet
from services.cli.common.scraping import METRICS, text_of
from services.cli.common.where import SERVICES, Running, run_file
from services.cli.journal.auditing import looking
from services.kernel.audit.recount import Recounted, read, recount
from services.kernel.profiles import Profiles
from services.kernel.settings import StartError


@click.command("recount")
@METRICS
@NATS
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
    settings = quiet("recount")
    texts = Profiles.load(settings.rules_folder)
    measured = {service: measured_by(service) for service in SERVICES}
    where = places or tuple(Running.read(run_file(settings)).metrics.values())
    told = [read(_scraped(place), measured) for place in where]

    async def counted() -> list[Recounted]:
        kinds = {
            each.service: tuple(one.decider.kind for one in audited_by(each.service, texts))
            for each in told
        }
        async with (
            connected(settings, "recount", url) as connection,
            archived(connection) as archive,
        ):
            return [
                await recount(archive, each, kinds[each.service], measured[each.service])
                for each in told
            ]

    return asyncio.run(counted())


def _scraped(place: str) -> str:
    try:
        return text_of(place)
    except OSError as error:
        raise StartError([f"the metrics at {place} cannot be read: {error}"]) from error
