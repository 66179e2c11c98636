"""Lists of displays, and which hang in a room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eyesdown.draw.v1 import display_pb2
from eyesdown.draw.v1 import display_service_pb2 as pb
from services.draw.domain.display import DISPLAYS
from services.draw.views.display import BOUND
from services.kernel.following.heads import Heads
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
    """Which displays hang where: those of the venues' files, and those that were bound."""

    def __init__(self, heads: Heads, venues: Venues) -> None:
        self._heads = heads
        self._venues = venues

    def displays_of(self, venue: str, room: str) -> tuple[str, ...]:
        """The ids of a room's displays, in order. Raises `NotFound` for an unknown room."""
        listed = self._venues.get(venue).room(room).displays
        rows = (row for _, row in self._rows(venue))
        bound = {row.display for row in rows if row.room == room and row.phase == BOUND}
        return tuple(sorted({*listed, *bound}))

    def listed_in(self, venue: str, display: str) -> str:
        """The room in which the venue's file has a display; empty for none."""
        rooms = self._venues.get(venue).rooms
        return next((room.id for room in rooms if display in room.displays), "")

    def named(self, venue: str, display: str, year: int) -> Name:
        """The name of a display, by its id: the one it has, or the one it would get in `year`."""
        has = (name for name, row in self._rows(venue) if row.display == display)
        return max(has, default=Name(venue, DISPLAYS.kind, f"{year}-{display}"))

    def _rows(self, venue: str) -> Iterator[tuple[Name, display_pb2.DisplayRow]]:
        for head in self._heads.rows(venue, None, DISPLAYS.kind):
            if isinstance(head.row, display_pb2.DisplayRow):
                yield head.name, head.row
