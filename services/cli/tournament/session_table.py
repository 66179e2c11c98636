"""`eyesdown session-table`: one table of a session, a list of them, and play as it goes on."""

from __future__ import annotations

from contextlib import aclosing
from datetime import UTC, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from eyesdown.tournament.v1 import table_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import asked, reaching, to_json
from services.cli.tournament.session_table_page import happened, listing, sheet

SERVICE = "tournament"


def table_of(text: str) -> str:
    """The full name of "akl/2026-11-29-open-s1-t3"; a full name stays. Raises `BadParameter`."""
    match text.split("/"):
        case [venue, id_] | ["venues", venue, "tables", id_] if venue and id_:
            return f"venues/{venue}/tables/{id_}"
    raise click.BadParameter(
        f"{text!r} is not of the form akl/2026-11-29-open-s1-t3 or venues/akl/tables/…"
    )


named = click.argument("name", callback=lambda ctx, parameter, value: table_of(value))
reach = reaching(SERVICE)


@click.group("session-table")
def session_table() -> None:
    """Look at the tables of a tournament's sessions: show one, list them, follow one."""


async def _zone(eyesdown: Eyesdown, name: str) -> tzinfo:
    venue = "/".join(name.split("/")[:2])
    zones = {each.name: each.time_zone for each in await eyesdown.list_venues()}
    return ZoneInfo(zones[venue]) if venue in zones else UTC


@session_table.command()
@named
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reach
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the table NAME: its sign, clock, boxes with their chips, and what waits."""

    async def ask(eyesdown: Eyesdown) -> tuple[table_pb2.SessionTable, tzinfo]:
        return await eyesdown.tables.get_table(name), await _zone(eyesdown, name)

    table, zone = asked(SERVICE, ask, address, token, ca)
    for line in [to_json(table)] if as_json else sheet(table, zone):
        click.echo(line)


@session_table.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reach
def list_(
    venue: str, as_json: bool, address: str | None, token: str | None, ca: Path | None
) -> None:
    """List the session tables of the running year, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[table_pb2.SessionTableRow]:
        return [row async for row in eyesdown.tables.list_tables(venue=venue)]

    rows = asked(SERVICE, ask, address, token, ca)
    for line in [to_json(row, None) for row in rows] if as_json else listing(rows):
        click.echo(line)


@session_table.command()
@named
@click.option("--after", type=click.IntRange(min=0), default=0, help="Begin after this version.")
@reach
def watch(name: str, after: int, address: str | None, token: str | None, ca: Path | None) -> None:
    """Follow the table NAME, a line for each version, until it is closed."""

    async def ask(eyesdown: Eyesdown) -> None:
        zone = await _zone(eyesdown, name)
        async with aclosing(eyesdown.tables.watch_table(name, after_version=after)) as versions:
            async for each in versions:
                click.echo(happened(each.table, each.events, zone))

    asked(SERVICE, ask, address, token, ca)
