"""How a game is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.draw.v1 import events_pb2
from services.draw.domain.game import corrections, displaying, sales, settling, staff
from services.draw.domain.game.game import Event
from services.draw.domain.game.state import State
from services.draw.views.game import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, events_pb2),
    row=row,
    recorded=(
        staff.NOT_THE_CALLER,
        staff.NOT_THE_SUPERVISOR,
        staff.NOT_THE_ANNOUNCER,
        displaying.BALL_DIFFERS,
        corrections.NOT_TO_CORRECT,
        corrections.FOUND_LATE,
        *settling.ON_RECORD,
        sales.SALES_KEPT_OUTSIDE,
        sales.SALES_CLOSED_BEFORE,
    ),
)
