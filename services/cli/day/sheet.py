"""The day report on paper, with room for two signatures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from services.cli.common.paper import GREY, Paper, printable
from services.cli.day.tables import Report, Table, as_csv, digest, printed
from services.kernel.money import Money

WIDTH = 267
"""Millimetres between the margins of a sheet that lies."""
LEAST, MOST = 12, 70
"""Millimetres of the narrowest column, and of the widest before it is set in several lines."""
SIGNED = 12.0
"""Millimetres for a signature."""


def as_pdf(report: Report) -> bytes:
    """The report as a PDF; the same commits are the same bytes."""
    mark = digest(as_csv(report))
    day, venue = report.day.isoformat(), report.venue
    paper = Paper(f"{venue.id} · {day} · SHA-256 of the CSV {mark}", "landscape", 8)
    paper.set_creation_date(report.at)
    paper.set_title(printable(f"Day report {venue.id} {day}"))
    paper.add_page()
    paper.heading(f"Day report, {day}", 18)
    paper.text_line(f"{venue.title}. Amounts in {venue.currency}, times of {venue.zone.key}.")
    paper.text_line(_day(report), GREY)
    for table in report.tables:
        _table(paper, table)
    _signatures(paper)
    return bytes(paper.output())


def _day(report: Report) -> str:
    zone = report.venue.zone
    begins, ends = (
        report.venue.starts(each).astimezone(zone)
        for each in (report.day, report.day + timedelta(days=1))
    )
    journals = ", ".join(f"{name} to {sequence}" for name, sequence in report.made_of.items())
    return f"From {begins:%Y-%m-%d %H:%M} to {ends:%Y-%m-%d %H:%M}. Made of {journals}."


def _table(paper: Paper, table: Table) -> None:
    paper.heading(table.title)
    if not table.rows:
        paper.text_line("None.", GREY)
        return
    if table.note:
        paper.text_line(table.note, GREY)
    rows = [[printed(cell) for cell in row] for row in table.all_rows]
    first = list(table.rows[0])
    right = frozenset(place for place, cell in enumerate(first) if isinstance(cell, int | Money))
    paper.table(table.head, rows, _widths(paper, [list(table.head), *rows]), right)


def _widths(paper: Paper, rows: Sequence[Sequence[str]]) -> list[int]:
    """Columns as wide as what is in them asks for, all as wide as the sheet."""
    wide = [
        min(MOST, max(LEAST, *(paper.get_string_width(printable(cell)) + 4 for cell in column)))
        for column in zip(*rows, strict=True)
    ]
    room = WIDTH / sum(wide)
    return [int(each * min(room, 1.6)) for each in wide]


def _signatures(paper: Paper) -> None:
    """Two persons answer for it; kept together on one sheet."""
    if paper.will_page_break(4 * SIGNED):
        paper.add_page()
    paper.heading("Signatures")
    paper.text_line("The second person has checked the figures, and is not the first.", GREY)
    for who in ("Made by", "Checked by"):
        paper.ln(SIGNED)
        line = "_" * 30
        paper.text_line(f"{who}: name {line}   signature {line}   at {line}")
