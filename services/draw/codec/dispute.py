"""How a dispute is written in the journal: event class by message, and the row that lists show."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import dispute_events_pb2 as messages
from services.draw.domain.dispute import dispute
from services.draw.domain.dispute.dispute import Event
from services.draw.domain.dispute.state import State
from services.draw.views.dispute import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape

SHAPES: tuple[Shape[Any], ...] = (
    Shape(dispute.DisputeOpened, messages.DisputeOpened),
    Shape(dispute.EvidenceAdded, messages.EvidenceAdded),
    Shape(dispute.DisputeRuled, messages.DisputeRuled),
    Shape(dispute.RulingReviewed, messages.RulingReviewed),
)

CODEC: Codec[Event, State] = Codec(shapes=SHAPES, row=row)
