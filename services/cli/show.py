"""`eyesdown game`: one game, or a list of them, asked of the draw service."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import click
from google.protobuf import json_format
from google.protobuf.message import Message

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, Eyesdown, Phase, Post, Selector, Stage, Verdict
from services.cli.asking import asked, reaching
from services.cli.output import (
    amount,
    clock_time,
    columns,
    ending_words,
    phase_words,
    plain,
)
from services.kernel.errors import NotFound

SHEET = 10


# -- the commands ----------------------------------------------------------------------------


@click.group()
def game() -> None:
    """Look at games: show one, list them."""


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
        venues = {each.name: each.time_zone for each in await eyesdown.list_venues()}
        zone = venues.get("/".join(name.split("/")[:2]))
        return list(sheet(found, ZoneInfo(zone) if zone else UTC))

    for line in asked("draw", ask, address, token, ca):
        click.echo(line)


@game.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="A gaming day.")
@click.option(
    "--phase",
    "phases",
    multiple=True,
    type=click.Choice(["waiting", "in-play", "paused", "ended"]),
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
    """List games, the newest first."""

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


# -- what they print -------------------------------------------------------------------------


def to_json(message: Message, indent: int | None = 2) -> str:
    """A message as proto3 JSON, defaults written."""
    return json_format.MessageToJson(
        message, always_print_fields_with_no_presence=True, indent=indent, ensure_ascii=False
    )


def table(rows: list[game_pb2.GameRow]) -> Iterator[str]:
    """A line for each game."""
    if not rows:
        yield "No games."
        return
    head = ("game", "phase", "called", "version", "rooms", "profile", "serial number", "ended")
    cells = [
        (
            row.name,
            phase_words(row.phase),
            f"{row.called} of {row.numbers}",
            str(row.game_version),
            ", ".join(row.rooms),
            row.profile,
            plain(row.serial_number),
            ending_words(row.ending) if row.ending else "",
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(game: game_pb2.Game, zone: tzinfo) -> Iterator[str]:
    """A game in words: what it is, who runs it, every call, call outs, what is won.

    Instants are shown on the clock of `zone`.
    """
    yield f"{game.name}   {phase_words(game.phase)}"
    yield from columns(list(_about(game, zone)), "  ")
    yield ""
    yield f"Calls: {len(game.calls)} of {game.numbers}"
    yield from _calls(game)
    if game.call_outs:
        yield ""
        yield "Call outs"
        yield from columns([_call_out(each, zone) for each in game.call_outs], "  ")
    if game.won:
        yield ""
        yield "Won"
        for won in game.won:
            outs = ", ".join(str(each) for each in won.call_outs)
            yield f"  {_word(Stage, won.stage)} on call {won.position}, by call out {outs}"


def _about(game: game_pb2.Game, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "profile", f"{game.profile}, version {game.game_version}"
    yield "serial number", plain(game.serial_number) or "not announced"
    yield "selector", _word(Selector, game.selector)
    yield "rooms", ", ".join(game.rooms)
    for each in game.staff:
        since = clock_time(each.since, zone)
        yield _word(Post, each.post), f"{plain(each.person)}, since {since}"
    for stage in game.stages:
        prize = amount(stage.prize) if stage.HasField("prize") else "not fixed"
        yield _word(Stage, stage.stage), prize
    if game.ending:
        yield "ended because", ending_words(game.ending, game.ending_reason)
    yield "last change", f"{clock_time(game.updated_at, zone)} (v{game.version})"
    yield "all times", str(zone)


def _calls(game: game_pb2.Game) -> Iterator[str]:
    """Ten in a line, each line begun by the position of its first; * is not confirmed yet."""
    for start in range(0, len(game.calls), SHEET):
        numbers = (
            f"{call.number:3}{' ' if call.confirmed else '*'}"
            for call in game.calls[start : start + SHEET]
        )
        yield f"  {start + 1:3}:{''.join(numbers)}".rstrip()
    if any(not call.confirmed for call in game.calls):
        yield "  * not confirmed by the supervisor"


def _call_out(call_out: game_pb2.CallOut, zone: tzinfo) -> tuple[str, ...]:
    marks = [
        *(["late"] if call_out.late else []),
        *(["outside play"] if call_out.outside_play else []),
    ]
    return (
        str(call_out.call_out),
        call_out.room,
        f"after call {call_out.after_position}",
        f'"{_word(Cry, call_out.cry)}"',
        clock_time(call_out.heard_at, zone),
        ", ".join(marks),
        _decision(call_out),
    )


def _decision(call_out: game_pb2.CallOut) -> str:
    if not call_out.HasField("decided"):
        return "undecided"
    decided = call_out.decided
    told = _word(Verdict, decided.verdict)
    if decided.stages:
        told += f", wins {' and '.join(_word(Stage, stage) for stage in decided.stages)}"
    if decided.ruled_in_time:
        told += ", ruled in time"
    if decided.unverified:
        told += f", unverified, by {plain(decided.by)}"
    return told


def _word(words: type[Cry | Post | Selector | Stage | Verdict], number: int) -> str:
    """An enum's value as people say it."""
    match next((each for each in words if each == number), None):
        case None:
            return "unknown"
        case Stage() as stage:
            return "line" if stage is Stage.PART_SERIES else "bingo"
        case value:
            return value.name.lower().replace("_", " ")
