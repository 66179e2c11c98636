"""`eyesdown tournament`: standings, seating, results on paper, and the draw done again."""

from __future__ import annotations

import json
from datetime import UTC, date, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.tournament.v1 import tournament_pb2
from eyesdown_client import Eyesdown, TournamentPhase
from services.cli.common.asking import Reach, reaching
from services.cli.common.options import (
    AS_JSON,
    DAY,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    named,
    phases_of,
)
from services.cli.common.output import say, to_json
from services.cli.tournament.tournament_page import (
    explained,
    redrawn,
    seating_sheet,
    sheet,
    standings_sheet,
    table,
)
from services.cli.tournament.tournament_pdf import results_pdf

Found = tuple[tournament_pb2.Tournament, venue_service_pb2.Venue | None]

NAME = named("tournaments", "2026-11-29-open")
SESSION = click.option("--session", type=click.IntRange(min=1), help="One session. [default: all]")

PART_AS_JSON = click.option("--json", "as_json", is_flag=True, help="As that part of its JSON.")


@click.group()
def tournament() -> None:
    """Look at blackjack tournaments: standings, seating, results on paper, the draw done again."""


@tournament.command()
@NAME
@AS_JSON
@reaching("tournament")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the tournament NAME: conditions, entries, pool, log, and what is to be done next."""
    it, venue = _look(name, reach)
    say([to_json(it)] if as_json else sheet(it, _zone(venue)))


@tournament.command()
@NAME
@PART_AS_JSON
@reaching("tournament")
def standings(name: str, as_json: bool, reach: Reach) -> None:
    """Show results table by table, who goes on, and the places."""
    it, venue = _look(name, reach)
    parts = ("sessions", "placings", "placingsConfirmed", "awards")
    say([_part(it, *parts)] if as_json else standings_sheet(it, _zone(venue)))


@tournament.command()
@NAME
@SESSION
@ROWS_AS_JSON
@reaching("tournament")
def seating(name: str, session: int | None, as_json: bool, reach: Reach) -> None:
    """Print the seating lists: who sits at which table and box."""
    it, venue = _look(name, reach)
    if as_json:
        chosen = [each for each in it.sessions if session in (None, each.session)]
        say(to_json(each, indent=None) for each in chosen)
        return
    say(seating_sheet(it, _zone(venue), session))


@tournament.command()
@NAME
@ROWS_AS_JSON
@reaching("tournament")
def explain(name: str, as_json: bool, reach: Reach) -> None:
    """Explain what may be done now in the tournament NAME, whose it is, and by which clause."""
    it, _ = _look(name, reach)
    steps = it.next_steps
    say([to_json(each, indent=None) for each in steps] if as_json else explained(it))


@tournament.command()
@NAME
@SESSION
@reaching("tournament")
def prove(name: str, session: int | None, reach: Reach) -> None:
    """Draw the seats again from the recorded chance; exit 1 when they are not the same."""
    it, _ = _look(name, reach)
    same = True
    for number, line in redrawn(it, session):
        click.echo(line)
        same = same and number
    if not same:
        raise click.ClickException("the seats are not those that the recorded chance gives")


@tournament.command()
@NAME
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="[default: <id>.pdf]")
@reaching("tournament")
def pdf(name: str, out: Path | None, reach: Reach) -> None:
    """Write results and prize list of NAME as a PDF."""
    it, venue = _look(name, reach)
    file = out or Path(f"{name.rpartition('/')[2]}.pdf")
    file.write_bytes(results_pdf(it, venue.title if venue else name, _zone(venue)))
    click.echo(f"{file} is written.")


@tournament.command("list")
@VENUES
@DAY
@phases_of(TournamentPhase)
@LIMIT
@ROWS_AS_JSON
@reaching("tournament")
def list_(
    venue: str,
    day: date | None,
    phases: list[TournamentPhase],
    limit: int,
    as_json: bool,
    reach: Reach,
) -> None:
    """List tournaments, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[tournament_pb2.TournamentRow]:
        found = eyesdown.tournaments.list_tournaments(
            venue=venue, day=day or "", phases=phases, page_size=min(limit, PAGE)
        )
        return await first(limit, found)

    rows = reach.ask(ask)
    say([to_json(row, indent=None) for row in rows] if as_json else table(rows))


def _part(it: tournament_pb2.Tournament, *parts: str) -> str:
    """These parts of a tournament's JSON, with its name and version."""
    whole = json.loads(to_json(it))
    told = {part: whole[part] for part in ("name", "version", *parts)}
    return json.dumps(told, indent=2, ensure_ascii=False)


def _look(name: str, reach: Reach) -> Found:
    async def ask(eyesdown: Eyesdown) -> Found:
        found = await eyesdown.tournaments.get_tournament(name)
        venue = "/".join(name.split("/")[:2])
        venues = {each.name: each for each in await eyesdown.list_venues()}
        return found, venues.get(venue)

    return reach.ask(ask)


def _zone(venue: venue_service_pb2.Venue | None) -> tzinfo:
    return ZoneInfo(venue.time_zone) if venue else UTC
