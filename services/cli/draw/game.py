"""`eyesdown game`: one game, or a list of them, its master board, why play waits, and what a room
says of a call."""

from __future__ import annotations

from datetime import date

import click

from eyesdown_client import Eyesdown, Phase
from eyesdown_client import NotFound as NotThere
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    ROOM,
    ROWS_AS_JSON,
    VENUES,
    as_room,
    first,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.draw.call_sheet import board, call_in_rooms, explained
from services.cli.draw.game_page import page, table
from services.kernel.errors import NotFound
from services.kernel.names import room_of
from services.kernel.settings import StartError

NAME = named("games", "2026-11-29-07")


@click.group()
def game() -> None:
    """Look at games: show one, list them, print the master board, explain what play waits for. Say
    what a room has of a call."""


@game.command()
@NAME
@AS_JSON
@reaching("draw")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the game NAME: "akl/2026-11-29-07", or its full name."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = await draw.draw.get_game(name)
        return [to_json(found)] if as_json else list(page(found, await zone_of(draw, name)))

    say(reach.ask(ask))


@game.command("list")
@VENUES
@DAY
@phases_of(Phase)
@click.option("--room", default="", callback=as_room, help="One room: main, or wlg/main.")
@click.option("--no-practice", is_flag=True, help="Leave practice games out.")
@LIMIT
@ROWS_AS_JSON
@reaching("draw")
def list_(
    venue: str,
    day: date | None,
    phases: list[Phase],
    room: str,
    no_practice: bool,
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List games, by id, the latest day first."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = draw.draw.list_games(
            venue=venue,
            day=day or "",
            phases=phases,
            room=room,
            no_practice=no_practice,
            page_size=min(limit, PAGE),
        )
        rows = await first(limit, found)
        if room and not rows:
            await _check_room(draw, venue, room)
        return [to_json(row, indent=None) for row in rows] if as_json else list(table(rows))

    say(reach.ask(ask))


@game.command()
@NAME
@click.option(
    "--call",
    "position",
    type=click.IntRange(min=1),
    help="The board as it was when this call was announced. [default: as it is]",
)
@AS_JSON
@reaching("draw")
def sheet(name: str, position: int | None, as_json: bool, reach: Reach) -> None:
    """Print the master board of the game NAME: every call in order, and who was in charge."""

    async def ask(draw: Eyesdown) -> list[str]:
        try:
            found = await draw.draw.get_call_sheet(name, position=position or 0)
        except NotThere:
            called = len((await draw.draw.get_call_sheet(name)).calls)
            last = f"its last is call {called}" if called else "none was announced yet"
            raise StartError([f"there is no call {position} of {name}; {last}"]) from None
        if as_json:
            return [to_json(found)]
        return list(board(found, await zone_of(draw, name), position or 0))

    say(reach.ask(ask))


@game.command()
@NAME
@AS_JSON
@reaching("draw")
def explain(name: str, as_json: bool, reach: Reach) -> None:
    """Explain what may be done now in the game NAME, and why not what may not, with the clauses."""
    found = reach.ask(lambda draw: draw.draw.explain_game(name))
    say([to_json(found)] if as_json else explained(found))


@game.command("confirm-in-room")
@NAME
@ROOM
@click.option("--call", "position", required=True, type=click.IntRange(min=1), help="Which call.")
@click.option("--heard", is_flag=True, help="All there clearly heard it.")
@click.option("--seen", is_flag=True, help="It is shown there, for all to see.")
@reaching("draw")
def confirm_in_room(
    name: str, room: str, position: int, heard: bool, seen: bool, reach: Reach
) -> None:
    """Say of the game NAME, as somebody in a room, that a call was heard there, or is seen."""

    async def ask(draw: Eyesdown) -> list[str]:
        found = await draw.draw.confirm_in_room(
            name, room=room, position=position, heard=heard, seen=seen
        )
        return [call_in_rooms(found, position)]

    say(reach.change(ask))


async def _check_room(draw: Eyesdown, venue: str, room: str) -> None:
    """Raise `NotFound` for a room that is not in its venue: that which it is named with, or else
    `venue`; for "-" in none that one may see."""
    where, its_id = room_of(venue, room)
    every = where == "-"
    venues = [each.name for each in await draw.list_venues()] if every else [where]
    for each in venues:
        if any(one.name.endswith(f"/rooms/{its_id}") for one in await draw.list_rooms(each)):
            return
    told = f"room {its_id} in any venue you may see"
    raise NotFound(told if every else f"venues/{where}/rooms/{its_id}")
