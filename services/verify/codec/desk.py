"""How a claim desk is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.verify.v1 import desk_events_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.verify.domain.desk import attempts
from services.verify.domain.desk.desk import Event
from services.verify.domain.desk.state import State
from services.verify.views.desk import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, desk_events_pb2),
    row=row,
    recorded=attempts.ON_RECORD,
)
