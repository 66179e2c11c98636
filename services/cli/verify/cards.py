"""`eyesdown cards`: series of cards, made, loaded, looked at, printed and proven."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import click

from eyesdown.verify.v1 import cards_pb2
from eyesdown_client import Columns, ExportForm, Eyesdown, layout
from services.cli.common.asking import Reach, reaching, zone_of
from services.cli.common.options import (
    AS_JSON,
    LIMIT,
    PAGE,
    ROWS_AS_JSON,
    VENUES,
    first,
    named,
    together,
)
from services.cli.common.output import plain, say, to_json
from services.cli.common.progress import bar
from services.cli.verify.cards_page import face, sheet, table
from services.kernel.record.shapes import Shape
from services.verify.cards import making
from services.verify.domain.cards.layout import Layout

PART = 900_000
"""Bytes of a file that are sent at once."""
HEADER = 1
"""Lines before the first card."""
PATIENCE = 60.0
"""Seconds in which a series of millions of cards is made, or held against those in use."""
SERIES = named("cardSeries", "2026-blue")


YEAR = click.option(
    "--year", type=click.IntRange(0, 9999), default=0, help="Of the games; 0: this year."
)
of_new_series = together(
    click.option(
        "--columns",
        "scheme",
        type=click.Choice(["nines", "tens"]),
        default="nines",
        show_default=True,
        help="With 90 balls: 1-9, 10-19, … 80-90, or 1-10, 11-20, … 81-90.",
    ),
    click.option(
        "--balls",
        type=click.Choice(["90", "75"]),
        default="90",
        show_default=True,
        help="The game that they are for.",
    ),
    click.option("--serial", required=True, help="The serial number on every card."),
    click.option("--title", default="", help="What people call it."),
)
"""The options of a series that is made."""


@click.group()
def cards() -> None:
    """Series of cards: make, load, put in use, look at, print."""


@cards.command("list")
@VENUES
@click.option("--year", type=click.IntRange(0, 9999), default=0, help="Of that year; 0: this year.")
@LIMIT
@ROWS_AS_JSON
@reaching("verify")
def list_(venue: str, year: int, limit: int, as_json: bool, reach: Reach) -> None:
    """List the series of a year, by id."""

    async def ask(verify: Eyesdown) -> list[cards_pb2.CardSeriesRow]:
        found = verify.cards.list_series(venue=venue, year=year, page_size=min(limit, PAGE))
        return await first(limit, found)

    rows = reach.ask(ask)
    say([to_json(row, indent=None) for row in rows] if as_json else table(rows))


@cards.command()
@SERIES
@AS_JSON
@reaching("verify")
def show(name: str, as_json: bool, reach: Reach) -> None:
    """Show the series NAME: "akl/2026-blue", or its full name."""

    async def ask(verify: Eyesdown) -> list[str]:
        found = await verify.cards.get_series(name)
        return [to_json(found)] if as_json else list(sheet(found, await zone_of(verify, name)))

    say(reach.ask(ask))


@cards.command()
@SERIES
@click.argument("number", type=click.IntRange(1, 9_999_999))
@reaching("verify")
def card(name: str, number: int, reach: Reach) -> None:
    """Show the face of card NUMBER of the series NAME."""

    async def ask(verify: Eyesdown) -> cards_pb2.Card:
        return (await verify.cards.get_cards(name, first_card=number, last_card=number))[0]

    say(face(tuple(reach.ask(ask).cells)))


@cards.command()
@SERIES
@of_new_series
@click.option(
    "--cards", "count", type=click.IntRange(1, 2_000_000), required=True, help="How many cards."
)
@click.option(
    "--first",
    type=click.IntRange(1, 9_999_999),
    default=1,
    show_default=True,
    help="The number of the first card.",
)
@reaching("verify")
def generate(
    name: str,
    count: int,
    first: int,
    reach: Reach,
    **about: str,
) -> None:
    """Make the series NAME of new cards: strips for 90 balls, single faces for 75."""

    async def ask(verify: Eyesdown) -> cards_pb2.CardSeries:
        made = verify.cards.generate_series(**_new(name, **about), first_card=first, cards=count)
        return await _followed(made, "making", count)

    say(sheet(reach.change(ask, patience=PATIENCE)))


@cards.command()
@SERIES
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@of_new_series
@click.option("--strips", is_flag=True, help="Every six lines are a strip.")
@reaching("verify")
def load(
    name: str,
    file: Path,
    strips: bool,
    reach: Reach,
    **about: str,
) -> None:
    """Make the series NAME of the cards in FILE, comma separated values (docs/cards.md)."""

    size = file.stat().st_size

    async def ask(verify: Eyesdown) -> cards_pb2.CardSeries:
        parts, cards = await _stage(verify, name, file, size)
        loaded = verify.cards.load_series(**_new(name, **about), strips=strips, parts=parts)
        return await _followed(loaded, "reading", cards)

    say(sheet(reach.change(ask, patience=PATIENCE)))


@cards.command()
@SERIES
@YEAR
@reaching("verify")
def use(name: str, year: int, reach: Reach) -> None:
    """Put the series NAME in use."""

    async def ask(verify: Eyesdown) -> cards_pb2.Catalogue:
        return await verify.cards.use_series(name, year=year)

    _catalogue(reach.change(ask, patience=PATIENCE))


@cards.command()
@SERIES
@YEAR
@reaching("verify")
def withdraw(name: str, year: int, reach: Reach) -> None:
    """Take the series NAME out of use."""

    async def ask(verify: Eyesdown) -> cards_pb2.Catalogue:
        return await verify.cards.withdraw_series(name, year=year)

    _catalogue(reach.change(ask, patience=PATIENCE))


@cards.command()
@SERIES
@click.argument("file", type=click.Path(dir_okay=False, writable=True, path_type=Path))
@click.option("--pdf", is_flag=True, help="Sheets to print, 6,000 cards at most.")
@click.option("--first", type=click.IntRange(0, 9_999_999), default=0, help="The first card.")
@click.option("--last", type=click.IntRange(0, 9_999_999), default=0, help="The last card.")
@reaching("verify")
def export(name: str, file: Path, pdf: bool, first: int, last: int, reach: Reach) -> None:
    """Write the cards of the series NAME to FILE, as CSV or as sheets to print."""

    async def ask(verify: Eyesdown) -> bytes:
        form = ExportForm.PDF if pdf else ExportForm.CSV
        return await verify.cards.export_cards(name, form=form, first_card=first, last_card=last)

    size = file.write_bytes(reach.ask(ask))
    click.echo(f"{file}: {size:,} bytes")


@cards.command()
@SERIES
@reaching("verify")
def prove(name: str, reach: Reach) -> None:
    """Make the generated series NAME again from its entropy, here, and compare the digests."""
    found = reach.ask(lambda verify: verify.cards.get_series(name))
    if not found.entropy:
        raise click.ClickException(f"{name} was loaded from a file, so there is nothing to repeat")
    made = making.make(
        found.entropy,
        Shape(Layout, cards_pb2.Layout).of(found.cards.layout),
        found.cards.first_card,
        found.cards.cards,
    )
    if made.digest != found.cards.digest:
        raise click.ClickException(f"{name} is NOT what its entropy makes: {made.digest.hex()}")
    click.echo(f"{name} is what its entropy makes: {made.digest.hex()}")


# -- asking ----------------------------------------------------------------------------------


def _catalogue(found: cards_pb2.Catalogue) -> None:
    click.echo(f"{found.name}: {len(found.series)} series in use")
    for each in found.series:
        click.echo(f"  {each.series}   serial {plain(each.serial_number)}")


def _new(name: str, title: str, serial: str, balls: str, scheme: str) -> dict[str, Any]:
    """What is said of a series that is made."""
    _, venue, _, series_id = name.split("/")
    columns = Columns[scheme.upper()] if balls == "90" else Columns.FIFTEENS
    return {
        "venue": venue,
        "series_id": series_id,
        "title": title,
        "serial_number": serial,
        "layout": layout(columns),
    }


async def _stage(verify: Eyesdown, name: str, file: Path, size: int) -> tuple[list[bytes], int]:
    """Send a file in parts, with a bar; what each part is called, and how many cards there are."""
    venue, parts, lines = name.split("/")[1], [], 0
    with bar() as shown, file.open("rb") as read:
        task = shown.add_task("sending", total=size) if shown else None
        while content := await asyncio.to_thread(read.read, PART):
            parts.append(await verify.cards.stage_cards(venue=venue, content=content))
            lines += content.count(b"\n")
            if shown and task is not None:
                shown.advance(task, len(content))
    if not parts:
        raise click.ClickException(f"{file} is empty")
    return parts, max(lines - HEADER, 1)


async def _followed(stream: Any, what: str, count: int) -> cards_pb2.CardSeries:
    """The series at the end of a stream that tells how far it is, with a bar."""
    made = cards_pb2.CardSeries()
    with bar() as shown:
        task = shown.add_task(what, total=count) if shown else None
        async for reply in stream:
            if shown and task is not None:
                shown.update(task, completed=reply.done)
            made = reply.series
    return made
