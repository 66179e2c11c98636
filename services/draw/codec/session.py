"""How a session is written in the journal: event class by message, and the row that lists show."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import session_events_pb2 as messages
from services.draw.domain.session import closing, planning, playing
from services.draw.domain.session.session import Event
from services.draw.domain.session.state import State
from services.draw.views.session import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape

SHAPES: tuple[Shape[Any], ...] = (
    Shape(planning.SessionPrepared, messages.SessionPrepared),
    Shape(planning.ProgrammeChanged, messages.ProgrammeChanged),
    Shape(planning.SessionOpened, messages.SessionOpened),
    Shape(planning.ProgrammeAmended, messages.ProgrammeAmended),
    Shape(planning.SessionCancelled, messages.SessionCancelled),
    Shape(playing.GameFollowed, messages.GameFollowed),
    Shape(closing.SessionCounted, messages.SessionCounted),
    Shape(closing.SessionResumed, messages.SessionResumed),
    Shape(closing.SessionClosed, messages.SessionClosed),
)

CODEC: Codec[Event, State] = Codec(shapes=SHAPES, row=row)
