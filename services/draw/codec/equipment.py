"""How equipment is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.draw.v1 import equipment_events_pb2
from services.draw.domain.equipment.equipment import Event
from services.draw.domain.equipment.state import State
from services.draw.views.equipment import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, equipment_events_pb2),
    row=row,
)
