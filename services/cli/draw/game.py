"""`eyesdown game`: one game, or a list of them, asked of the draw service."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from eyesdown_client import Eyesdown, Phase
from services.cli.common.asking import asked, reaching, to_json, zone_of
from services.cli.draw.call_sheet import explain, sheet
from services.cli.draw.game_page import page, table
from services.kernel.errors import NotFound

# -- the commands ----------------------------------------------------------------------------


@click.group()
def game() -> None:
    """Look at games: show one, list them, print the master board, explain what play waits for."""


game.add_command(sheet)
game.add_command(explain)


@game.command()
@click.argument("name", callback=lambda ctx, parameter, value: game_of(value))
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("draw")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the game NAME: "akl/2026-11-29-07", or its full name."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.draw.get_game(name)
        if as_json:
            return [to_json(found)]
        return list(page(found, await zone_of(eyesdown, name)))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


@game.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="A gaming day.")
@click.option(
    "--phase",
    "phases",
    multiple=True,
    type=click.Choice(["waiting", "in-play", "paused", "held", "ended"]),
    help="May be given again.",
)
@click.option("--room", default="", help="A room's id.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reaching("draw")
def list_(
    venue: str,
    day: datetime | None,
    phases: tuple[str, ...],
    room: str,
    limit: int,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List games, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        rows = []
        listing = eyesdown.draw.list_games(
            venue=venue,
            day=day.date() if day else "",
            phases=[Phase[each.upper().replace("-", "_")] for each in phases],
            room=room,
            page_size=min(limit, 500),
        )
        async for row in listing:
            rows.append(row)
            if len(rows) == limit:
                break
        if room and not rows:
            await _check_room(eyesdown, venue, room)
        if as_json:
            return [to_json(row, indent=None) for row in rows]
        return list(table(rows))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


async def _check_room(eyesdown: Eyesdown, venue: str, room: str) -> None:
    """Raise `NotFound` for a room that is not in the venue, or in none for "-"."""
    every = venue == "-"
    venues = [each.name for each in await eyesdown.list_venues()] if every else [venue]
    for each in venues:
        if any(one.name.endswith(f"/rooms/{room}") for one in await eyesdown.list_rooms(each)):
            return
    raise NotFound(f"room {room} in any venue" if every else f"venues/{venue}/rooms/{room}")


def game_of(text: str) -> str:
    """The full name of "akl/2026-11-29-07"; a full name stays. Raises `BadParameter`."""
    match text.split("/"):
        case [venue, game_id] | ["venues", venue, "games", game_id] if venue and game_id:
            return f"venues/{venue}/games/{game_id}"
    raise click.BadParameter(
        f"{text!r} is not of the form akl/2026-11-29-07 or venues/akl/games/2026-11-29-07"
    )
