"""The displays that were bound to rooms, looked up with every word that a display says."""

from __future__ import annotations

from collections import defaultdict

from eyesdown.draw.v1 import display_pb2
from services.draw.rooms.floor import Place
from services.draw.views.display import BOUND
from services.kernel.following.heads import Head


class Bound:
    """Which displays are bound to which rooms; `head` is to be told of each head of a display."""

    def __init__(self) -> None:
        self._rooms: dict[tuple[str, str], str] = {}
        self._displays: dict[Place, tuple[str, ...]] = {}

    def head(self, head: Head) -> None:
        """A display was bound to a room, bound to another, or revoked."""
        row, venue = head.row, head.name.venue
        if not isinstance(row, display_pb2.DisplayRow):
            return
        if row.phase == BOUND:
            self._rooms[venue, row.display] = row.room
        else:
            self._rooms.pop((venue, row.display), None)
        hanging: dict[Place, list[str]] = defaultdict(list)
        for (where, display), room in sorted(self._rooms.items()):
            hanging[where, room].append(display)
        self._displays = {place: tuple(displays) for place, displays in hanging.items()}

    def displays(self, venue: str, room: str) -> tuple[str, ...]:
        """The displays that are bound to a room, by the ids of venue and room."""
        return self._displays.get((venue, room), ())
