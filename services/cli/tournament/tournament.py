"""`eyesdown tournament`: standings, seating, results on paper, and the draw done again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.tournament.v1 import tournament_pb2
from eyesdown_client import Eyesdown, TournamentPhase
from services.cli.common.asking import asked, reaching, to_json
from services.cli.common.output import columns, plain
from services.cli.tournament.tournament_page import (
    phase_of,
    redrawn,
    seating_sheet,
    sheet,
    standings_sheet,
)
from services.cli.tournament.tournament_pdf import results_pdf

SERVICE = "tournament"
Found = tuple[tournament_pb2.Tournament, venue_service_pb2.Venue | None]


def tournament_of(text: str) -> str:
    """The full name of "akl/2026-11-29-open"; a full name stays. Raises `BadParameter`."""
    match text.split("/"):
        case [venue, id_] | ["venues", venue, "tournaments", id_] if venue and id_:
            return f"venues/{venue}/tournaments/{id_}"
    raise click.BadParameter(
        f"{text!r} is not of the form akl/2026-11-29-open or venues/akl/tournaments/…"
    )


named = click.argument("name", callback=lambda ctx, parameter, value: tournament_of(value))
reach = reaching(SERVICE)


@click.group()
def tournament() -> None:
    """Look at blackjack tournaments: standings, seating, results on paper, the draw done again."""


def _look(name: str, address: str | None, token: str | None, ca: Path | None) -> Found:
    async def ask(eyesdown: Eyesdown) -> Found:
        found = await eyesdown.tournaments.get_tournament(name)
        venue = "/".join(name.split("/")[:2])
        venues = {each.name: each for each in await eyesdown.list_venues()}
        return found, venues.get(venue)

    return asked(SERVICE, ask, address, token, ca)


def _zone(venue: venue_service_pb2.Venue | None) -> tzinfo:
    return ZoneInfo(venue.time_zone) if venue else UTC


def _print(lines: Callable[[tournament_pb2.Tournament, tzinfo], object], found: Found) -> None:
    it, venue = found
    for line in lines(it, _zone(venue)):  # type: ignore[attr-defined]  # an iterator of lines
        click.echo(line)


@tournament.command()
@named
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reach
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the tournament NAME: conditions, entries, pool, log, and what has to be done next."""
    found = _look(name, address, token, ca)
    if as_json:
        click.echo(to_json(found[0]))
    else:
        _print(sheet, found)


@tournament.command()
@named
@reach
def standings(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show results table by table, who goes on, and the places."""
    _print(standings_sheet, _look(name, address, token, ca))


@tournament.command()
@named
@click.option("--session", type=click.IntRange(min=1), help="One session. [default: all]")
@reach
def seating(
    name: str, session: int | None, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Print the seating lists: who sits at which table and box."""
    found = _look(name, address, token, ca)
    _print(lambda it, zone: seating_sheet(it, zone, session), found)


@tournament.command("next")
@named
@reach
def next_(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """Say what may or has to be done next."""
    it, _ = _look(name, address, token, ca)
    for line in it.next or ["Nothing more has to be done."]:
        click.echo(plain(line))


@tournament.command("redo-draw")
@named
@click.option("--session", type=click.IntRange(min=1), help="One session. [default: all]")
@reach
def redo_draw(
    name: str, session: int | None, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Draw the seats again from the recorded chance; exit 1 when they are not the same."""
    it, _ = _look(name, address, token, ca)
    same = True
    for number, line in redrawn(it, session):
        click.echo(line)
        same = same and number
    if not same:
        raise click.ClickException("the seats are not those that the recorded chance gives")


@tournament.command()
@named
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="[default: <id>.pdf]")
@reach
def pdf(
    name: str, out: Path | None, address: str | None, token: str | None, ca: Path | None
) -> None:
    """Write results and prize list of NAME as a PDF."""
    it, venue = _look(name, address, token, ca)
    file = out or Path(f"{name.rpartition('/')[2]}.pdf")
    file.write_bytes(results_pdf(it, venue.title if venue else name, _zone(venue)))
    click.echo(f"{file} is written.")


@tournament.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option(
    "--phase",
    "phases",
    multiple=True,
    type=click.Choice([each.name.lower().replace("_", "-") for each in TournamentPhase]),
    help="May be given again.",
)
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reach
def list_(
    venue: str,
    phases: tuple[str, ...],
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List tournaments of the running year, by id, the latest day first."""
    wanted = [TournamentPhase[each.upper().replace("-", "_")] for each in phases]

    async def ask(eyesdown: Eyesdown) -> list[tournament_pb2.TournamentRow]:
        listing = eyesdown.tournaments.list_tournaments(venue=venue, phases=wanted)
        return [row async for row in listing]

    rows = asked(SERVICE, ask, address, token, ca)
    if as_json:
        for row in rows:
            click.echo(to_json(row, indent=None))
        return
    if not rows:
        click.echo("No tournaments.")
        return
    head = ("tournament", "phase", "title", "players")
    cells = [
        (row.name, phase_of(row.phase), plain(row.title), f"{row.players} of {row.most}")
        for row in rows
    ]
    for line in columns([head, *cells]):
        click.echo(line)
