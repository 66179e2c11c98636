"""`eyesdown feed`: what a service could not react to, and another try."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

import click

from services.cli.common.nats import connected, quiet
from services.cli.common.output import age, columns, plain, say
from services.cli.common.where import SERVICES
from services.kernel.following.feed_store import FeedStore, Parked
from services.kernel.journal.connection import Connection
from services.kernel.names import BadName, Name
from services.kernel.walk import now

T = TypeVar("T")

HEAD = ("service", "not reacted to", "for", "after", "why")
SERVICE = click.Choice(SERVICES)


@click.group()
def feed() -> None:
    """Look at what is parked, and retry it.

    A service reacts to the commits of other services' aggregates. One that it fails on five times
    is parked: nothing that happens to it is reacted to until it is retried, and nothing is lost.
    """


@feed.command("list")
@click.argument("service", required=False, type=SERVICE)
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
def list_(service: str | None, as_json: bool) -> None:
    """List what is parked, of SERVICE or of every service, and why."""
    found = _with_nats(lambda connection: _parked(connection, [service] if service else SERVICES))
    say(map(_json, found) if as_json else _table(found))


@feed.command()
@click.argument("service", type=SERVICE)
@click.argument("name", required=False, callback=lambda ctx, parameter, value: source_of(value))
def retry(service: str, name: Name | None) -> None:
    """React again to what SERVICE has parked: all of it, or the aggregate NAME alone.

    NAME is "akl/games/2026-11-29-07", or the full name. Whichever replica runs takes it up where
    it stopped, one that starts later too. What fails again is parked again.
    """
    released = _with_nats(lambda connection: _retry(connection, service, name))
    say(f"{source} is tried again." for source in released)


def source_of(text: str | None) -> Name | None:
    """The name of "akl/games/2026-11-29-07" or of a full name. Raises `BadParameter`."""
    if text is None:
        return None
    try:
        return Name.parse(text if text.startswith("venues/") else f"venues/{text}")
    except BadName as bad:
        raise click.BadParameter(str(bad)) from bad


async def _parked(connection: Connection, services: Sequence[str]) -> list[tuple[str, Parked]]:
    return [
        (service, parked)
        for service in services
        for parked in await FeedStore(connection, service).parked()
    ]


async def _retry(connection: Connection, service: str, name: Name | None) -> list[Name]:
    store = FeedStore(connection, service)
    names = [parked.source for parked in await store.parked()] if name is None else [name]
    released = [source for source in names if await store.release(source)]
    if not released:
        raise click.ClickException(
            f"There is no {name} parked by {service}" if name else f"Nothing is parked by {service}"
        )
    return released


def _table(found: Sequence[tuple[str, Parked]]) -> Iterator[str]:
    if not found:
        yield "Nothing is parked."
        return
    rows = [
        (
            service,
            str(parked.source),
            age((now() - parked.since).total_seconds()),
            str(parked.after or "-"),
            "waits to be tried again" if parked.retry else plain(parked.reason),
        )
        for service, parked in found
    ]
    yield from columns([HEAD, *rows])


def _json(found: tuple[str, Parked]) -> str:
    service, parked = found
    return json.dumps(
        {
            "service": service,
            "name": str(parked.source),
            "since": parked.since.isoformat(),
            "after": parked.after,
            "reason": parked.reason,
            "replica": parked.replica,
            "retry": parked.retry,
        }
    )


def _with_nats(act: Callable[[Connection], Awaitable[T]]) -> T:
    async def main() -> T:
        async with connected(quiet("feed"), "feed") as connection:
            return await act(connection)

    return asyncio.run(main())
