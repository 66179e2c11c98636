"""What this service writes on NATS."""

from __future__ import annotations

from services.kernel.rights.table import Writes
from services.paigow.domain.restrictions import RESTRICTIONS
from services.paigow.domain.sitting.sitting import SITTINGS

WRITES = Writes(
    "paigow",
    kinds=(SITTINGS.kind, RESTRICTIONS.kind),
    boards=(SITTINGS.kind,),
)
