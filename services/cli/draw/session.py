"""`eyesdown session`: one session with its programme and figures, or a list of them."""

from __future__ import annotations

from datetime import date

import click

from eyesdown_client import Eyesdown, SessionPhase
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.draw.session_page import sheet, table
from services.cli.verify import jackpot_page

NAME = named("sessions", "2026-11-29-evening")


@click.group()
def session() -> None:
    """Look at sessions: show one, list them, add one up."""


@session.command()
@NAME
@AS_JSON
@reaching("draw")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the session NAME: "akl/2026-11-29-evening", or its full name."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = await draw.sessions.get_session(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(draw, name)))

    say(reach.ask(ask))


@session.command()
@NAME
@AS_JSON
@reaching("verify")
def figures(name: str, as_json: bool, reach: Reach) -> None:
    """Show what the session NAME took, paid and held for jackpots, for its close; practice left
    out."""
    found = reach.ask(lambda verify: verify.jackpots.get_session_figures(name))
    say([to_json(found)] if as_json else jackpot_page.figures(found))


@session.command("list")
@VENUES
@DAY
@phases_of(SessionPhase)
@LIMIT
@ROWS_AS_JSON
@reaching("draw")
def list_(
    venue: str,
    day: date | None,
    phases: list[SessionPhase],
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List sessions, by id, the latest day first."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = draw.sessions.list_sessions(
            venue=venue, day=day or "", phases=phases, page_size=min(limit, PAGE)
        )
        rows = await first(limit, found)
        return [to_json(row, indent=None) for row in rows] if as_json else list(table(rows))

    say(reach.ask(ask))
