"""Lists of displays, and which hang in a room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from eyesdown.draw.v1 import display_pb2
from eyesdown.draw.v1 import display_service_pb2 as pb
from services.draw.domain.display import DISPLAYS
from services.draw.views.display import BOUND
from services.kernel.following.heads import Head, Heads
from services.kernel.following.lists import Lists
from services.kernel.names import Name
from services.kernel.venues import Venues

DisplayLists = Lists[display_pb2.DisplayRow]


def display_lists(heads: Heads, venues: Venues) -> DisplayLists:
    """The lists of displays."""
    return Lists(heads, venues, DISPLAYS.kind, display_pb2.DisplayRow)


def list_displays(
    request: pb.ListDisplaysRequest, scope: Sequence[str], lists: DisplayLists
) -> pb.ListDisplaysResponse:
    """One page of the displays in the venues of `scope`, whenever they were first bound.

    Raises `InvalidArgument`.
    """
    only = request.filter

    def wanted(row: display_pb2.DisplayRow) -> bool:
        return (not only.phases or row.phase in only.phases) and only.room in ("", row.room)

    page = lists.page(request, scope, wanted, every_year=True)
    return pb.ListDisplaysResponse(displays=page.rows, next_page_token=page.next_token)


class Hanging:
    """Which displays hang where: those of the venues' files, and those that were bound.

    `seen` is told of each display's head.
    """

    def __init__(self, venues: Venues) -> None:
        self._venues = venues
        self._heads: defaultdict[str, dict[str, Head]] = defaultdict(dict)

    def seen(self, head: Head) -> None:
        """A display's head is new. Of two with one id, from two years, the later one counts."""
        if isinstance(head.row, display_pb2.DisplayRow):
            bound = self._heads[head.name.venue]
            known = bound.get(head.row.display)
            if known is None or known.name <= head.name:
                bound[head.row.display] = head

    def displays_of(self, venue: str, room: str) -> tuple[str, ...]:
        """The ids of a room's displays, in order. Raises `NotFound` for an unknown room."""
        listed = self._venues.get(venue).room(room).displays
        bound = {
            display
            for display, head in self._heads[venue].items()
            if isinstance(head.row, display_pb2.DisplayRow)
            and (head.row.room, head.row.phase) == (room, BOUND)
        }
        return tuple(sorted({*listed, *bound}))

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
