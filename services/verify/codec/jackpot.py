"""How a jackpot cycle is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.verify.domain.jackpot.jackpot import Event
from services.verify.domain.jackpot.state import State
from services.verify.views.jackpot import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, jackpots_pb2),
    row=row,
)
