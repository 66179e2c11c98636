"""The floor as one watcher sees it: the last change of every aggregate, then each as it comes.

What waits for a slow watcher is bounded: when it is too much, it is forgotten, and the watcher is
given the last change of each aggregate that it has not seen.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Collection, Mapping

from services.kernel.following.heads import Head, Heads

WAITING = 1_000
"""How many changes wait for one watcher."""
QUIET = 5.0
"""Seconds without a change after which a sign of life is given."""

Seen = Mapping[tuple[str, int], int]
"""The last sequence that was seen, by venue and year."""


class Floor:
    """What is told to one watcher, about aggregates in `venues` but those of the kinds in
    `without`; `seen` is kept up to date."""

    def __init__(
        self,
        heads: Heads,
        venues: Collection[str],
        seen: Seen,
        alive: Callable[[], bool],
        quiet: float = QUIET,
        without: Collection[str] = (),
    ) -> None:
        self._heads = heads
        self._venues = frozenset(venues)
        self._alive = alive
        self._quiet = quiet
        self._without = frozenset(without)
        self._waiting: deque[Head] = deque()
        self._behind = True
        self._news = asyncio.Event()
        self.seen = {place: at for place, at in seen.items() if place[0] in self._venues}

    async def changes(self) -> AsyncGenerator[Head | None, None]:
        """Each change, for ever; None is a sign of life, given only while the journal is
        followed."""
        quiet = True
        with self._heads.watching(self._told):
            while True:
                for head in self._next():
                    place = (head.name.venue, head.name.year)
                    if head.sequence > self.seen.get(place, 0):
                        self.seen[place] = head.sequence
                        yield head
                if self._behind or self._waiting:
                    continue
                if quiet and self._alive():
                    yield None
                quiet = await self._stays_quiet()

    def _next(self) -> Collection[Head]:
        """What the watcher has not seen, in the order of the journal."""
        if self._behind:
            self._behind = False
            self._waiting.clear()
            above = self._heads.above(self._venues, self.seen)
            return [head for head in above if head.name.kind not in self._without]
        waiting = tuple(self._waiting)
        self._waiting.clear()
        return waiting

    def _told(self, head: Head) -> None:
        if head.name.venue not in self._venues or head.name.kind in self._without:
            return
        self._behind = self._behind or len(self._waiting) >= WAITING
        if self._behind:
            self._waiting.clear()
        else:
            self._waiting.append(head)
        self._news.set()

    async def _stays_quiet(self) -> bool:
        """Wait for a change, or for long enough to say that there is none."""
        if self._behind or self._waiting:
            return False
        self._news.clear()
        try:
            async with asyncio.timeout(self._quiet):
                await self._news.wait()
        except TimeoutError:
            return True
        return False
