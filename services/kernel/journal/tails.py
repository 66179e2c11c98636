"""A tail on JetStream: every commit once and in order, across lost connections and servers.

It keeps its own position. Its consumer is thrown away at the slightest doubt, and a new one made
right after the last commit that arrived.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Sequence

import structlog

from services.kernel.journal.jetstream import ApiError, Lost, NotSent, Requests
from services.kernel.journal.pull import Pull
from services.kernel.journal.store import EVERY_KIND, JournalDown, Stored
from services.kernel.names import stream
from services.kernel.tasks import end

# Seconds between attempts to follow again.
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
# How often the same commits may be missing before we give up.
HOLES = 3

log = structlog.get_logger(__name__)


class NatsTail:
    """See `Tail`. One reader at a time; cancelling the wait for the next commit loses nothing."""

    def __init__(
        self,
        requests: Requests,
        venue: str,
        year: int,
        kinds: Sequence[str],
        after: int,
        within: float,
    ) -> None:
        """Follow `kinds` after the sequence `after`; a request to JetStream may take `within`
        seconds. `open` it."""
        self.stream = stream(venue, year)
        self._requests = requests
        self._kinds = frozenset(kinds)
        self._every = EVERY_KIND in kinds
        # A server is slow to choose among several subjects. So of several kinds we read the whole
        # stream, and see at once when a sequence is missing from it.
        self._whole = self._every or len(kinds) > 1
        self._subject = f"eyesdown.journal.{venue}.{year}." + (
            ">" if self._whole else f"{kinds[0]}.*"
        )
        self._position = after
        self._holes = 0
        self._within = within
        self._ready: deque[Stored] = deque()
        self._news = asyncio.Event()
        self._pull: Pull | None = None
        self._following: asyncio.Task[None] | None = None
        self._failure: Exception | None = None
        self._ended = False

    async def open(self) -> None:
        """Begin. Raises `ApiError`, `NotSent`, `Lost`, or `JournalDown` when the stream ends
        before the position."""
        await self._check()
        if self._following is None:
            self._following = asyncio.create_task(self._follow(), name=f"tail of {self.stream}")

    def __aiter__(self) -> NatsTail:
        return self

    async def __anext__(self) -> Stored:
        """The next commit. Raises `JournalDown` when it will never come: the connection was
        closed for good, or the stream lost commits."""
        while not self._ended:
            if self._ready:
                stored = self._ready.popleft()
                if self._pull is not None:
                    self._pull.offer(len(self._ready))
                return stored
            if self._failure is not None:
                raise self._failure
            self._news.clear()
            await self._news.wait()
        raise StopAsyncIteration

    async def close(self) -> None:
        """See `Tail`."""
        self._ended = True
        self._news.set()
        if self._following is not None:
            await end([self._following])

    async def _follow(self) -> None:
        pause = FIRST_PAUSE
        while True:
            before = self._position
            try:
                await self._requests.link.wait()
                await self._check()
                await self._read()
            except (ConnectionError, JournalDown) as error:
                self._fail(error)
                return
            except (ApiError, NotSent, Lost) as error:
                if self._holes >= HOLES:
                    self._fail(JournalDown(f"commits are missing: {error}"))
                    return
                log.warning(
                    "tail_broken", stream=self.stream, position=self._position, why=str(error)
                )
            except Exception as error:  # a fault of ours must not look like a quiet journal
                log.exception("tail_failed", stream=self.stream)
                self._fail(error)
                return
            pause = FIRST_PAUSE if self._position > before else min(pause * 2, LONGEST_PAUSE)
            await asyncio.sleep(random.uniform(pause / 2, pause))

    async def _check(self) -> None:
        """The stream must not end before our position: it would be filled with other commits
        under sequences that count as read."""
        info = await self._requests.api(f"STREAM.INFO.{self.stream}", within=self._within)
        last = int(info["state"]["last_seq"])
        if last < self._position:
            raise JournalDown(f"{self.stream} went back from {self._position} to {last}")

    async def _read(self) -> None:
        """Read with one consumer until it breaks; raises `Lost` then."""
        pull = Pull(self._requests, self.stream, self._take, self._within)
        try:
            start = {"deliver_policy": "by_start_sequence", "opt_start_seq": self._position + 1}
            self._pull = pull
            await pull.open([self._subject], start)
            while not pull.broken:
                await pull.refill(len(self._ready))
                await pull.rest()
            raise Lost(pull.broken)
        finally:
            self._pull = None
            await pull.close()

    def _take(self, stored: Stored, pending: int) -> None:
        if stored.sequence <= self._position or self._missing(stored.sequence):
            return
        self._position = stored.sequence
        self._holes = 0
        if self._every or stored.name.kind in self._kinds:
            self._ready.append(stored)
            self._news.set()
        elif self._pull is not None:
            self._pull.offer(len(self._ready))

    def _missing(self, sequence: int) -> bool:
        """Whether commits before this one are missing. Nothing is ever deleted from a journal, so
        the stream is damaged, or the replica that we read: a new consumer may read another."""
        if not self._whole or sequence == self._position + 1 or self._pull is None:
            return False
        if not self._pull.broken:
            self._holes += 1
            self._pull.give_up(f"sequence {sequence} after {self._position}")
        return True

    def _fail(self, error: Exception) -> None:
        failure = JournalDown(f"the tail of {self.stream} ended: {error}")
        failure.__cause__ = error
        self._failure = failure
        self._news.set()
