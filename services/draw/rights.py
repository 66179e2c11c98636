"""What this service writes on NATS."""

from __future__ import annotations

from services.draw.domain.display import DISPLAYS
from services.draw.domain.dispute.dispute import DISPUTES
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.game.game import GAMES
from services.draw.domain.session.session import SESSIONS
from services.kernel.rights.table import Writes

WRITES = Writes(
    "draw",
    kinds=(GAMES.kind, SESSIONS.kind, EQUIPMENT.kind, DISPUTES.kind, DISPLAYS.kind),
    boards=(GAMES.kind,),
    rooms=True,
    screens=True,
)
