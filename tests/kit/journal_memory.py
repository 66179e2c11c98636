"""A journal in memory: the same promises as the one on NATS, and the same tests.

Two `MemoryJournal`s over one `MemoryStore` are two replicas over one journal.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence

from services.kernel.journal.store import EVERY_KIND, Conflict, Stored
from services.kernel.names import Name, first_sequence


class MemoryStore:
    """The commits of every venue and year, in stream order; every year's stream is there."""

    def __init__(self) -> None:
        self._streams: defaultdict[tuple[str, int], list[Stored]] = defaultdict(list)
        self._aggregates: defaultdict[Name, list[Stored]] = defaultdict(list)
        self._tails: set[MemoryTail] = set()

    def commits(self, venue: str, year: int) -> Sequence[Stored]:
        """A year's commits, in order."""
        return self._streams[venue, year]

    def of(self, name: Name) -> Sequence[Stored]:
        """An aggregate's commits, in order."""
        return self._aggregates[name]

    def add(self, name: Name, body: bytes, headers: Mapping[str, str]) -> int:
        """Store a commit whatever came before; its sequence."""
        commits = self._streams[name.venue, name.year]
        sequence = first_sequence(name.year) + len(commits)
        stored = Stored(name, sequence, bytes(body), dict(headers))
        commits.append(stored)
        self._aggregates[name].append(stored)
        for tail in self._tails:
            tail.news.set()
        return sequence

    def watch(self, tail: MemoryTail, on: bool) -> None:
        """Tell a tail of every commit from now on, or no longer."""
        (self._tails.add if on else self._tails.discard)(tail)


class MemoryJournal:
    """A `Journal` over a store. Every call gives way to other tasks once, as real ones do."""

    def __init__(self, store: MemoryStore | None = None) -> None:
        self.store = store if store is not None else MemoryStore()

    async def append(
        self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        """See `Journal`; raises `Conflict` and nothing else."""
        await asyncio.sleep(0)
        for commit in self.store.of(name):
            if commit.sequence > expected:
                if commit.body == body:
                    return commit.sequence
                raise Conflict(f"{name} goes on at {commit.sequence}")
        if expected and not any(commit.sequence == expected for commit in self.store.of(name)):
            raise Conflict(f"{name} does not end at {expected}")
        return self.store.add(name, body, headers)

    async def load(self, name: Name, after: int = 0, leader: bool = False) -> Sequence[Stored]:
        """See `Journal`."""
        await asyncio.sleep(0)
        return [commit for commit in self.store.of(name) if commit.sequence > after]

    async def head(self, name: Name) -> Stored | None:
        """See `Journal`."""
        await asyncio.sleep(0)
        return next(reversed(self.store.of(name)), None)

    async def heads(
        self, venue: str, year: int, kinds: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """See `Journal`."""
        wanted = _some(kinds)
        await asyncio.sleep(0)
        found = {
            commit.name: commit
            for commit in self.store.commits(venue, year)
            if commit.name.kind in wanted
        }
        heads = sorted(found.values(), key=lambda commit: commit.sequence)
        return heads, heads[-1].sequence if heads else first_sequence(year) - 1

    async def tail(self, venue: str, year: int, kinds: Sequence[str], after: int) -> MemoryTail:
        """See `Journal`."""
        await asyncio.sleep(0)
        return MemoryTail(self.store, venue, year, _some(kinds), after)


class MemoryTail:
    """See `Tail`."""

    def __init__(
        self, store: MemoryStore, venue: str, year: int, kinds: Sequence[str], after: int
    ) -> None:
        self.news = asyncio.Event()
        self._store = store
        self._place = venue, year
        self._kinds = frozenset(kinds)
        self._next = max(after - first_sequence(year) + 1, 0)
        self._ended = False
        store.watch(self, on=True)

    def __aiter__(self) -> MemoryTail:
        return self

    async def __anext__(self) -> Stored:
        """The next commit of these kinds."""
        while not self._ended:
            commits = self._store.commits(*self._place)
            while self._next < len(commits):
                self._next += 1
                if self._kinds & {EVERY_KIND, commits[self._next - 1].name.kind}:
                    return commits[self._next - 1]
            self.news.clear()
            await self.news.wait()
        raise StopAsyncIteration

    async def close(self) -> None:
        """See `Tail`."""
        self._ended = True
        self._store.watch(self, on=False)
        self.news.set()


def _some(kinds: Sequence[str]) -> Sequence[str]:
    if not kinds:
        raise ValueError("name at least one kind")
    return kinds
