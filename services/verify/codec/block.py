"""How a sales block is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.verify.v1 import sales_pb2
from services.kernel.admission import TURNED_AWAY
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.verify.domain.block.block import Event
from services.verify.domain.block.state import State
from services.verify.views.block import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, sales_pb2),
    row=row,
    recorded=TURNED_AWAY,
)
