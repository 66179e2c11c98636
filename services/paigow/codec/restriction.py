"""How restrictions are written in the journal."""

from __future__ import annotations

from eyesdown.paigow.v1 import events_pb2
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.paigow.domain.restrictions import (
    Event,
    PlayersRestricted,
    RestrictionLifted,
    Restrictions,
)
from services.paigow.views.restriction import row

CODEC: Codec[Event, Restrictions] = Codec(
    shapes=(
        Shape(PlayersRestricted, events_pb2.PlayersRestricted),
        Shape(RestrictionLifted, events_pb2.RestrictionLifted),
    ),
    row=row,
)
