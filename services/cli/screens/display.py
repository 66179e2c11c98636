"""`eyesdown display`: bind a screen to a display of a room, list them, cut one off."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from eyesdown.draw.v1 import display_pb2
from eyesdown_client import DisplayPhase, Eyesdown
from services.cli.common.asking import asked, reaching, to_json
from services.cli.common.output import columns, plain
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.settings import StartError

PHASES = {DisplayPhase.BOUND: "bound", DisplayPhase.REVOKED: "revoked"}
NEVER = "never bound"


@click.group()
def display() -> None:
    """Displays of rooms: bind a screen, list them, cut one off."""


@display.command()
@click.argument("room", metavar="VENUE/ROOM")
@click.argument("display_id", metavar="DISPLAY")
@click.argument("code")
@reaching("draw")
def bind(
    room: str,
    display_id: str,
    code: str,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Bind the screen that shows CODE to a DISPLAY ("north") of a room ("akl/main").

    A screen that was bound to that display before is cut off.
    """
    venue, slash, room_id = room.partition("/")
    if not slash:
        raise click.BadParameter(f"{room!r} is not of the form akl/main", param_hint="VENUE/ROOM")

    async def ask(eyesdown: Eyesdown) -> display_pb2.Display:
        return await eyesdown.displays.bind_display(
            venue=venue, room=room_id, display=display_id, code=code.upper()
        )

    bound = asked("draw", ask, address, token, ca, changing=True)
    click.echo(f"{venue}/{bound.display} is bound, in the room {bound.room}.")


@display.command()
@click.argument("name", metavar="VENUE/DISPLAY")
@click.option("--reason", required=True, help="Why: it stands in the journal.")
@reaching("draw")
def revoke(name: str, reason: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """Cut the screen of a display ("akl/north") off; it comes in no more until it is bound."""
    venue, slash, display_id = name.partition("/")
    if not slash:
        raise click.BadParameter(
            f"{name!r} is not of the form akl/north", param_hint="VENUE/DISPLAY"
        )

    async def ask(eyesdown: Eyesdown) -> display_pb2.Display:
        async for row in eyesdown.displays.list_displays(venue=venue):
            if row.display == display_id:
                return await eyesdown.displays.revoke_display(
                    row.name, version=row.version, reason=reason
                )
        raise StartError([f"no screen was ever bound to {name}"])

    revoked = asked("draw", ask, address, token, ca, changing=True)
    click.echo(f"{venue}/{revoked.display} is revoked, its screen is cut off.")


@display.command("list")
@click.argument("venue")
@click.option("--json", "as_json", is_flag=True, help="Those ever bound, a line of JSON for each.")
@reaching("draw")
def list_(
    venue: str, as_json: bool, address: str | None, token: str | None, ca: Path | None
) -> None:
    """List the displays of a VENUE: those of its file, and those that screens were bound to."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        bound = [row async for row in eyesdown.displays.list_displays(venue=venue)]
        if as_json:
            return [to_json(row, indent=None) for row in bound]
        rooms = await eyesdown.list_rooms(venue)
        listed = {each: room.name.rpartition("/")[2] for room in rooms for each in room.displays}
        return list(table(bound, listed))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


@display.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def key(file: Path) -> None:
    """Make the key with which displays are let in, in FILE, unless it is there; print its public
    part, which NATS servers are told."""
    click.echo(DisplayKey.prepare(file).public)


def table(bound: list[display_pb2.DisplayRow], listed: dict[str, str]) -> Iterator[str]:
    """A line for each display, by room; `listed` are the rooms of the displays of the venue's
    file."""
    cells = [(row.room, row.display, _phase(row.phase), plain(row.reason)) for row in bound]
    known = {row.display for row in bound}
    cells += [(room, each, NEVER, "") for each, room in listed.items() if each not in known]
    if not cells:
        yield "No displays."
        return
    yield from columns([("room", "display", "phase", "why"), *sorted(cells)])


def _phase(phase: int) -> str:
    return next((words for each, words in PHASES.items() if each == phase), "unknown")
