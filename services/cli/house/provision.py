"""`eyesdown provision`: the streams of all venues, and who may do what there."""

from __future__ import annotations

import asyncio
import os
import sys

import click

from services.cli.house.house import provision_venues
from services.cli.house.nats_users import USERS
from services.kernel.journal.natsconfig import production
from services.kernel.serving.server import run as until_stopped
from services.kernel.settings import SettingsError, read


@click.command()
@click.option("--replicas", default=1, show_default=True, help="3 in a cluster of three.")
@click.option(
    "--print-config",
    is_flag=True,
    help="Print who may do what, as NATS servers are told, and do nothing.",
)
def provision(replicas: int, print_config: bool) -> None:
    """Make and check the streams of all venues on the NATS of EYESDOWN_NATS_URL."""
    if print_config:
        click.echo(production(USERS), nl=False)
        return

    async def main(_: asyncio.Event) -> None:
        settings = read(os.environ)
        if not settings.nats_url:
            raise SettingsError(["EYESDOWN_NATS_URL: say which NATS is to be provisioned"])
        for each in await provision_venues(settings.nats_url, settings, replicas):
            click.echo(f"{each.outcome:10} {each.stream}")
            for change in each.changes:
                click.echo(f"{'':10}   {change}")

    sys.exit(until_stopped(main))
