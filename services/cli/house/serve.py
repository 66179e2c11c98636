"""`eyesdown serve`: one service of a house.

Apart from `run`, which knows every service: one that is served loads its own alone.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import sys
from collections.abc import Callable

import click

from services.cli.common.where import SERVICES
from services.kernel.serving.server import Server
from services.kernel.serving.server import run as until_stopped
from services.kernel.settings import SettingsError, read


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


async def _stop_with_stdin(stop: asyncio.Event) -> None:
    """Set `stop` when standard input ends: whoever started us is gone."""

    class Ended(asyncio.Protocol):
        def connection_lost(self, exc: Exception | None) -> None:
            stop.set()

        def eof_received(self) -> None:
            stop.set()

    made: Callable[[], asyncio.Protocol] = Ended
    await asyncio.get_running_loop().connect_read_pipe(made, sys.stdin)
