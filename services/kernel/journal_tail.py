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

from services.kernel.jetstream import ApiError, Lost, NotSent, Requests
from services.kernel.journal import JournalDown, Stored
from services.kernel.pull import Pull

# Seconds between attempts to follow again.
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0

log = structlog.get_logger(__name__)


class NatsTail:
    """See `Tail`. One reader at a time; cancelling the wait for the next commit loses nothing."""

    def __init__(
        self, requests: Requests, stream: str, subjects: Sequence[str], after: int, within: float
    ) -> None:
        """Follow `subjects` of `stream` after the sequence `after`; a request to JetStream may
        take `within` seconds. `open` it."""
        self._requests = requests
        self._stream = stream
        self._subjects = subjects
        self._position = after
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
            self._following = asyncio.create_task(self._follow(), name=f"tail of {self._stream}")

    def __aiter__(self) -> NatsTail:
        return self

    async def __anext__(self) -> Stored:
        """The next commit. Raises `JournalDown` when it will never come: the connection was
        closed for good, or the stream lost commits that were read."""
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
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)

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
                log.warning(
                    "tail_broken", stream=self._stream, position=self._position, why=str(error)
                )
            except Exception as error:  # a fault of ours must not look like a quiet journal
                log.exception("tail_failed", stream=self._stream)
                self._fail(error)
                return
            pause = FIRST_PAUSE if self._position > before else min(pause * 2, LONGEST_PAUSE)
            await asyncio.sleep(random.uniform(pause / 2, pause))

    async def _check(self) -> None:
        """The stream must not end before our position: it would be filled with other commits
        under sequences that count as read."""
        info = await self._requests.api(f"STREAM.INFO.{self._stream}", within=self._within)
        last = int(info["state"]["last_seq"])
        if last < self._position:
            raise JournalDown(f"{self._stream} went back from {self._position} to {last}")

    async def _read(self) -> None:
        """Read with one consumer until it breaks; raises `Lost` then."""
        pull = Pull(self._requests, self._stream, self._take, self._within)
        try:
            start = {"deliver_policy": "by_start_sequence", "opt_start_seq": self._position + 1}
            await pull.open(self._subjects, start)
            self._pull = pull
            while not pull.broken:
                await pull.refill(len(self._ready))
                await pull.rest()
            raise Lost(pull.broken)
        finally:
            self._pull = None
            await pull.close()

    def _take(self, stored: Stored, pending: int) -> None:
        if stored.sequence > self._position:
            self._position = stored.sequence
            self._ready.append(stored)
            self._news.set()

    def _fail(self, error: Exception) -> None:
        failure = JournalDown(f"the tail of {self._stream} ended: {error}")
        failure.__cause__ = error
        self._failure = failure
        self._news.set()
