"""What people see of a display: the resource, the row of a list."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import display_pb2
from services.draw.domain.display import Bound, Revoked, State, Unknown
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp

BOUND = display_pb2.DISPLAY_PHASE_BOUND
REVOKED = display_pb2.DISPLAY_PHASE_REVOKED


def resource(snapshot: Snapshot[Any, State]) -> display_pb2.Display:
    """The display as GetDisplay answers it; of what is not there yet its name."""
    made = display_pb2.Display(name=str(snapshot.name), version=snapshot.version)
    display = snapshot.state
    if isinstance(display, Unknown):
        return made
    made.phase = BOUND if isinstance(display, Bound) else REVOKED
    made.display, made.room, made.by = display.display, display.room, display.by
    made.at.CopyFrom(timestamp(display.at))
    if isinstance(display, Revoked):
        made.reason = display.reason
    return made


def row(display: State) -> display_pb2.DisplayRow:
    """The display as lists show it; name and version are filled in by the list."""
    if isinstance(display, Unknown):
        raise TypeError("a display that no screen was ever bound to has no row")
    bound = isinstance(display, Bound)
    made = display_pb2.DisplayRow(
        phase=BOUND if bound else REVOKED, display=display.display, room=display.room
    )
    if isinstance(display, Revoked):
        made.reason = display.reason
    return made
