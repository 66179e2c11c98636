"""`eyesdown session-table`: one table of a session, a list of them, and play as it goes on."""

from __future__ import annotations

from contextlib import aclosing
from datetime import date

import click

from eyesdown.tournament.v1 import table_pb2
from eyesdown_client import Eyesdown, SessionTablePhase
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AFTER,
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    full_name,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.common.watching import until_ctrl_c
from services.cli.tournament.session_table_page import happened, sheet, table

NAME = named("tables", "2026-11-29-open-s1-t3")
_tournament = full_name("tournaments", "2026-11-29-open")


@click.group("session-table")
def session_table() -> None:
    """Look at the tables of a tournament's sessions: show one, list them, follow one."""


@session_table.command()
@NAME
@AS_JSON
@reaching("tournament")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the table NAME: its sign, clock, boxes with their chips, and what waits."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.tables.get_session_table(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(eyesdown, name)))

    say(reach.ask(ask))


@session_table.command("list")
@VENUES
@DAY
@phases_of(SessionTablePhase)
@click.option(
    "--of",
    "tournament",
    default="",
    callback=lambda ctx, parameter, text: _tournament(ctx, parameter, text) if text else "",
    help='Of this tournament: "akl/2026-11-29-open".',
)
@LIMIT
@ROWS_AS_JSON
@reaching("tournament")
def list_(
    venue: str,
    day: date | None,
    phases: list[SessionTablePhase],
    tournament: str,
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List session tables, by id, the latest day first; those of one tournament with --of."""
    of_venue, its_id = tournament.split("/")[1::2] if tournament else (venue, "")
    if venue not in ("-", of_venue):
        raise click.UsageError(f"--of is a tournament of {of_venue}, --venue is {venue}")

    async def ask(eyesdown: Eyesdown) -> list[table_pb2.SessionTableRow]:
        found = eyesdown.tables.list_session_tables(
            venue=of_venue,
            day=day or "",
            phases=phases,
            tournament=its_id,
            page_size=min(limit, PAGE),
        )
        return await first(limit, found)

    rows = reach.ask(ask)
    say([to_json(row, indent=None) for row in rows] if as_json else table(rows))


@session_table.command()
@NAME
@AFTER
@reaching("tournament")
def watch(name: str, after: int, reach: Reach) -> None:
    """Follow the table NAME, a line for each version, until it is closed or Ctrl-C."""

    async def ask(eyesdown: Eyesdown) -> None:
        zone = await zone_of(eyesdown, name)
        async with aclosing(
            eyesdown.tables.watch_session_table(name, after_version=after)
        ) as versions:
            async for each in versions:
                click.echo(happened(each.table, each.events, zone))

    with until_ctrl_c():
        reach.ask(ask)
