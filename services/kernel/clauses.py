"""The rule index: every clause of the law that the house knows, with what kind of rule it is.

`rules/index.tsv` is a table of tab separated columns id, service, force and gist, one row for each
clause, its first row naming the columns.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("id", "service", "force", "gist")
_ID = re.compile(r"[A-Z]{2,4}-[A-Za-z0-9.()-]+")
_SERVICE = re.compile(r"[a-z]+")


class BadIndex(ValueError):
    """The rule index cannot be read; the message names file, line and fault."""


class Force(enum.Enum):
    """What a clause does: it orders, forbids, allows, or says what a word means."""

    MUST = "must"
    NEVER = "never"
    MAY = "may"
    MEANS = "means"


@dataclass(frozen=True, slots=True)
class Clause:
    """One row: id ("NZB-5.6(b)"), the service that owns it, force, gist in our words."""

    id: str
    service: str
    force: Force
    gist: str


def read_index(path: Path) -> Mapping[str, Clause]:
    """The clauses of an index by their ids, in the index's order; raises `BadIndex`."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as wrong:
        raise BadIndex(f"{path}: the rule index cannot be read: {wrong}") from wrong
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise BadIndex(f"{path}: the first line must name the columns {', '.join(COLUMNS)}")
    found: dict[str, Clause] = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            clause = _row(line)
            if clause.id in found:
                raise BadIndex(f"{clause.id} is there twice")
        except BadIndex as wrong:
            raise BadIndex(f"{path}, line {number}: {wrong}") from None
        found[clause.id] = clause
    return found


def _row(line: str) -> Clause:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS):
        raise BadIndex(f"{len(cells)} columns instead of {len(COLUMNS)}")
    id_, service, force, gist = cells
    if not _ID.fullmatch(id_):
        raise BadIndex(f"{id_!r} is no clause id")
    if not _SERVICE.fullmatch(service):
        raise BadIndex(f"{service!r} is no service")
    if force not in {each.value for each in Force}:
        raise BadIndex(f"{force!r} is no force: must, never, may or means")
    if not gist.strip():
        raise BadIndex(f"{id_} has no gist")
    return Clause(id_, service, Force(force), gist)
