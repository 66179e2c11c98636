"""How a session is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.draw.v1 import session_events_pb2
from services.draw.domain.session.session import Event
from services.draw.domain.session.state import State
from services.draw.views.session import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, session_events_pb2),
    row=row,
)
