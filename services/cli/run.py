"""`eyesdown run`, `serve` and `provision`: the house, one service of it, and its streams."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import sys
from collections.abc import Callable
from urllib.parse import urlsplit

import click

from services.cli.house import SERVICES, HouseError, Running, open_house, provision_venues
from services.kernel.serving import logs
from services.kernel.serving.server import Server
from services.kernel.serving.server import run as until_stopped
from services.kernel.settings import Settings, SettingsError, read


@click.command()
@click.option("--nats-port", default=7422, show_default=True, help="Of our own NATS; 0: any.")
@click.option("--websocket-port", default=7480, show_default=True, help="For displays; 0: any.")
def run(nats_port: int, websocket_port: int) -> None:
    """Run NATS and every service on this machine, until Ctrl-C."""

    async def main(stop: asyncio.Event) -> None:
        settings = read(os.environ)
        logs.configure(settings.log_level, settings.log_as, "run", settings.replica)
        async with open_house(
            settings, os.environ, nats_port=nats_port, websocket_port=websocket_port
        ) as house:
            click.echo(_where(house.running, settings))
            keeping = asyncio.create_task(house.watch(SERVICES))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait([keeping, stopping], return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if keeping.done():
                _raise_first(keeping)
            keeping.cancel()
            click.echo("Stopping.")

    sys.exit(until_stopped(main))


@click.command()
@click.argument("service", type=click.Choice(SERVICES))
@click.option("--with-parent", is_flag=True, help="Stop when standard input ends.")
def serve(service: str, with_parent: bool) -> None:
    """Serve one service, on the NATS of EYESDOWN_NATS_URL. Says on a line of JSON where."""

    async def main(stop: asyncio.Event) -> None:
        settings = read(os.environ)
        if not settings.nats_url:
            raise SettingsError(["EYESDOWN_NATS_URL: needed to serve a single service"])
        if with_parent:
            await _stop_with_stdin(stop)
        host = settings.grpc_address.host

        def ready(server: Server) -> None:
            where = {"grpc": f"{host}:{server.port}", "metrics": f"{host}:{server.metrics_port}"}
            click.echo(json.dumps(where))

        module = importlib.import_module(f"services.{service}.__main__")
        await module.serve(settings, os.environ, stop, ready)

    sys.exit(until_stopped(main))


@click.command()
@click.option("--replicas", default=1, show_default=True, help="3 in a cluster of three.")
def provision(replicas: int) -> None:
    """Make and check the streams of all venues on the NATS of EYESDOWN_NATS_URL."""

    async def main(_: asyncio.Event) -> None:
        settings = read(os.environ)
        if not settings.nats_url:
            raise SettingsError(["EYESDOWN_NATS_URL: say which NATS is to be provisioned"])
        for each in await provision_venues(settings.nats_url, settings, replicas):
            click.echo(f"{each.outcome:10} {each.stream}")
            for change in each.changes:
                click.echo(f"{'':10}   {change}")

    sys.exit(until_stopped(main))


def _where(running: Running, settings: Settings) -> str:
    """What an operator sees when everything runs."""
    lines = [f"Eyesdown runs. Data: {settings.data_folder.resolve()}", ""]
    for service, address in running.services.items():
        lines.append(
            f"  {service:10} gRPC {address}   metrics http://{running.metrics[service]}/metrics"
        )
    nats = urlsplit(running.nats).netloc.rpartition("@")[2]
    lines.append(f"  {'nats':10} {nats}   displays {running.websocket or '-'}")
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
        raise HouseError([f"a service could not be kept running: {error}"]) from error


async def _stop_with_stdin(stop: asyncio.Event) -> None:
    """Set `stop` when standard input ends: whoever started us is gone."""

    class Ended(asyncio.Protocol):
        def connection_lost(self, exc: Exception | None) -> None:
            stop.set()

        def eof_received(self) -> None:
            stop.set()

    made: Callable[[], asyncio.Protocol] = Ended
    await asyncio.get_running_loop().connect_read_pipe(made, sys.stdin)
