"""What this service writes on NATS."""

from __future__ import annotations

from services.kernel.rights.table import Writes
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.catalogue import CATALOGUES
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.roll import ROLLS
from services.verify.domain.series import SERIES

WRITES = Writes(
    "verify",
    kinds=(SERIES.kind, CATALOGUES.kind, DESKS.kind, BLOCKS.kind, ROLLS.kind, JACKPOTS.kind),
    boards=(DESKS.kind, JACKPOTS.kind),
)
