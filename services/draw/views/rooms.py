"""The rooms of a venue as people see them: what is on each screen, and how it stands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from eyesdown.draw.v1 import rooms_pb2
from services.draw.rooms.floor import RoomNow
from services.kernel.boards.screens import Screen
from services.kernel.record.shapes import timestamp
from services.kernel.venues import Venues

SKEWED = 1000
"""Milliseconds by which a clock may be off before somebody has to look at it."""
_AGE = 2**32 - 1


def resource(room: RoomNow, venues: Venues, newest: str) -> rooms_pb2.RoomState:
    """A room as GetRooms answers it; `newest` is the newest page that a screen here has."""
    venue, room_id = room.place
    made = rooms_pb2.RoomState(
        name=f"venues/{venue}/rooms/{room_id}",
        title=venues.get(venue).room(room_id).title,
        state=room.state,
    )
    if room.head is not None:
        made.showing, made.version = str(room.head.name), room.head.version
    now = datetime.now(UTC)
    for screen, state in room.screens:
        made.screens.append(_screen(screen, state, now, newest))
    return made


def _screen(
    screen: Screen, state: rooms_pb2.ScreenState.ValueType, now: datetime, newest: str
) -> rooms_pb2.Screen:
    made = rooms_pb2.Screen(display=screen.display, state=state)
    glass = screen.glass
    if glass is None or screen.age is None:
        return made
    made.showing = str(glass.name or "")
    made.version = glass.version
    made.build, made.clock_skew = glass.build, glass.clock_skew
    made.skewed = abs(glass.clock_skew) > SKEWED
    made.old_page = glass.build != newest
    made.age = min(int(screen.age * 1000), _AGE)
    made.heard_at.CopyFrom(timestamp(now - timedelta(seconds=screen.age)))
    if glass.since is not None:
        made.since.CopyFrom(timestamp(glass.since))
    return made
