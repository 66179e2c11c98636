"""`eyesdown watch`: what a room shows, as a flashboard or as a line for each change."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime

import click
from rich.console import Console
from rich.live import Live

from eyesdown.board.v1.board_pb2 import GameFrame
from services.cli.common.nats import NATS, connected, quiet
from services.cli.screens.flashboard import render
from services.cli.screens.frame_words import describe, on_the_glass
from services.cli.screens.room_view import Room, RoomView
from services.kernel.boards.boards import STREAM
from services.kernel.errors import NotFound
from services.kernel.journal.connection import Connection
from services.kernel.journal.lastvalue import LastValues
from services.kernel.settings import Settings
from services.kernel.venues import Venues

# Seconds for which a number stands when others follow it at once, and between looks at the clock.
STANDS = 0.8
TICK = 0.5


def line(view: RoomView) -> str:
    """The room in one line."""
    return _line(view, describe)


def _line(view: RoomView, told: Callable[[GameFrame], str]) -> str:
    state = "waiting for a game" if view.glass is None else told(view.glass)
    if view.offline:
        state = f"OFFLINE, nothing heard since {view.alive_at:%H:%M:%S} UTC · {state}"
    return f"{view.venue}/{view.room}: {state}"


async def print_changes(views: AsyncIterator[RoomView], write: Callable[[str], None]) -> None:
    """Write a line for every change that people in the room can see, for ever.

    A game has versions that change nothing on the glass, such as the selection of a number.
    """
    seen: tuple[str | None, str] | None = None
    async for view in views:
        # Nothing to see yet is the same, whatever is about to come.
        now_seen = None if view.glass is None else view.showing, _line(view, on_the_glass)
        if now_seen != seen:
            write(line(view))
            seen = now_seen


async def show_board(views: AsyncIterator[RoomView], console: Console) -> None:
    """Draw the flashboard anew at every change of a room and every half second, for ever."""
    with Live(console=console, screen=True, auto_refresh=False) as screen:
        shown: RoomView | None = None

        def draw() -> None:
            if shown is not None:
                screen.update(render(shown, datetime.now(UTC)), refresh=True)

        async def tick() -> None:
            while True:  # the age of what is offline, and the size of the terminal
                await asyncio.sleep(TICK)
                draw()

        ticking = asyncio.create_task(tick())
        try:
            async for view in views:
                shown = view
                draw()
                if view.behind:
                    await asyncio.sleep(STANDS)
        finally:
            ticking.cancel()


async def _check_shown(connection: Connection, venue: str, room: str) -> None:
    """Raise `NotFound` for a room that no service has put anything into, ever."""
    if await LastValues(connection, STREAM).read(f"eyesdown.in.room.{venue}.{room}") is None:
        raise NotFound(f"venues/{venue}/rooms/{room}")


def _has_room(venues: Venues, venue: str, room: str) -> bool:
    return venue in venues and any(each.id == room for each in venues.get(venue).rooms)


async def _watch(settings: Settings, url: str | None, venue: str, room: str, plain: bool) -> None:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):  # the terminal is left as it was
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    known = _has_room(Venues.load(settings.venues_folder), venue, room)
    with suppress(asyncio.CancelledError):
        async with connected(settings, f"watch {venue}/{room}", url) as connection:
            if not known:  # it may be that of somebody else's NATS
                await _check_shown(connection, venue, room)
            async with Room(connection, venue, room) as views:
                if plain:
                    await print_changes(views, click.echo)
                else:
                    await show_board(views, Console())


def room_of(text: str) -> tuple[str, str]:
    """Venue and room ids of "akl/main" or "venues/akl/rooms/main". Raises `BadParameter`."""
    match text.split("/"):
        case [venue, room] | ["venues", venue, "rooms", room]:
            return venue, room
    raise click.BadParameter(f"{text!r} is not of the form akl/main or venues/akl/rooms/main")


@click.command()
@click.argument("room", callback=lambda ctx, parameter, value: room_of(value))
@NATS
@click.option("--plain", is_flag=True, help="A line for each change, as when it is piped.")
def watch(room: tuple[str, str], url: str | None, plain: bool) -> None:
    """Show what ROOM ("akl/main") shows, live, until Ctrl-C."""
    settings = quiet("watch")
    with suppress(asyncio.CancelledError):  # stopped before it began, or twice
        asyncio.run(_watch(settings, url, *room, plain or not sys.stdout.isatty()))
