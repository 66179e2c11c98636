"""A venue's floor as the tests of rooms see it."""

from __future__ import annotations

from datetime import UTC, datetime

from services.kernel.boards.rooms import Rooms
from services.kernel.law import Standing
from services.kernel.names import Name


class Floor:
    """How the games of a venue stand, and their names by number."""

    def __init__(self, venue: str) -> None:
        self.venue = venue
        self.stands: dict[Name, Standing] = {}
        self.down = False

    def game(self, number: int, standing: Standing | None = Standing.WAITING) -> Name:
        name = Name(self.venue, "games", f"2026-11-29-{number:02}")
        if standing is not None:
            self.stands[name] = standing
        return name

    async def standing(self, name: Name) -> Standing | None:
        if self.down:
            raise ConnectionError("the journal cannot be reached")
        return self.stands.get(name)


def now() -> datetime:
    return datetime.now(UTC)


async def showing(rooms: Rooms, floor: Floor, room: str) -> Name | None:
    pointer = await rooms.pointer(floor.venue, room)
    return Name.parse(pointer.showing) if pointer else None
