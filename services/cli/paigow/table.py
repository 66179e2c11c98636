"""`eyesdown table`: pai gow tables, their rounds, and what may be done next."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from eyesdown_client import Eyesdown, TablePhase
from services.cli.common.asking import asked, reaching, to_json
from services.cli.paigow.table_page import due, phase_words, record, rows, sheet

PHASES = [phase.name.lower().replace("_", "-") for phase in TablePhase]


def sitting_of(text: str) -> str:
    """The full name of "akl/2026-11-29-pg1"; a full name stays. Raises `BadParameter`."""
    match text.split("/"):
        case [venue, id_] | ["venues", venue, "sittings", id_] if venue and id_:
            return f"venues/{venue}/sittings/{id_}"
    raise click.BadParameter(
        f"{text!r} is not of the form akl/2026-11-29-pg1 or venues/akl/sittings/2026-11-29-pg1"
    )


_name = click.argument("name", callback=lambda ctx, parameter, value: sitting_of(value))
_json = click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")


@click.group()
def table() -> None:
    """Look at pai gow tables: show one, its rounds, what is due; follow or list them."""


@table.command()
@_name
@_json
@reaching("paigow")
def show(name: str, as_json: bool, address: str | None, token: str | None, ca: Path | None) -> None:
    """Show the table NAME: "akl/2026-11-29-pg1", or its full name."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = await eyesdown.paigow.get_sitting(name)
        if as_json:
            return [to_json(found)]
        venues = {each.name: each.time_zone for each in await eyesdown.list_venues()}
        zone = venues.get("/".join(name.split("/")[:2]))
        return list(sheet(found, ZoneInfo(zone) if zone else UTC))

    for line in asked("paigow", ask, address, token, ca):
        click.echo(line)


@table.command()
@_name
@click.option("--round", "number", type=click.IntRange(min=1), help="This one alone.")
@_json
@reaching("paigow")
def rounds(
    name: str,
    number: int | None,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Show what happened round by round: every wager, hand and outcome."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        sitting = await eyesdown.paigow.get_sitting(name)
        last = sitting.rounds + (1 if sitting.HasField("round") else 0)
        lines: list[str] = []
        for each in [number] if number else range(1, last + 1):
            played = await eyesdown.paigow.get_round(name, each)
            lines += (
                [to_json(played, indent=None)]
                if as_json
                else list(record(played, sitting.currency))
            )
        return lines or ["No rounds yet."]

    for line in asked("paigow", ask, address, token, ca):
        click.echo(line)


@table.command("due")
@_name
@reaching("paigow")
def due_(name: str, address: str | None, token: str | None, ca: Path | None) -> None:
    """Explain what may be done at the table now, whose it is, and by which clause."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        return list(due(await eyesdown.paigow.get_sitting(name)))

    for line in asked("paigow", ask, address, token, ca):
        click.echo(line)


@table.command()
@_name
@click.option("--after", default=0, type=click.IntRange(min=0), help="Begin after this version.")
@reaching("paigow")
def watch(name: str, after: int, address: str | None, token: str | None, ca: Path | None) -> None:
    """Follow a table, a line for each change, until it is closed."""

    async def ask(eyesdown: Eyesdown) -> None:
        async for change in eyesdown.paigow.watch_table(name, after_version=after):
            sitting = change.sitting
            round_ = f"round {sitting.rounds + 1}" if sitting.HasField("round") else "no round"
            click.echo(
                f"v{sitting.version}  {', '.join(change.events)}  {phase_words(sitting.phase)}, "
                f"{round_}"
            )

    asked("paigow", ask, address, token, ca)


@table.command("list")
@click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="A gaming day.")
@click.option(
    "--phase", "phases", multiple=True, type=click.Choice(PHASES), help="May be given again."
)
@click.option("--no-training", is_flag=True, help="Leave training tables out.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(min=1))
@click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
@reaching("paigow")
def list_(
    venue: str,
    day: datetime | None,
    phases: tuple[str, ...],
    no_training: bool,
    limit: int,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """List tables, by id, the latest day first."""

    async def ask(eyesdown: Eyesdown) -> list[str]:
        found = []
        listing = eyesdown.paigow.list_sittings(
            venue=venue,
            day=day.date() if day else "",
            phases=[TablePhase[each.upper().replace("-", "_")] for each in phases],
            no_practice=no_training,
            page_size=min(limit, 500),
        )
        async for row in listing:
            found.append(row)
            if len(found) == limit:
                break
        return [to_json(row, indent=None) for row in found] if as_json else list(rows(found))

    for line in asked("paigow", ask, address, token, ca):
        click.echo(line)
