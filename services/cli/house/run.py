"""`eyesdown run`: NATS, every service and the displays' page, on this machine."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import click

from services.cli.common.where import SERVICES, Running
from services.cli.house.house import House, HouseError, open_house
from services.cli.screens.page_server import PageNotBuilt, PageServer, config, links, page_folder
from services.kernel.serving import logs
from services.kernel.serving.server import run as until_stopped
from services.kernel.settings import Settings, read
from services.kernel.tasks import end

PATIENCE = 10.0
"""Seconds after which it is told that a service is not ready yet."""
LEVEL = "EYESDOWN_LOG_LEVEL"


@click.command(
    epilog="The services' own ports are variables: EYESDOWN_GRPC_ADDRESS (127.0.0.1:7400) and "
    "EYESDOWN_METRICS_PORT (9464). The data lies in EYESDOWN_DATA (.eyesdown). Warnings and errors "
    "are logged here, more with EYESDOWN_LOG_LEVEL=info. All variables: docs/settings.md."
)
@click.option("--nats-port", default=7422, show_default=True, help="Of our own NATS; 0: any.")
@click.option("--websocket-port", default=7480, show_default=True, help="For displays; 0: any.")
@click.option("--display-port", default=7490, show_default=True, help="Of their page; 0: any.")
@click.option(
    "--display-host",
    default="127.0.0.1",
    show_default=True,
    help="Where displays reach page and WebSocket; 0.0.0.0 for screens elsewhere.",
)
def run(nats_port: int, websocket_port: int, display_port: int, display_host: str) -> None:
    """Run NATS, every service and the displays' page on this machine, until Ctrl-C."""

    async def main(stop: asyncio.Event) -> None:
        environment = _quiet(os.environ)
        settings = read(environment)
        logs.configure(settings.log_level, settings.log_as, "run", settings.replica)
        async with (
            open_house(
                settings,
                environment,
                nats_port=nats_port,
                websocket_port=websocket_port,
                websocket_host=display_host,
            ) as house,
            _page(house, settings, display_host, display_port) as page,
        ):
            keeping = asyncio.create_task(_keep(house, settings, page))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait([keeping, stopping], return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if keeping.done():
                _raise_first(keeping)
            await end([keeping])
            click.echo("Stopping.")

    sys.exit(until_stopped(main))


def _quiet(environment: Mapping[str, str]) -> dict[str, str]:
    """Who runs a house at a terminal wants to hear of what is wrong, unless they ask for more."""
    return {**environment, LEVEL: environment.get(LEVEL) or "warning"}


@asynccontextmanager
async def _page(
    house: House, settings: Settings, host: str, port: int
) -> AsyncIterator[PageServer | None]:
    """Serve the displays' page; None where it was never built."""
    try:
        page = PageServer(page_folder(), config(settings, house.running.websocket), host, port)
    except PageNotBuilt as missing:
        click.echo(str(missing), err=True)
        yield None
        return
    async with page:
        yield page


async def _keep(house: House, settings: Settings, page: PageServer | None) -> None:
    """Keep everything running, and say where it is once all of it is ready."""

    async def tell() -> None:
        for service in SERVICES:
            ready = asyncio.create_task(house.until_ready(service))
            try:
                done, _ = await asyncio.wait([ready], timeout=PATIENCE)
                if not done:
                    click.echo(f"The {service} service is not ready yet: see its log.", err=True)
                await ready
            finally:
                ready.cancel()
        click.echo(_where(house.running, settings, page))

    async with asyncio.TaskGroup() as group:
        group.create_task(house.watch(SERVICES))
        group.create_task(tell())


def _where(running: Running, settings: Settings, page: PageServer | None) -> str:
    """What an operator sees when everything runs."""
    lines = [f"Eyesdown runs. Data: {settings.data_folder.resolve()}", ""]
    for service, address in running.services.items():
        lines.append(
            f"  {service:10} gRPC {address}   metrics http://{running.metrics[service]}/metrics"
        )
    nats = urlsplit(running.nats).netloc.rpartition("@")[2]
    lines.append(f"  {'nats':10} {nats}   displays {running.websocket or '-'}")
    if page is not None:
        lines.append(f"  {'page':10} {page.url}")
        lines += ["", "Displays, each for its own room:"]
        lines += [f"  {name:20} {url}" for name, url in links(settings, page.url)]
    lines += [
        "",
        "  eyesdown token --help     a token to call with",
        "  eyesdown watch akl/main   the board of a room",
        "  Ctrl-C stops everything; the journal stays.",
    ]
    return "\n".join(lines)


def _raise_first(keeping: asyncio.Task[None]) -> None:
    """Raise what ended the house as one error an operator can read."""
    error = keeping.exception()
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, HouseError):
        raise error
    if error is not None:
        raise HouseError([f"the house could not be kept running: {error}"]) from error
