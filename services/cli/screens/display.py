"""`eyesdown display`: bind a screen to a display of a room, list them, cut one off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.draw.v1 import display_pb2
from eyesdown_client import DisplayPhase, Eyesdown
from services.cli.common.asking import Reach, reaching
from services.cli.common.options import REASON, VENUES, in_venue
from services.cli.common.output import columns, plain, say, to_json
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.settings import StartError

PHASES = {DisplayPhase.BOUND: "bound", DisplayPhase.REVOKED: "revoked"}
NEVER = "never bound"


@click.group()
def display() -> None:
    """Displays of rooms: bind a screen, list them, cut one off."""


@display.command()
@in_venue("ROOM", "main")
@click.argument("display_id", metavar="DISPLAY")
@click.argument("code")
@reaching("draw")
def bind(given: tuple[str, str], display_id: str, code: str, reach: Reach) -> None:
    """Bind the screen that shows CODE to a DISPLAY ("north") of ROOM ("akl/main").

    A screen that was bound to that display before is cut off.
    """
    venue, room = given

    async def ask(eyesdown: Eyesdown) -> display_pb2.Display:
        return await eyesdown.displays.bind_display(
            venue=venue, room=room, display=display_id, code=code.upper()
        )

    bound = reach.change(ask)
    click.echo(f"{venue}/{bound.display} is bound, in the room {bound.room}.")


@display.command()
@in_venue("DISPLAY", "north")
@REASON
@reaching("draw")
def revoke(given: tuple[str, str], reason: str, reach: Reach) -> None:
    """Cut the screen of DISPLAY ("akl/north") off; it comes in no more until it is bound."""
    venue, display_id = given

    async def ask(eyesdown: Eyesdown) -> display_pb2.Display:
        async for row in eyesdown.displays.list_displays(venue=venue):
            if row.display == display_id:
                return await eyesdown.displays.revoke_display(
                    row.name, version=row.version, reason=reason
                )
        raise StartError([f"no screen was ever bound to {venue}/{display_id}"])

    revoked = reach.change(ask)
    click.echo(f"{venue}/{revoked.display} is revoked, its screen is cut off.")


@display.command("list")
@VENUES
@click.option("--json", "as_json", is_flag=True, help="Those ever bound, a line of JSON for each.")
@reaching("draw")
def list_(venue: str, as_json: bool, reach: Reach) -> None:
    """List displays: those of the venues' files, and those that screens were bound to."""

    async def ask(draw: Eyesdown) -> list[str]:
        bound = [row async for row in draw.displays.list_displays(venue=venue)]
        if as_json:
            return [to_json(row, indent=None) for row in bound]
        venues = [each.name for each in await draw.list_venues()] if venue == "-" else [venue]
        rooms = [room for each in venues for room in await draw.list_rooms(each)]
        return list(table(bound, rooms))

    say(reach.ask(ask))


@display.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def key(file: Path) -> None:
    """Make the key with which displays are let in, in FILE, unless it is there; print its public
    part, which NATS servers are told."""
    click.echo(DisplayKey.prepare(file).public)


def table(
    bound: Sequence[display_pb2.DisplayRow], rooms: Iterable[venue_service_pb2.Room]
) -> Iterator[str]:
    """A line for each display; the `rooms` say which the files of their venues have."""
    cells = [
        (_of(row.name, row.display), row.room, _phase(row.phase), plain(row.reason))
        for row in bound
    ]
    known = {(row.name.split("/")[1], row.display) for row in bound}
    for room in rooms:
        venue, its_id = room.name.split("/")[1::2]
        cells += [
            (_of(room.name, each), its_id, NEVER, "")
            for each in room.displays
            if (venue, each) not in known
        ]
    if not cells:
        yield "No displays."
        return
    head = ("display", "room", "phase", "why")
    yield from columns([head, *sorted(cells)])


def _of(name: str, display: str) -> str:
    """A display as people type it, "akl/north", in the venue of a name."""
    return f"{name.split('/')[1]}/{display}"


def _phase(phase: int) -> str:
    return next((words for each, words in PHASES.items() if each == phase), "unknown")
