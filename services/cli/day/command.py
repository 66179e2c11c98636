"""`eyesdown report day`: what a venue's gaming day came to, from its commits alone."""

from __future__ import annotations

import asyncio
from datetime import UTC, date
from pathlib import Path

import click

from services.cli.common.contracts import audited
from services.cli.common.nats import NATS, archived, connected, quiet
from services.cli.common.options import day_of, in_venue
from services.cli.day import games, incidents, money
from services.cli.day.reading import Day, read_day, years
from services.cli.day.sheet import as_pdf
from services.cli.day.tables import Report, as_csv, digest
from services.kernel.profiles import Profiles
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken
from services.kernel.record.shapes import instant
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venue, Venues

FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def report() -> None:
    """Reports for the office, from the journal."""


@report.command("day")
@in_venue("DAY", "2026-11-29")
@click.option("--pdf", type=FILE, help="Where the sheet goes. [default: <venue>-<day>.pdf]")
@click.option("--csv", "csv_file", type=FILE, help="Where the table goes. [default: ….csv]")
@click.option(
    "--up-to",
    "up_to",
    multiple=True,
    type=click.IntRange(min=1),
    help="Read a journal to this sequence alone, as an earlier report says; once for each journal.",
)
@NATS
def day_command(
    given: tuple[str, str],
    pdf: Path | None,
    csv_file: Path | None,
    up_to: tuple[int, ...],
    url: str | None,
) -> None:
    """Write the report of DAY, a venue's gaming day ("akl/2026-11-29"), as PDF and CSV, into this
    folder.

    Games, prizes, receipts, jackpots, floats, tournaments, breaches and overrides, as the commits
    say; games of practice are in no total. The sheet has room for two signatures and holds the
    SHA-256 of the table, so the two belong together. It says up to which commit the journals were
    read: with --up-to and these sequences it is written again, byte for byte.
    """
    venue, day = given[0], day_of(given[1])
    settings = quiet("report")
    found = Venues.load(settings.venues_folder).get(venue)
    made = asyncio.run(_made(settings, found, day, years(up_to), url))
    stem = f"{venue}-{day:%Y-%m-%d}"
    sheet, table = pdf or Path(f"{stem}.pdf"), csv_file or Path(f"{stem}.csv")
    text = as_csv(made)
    table.write_text(text, encoding="utf-8")
    sheet.write_bytes(as_pdf(made))
    for stream, sequence in made.made_of.items():
        click.echo(f"{stream} read up to {sequence}")
    click.echo(
        f"{sheet.resolve()} and {table.resolve()} are written; SHA-256 of the table: {digest(text)}"
    )


async def _made(
    settings: Settings, venue: Venue, day: date, up_to: dict[int, int], url: str | None
) -> Report:
    async with connected(settings, "report", url) as connection, archived(connection) as archive:
        read = await read_day(archive, venue, day, up_to)
    try:
        return made_of(read, Profiles.load(settings.rules_folder))
    except (ChainBroken, UnknownFact) as wrong:
        raise StartError(
            [f"{wrong}: nothing is reported from it; eyesdown audit verify"]
        ) from wrong


def made_of(day: Day, profiles: Profiles) -> Report:
    """The report of what was read. Raises `ChainBroken` and `UnknownFact`."""
    kinds = {each.decider.kind: each for each in audited(profiles)}
    played = games.played(day, kinds)
    jackpots = games.cycles(day, kinds)
    receipts = games.issued(day, kinds)
    tables = (
        games.game_table(day, played, list(jackpots.values())),
        games.practice_table(played),
        games.prize_table(day, played),
        games.receipt_table(day, receipts),
        games.paid_table(day, receipts),
        money.jackpot_table(day, jackpots),
        money.float_table(day),
        money.tournament_table(day),
        incidents.breach_table(day),
        incidents.override_table(day),
    )
    last = max((instant(commit.at) for _, commit in day.during), default=day.begins)
    return Report(day.venue, day.day, day.made_of, last.astimezone(UTC), tables)
