"""What a day report is made of: tables of words, numbers and money; and the report as CSV."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from services.cli.common.output import plain
from services.kernel.money import Money
from services.kernel.venues import Venue

Cell = str | int | Money
FORMULA = ("=", "+", "-", "@")
"""What a spreadsheet takes for the beginning of a formula."""


@dataclass(frozen=True, slots=True)
class Table:
    """A section of the report. `total` are the sums of its columns, empty for a table of none;
    `note` says what is in it."""

    key: str
    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    total: Sequence[Cell] = ()
    note: str = ""

    @property
    def all_rows(self) -> list[Sequence[Cell]]:
        """The rows, and the total below them where there is one."""
        return [*self.rows, self.total] if self.total else list(self.rows)


@dataclass(frozen=True, slots=True)
class Report:
    """A venue's gaming day, as the journals said when they had come to `made_of`: sequences by
    stream. `at` is when the last of these commits was made."""

    venue: Venue
    day: date
    made_of: Mapping[str, int]
    at: datetime
    tables: Sequence[Table]


def summed(rows: Sequence[Sequence[Cell]], title: str) -> tuple[Cell, ...]:
    """The total of a table: the sum of every column of money, and of numbers; else nothing."""
    if not rows:
        return ()
    return (title, *(_sum(column) for column in list(zip(*rows, strict=True))[1:]))


def _sum(column: Sequence[Cell]) -> Cell:
    money = [each for each in column if isinstance(each, Money)]
    if money:
        return sum(money[1:], money[0])
    numbers = [each for each in column if isinstance(each, int)]
    return sum(numbers) if numbers else ""


def printed(cell: Cell) -> str:
    """A cell on paper: "1,250.00" for money, its currency is said once for all."""
    match cell:
        case Money():
            return cell.shown.partition(" ")[2]
        case int():
            return f"{cell:,}"
    return plain(cell)


def as_csv(report: Report) -> str:
    """The report in rows of section, row, field and value. Money is "1250.00" in the currency that
    the first section says; what a person typed begins no formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("section", "row", "field", "value"))
    writer.writerows(_about(report))
    for table in report.tables:
        for number, row in enumerate(table.rows, start=1):
            writer.writerows(_fields(table, str(number), row))
        writer.writerows(_fields(table, "total", table.total) if table.total else ())
    return out.getvalue()


def digest(text: str) -> str:
    """SHA-256 of a report's CSV, by which the sheet that is signed and the file belong together."""
    return hashlib.sha256(text.encode()).hexdigest()


def _about(report: Report) -> Iterator[tuple[str, ...]]:
    venue = report.venue
    for field, value in (
        ("venue", venue.id),
        ("title", venue.title),
        ("day", report.day.isoformat()),
        ("currency", venue.currency),
        ("time_zone", venue.zone.key),
        ("last_commit_at", report.at.isoformat()),
        *((stream, str(sequence)) for stream, sequence in report.made_of.items()),
    ):
        yield ("report", "", field, _safe(value))


def _fields(table: Table, row: str, cells: Sequence[Cell]) -> Iterator[tuple[str, ...]]:
    for field, cell in zip(table.head, cells, strict=True):
        if cell != "":
            yield (table.key, row, field, _bare(cell))


def _bare(cell: Cell) -> str:
    match cell:
        case Money():
            return printed(cell).replace(",", "")
        case int():
            return str(cell)
    return _safe(plain(cell))


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
