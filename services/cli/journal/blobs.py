"""`eyesdown blobs`: big things that commits name by their hash."""

from __future__ import annotations

import asyncio
import os

import click

from services.cli.common import contracts
from services.cli.common.where import Running, run_file
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.blobs import Blobs, named_blobs
from services.kernel.journal.connection import connect
from services.kernel.journal.tls import tls_of
from services.kernel.profiles import Profiles
from services.kernel.record.codec import UnknownFact
from services.kernel.serving import logs
from services.kernel.settings import StartError, read
from services.kernel.walk import now


@click.group()
def blobs() -> None:
    """Look after the blobs."""


@blobs.command()
def sweep() -> None:
    """Remove the blobs that no commit of any venue names and that are older than an hour.

    The texts of the rule profiles in force stay, since a game may be opened under them: call this
    with the rules (EYESDOWN_RULES) that the services have. Prints what is removed.
    """
    for name in asyncio.run(_sweep()):
        click.echo(name)


async def _sweep() -> list[str]:
    settings = read(os.environ)
    logs.configure("error", "console", "blobs", settings.replica)
    contracts.load()
    profiles = Profiles.load(settings.rules_folder)
    in_force = {profiles.get(profile).sha256 for profile in profiles.ids}
    url = settings.nats_url or Running.read(run_file(settings)).nats
    connection = await connect(url, name="blobs", tls=tls_of(settings))
    try:
        archive = NatsArchive(connection)
        named = await named_blobs(archive)
        await archive.close()
        return await Blobs(connection).sweep(named | in_force, now())
    except UnknownFact as unknown:
        raise StartError(
            [f"a commit holds {unknown}, which this release cannot read: nothing was swept"]
        ) from unknown
    finally:
        await connection.close()
