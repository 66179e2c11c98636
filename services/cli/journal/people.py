"""`eyesdown people`: names of people, which lie beside the journal and can be erased."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import click

from services.cli.common import contracts
from services.cli.common.output import say
from services.cli.common.where import Running, run_file
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.connection import Connection, connect
from services.kernel.journal.tls import tls_of
from services.kernel.record.codec import UnknownFact
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from services.kernel.record.sweeping import sweep
from services.kernel.serving import logs
from services.kernel.settings import StartError, read
from services.kernel.walk import now

T = TypeVar("T")


@click.group()
def people() -> None:
    """Show or erase the name behind a reference in the journal; sweep what is kept for nothing."""


@people.command()
@click.argument("venue")
@click.argument("reference")
def show(venue: str, reference: str) -> None:
    """Show the name behind REFERENCE in VENUE (its id)."""
    found = _with_people(lambda people: people.name(venue, reference))
    if found is None:
        raise click.ClickException(f"There is no name behind {reference} in {venue}")
    click.echo(found)


@people.command()
@click.argument("venue")
@click.argument("reference")
@click.confirmation_option(prompt="The name and its key will be gone for good. Erase?")
def erase(venue: str, reference: str) -> None:
    """Erase the name behind REFERENCE in VENUE (its id), and its key.

    The journal holds the reference alone and stays whole. Backups of the streams that are older
    still hold the name, sealed under a key that they hold too: let them expire (docs/privacy.md).
    """
    if not _with_people(lambda people: people.erase(venue, reference)):
        raise click.ClickException(f"There is no name behind {reference} in {venue}")
    click.echo("Erased.")


@people.command("sweep")
def sweep_() -> None:
    """Erase, in every venue, the names that are kept for nothing.

    These are names older than an hour that no commit refers to, since their command failed after
    all, and all that was kept for bars that are over or were lifted. Prints what is erased.
    """
    say(asyncio.run(_sweep()))


async def _sweep() -> list[str]:
    async with _connected() as connection:
        contracts.load()
        archive = NatsArchive(connection)
        try:
            kept = People(connection, Keys.prepare(read(os.environ).keys))
            venues = sorted({venue for venue, _ in await archive.streams()})
            return [
                f"{venue} {reference}"
                for venue in venues
                for reference in await sweep(archive, kept, venue, now())
            ]
        except UnknownFact as unknown:
            raise StartError(
                [f"a commit holds {unknown}, which this release cannot read: nothing was swept"]
            ) from unknown
        finally:
            await archive.close()


@asynccontextmanager
async def _connected() -> AsyncIterator[Connection]:
    settings = read(os.environ)
    logs.configure("error", "console", "people", settings.replica)
    url = settings.nats_url or Running.read(run_file(settings)).nats
    connection = await connect(url, name="people", tls=tls_of(settings))
    try:
        yield connection
    finally:
        await connection.close()


def _with_people(act: Callable[[People], Awaitable[T]]) -> T:
    async def main() -> T:
        async with _connected() as connection:
            return await act(People(connection, Keys.prepare(read(os.environ).keys)))

    return asyncio.run(main())
