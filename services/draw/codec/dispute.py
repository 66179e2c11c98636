"""How a dispute is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.draw.v1 import dispute_events_pb2
from services.draw.domain.dispute.dispute import Event
from services.draw.domain.dispute.state import State
from services.draw.views.dispute import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, dispute_events_pb2),
    row=row,
)
