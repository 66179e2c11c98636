"""How the rooms stand: which game each should show, and what its screens have of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from eyesdown.draw.v1 import game_pb2, rooms_pb2
from services.kernel.boards.glass import Glass
from services.kernel.boards.screens import Life, Screen, Screens
from services.kernel.following.heads import Head
from services.kernel.following.unasked import Unasked
from services.kernel.law import Standing
from services.kernel.names import Name, room_of
from services.kernel.venues import Venues

LATE_AFTER = 3.0
"""Seconds in which a screen shows what there is of the game in play."""
EVERY = 1.0
"""Seconds between two looks at all rooms."""

Place = tuple[str, str]
"""A room, by the ids of venue and room."""
SHOWING, LATE = rooms_pb2.SCREEN_STATE_SHOWING, rooms_pb2.SCREEN_STATE_LATE
DARK, AWAITED = rooms_pb2.SCREEN_STATE_DARK, rooms_pb2.SCREEN_STATE_AWAITED
STATES = {SHOWING: "showing", LATE: "late", DARK: "dark", AWAITED: "awaited"}


@dataclass(frozen=True, slots=True)
class RoomNow:
    """A room: the game that it should show (None where none was announced), and its screens, each
    with how it stands."""

    place: Place
    head: Head | None
    screens: tuple[tuple[Screen, rooms_pb2.ScreenState.ValueType], ...]

    @property
    def state(self) -> rooms_pb2.ScreenState.ValueType:
        """Late as soon as one living screen is, dark only when none is alive."""
        states = {state for _, state in self.screens}
        return next((each for each in (LATE, SHOWING, AWAITED) if each in states), DARK)


@dataclass(frozen=True, slots=True)
class _Behind:
    """A screen does not have this version of this game, since an instant of the clock."""

    name: Name
    version: int
    since: float


class Floor:
    """Looks at all rooms while it is `run`; `head` is to be told of each head of a game."""

    def __init__(
        self,
        screens: Screens,
        venues: Venues,
        counted: Unasked,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screens = screens
        self._venues = venues
        self._counted = counted
        self._clock = clock
        self._places = frozenset(screens.rooms())
        self._heads: dict[Place, Head] = {}
        self._behind: dict[tuple[Place, str], _Behind] = {}
        self._seen: dict[Place, tuple[tuple[str, int], ...]] = {}
        self._pages: dict[str, dict[str, float]] = defaultdict(dict)
        self._waiting: dict[asyncio.Future[None], frozenset[Place]] = {}
        screens.heard.append(self._page)

    def head(self, head: Head) -> None:
        """There is a newer version of a game: its rooms should show that."""
        row = head.row
        if not isinstance(row, game_pb2.GameRow) or row.phase == game_pb2.PHASE_WAITING:
            return
        for place in places(head.name, row.rooms):
            there = self._heads.get(place)
            if there is None or there.name == head.name or _follows(head, there):
                self._heads[place] = head

    def rooms(self, venue: str) -> Iterator[RoomNow]:
        """The rooms of a venue as they are now, in the order of its file."""
        return (self.room((venue, room.id)) for room in self._venues.get(venue).rooms)

    def __contains__(self, place: object) -> bool:
        return place in self._places

    def room(self, place: Place) -> RoomNow:
        """A room as it is now."""
        head, now = self._heads.get(place), self._clock()
        screens = self._screens.of(*place)
        stand = tuple((each, self._state(place, each, head, now)) for each in screens)
        return RoomNow(place, head, stand)

    def newest_page(self, venue: str) -> str:
        """The page that was heard of first last in a venue; of those that were there when this
        service started the one that most screens have. Empty for none."""
        glasses = [each.glass for room in self.rooms(venue) for each, _ in room.screens]
        builds = Counter(glass.build for glass in glasses if glass is not None)
        first = self._pages[venue]
        return max(builds, key=lambda build: (first.get(build, 0.0), builds[build]), default="")

    async def changed(self, rooms: Iterable[Place]) -> None:
        """Wait until one of these rooms, or a screen of it, stands otherwise than it did."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[waiting] = frozenset(rooms)
        try:
            await waiting
        finally:
            del self._waiting[waiting]

    async def run(self) -> None:
        """Look at every room again and again, for ever."""
        while True:
            self.look()
            await asyncio.sleep(EVERY)

    def look(self) -> None:
        """Look at every room, and tell and count what has changed since the last time."""
        for place in self._places:
            self._look(self.room(place))

    def _page(self, venue: str, _: str, glass: Glass, __: Glass | None) -> None:
        """When a page was heard of first; what was said before we listen is as old as any."""
        since = self._clock() if self._screens.listening.is_set() else 0.0
        self._pages[venue].setdefault(glass.build, since)

    def _look(self, room: RoomNow) -> None:
        stands = tuple((screen.display, state) for screen, state in room.screens)
        before = self._seen.get(room.place, ())
        if stands == before:  # of a room in which nothing ever hung there is nothing to count
            return
        self._seen[room.place] = stands
        numbers = dict.fromkeys(STATES, 0)
        for _, state in stands:
            numbers[state] += 1
        for state, number in numbers.items():
            self._counted.screens(*room.place, STATES[state], number)
        for waiting, rooms in self._waiting.items():
            if room.place in rooms and not waiting.done():
                waiting.set_result(None)

    def _state(
        self, place: Place, screen: Screen, head: Head | None, now: float
    ) -> rooms_pb2.ScreenState.ValueType:
        key = (place, screen.display)
        if screen.life is not Life.ALIVE:
            self._behind.pop(key, None)
            return DARK if screen.life is Life.DARK else AWAITED
        if head is None or _has(screen, head.name, head.version) or _shows_another(screen, head):
            self._behind.pop(key, None)
            return SHOWING
        behind = self._behind.get(key)
        # Each new version would make it late by itself only after its own three seconds.
        if behind is None or behind.name != head.name or _has(screen, behind.name, behind.version):
            behind = self._behind[key] = _Behind(head.name, head.version, now)
        return LATE if now - behind.since > LATE_AFTER else SHOWING


def places(game: Name, rooms: Iterable[str]) -> tuple[Place, ...]:
    """The rooms of a game, those of other venues too."""
    return tuple(room_of(game.venue, room) for room in rooms)


def _follows(head: Head, there: Head) -> bool:
    """Whether a game takes a room over from another: one that ended has it until the next."""
    if there.standing is Standing.IN_PLAY:
        return head.standing is Standing.IN_PLAY and head.at >= there.at
    return head.standing is Standing.IN_PLAY or head.at >= there.at


def _has(screen: Screen, name: Name, version: int) -> bool:
    glass = screen.glass
    return glass is not None and glass.name == name and glass.version >= version


def _shows_another(screen: Screen, head: Head) -> bool:
    """Whether it shows something else after the game's end, as it may: another service's, say."""
    if head.standing is not Standing.ENDED:
        return False
    return screen.glass is None or screen.glass.name != head.name
