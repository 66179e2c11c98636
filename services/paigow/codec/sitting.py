"""How a sitting is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.paigow.v1 import events_pb2
from services.kernel.admission import TURNED_AWAY
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.paigow.domain.sitting import differences, staff
from services.paigow.domain.sitting.sitting import EVENTS, Event
from services.paigow.domain.sitting.state import State
from services.paigow.views.sitting import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(EVENTS, events_pb2),
    row=row,
    recorded=(
        staff.NOT_THE_DEALER,
        staff.NOT_THE_GAME_SUPERVISOR,
        differences.DIFFERS,
        *TURNED_AWAY,
    ),
)
