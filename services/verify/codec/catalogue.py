"""How a catalogue is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.verify.domain.catalogue import Catalogue, Event
from services.verify.views.catalogue import row

CODEC: Codec[Event, Catalogue] = Codec(
    shapes=paired(Event, cards_pb2),
    row=row,
)
