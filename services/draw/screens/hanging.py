"""Which displays hang in a room."""

from __future__ import annotations

from collections import defaultdict

from eyesdown.draw.v1 import display_pb2
from services.draw.domain.display import DISPLAYS
from services.draw.views.display import BOUND
from services.kernel.following.heads import Head
from services.kernel.names import Name
from services.kernel.venues import Venues


class Hanging:
    """Which displays hang where: those of the venues' files, and those that were bound.

    `seen` is told of each display's head.
    """

    def __init__(self, venues: Venues) -> None:
        self._venues = venues
        self._heads: defaultdict[str, dict[str, Head]] = defaultdict(dict)
        # By venue and room: asked for with every word of a display.
        self._bound: dict[tuple[str, str], tuple[str, ...]] = {}

    def seen(self, head: Head) -> None:
        """A display's head is new. Of two with one id, from two years, the later one counts."""
        if isinstance(head.row, display_pb2.DisplayRow):
            bound = self._heads[head.name.venue]
            known = bound.get(head.row.display)
            if known is None or known.name <= head.name:
                bound[head.row.display] = head
                self._index(head.name.venue)

    def bound_in(self, venue: str, room: str) -> tuple[str, ...]:
        """The ids of the displays that were bound to a room, in order."""
        return self._bound.get((venue, room), ())

    def listed_in(self, venue: str, display: str) -> str:
        """The room in which the venue's file has a display; empty for none."""
        rooms = self._venues.get(venue).rooms
        return next((room.id for room in rooms if display in room.displays), "")

    def named(self, venue: str, display: str, year: int) -> Name:
        """The name of a display, by its id: the one it has, or the one it would get in `year`."""
        known = self._heads[venue].get(display)
        return known.name if known else Name(venue, DISPLAYS.kind, f"{year}-{display}")

    def changed(self, venue: str, display: str) -> int:
        """The sequence of the last commit of a display that is known here, 0 for none."""
        known = self._heads[venue].get(display)
        return known.sequence if known else 0

    def _index(self, venue: str) -> None:
        rooms: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for display, head in sorted(self._heads[venue].items()):
            row = head.row
            if isinstance(row, display_pb2.DisplayRow) and row.phase == BOUND:
                rooms[venue, row.room].append(display)
        self._bound = {place: each for place, each in self._bound.items() if place[0] != venue}
        self._bound |= {place: tuple(each) for place, each in rooms.items()}
