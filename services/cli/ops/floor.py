"""`eyesdown floor`: what changes in every venue, live, a line for each change."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
import grpc

from eyesdown.journal.v1 import commit_pb2, journal_service_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import nobody_asks
from services.cli.common.issuer import looking
from services.cli.common.output import clock_time
from services.cli.common.where import Running, run_file
from services.cli.ops.floor_words import row_words
from services.kernel.settings import read


@click.command()
@click.option("--venue", default="-", help="A venue's id; - is every one you may watch.")
@click.option(
    "--at", "addresses", multiple=True, help="host:port of a service; may be given again."
)
@click.option(
    "--token",
    envvar="EYESDOWN_TOKEN",
    show_envvar=True,
    help="Your access token; not needed where `eyesdown run` runs.",
)
@click.option(
    "--ca",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    envvar="EYESDOWN_CA",
    show_envvar=True,
    help="PEM file of who signed the services' certificates; turns TLS on.",
)
def floor(venue: str, addresses: tuple[str, ...], token: str | None, ca: Path | None) -> None:
    """Follow every change in every venue, a line for each, until Ctrl-C.

    First comes what is there now, in the order in which it last changed. Watches all services that
    run here, or those named with --at.
    """
    settings = read(os.environ)
    if not addresses:
        addresses = tuple(Running.read(run_file(settings)).services.values())
        token = token or looking(settings)
    if not token:
        raise nobody_asks(", ".join(addresses))
    credentials = grpc.ssl_channel_credentials(ca.read_bytes()) if ca else None

    async def watch(address: str) -> None:
        async with Eyesdown(address, token=token, credentials=credentials) as eyesdown:
            floor = eyesdown.journal.watch_floor(venue=venue, linked=_linked(address))
            async for change in floor:
                click.echo(line(change))

    async def watch_all() -> None:
        async with asyncio.TaskGroup() as group:
            for address in addresses:
                group.create_task(watch(address))

    try:
        asyncio.run(watch_all())
    except KeyboardInterrupt:
        return


def _linked(address: str) -> Callable[[bool], None]:
    """Says on stderr that a service is lost, and that it is back: silence is not an empty floor."""

    def say(up: bool) -> None:
        state = "answers again" if up else "does not answer; what follows will be told when it does"
        click.echo(f"{datetime.now(UTC):%H:%M:%S} UTC  {address} {state}", err=True)

    return say


def line(change: journal_service_pb2.Change) -> str:
    """A change in a line; the instant in UTC."""
    standing = _STANDINGS.get(change.standing, "unknown")
    told = [f"{clock_time(change.at)} UTC", f"{change.name} v{change.version}", standing]
    return "  ".join([*told, row_words(change.row)]).rstrip()


_STANDINGS: Mapping[int, str] = {
    commit_pb2.STANDING_WAITING: "waiting",
    commit_pb2.STANDING_IN_PLAY: "in play",
    commit_pb2.STANDING_ENDED: "ended",
}
