"""`eyesdown report day` of a hall, and the table that it writes.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

from tests.cli.command import Done, eyesdown
from tests.kit.draw import Hall

Sections = dict[str, dict[str, dict[str, str]]]


async def report(hall: Hall, folder: Path, *more: str, day: str = "") -> Done:
    """Write the report of a hall's day into a folder, as anybody who may read the journal."""
    return await eyesdown(
        *("report", "day", f"{hall.venue}/{day or hall.day}", *more),
        *("--pdf", str(folder / "day.pdf"), "--csv", str(folder / "day.csv")),
        data=hall.folder,
        more=hall.environment("audit"),
    )


def sections(folder: Path) -> Sections:
    """The table that was written: fields by section and row."""
    found: Sections = defaultdict(lambda: defaultdict(dict))
    with (folder / "day.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found[row["section"]][row["row"]][row["field"]] = row["value"]
    return found
