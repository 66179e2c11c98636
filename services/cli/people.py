"""`eyesdown people`: names of people, which lie beside the journal and can be erased."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from services.cli.house import Running, run_file
from services.kernel.journal.connection import connect
from services.kernel.journal.tls import tls_of
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from services.kernel.serving import logs
from services.kernel.settings import read

T = TypeVar("T")


@click.group()
def people() -> None:
    """Tell or erase the name behind a reference in the journal."""


@people.command()
@click.argument("venue")
@click.argument("reference")
def name(venue: str, reference: str) -> None:
    """Print the name behind REFERENCE in VENUE (its id)."""
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
    still hold the name, sealed under a key that they hold too: let them expire.
    """
    if not _with_people(lambda people: people.erase(venue, reference)):
        raise click.ClickException(f"There is no name behind {reference} in {venue}")
    click.echo("Erased.")


def _with_people(act: Callable[[People], Awaitable[T]]) -> T:
    async def main() -> T:
        settings = read(os.environ)
        logs.configure("error", "console", "people", settings.replica)
        url = settings.nats_url or Running.read(run_file(settings)).nats
        connection = await connect(url, name="people", tls=tls_of(settings))
        try:
            return await act(People(connection, Keys.prepare(settings.keys)))
        finally:
            await connection.close()

    return asyncio.run(main())
