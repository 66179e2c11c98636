"""What this service writes on NATS."""

from __future__ import annotations

from services.kernel.rights.table import Writes
from services.tournament.domain.table.table import TABLES
from services.tournament.domain.tournament.tournament import TOURNAMENTS

WRITES = Writes(
    "tournament",
    kinds=(TOURNAMENTS.kind, TABLES.kind),
    boards=(TOURNAMENTS.kind, TABLES.kind),
)
