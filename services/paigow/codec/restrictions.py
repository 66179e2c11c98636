"""How the restrictions of a venue are written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.paigow.v1 import events_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.paigow.domain.restrictions import Event, Restrictions
from services.paigow.views.restrictions import row

CODEC: Codec[Event, Restrictions] = Codec(
    shapes=paired(Event, events_pb2),
    row=row,
)
