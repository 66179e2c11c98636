"""How a session table is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.tournament.v1 import table_events_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.tournament.domain.table import clock, limits, reasons, seating, table
from services.tournament.domain.table.state import State
from services.tournament.domain.table.table import Event
from services.tournament.views.table import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, table_events_pb2),
    row=row,
    # A void wager is recorded with its refusal; the others answer what the tournament says.
    recorded=(
        limits.LOW_WAGER_VOID,
        seating.BOX_TWICE,
        seating.SEATED_BEFORE,
        seating.SESSION_CALLED_BEFORE,
        table.TABLE_NOT_SEATED,
        clock.HELD_BEFORE,
        clock.TABLE_NOT_HELD,
        clock.SESSION_HELD_TOO,
        reasons.SAY_WHY,
        reasons.SESSION_NOT_STARTED,
        reasons.SESSION_STARTED,
        reasons.PLAY_CEASED,
        reasons.SESSION_GOES_ON,
        reasons.TABLE_CLOSED,
    ),
)
