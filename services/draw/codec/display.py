"""How a display is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.draw.v1 import display_events_pb2
from services.draw.domain.display import Event, State
from services.draw.views.display import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, display_events_pb2),
    row=row,
)
