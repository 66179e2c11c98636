"""How a command asks the verify service: where it is, who asks, and what amounts and cards mean."""

from __future__ import annotations

import asyncio
import os
import re
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
import grpc

from eyesdown.common.v1 import money_pb2, venue_service_pb2, venue_service_pb2_grpc
from eyesdown.verify.v1 import (
    card_service_pb2_grpc,
    claim_service_pb2_grpc,
    sales_pb2,
    sales_service_pb2_grpc,
)
from eyesdown_client.connection import Connection
from services.cli.asking import nobody_asks
from services.cli.house import Running, run_file
from services.cli.issuer import looking, runs_here
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.money import Money
from services.kernel.settings import StartError, read

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])

PATIENCE = 60.0
"""Seconds for a call."""


def reaching(command: F) -> F:
    """Add the options that say where the verify service is, and who asks."""
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
            help="Your access token; to look at things it is not needed where `eyesdown run` runs.",
        ),
        click.option(
            "--verify",
            "address",
            envvar="EYESDOWN_VERIFY",
            show_envvar=True,
            help="host:port of the verify service. [default: what runs here]",
        ),
    ):
        command = option(command)
    return command


@dataclass(frozen=True)
class Asking:
    """The verify service, spoken to as one person."""

    connection: Connection

    @property
    def cards(self) -> Any:
        """Series and catalogue."""
        return card_service_pb2_grpc.CardServiceStub(self.connection.channel)

    @property
    def sales(self) -> Any:
        """Sales."""
        return sales_service_pb2_grpc.SalesServiceStub(self.connection.channel)

    @property
    def claims(self) -> Any:
        """Claims."""
        return claim_service_pb2_grpc.ClaimServiceStub(self.connection.channel)

    async def call(self, rpc: Any, request: Any) -> Any:
        """The answer to a request. Raises an `EyesdownError`."""
        return await self.connection.call(rpc, request, PATIENCE)

    def stream(self, rpc: Any, request: Any) -> Any:
        """The answers to a request. Raises an `EyesdownError`."""
        return self.connection.stream(rpc, lambda: request)

    async def money(self, venue: str, text: str) -> money_pb2.Money:
        """An amount such as "2.50" in the venue's currency.

        Raises `InvalidArgument`, or `NotFound` for a venue that is not known.
        """
        stub = venue_service_pb2_grpc.VenueServiceStub(self.connection.channel)
        found = await self.connection.call(stub.ListVenues, venue_service_pb2.ListVenuesRequest())
        for each in found.venues:
            if each.name == f"venues/{venue}":
                return amount_of(text, each.currency)
        raise NotFound(f"venues/{venue}")


def asked(
    ask: Callable[[Asking], Awaitable[R]],
    address: str | None,
    token: str | None,
    ca: Path | None,
    changing: bool = False,
) -> R:
    """What the verify service answers to `ask`. Whoever changes something says who they are.

    Raises an `EyesdownError` or a `StartError`.
    """
    settings = read(os.environ)
    where = address or Running.read(run_file(settings)).services.get("verify")
    if where is None:
        raise StartError(["the verify service does not run here yet; try again in a moment"])
    if not token and not changing and (address is None or runs_here(where, "verify", settings)):
        token = looking(settings)
    if not token:
        raise nobody_asks(None if runs_here(where, "verify", settings) else where)
    credentials = grpc.ssl_channel_credentials(ca.read_bytes()) if ca else None

    @asynccontextmanager
    async def opened() -> AsyncIterator[Asking]:
        async with Connection(where, token=token, credentials=credentials) as connection:
            yield Asking(connection)

    async def run() -> R:
        async with opened() as asking:
            return await ask(asking)

    return asyncio.run(run())


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


def span_of(text: str) -> sales_pb2.Span:
    """Cards as people write them: "13" or "13-18". Raises `InvalidArgument`."""
    match = re.fullmatch(r"([0-9]{1,7})(?:-([0-9]{1,7}))?", text)
    if match is None:
        raise InvalidArgument("cards", f"{text!r} is no card number, and no range such as 13-18")
    first = int(match[1])
    return sales_pb2.Span(first=first, last=int(match[2] or first))


def amount_of(text: str, currency: str) -> money_pb2.Money:
    """An amount as people write it: "2", "2.50". Raises `InvalidArgument` for parts of a cent,
    negative amounts and what is no number."""
    digits = len(Money(currency, 1).shown.partition(".")[2])
    match = re.fullmatch(r"([0-9]{1,13})(?:\.([0-9]+))?", text)
    if match is None or len(match[2] or "") > digits:
        what = f"with at most {digits} decimals" if digits else "without decimals"
        raise InvalidArgument("amount", f"{text!r} is no amount of {currency} {what}")
    minor = int(match[1] + (match[2] or "").ljust(digits, "0"))
    return money_pb2.Money(currency=currency, minor_units=minor)
