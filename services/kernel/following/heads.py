"""The last commit of every aggregate: what lists show, what watchers wait for, what boards follow.

At start the heads of each stream are read, then its tail is followed; no aggregate is folded for
it. It is a few milliseconds behind the journal and never used to decide.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

import structlog
from google.protobuf.message import DecodeError, Message

from services.kernel.errors import Unavailable
from services.kernel.journal.store import Journal, JournalDown, Tail
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken, OpenPart
from services.kernel.record.histories import RECORD_DAMAGED, RECORD_TOO_NEW
from services.kernel.tasks import end

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Head:
    """The last commit of an aggregate. `row` is the service's own message."""

    name: Name
    version: int
    sequence: int
    at: datetime
    standing: Standing
    row: Message


class Counting(Protocol):
    """Counts the commits that come after what there was at the start."""

    def begin(self, venue: str, year: int, position: int) -> None:
        """A year's journal is followed after this sequence."""
        ...

    def take(self, commit: OpenPart, known: int) -> None:
        """A commit came; `known` is the version of its aggregate before it."""
        ...


class Heads:
    """The heads of all aggregates of `kinds`, kept up to date.

    `changed` is told of each head that is new; `alarm` of an aggregate whose last commit cannot
    be read, with the code of the reason. `counting` gets each commit that is followed.
    """

    def __init__(
        self,
        journal: Journal,
        kinds: Sequence[str],
        changed: Callable[[Head], None] = lambda head: None,
        alarm: Callable[[Name, str], None] = lambda name, reason: None,
        counting: Counting | None = None,
    ) -> None:
        self._counting = counting
        self._journal = journal
        self._kinds = tuple(kinds)
        self._changed = changed
        self._alarm = alarm
        self._heads: dict[tuple[str, int], dict[Name, Head]] = defaultdict(dict)
        self._positions: dict[tuple[str, int], int] = {}
        self._waiting: dict[Name, set[asyncio.Future[None]]] = defaultdict(set)
        self._tails: dict[tuple[str, int], tuple[Tail, asyncio.Task[None]]] = {}
        self._watchers: list[Callable[[Head], None]] = []
        self._closing = False
        self._failure: BaseException | None = None
        self._failed = asyncio.Event()

    def also(self, kind: str) -> None:
        """Keep the heads of one more kind. Before anything is followed."""
        if self._tails:
            raise RuntimeError(f"{kind} are kept too late: others are followed by now")
        self._kinds += (kind,)

    async def follow(self, venue: str, year: int) -> None:
        """Read the heads of a year's stream and follow it from there; again is harmless.

        Raises `JournalDown`.
        """
        key = (venue, year)
        if key in self._tails:
            return
        stored, position = await self._journal.heads(venue, year, self._kinds)
        for one in stored:
            self._take(OpenPart(one))
        self._positions[key] = position
        if self._counting is not None:
            self._counting.begin(venue, year, position)
        tail = await self._journal.tail(venue, year, self._kinds, position)
        task = asyncio.create_task(self._run(key, tail), name=f"heads of {venue} in {year}")
        task.add_done_callback(self._ended)
        self._tails[key] = (tail, task)

    async def failed(self) -> None:
        """Wait until following a stream has ended, which it never should, and raise why.

        What is shown from then on would be old for ever: the process is to end.
        """
        await self._failed.wait()
        raise self._failure or JournalDown("a tail ended by itself")

    def _ended(self, task: asyncio.Task[None]) -> None:
        failure = None if task.cancelled() else task.exception()
        if not self._closing and not task.cancelled():
            self._failure = failure
            self._failed.set()

    async def close(self) -> None:
        """Stop following."""
        self._closing = True
        for tail, _ in self._tails.values():
            await tail.close()
        await end(task for _, task in self._tails.values())
        self._tails.clear()

    def get(self, name: Name) -> Head | None:
        """The head of one aggregate, as far as it is known here."""
        return self._heads.get((name.venue, name.year), {}).get(name)

    def rows(self, venue: str, year: int | None, kind: str) -> Iterator[Head]:
        """The heads of a kind in a year of a venue, or in every year for None; in no order."""
        heads = self._heads if year is None else {(venue, year): self._heads.get((venue, year), {})}
        found = (each for (of, _), each in list(heads.items()) if of == venue)
        return (head for each in found for name, head in each.items() if name.kind == kind)

    def all(self) -> Iterator[Head]:
        """Every head that is known."""
        return (head for heads in list(self._heads.values()) for head in list(heads.values()))

    def above(self, venues: Collection[str], seen: Mapping[tuple[str, int], int]) -> list[Head]:
        """The heads in these venues whose sequence is above the one in `seen` of their venue and
        year, by sequence."""
        heads = (head for head in self.all() if head.name.venue in venues)
        new = (h for h in heads if h.sequence > seen.get((h.name.venue, h.name.year), 0))
        return sorted(new, key=lambda head: head.sequence)

    @contextmanager
    def watching(self, told: Callable[[Head], None]) -> Iterator[None]:
        """Tell `told`, which neither raises nor waits, of each head that is new until the block
        ends."""
        self._watchers.append(told)
        try:
            yield
        finally:
            self._watchers.remove(told)

    def position(self, venue: str) -> int:
        """The last sequence of the venue's newest stream that was seen; 0 for none."""
        return max((at for (of, _), at in self._positions.items() if of == venue), default=0)

    def reached(self, venue: str, year: int) -> int:
        """The last sequence of a year's stream that was seen; 0 for none."""
        return self._positions.get((venue, year), 0)

    async def beyond(self, name: Name, version: int) -> None:
        """Wait until the aggregate has a version above `version`.

        Raises `Unavailable` when the next commit cannot be read.
        """
        while (head := self.get(name)) is None or head.version <= version:
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[name].add(waiting)
            try:
                await waiting
            finally:
                self._waiting[name].discard(waiting)
                if not self._waiting[name]:
                    del self._waiting[name]

    async def _run(self, key: tuple[str, int], tail: Tail) -> None:
        async for stored in tail:
            commit = OpenPart(stored)
            if self._counting is not None:
                known = self.get(commit.name)
                self._counting.take(commit, known.version if known is not None else 0)
            self._take(commit)
            self._positions[key] = max(self._positions[key], stored.sequence)

    def _take(self, commit: OpenPart) -> None:
        name = commit.name
        try:
            head = _head(commit)
        except (ChainBroken, UnknownFact, DecodeError, OverflowError) as wrong:
            log.error("head_unreadable", name=str(name), why=str(wrong))
            too_new = isinstance(wrong, UnknownFact)
            reason = RECORD_TOO_NEW if too_new else RECORD_DAMAGED
            self._alarm(name, reason.code)
            for waiting in self._waiting.get(name, ()):
                if not waiting.done():
                    waiting.set_exception(Unavailable(reason, name=name))
            return
        heads = self._heads[name.venue, name.year]
        known = heads.get(head.name)
        if known is not None and known.version >= head.version:
            return
        heads[head.name] = head
        for waiting in self._waiting.get(head.name, ()):
            if not waiting.done():
                waiting.set_result(None)
        self._changed(head)
        for told in self._watchers:
            told(head)


def _head(commit: OpenPart) -> Head:
    return Head(
        name=commit.name,
        version=commit.message.version,
        sequence=commit.sequence,
        at=commit.at,
        standing=commit.standing,
        row=commit.row,
    )
