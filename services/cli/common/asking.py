"""How a command reaches a service: where it is, who asks, and what it answers."""

from __future__ import annotations

import asyncio
import functools
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any, Protocol, TypeVar
from zoneinfo import ZoneInfo

import click
import grpc

from eyesdown_client import Eyesdown, NotFound
from eyesdown_client.common.connection import Token, this_machine
from services.cli.common.issuer import looking, runs_here
from services.cli.common.options import together
from services.cli.common.where import Running, run_file
from services.kernel.settings import StartError, read

R = TypeVar("R")
M = TypeVar("M", bound="Named")
F = TypeVar("F", bound=Callable[..., object])
Asking = Callable[[Eyesdown], Awaitable[R]]


class Named(Protocol):
    """A message of something that has a name."""

    name: str


LISTENS = 3.0
"""Seconds in which what is there takes a connection."""

PEM = click.Path(exists=True, dir_okay=False, path_type=Path)
who_asks = together(
    click.option(
        "--token",
        envvar="EYESDOWN_TOKEN",
        show_envvar=True,
        help="Your access token; where `eyesdown run` runs, only to change something.",
    ),
    click.option(
        "--certificate",
        type=PEM,
        envvar="EYESDOWN_CERTIFICATE",
        show_envvar=True,
        help="PEM file of your own certificate, where the service asks for one.",
    ),
    click.option(
        "--certificate-key",
        "key",
        type=PEM,
        envvar="EYESDOWN_CERTIFICATE_KEY",
        show_envvar=True,
        help="PEM file of its key.",
    ),
    click.option(
        "--ca",
        type=PEM,
        envvar="EYESDOWN_CA",
        show_envvar=True,
        help="PEM file of who signed the service's certificate; turns TLS on.",
    ),
)
"""The options by which a service knows who asks: `token`, `ca`, `certificate` and its `key`."""


@dataclass(frozen=True)
class Reach:
    """A service, as somebody who calls a command says where it is and who they are."""

    service: str
    address: str | None = None
    token: str | None = None
    ca: Path | None = None
    certificate: Path | None = None
    key: Path | None = None

    def ask(self, ask: Asking[R], *, role: str = "", patience: float = 10.0) -> R:
        """What the service answers to `ask`, in a `role` where one is given; a call has `patience`
        seconds. What runs here is asked in its own name where nobody else says who they are.
        Raises an `EyesdownError` or a `StartError`."""
        return asyncio.run(self.answered(ask, role=role, patience=patience))

    def there(self) -> None:
        """Raise a `StartError` where nothing runs that could be asked."""
        if self.address is None:
            Running.read(run_file(read(os.environ)))
        else:
            asyncio.run(_listened_to(self.address))

    def change(self, ask: Asking[R], *, patience: float = 10.0) -> R:
        """The same for what changes something: whoever does that says who they are."""
        return asyncio.run(self.answered(ask, patience=patience, changing=True))

    async def answered(
        self, ask: Asking[R], *, role: str = "", patience: float = 10.0, changing: bool = False
    ) -> R:
        """What `ask` and `change` give, for commands that wait for several at once."""
        settings = read(os.environ)
        address = self.address or Running.read(run_file(settings)).services.get(self.service)
        if address is None:
            told = f"the {self.service} service does not run here yet; try again in a moment"
            raise StartError([told])
        ours = self.address is None or runs_here(address, self.service, settings)
        # Asked for again when it has ended: somebody may watch for days.
        who: Token | None = self.token or (
            functools.partial(looking, settings) if ours and not changing else None
        )
        if not who:
            if not ours:
                await _listened_to(address)
            raise nobody_asks(None if ours else address)
        credentials = self._credentials()
        if credentials is None and not this_machine(address):
            raise StartError([f"{address} is not this machine: give --ca (EYESDOWN_CA)"])
        async with Eyesdown(
            address, token=who, role=role, credentials=credentials, deadline=patience
        ) as eyesdown:
            return await ask(eyesdown)

    def _credentials(self) -> grpc.ChannelCredentials | None:
        """What turns TLS on, with a certificate of one's own where there is one."""
        if (self.certificate is None) != (self.key is None):
            raise click.UsageError("--certificate and --certificate-key go together")
        if self.certificate and not self.ca:
            raise click.UsageError("--certificate needs --ca as well")
        if self.ca is None:
            return None
        own = [file.read_bytes() if file else None for file in (self.key, self.certificate)]
        return grpc.ssl_channel_credentials(self.ca.read_bytes(), *own)


def where_is(service: str, parameter: str) -> Callable[[F], F]:
    """The option that says where a service is; the command takes it as `parameter`."""
    return click.option(
        f"--{service}",
        parameter,
        envvar=f"EYESDOWN_{service.upper()}",
        show_envvar=True,
        callback=_as_address,
        help=f"Where the {service} service is, host:port. [default: what runs here]",
    )


def _as_address(_: click.Context, __: click.Parameter, text: str | None) -> str | None:
    if text and ":" not in text:
        raise click.BadParameter(f"{text!r} is no address: host:port")
    return text


def reaching(service: str) -> Callable[[F], Callable[..., Any]]:
    """Add the options that say where a service is, and who asks; the command takes `reach`."""
    where = where_is(service, "address")

    def add(command: F) -> Callable[..., Any]:
        @functools.wraps(command)
        def reached(
            address: str | None,
            token: str | None,
            ca: Path | None,
            certificate: Path | None,
            key: Path | None,
            **given: Any,
        ) -> object:
            return command(reach=Reach(service, address, token, ca, certificate, key), **given)

        return together(where, who_asks)(reached)

    return add


def nobody_asks(address: str | None = None) -> StartError:
    """The error for whoever asks without a token; `address` is that of a service which does not
    run from this data folder."""
    told = "say who asks: give your access token with --token or EYESDOWN_TOKEN"
    if address is not None:
        told += f"; {address} is not what runs here, so there is no token of its own for it"
    return StartError([told])


async def _listened_to(address: str) -> None:
    """Raise a `StartError` where nothing listens at host:port."""
    host, _, port = address.rpartition(":")
    if not port.isdigit() or "/" in host:  # a name of gRPC's own
        return
    try:
        async with asyncio.timeout(LISTENS):
            _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, OverflowError) as error:
        told = f"nothing listens at {address}: start what runs there, or say where it is now"
        raise StartError([told]) from error
    writer.close()


async def or_empty(asked: Awaitable[M], empty: M) -> M:
    """What was asked for; `empty`, which has its name, where nothing was ever entered in it. That
    there is no such venue is told as ever."""
    try:
        return await asked
    except NotFound as none:
        if none.facts.get("resource") != empty.name:
            raise
        return empty


async def zone_of(eyesdown: Eyesdown, name: str) -> tzinfo:
    """The zone of the venue in a name; UTC where it is not told."""
    venues = {each.name: each.time_zone for each in await eyesdown.list_venues()}
    zone = venues.get("/".join(name.split("/")[:2]))
    return ZoneInfo(zone) if zone else UTC
