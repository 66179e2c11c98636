"""Keeps every board true to the journal.

Whoever commits publishes the frame at once; every replica's tail brings what is not there yet, so
a crash between commit and frame costs a moment and no frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Generic, TypeVar

import structlog
from google.protobuf.message import Message

from services.kernel import reasons
from services.kernel.boards.boards import Boards
from services.kernel.errors import Unavailable
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.store import JournalDown
from services.kernel.names import Name
from services.kernel.record.histories import Snapshot
from services.kernel.tasks import Tasks

S = TypeVar("S")

AT_ONCE = 8
"""How many frames are published side by side."""
PAUSE = 0.5
"""Seconds before a frame that could not be published is tried again."""

log = structlog.get_logger(__name__)


class Frames(Generic[S]):
    """Publishes the frames of one kind of aggregate.

    `reached` gives an aggregate at a version or after, `frame` what displays show of it, and `also`
    the other venues in which they do.
    """

    def __init__(
        self,
        boards: Boards,
        reached: Callable[[Name, int], Awaitable[Snapshot[Any, S]]],
        frame: Callable[[Snapshot[Any, S]], Message],
        also: Callable[[Snapshot[Any, S]], Collection[str]] = lambda snapshot: (),
    ) -> None:
        self._boards = boards
        self._reached = reached
        self._frame = frame
        self._also = also
        self._due: dict[Name, tuple[int, Snapshot[Any, S] | None]] = {}
        self._waiting: asyncio.Queue[Name] = asyncio.Queue()  # due, and in nobody's hands
        self._busy: set[Name] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    def committed(self, snapshot: Snapshot[Any, S]) -> None:
        """A commit of this process: its frame is due."""
        self._mark(snapshot.name, snapshot.version, snapshot)

    def seen(self, name: Name, version: int) -> None:
        """A commit that the tail brought: its frame is due if it is not there yet."""
        if not self._boards.showed(name, version):
            self._mark(name, version, None)

    def _mark(self, name: Name, version: int, snapshot: Snapshot[Any, S] | None) -> None:
        known = self._due.get(name)
        if known is None or known[0] < version:
            self._due[name] = (version, snapshot)
            self._idle.clear()
            if known is None and name not in self._busy:
                self._waiting.put_nowait(name)

    async def run(self) -> None:
        """Publish what is due, for ever."""
        async with Tasks() as tasks:
            for _ in range(AT_ONCE):
                tasks.start(self._work())
            await tasks.unless_failed(asyncio.Event().wait())

    async def drained(self) -> None:
        """Wait until every frame that is due is published; `run` must be running."""
        await self._idle.wait()

    async def _work(self) -> None:
        while True:
            name = await self._waiting.get()
            version, snapshot = self._due.pop(name)
            self._busy.add(name)
            try:
                await self._publish(name, version, snapshot)
            except Exception as error:
                if _passes(error):
                    self._mark(name, version, snapshot)
                    await asyncio.sleep(PAUSE)
                else:
                    # One aggregate that cannot be read must not darken the boards of all others.
                    log.exception("frame_not_published", name=str(name), version=version)
            finally:
                self._busy.discard(name)
                if name in self._due:
                    self._waiting.put_nowait(name)
                elif not self._due and not self._busy:
                    self._idle.set()

    async def _publish(self, name: Name, version: int, snapshot: Snapshot[Any, S] | None) -> None:
        if snapshot is None:
            if await self._boards.shows(name, version):
                return
            snapshot = await self._reached(name, version)
        also = self._also(snapshot)
        await self._boards.publish(name, snapshot.version, self._frame(snapshot), also)


def _passes(error: Exception) -> bool:
    """Whether it is worth trying again: NATS is away, not the aggregate unreadable."""
    down = isinstance(error, Unavailable) and error.reason is reasons.JOURNAL_DOWN
    return down or isinstance(error, StoreDown | JournalDown)
