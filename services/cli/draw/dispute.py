"""`eyesdown dispute`: one dispute with its evidence and rulings, or a list of them."""

from __future__ import annotations

from datetime import date

import click

from eyesdown_client import DisputePhase, Eyesdown
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
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
from services.cli.draw.dispute_page import sheet, table

_game = full_name("games", "2026-11-29-07")


@click.group()
def dispute() -> None:
    """Look at disputes: show one, list them."""


@dispute.command()
@named("disputes", "2026-11-29-03")
@AS_JSON
@reaching("draw")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the dispute NAME: "akl/2026-11-29-03", or its full name."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = await draw.disputes.get_dispute(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(draw, name)))

    say(reach.ask(ask))


@dispute.command("list")
@VENUES
@DAY
@click.option(
    "--game",
    default="",
    callback=lambda ctx, parameter, text: _game(ctx, parameter, text) if text else "",
    help='Those about this game: "akl/2026-11-29-07".',
)
@phases_of(DisputePhase)
@LIMIT
@ROWS_AS_JSON
@reaching("draw")
def list_(
    venue: str,
    day: date | None,
    game: str,
    phases: list[DisputePhase],
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List disputes, by id, the latest day first."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = draw.disputes.list_disputes(
            venue=venue, day=day or "", game=game, phases=phases, page_size=min(limit, PAGE)
        )
        rows = await first(limit, found)
        return [to_json(row, indent=None) for row in rows] if as_json else list(table(rows))

    say(reach.ask(ask))
