"""How a command reaches a service: where it is, who asks, and what it answers."""

from __future__ import annotations

import asyncio
import functools
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

import click
import grpc
from google.protobuf import json_format
from google.protobuf.message import Message

from eyesdown_client import Eyesdown
from eyesdown_client.common.connection import Token
from services.cli.common.issuer import looking, runs_here
from services.cli.common.where import Running, run_file
from services.kernel.settings import StartError, read

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])


def reaching(service: str) -> Callable[[F], F]:
    """Add the options that say where a service is, and who asks: `address`, `token` and `ca`."""

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
                "--certificate",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                envvar="EYESDOWN_CERTIFICATE",
                show_envvar=True,
                expose_value=False,
                callback=_keep,
                help="PEM file of your own certificate, where the service asks for one.",
            ),
            click.option(
                "--certificate-key",
                type=click.Path(exists=True, dir_okay=False, path_type=Path),
                envvar="EYESDOWN_CERTIFICATE_KEY",
                show_envvar=True,
                expose_value=False,
                callback=_keep,
                help="PEM file of its key.",
            ),
            click.option(
                "--token",
                envvar="EYESDOWN_TOKEN",
                show_envvar=True,
                help="Your access token; where `eyesdown run` runs, only to change something.",
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


def _keep(ctx: click.Context, parameter: click.Parameter, file: Path | None) -> None:
    """Keep what every command takes and only `asked` has a use for."""
    ctx.meta[f"{__name__}.{parameter.name}"] = file


def _own() -> tuple[bytes | None, bytes | None]:
    """The certificate that is shown to services, and its key; None for neither."""
    meta = click.get_current_context().meta
    certificate, key = (
        meta.get(f"{__name__}.{each}") for each in ("certificate", "certificate_key")
    )
    if (certificate is None) != (key is None):
        raise click.UsageError("--certificate and --certificate-key go together")
    return (certificate.read_bytes(), key.read_bytes()) if certificate and key else (None, None)


def asked(
    service: str,
    ask: Callable[[Eyesdown], Awaitable[R]],
    address: str | None,
    token: str | None,
    ca: Path | None,
    role: str = "",
    *,
    changing: bool = False,
    patience: float = 10.0,
) -> R:
    """What a service answers to `ask`, in a `role` where one is given; a call has `patience`
    seconds. Whoever is `changing` something says who they are. Raises an `EyesdownError` or a
    `StartError`."""
    settings = read(os.environ)
    # Asked for again when it has ended: somebody may watch for days.
    ours = functools.partial(looking, settings)
    who: Token | None = token
    if address is None:
        address = Running.read(run_file(settings)).services.get(service)
        if address is None:
            raise StartError(
                [f"the {service} service does not run here yet; try again in a moment"]
            )
        who = token or (None if changing else ours)
    if not token and not changing and runs_here(address, service, settings):
        who = ours
    if not who:
        raise nobody_asks(None if runs_here(address, service, settings) else address)
    certificate, key = _own()
    if certificate and not ca:
        raise click.UsageError("--certificate needs --ca as well")
    credentials = grpc.ssl_channel_credentials(ca.read_bytes(), key, certificate) if ca else None

    async def answered() -> R:
        async with Eyesdown(
            address, token=who, role=role, credentials=credentials, deadline=patience
        ) as eyesdown:
            return await ask(eyesdown)

    return asyncio.run(answered())


def nobody_asks(address: str | None = None) -> StartError:
    """The error for whoever asks without a token; `address` is that of a service which does not
    run from this data folder."""
    told = "say who asks: give your access token with --token or EYESDOWN_TOKEN"
    if address is not None:
        told += f"; {address} is not what runs here, so there is no token of its own for it"
    return StartError([told])


def full_name(kind: str, example: str) -> Callable[[click.Context, click.Parameter, str], str]:
    """A callback that gives the full name of "akl/<id>" of a kind; `example` is one for people."""

    def named(_: click.Context, __: click.Parameter, text: str) -> str:
        match text.split("/"):
            case [venue, its_id] | ["venues", venue, _, its_id] if venue and its_id:
                full = f"venues/{venue}/{kind}/{its_id}"
                if text in (full, f"{venue}/{its_id}"):
                    return full
        raise click.BadParameter(
            f"{text!r} is not of the form akl/{example} or venues/akl/{kind}/{example}"
        )

    return named


async def zone_of(eyesdown: Eyesdown, name: str) -> tzinfo:
    """The zone of the venue in a name; UTC where it is not told."""
    venues = {each.name: each.time_zone for each in await eyesdown.list_venues()}
    zone = venues.get("/".join(name.split("/")[:2]))
    return ZoneInfo(zone) if zone else UTC


def to_json(message: Message, indent: int | None = 2) -> str:
    """A message as proto3 JSON, defaults written."""
    return json_format.MessageToJson(
        message, always_print_fields_with_no_presence=True, indent=indent, ensure_ascii=False
    )
