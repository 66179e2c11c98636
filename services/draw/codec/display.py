"""How a display is written in the journal: event class by message, and the row that lists show."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import display_events_pb2 as messages
from services.draw.domain.display import DisplayBound, DisplayRevoked, Event, State
from services.draw.views.display import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape

SHAPES: tuple[Shape[Any], ...] = (
    Shape(DisplayBound, messages.DisplayBound),
    Shape(DisplayRevoked, messages.DisplayRevoked),
)

CODEC: Codec[Event, State] = Codec(shapes=SHAPES, row=row)
