"""What the displays of every room have on their glass, as far as they are heard of.

Each display says it on `eyesdown.shown.<venue>.<room>.<display>`, at each change and every 2 s. The
stream `SHOWN` keeps the last of each in memory, so that a service that starts knows them at once.
What is not of a display that hangs in its room, or not well formed, is counted and ignored.
"""

from __future__ import annotations

import asyncio
import enum
import math
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import structlog
from nats.aio.msg import Msg

from services.kernel.boards.glass import Glass, IllFormed, read
from services.kernel.errors import NotFound
from services.kernel.following.unasked import Unasked
from services.kernel.journal.connection import Connection
from services.kernel.journal.lastvalue import LastValues, StoreDown
from services.kernel.venues import Venues

STREAM = "SHOWN"
DARK_AFTER = 5.0
"""Seconds without a word after which a display counts as dark; it speaks every 2."""
_AT_ONCE = 16
"""How many last values are read side by side when a service starts."""

log = structlog.get_logger(__name__)

Hung = Callable[[str, str], Collection[str]]
"""The displays that hang in a room, by the ids of venue and room; none for a room that there is
not."""


def hung(venues: Venues, *also: Hung) -> Hung:
    """The displays that the venue files name for a room, and those that others tell of."""

    def of(venue: str, room: str) -> Collection[str]:
        try:
            displays = venues.get(venue).room(room).displays
        except NotFound:
            return ()
        more = [display for each in also for display in each(venue, room)]
        return tuple(dict.fromkeys((*displays, *more))) if more else displays

    return of


class Life(enum.Enum):
    """Whether a display is there: heard of lately, or not, or it is too early to say."""

    ALIVE = 1
    DARK = 2
    AWAITED = 3


@dataclass(frozen=True, slots=True)
class Screen:
    """A display: what it said last, and how many seconds ago; None where it never did."""

    display: str
    life: Life
    glass: Glass | None = None
    age: float | None = None


class Screens:
    """Follows the displays while it is `run`.

    `hung` says which displays hang in a room. `heard` are told venue, room, what a display says
    now, and what it had said before; `listening` is set once what was said last is known.
    """

    def __init__(
        self,
        connection: Connection,
        venues: Venues,
        hung: Hung,
        counted: Unasked,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.heard: list[Callable[[str, str, Glass, Glass | None], None]] = []
        self.listening = asyncio.Event()
        self._connection = connection
        self._venues = venues
        self._hung = hung
        self._counted = counted
        self._clock = clock
        self._values = LastValues(connection, STREAM)
        self._known: dict[tuple[str, str, str], tuple[float, Glass]] = {}
        self._waiting: set[asyncio.Future[None]] = set()
        # Since when whatever a display said would have come here.
        self._since = math.inf

    async def run(self) -> None:
        """Follow them, for ever."""
        for venue in self._venues.ids:
            await self._connection.subscribe(f"eyesdown.shown.{venue}.*.*", cb=self._told)
        everything = await self._read_the_last()
        # Whoever is not among the last is dark by now, and not only silent since we listen: if it
        # is known who is among them.
        self._since = -math.inf if everything else self._clock()
        self.listening.set()
        unwatch = self._connection.link.watch(self._linked)
        try:
            await asyncio.Event().wait()
        finally:
            unwatch()

    def of(self, venue: str, room: str) -> tuple[Screen, ...]:
        """The displays of a room, by the ids of venue and room."""
        now = self._clock()
        return tuple(self._screen(venue, room, display, now) for display in self._hung(venue, room))

    def rooms(self) -> Iterator[tuple[str, str]]:
        """Venue and id of every room."""
        return ((venue.id, room.id) for venue in self._venues for room in venue.rooms)

    async def until(self, done: Callable[[], bool], within: float) -> None:
        """Wait until `done` after something was heard, or for so many seconds."""
        try:
            async with asyncio.timeout(within):
                while not done():
                    await self._something()
        except TimeoutError:
            return

    async def _something(self) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            await waiting
        finally:
            self._waiting.discard(waiting)

    def _screen(self, venue: str, room: str, display: str, now: float) -> Screen:
        known = self._known.get((venue, room, display))
        age = now - known[0] if known else None
        if age is not None and age <= DARK_AFTER:
            life = Life.ALIVE
        else:
            life = Life.DARK if now - self._since > DARK_AFTER else Life.AWAITED
        return Screen(display, life, known[1] if known else None, age)

    def _linked(self, up: bool) -> None:
        """While NATS is away nothing is known of anybody; after that each has to say it anew."""
        self._since = self._clock() if up else math.inf

    async def _told(self, message: Msg) -> None:
        try:
            self._take(message.subject, message.data, self._clock())
        except Exception:  # one message must not end the subscription
            log.exception("shown_not_taken", subject=message.subject)

    def _take(self, subject: str, body: bytes, at: float) -> None:
        _, _, venue, room, display = subject.split(".")
        if display not in self._hung(venue, room):
            self._counted.shown_ignored(venue, "foreign")
            return
        try:
            glass = read(body)
        except IllFormed:
            self._counted.shown_ignored(venue, "ill_formed")
            return
        if (glass.room, glass.display) != (room, display):
            self._counted.shown_ignored(venue, "forged")
            return
        known = self._known.get((venue, room, display))
        self._known[venue, room, display] = (at, glass)
        for tell in self.heard:
            tell(venue, room, glass, known[1] if known else None)
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)

    async def _read_the_last(self) -> bool:
        """Take what displays said last; whether all of it could be read."""
        places = [
            (venue, room, display)
            for venue, room in self.rooms()
            for display in self._hung(venue, room)
        ]
        everything = True
        for first in range(0, len(places), _AT_ONCE):
            some = places[first : first + _AT_ONCE]
            read = await asyncio.gather(*(self._read_last(*place) for place in some))
            everything = everything and all(read)
        return everything

    async def _read_last(self, venue: str, room: str, display: str) -> bool:
        subject = f"eyesdown.shown.{venue}.{room}.{display}"
        try:
            kept = await self._values.read(subject)
        except StoreDown as down:
            log.warning("shown_not_read", subject=subject, why=str(down))
            return False
        if kept is not None and (venue, room, display) not in self._known:
            age = (datetime.now(UTC) - kept.stored_at).total_seconds()
            self._take(subject, kept.body, self._clock() - max(age, 0.0))
        return True
