"""`eyesdown rooms`: what is on the glass in every room, and which screens need a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from eyesdown.draw.v1 import rooms_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import Reach, reaching
from services.cli.common.options import VENUES
from services.cli.common.output import age, columns, plain, say, to_json
from services.cli.screens.rooms_words import place, skew, state_word, troubles


@click.command()
@VENUES
@click.option("--all", "every", is_flag=True, help="Every screen, not only those to look at.")
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each room.")
@reaching("draw")
def rooms(venue: str, every: bool, as_json: bool, reach: Reach) -> None:
    """List rooms that are dark, and screens that are dark, late, old pages or of a wrong clock.

    The exit status is 1 while there is any.
    """

    async def ask(eyesdown: Eyesdown) -> list[rooms_pb2.RoomState]:
        return list(await eyesdown.draw.get_rooms(venue))

    found = reach.ask(ask)
    if as_json:
        say(to_json(room, indent=None) for room in found)
    else:
        say(table(found) if every else listed(found))
    if any(_needs_a_look(room) for room in found):
        raise SystemExit(1)


def listed(found: Sequence[rooms_pb2.RoomState]) -> Iterator[str]:
    """What somebody should look at, a line for each; or that there is nothing."""
    rows = [row for room in found for row in _wrong(room)]
    if rows:
        yield from columns([("room", "screen", "what"), *rows])
        return
    screens = sum(len(room.screens) for room in found)
    yield f"{screens} screens in {len(found)} rooms, and nothing is wrong with any."


def _wrong(room: rooms_pb2.RoomState) -> Iterator[tuple[str, str, str]]:
    """A line for each trouble of a room, with all screens that have it; the first says of a dark
    room that it is."""
    screens: dict[str, list[str]] = {}
    for screen, wrong in troubles(room):
        screens.setdefault(wrong, []).append(screen.display)
    dark = room.state == rooms_pb2.SCREEN_STATE_DARK
    for at, (wrong, those) in enumerate(screens.items()):
        yield (
            place(room),
            ", ".join(those),
            wrong + (": the room is dark" if dark and not at else ""),
        )


def table(found: Sequence[rooms_pb2.RoomState]) -> Iterator[str]:
    """Every screen of every room; a room without any has a line of its own."""
    head = ("room", "screen", "state", "shows", "heard of", "clock", "page")
    rows = [row for room in found for row in _rows(room)]
    yield from columns([head, *rows])


def _rows(room: rooms_pb2.RoomState) -> Iterator[tuple[str, ...]]:
    if not room.screens:
        yield place(room), "none", "", "", "", "", ""
    for screen in room.screens:
        heard = screen.HasField("heard_at")
        shows = f"{screen.showing.rpartition('/')[2]} v{screen.version}" if screen.showing else ""
        yield (
            place(room),
            screen.display,
            state_word(screen.state),
            shows,
            f"{age(screen.age / 1000)} ago" if heard else "never",
            skew(screen) if heard else "",
            plain(screen.build),
        )


def _needs_a_look(room: rooms_pb2.RoomState) -> bool:
    return any(True for _ in troubles(room))
