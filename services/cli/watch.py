"""`eyesdown watch`: what a room shows, as a flashboard or as a line for each change."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime

import click
from rich.console import Console
from rich.live import Live

from services.cli.flashboard import render
from services.cli.house import Running, run_file
from services.cli.output import describe
from services.cli.room_view import Room, RoomView
from services.kernel.journal.connection import connect
from services.kernel.serving import logs
from services.kernel.settings import read

# Seconds for which a number stands when others follow it at once, and between looks at the clock.
STANDS = 0.8
TICK = 0.5
# Seconds that the connection has to close, and after which a task is told again to end.


def line(view: RoomView) -> str:
    """The room in one line; the same for as long as nothing has changed."""
    state = "waiting for a game" if view.glass is None else describe(view.glass)
    if view.offline:
        state = f"OFFLINE, nothing heard since {view.alive_at:%H:%M:%S} UTC · {state}"
    return f"{view.venue}/{view.room}: {state}"


async def print_changes(views: AsyncIterator[RoomView], write: Callable[[str], None]) -> None:
    """Write a line for every change of a room, for ever."""
    written = ""
    async for view in views:
        told = line(view)
        if told != written:
            write(told)
            written = told


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


async def _watch(url: str, venue: str, room: str, plain: bool) -> None:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):  # the terminal is left as it was
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    connection = await connect(url, name=f"watch {venue}/{room}")
    try:
        async with Room(connection, venue, room) as views:
            if plain:
                await print_changes(views, click.echo)
            else:
                await show_board(views, Console())
    except asyncio.CancelledError:
        return
    finally:
        await connection.close()


def room_of(text: str) -> tuple[str, str]:
    """Venue and room ids of "akl/main" or "venues/akl/rooms/main". Raises `BadParameter`."""
    match text.split("/"):
        case [venue, room] | ["venues", venue, "rooms", room]:
            return venue, room
    raise click.BadParameter(f"{text!r} is not of the form akl/main or venues/akl/rooms/main")


@click.command()
@click.argument("room", callback=lambda ctx, parameter, value: room_of(value))
@click.option("--nats", "url", help="NATS's URL. [default: EYESDOWN_NATS_URL, or what runs here]")
@click.option("--plain", is_flag=True, help="A line for each change, as when it is piped.")
def watch(room: tuple[str, str], url: str | None, plain: bool) -> None:
    """Show what ROOM ("akl/main") shows, live, until Ctrl-C."""
    settings = read(os.environ)
    logs.configure("error", "console", "watch", settings.replica)
    url = url or settings.nats_url or Running.read(run_file(settings)).nats
    with suppress(asyncio.CancelledError):  # stopped before it began, or twice
        asyncio.run(_watch(url, *room, plain=plain or not sys.stdout.isatty()))
