"""How a command asks the draw service: where it is, who asks, and what is named."""

from __future__ import annotations

import asyncio
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
from services.cli.house import Running, run_file
from services.cli.issuer import looking, runs_here
from services.kernel.settings import StartError, read

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])


def reaching(command: F) -> F:
    """Add the options that say where the draw service is, and who asks."""
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
            "--draw",
            "address",
            envvar="EYESDOWN_DRAW",
            show_envvar=True,
            help="host:port of the draw service. [default: what runs here]",
        ),
    ):
        command = option(command)
    return command


def asked(
    ask: Callable[[Eyesdown], Awaitable[R]], address: str | None, token: str | None, ca: Path | None
) -> R:
    """What the draw service answers to `ask`. Raises an `EyesdownError` or a `StartError`."""
    settings = read(os.environ)
    if address is None:
        address = Running.read(run_file(settings)).services.get("draw")
        if address is None:
            raise StartError(["the draw service does not run here yet; try again in a moment"])
        token = token or looking(settings)
    if not token and runs_here(address, "draw", settings):
        token = looking(settings)
    if not token:
        raise StartError(["say who asks: give your access token with --token or EYESDOWN_TOKEN"])
    credentials = grpc.ssl_channel_credentials(ca.read_bytes()) if ca else None

    async def open_() -> R:
        async with Eyesdown(address, token=token, credentials=credentials) as eyesdown:
            return await ask(eyesdown)

    return asyncio.run(open_())


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
