"""How a game is written in the journal: event class by message, and the row that lists show."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import events_pb2
from services.draw.domain.game import calling, callouts, ending, opening, staff
from services.draw.domain.game.game import Event
from services.draw.domain.game.state import State
from services.draw.views import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape

SHAPES: tuple[Shape[Any], ...] = (
    Shape(opening.GameOpened, events_pb2.GameOpened),
    Shape(staff.StaffAssigned, events_pb2.StaffAssigned),
    Shape(staff.AttemptRefused, events_pb2.AttemptRefused),
    Shape(opening.GameAnnounced, events_pb2.GameAnnounced),
    Shape(calling.NumberSelected, events_pb2.NumberSelected),
    Shape(calling.BallRekeyed, events_pb2.BallRekeyed),
    Shape(calling.NumberCalled, events_pb2.NumberCalled),
    Shape(calling.CallConfirmed, events_pb2.CallConfirmed),
    Shape(callouts.CallOutRecorded, events_pb2.CallOutRecorded),
    Shape(callouts.CallOutDecided, events_pb2.CallOutDecided),
    Shape(ending.GameEnded, events_pb2.GameEnded),
)

CODEC: Codec[Event, State] = Codec(
    shapes=SHAPES,
    row=row,
    recorded=(staff.NOT_THE_CALLER, staff.NOT_THE_SUPERVISOR, calling.BALL_DIFFERS),
)
