"""`eyesdown people`: names of people, which lie beside the journal and can be erased."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from services.cli.common import contracts
from services.cli.common.nats import archived, connected, quiet
from services.cli.common.options import in_venue
from services.cli.common.output import say
from services.kernel.record.codec import UnknownFact
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from services.kernel.record.sweeping import sweep
from services.kernel.settings import StartError
from services.kernel.walk import now

T = TypeVar("T")
REFERENCE = in_venue("REFERENCE", "5b0f3c7e-2a91-5d68-9c41-7e6d0a8b3f12")


@click.group()
def people() -> None:
    """Show or erase the name behind a reference in the journal; sweep what is kept for nothing.

    REFERENCE is one of a venue: "akl/5b0f3c7e-2a91-5d68-9c41-7e6d0a8b3f12".
    """


@people.command()
@REFERENCE
def show(given: tuple[str, str]) -> None:
    """Show the name behind REFERENCE: "akl/5b0f3c7e-2a91-5d68-9c41-7e6d0a8b3f12"."""
    venue, reference = given
    found = _with_people(lambda people: people.name(venue, reference))
    if found is None:
        raise click.ClickException(f"There is no name behind {reference} in {venue}")
    click.echo(found)


@people.command()
@REFERENCE
@click.confirmation_option(prompt="The name and its key will be gone for good. Erase?")
def erase(given: tuple[str, str]) -> None:
    """Erase the name behind REFERENCE ("akl/5b0f3c7e-2a91-5d68-9c41-7e6d0a8b3f12"), and its key.

    The journal holds the reference alone and stays whole. Backups of the streams that are older
    still hold the name, sealed under a key that they hold too: let them expire (docs/privacy.md).
    """
    venue, reference = given
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
    settings = quiet("people")
    contracts.load()
    async with connected(settings, "people") as connection, archived(connection) as archive:
        kept = People(connection, Keys.prepare(settings.keys))
        try:
            venues = sorted({venue for venue, _ in await archive.streams()})
            return [
                f"{venue}/{reference}"
                for venue in venues
                for reference in await sweep(archive, kept, venue, now())
            ]
        except UnknownFact as unknown:
            raise StartError(
                [f"a commit holds {unknown}, which this release cannot read: nothing was swept"]
            ) from unknown


def _with_people(act: Callable[[People], Awaitable[T]]) -> T:
    async def main() -> T:
        settings = quiet("people")
        async with connected(settings, "people") as connection:
            return await act(People(connection, Keys.prepare(settings.keys)))

    return asyncio.run(main())
