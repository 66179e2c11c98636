"""How a series of cards is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.verify.v1 import cards_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.verify.domain.series import Event, State
from services.verify.views.series import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, cards_pb2),
    row=row,
)
