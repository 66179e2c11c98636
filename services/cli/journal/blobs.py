"""`eyesdown blobs`: big things that commits name by their hash."""

from __future__ import annotations

import asyncio

import click

from services.cli.common import contracts
from services.cli.common.nats import archived, connected, quiet
from services.cli.common.output import say
from services.kernel.journal.blobs import Blobs, named_blobs
from services.kernel.profiles import Profiles
from services.kernel.record.codec import UnknownFact
from services.kernel.settings import StartError
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
    say(asyncio.run(_sweep()))


async def _sweep() -> list[str]:
    settings = quiet("blobs")
    contracts.load()
    profiles = Profiles.load(settings.rules_folder)
    in_force = {profiles.get(profile).sha256 for profile in profiles.ids}
    async with connected(settings, "blobs") as connection:
        try:
            async with archived(connection) as archive:
                named = await named_blobs(archive)
            return await Blobs(connection).sweep(named | in_force, now())
        except UnknownFact as unknown:
            raise StartError(
                [f"a commit holds {unknown}, which this release cannot read: nothing was swept"]
            ) from unknown
