"""How commands reach a service: where it is, who asks, and what it answers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import click
import grpc

from eyesdown_client import Eyesdown
from services.cli.house import Running, run_file
from services.cli.issuer import looking, runs_here
from services.kernel.settings import StartError, read

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])


def reaching(service: str) -> Callable[[F], F]:
    """Add the options that say where a service is, and who asks: address, token, ca."""

    def add(command: F) -> F:
        for option in (
            click.option(
                "--ca",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                envvar="EYESDOWN_CA",
                show_envvar=True,
                help="PEM file of who signed the service's certificate; turns TLS on.",
            ),
            click.option(
                "--token",
                envvar="EYESDOWN_TOKEN",
                show_envvar=True,
                help="Your access token; not needed where `eyesdown run` runs.",
            ),
            click.option(
                f"--{service}",
                "address",
                envvar=f"EYESDOWN_{service.upper()}",
                show_envvar=True,
                help=f"host:port of the {service} service. [default: what runs here]",
            ),
        ):
            command = option(command)
        return command

    return add


def asked(
    service: str,
    ask: Callable[[Eyesdown], Awaitable[R]],
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> R:
    """What a service answers. Raises an `EyesdownError` or a `StartError`."""
    settings = read(os.environ)
    if address is None:
        address = Running.read(run_file(settings)).services.get(service)
        if address is None:
            raise StartError([f"the {service} service does not run here yet; try again soon"])
        token = token or looking(settings)
    if not token and runs_here(address, service, settings):
        token = looking(settings)
    if not token:
        raise StartError(["say who asks: give your access token with --token or EYESDOWN_TOKEN"])
    credentials = grpc.ssl_channel_credentials(ca.read_bytes()) if ca else None
    where = address

    async def over() -> R:
        async with Eyesdown(where, token=token, credentials=credentials) as eyesdown:
            return await ask(eyesdown)

    return asyncio.run(over())
