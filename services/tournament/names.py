"""Names of tournaments and of their session tables: each follows from the other."""

from __future__ import annotations

import re

from services.kernel.names import Name
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS

_TABLE = re.compile(r"(.+)-s([1-9][0-9]*)-t([1-9][0-9]*)")


def table_name(tournament: Name, session: int, table: int) -> Name:
    """The session table of a tournament's session and table number."""
    return Name(tournament.venue, TABLES.kind, f"{tournament.id}-s{session}-t{table}")


def tournament_of(table: Name) -> Name:
    """The tournament that a session table belongs to. Raises ValueError for another name."""
    match = _TABLE.fullmatch(table.id)
    if match is None:
        raise ValueError(f"{table} is no table of a tournament's session")
    return Name(table.venue, TOURNAMENTS.kind, match[1])
