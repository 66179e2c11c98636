"""A journal with scripted faults, as its callers see them.

    journal = Faulty(MemoryJournal())
    journal.script("append", lost_reply, ok, down)

Each call of a method uses up the first fault scripted for it; without one it goes through.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from services.kernel.journal.store import (
    Conflict,
    Journal,
    JournalDown,
    OutcomeUnknown,
    Stored,
    Tail,
)
from services.kernel.names import Name

T = TypeVar("T")

Call = Callable[[], Awaitable[Any]]
Fault = Callable[[Call], Awaitable[Any]]
Method = Literal["append", "load", "head", "heads", "tail"]


async def ok(call: Call) -> Any:
    """No fault: a placeholder among faults."""
    return await call()


async def lost_reply(call: Call) -> Any:
    """It is stored, and nobody can say so."""
    await call()
    raise OutcomeUnknown("the reply was lost")


async def lost_request(call: Call) -> Any:
    """It is not stored, and nobody can say so."""
    raise OutcomeUnknown("the request was lost")


async def conflict(call: Call) -> Any:
    """Somebody else is said to have been first, though nobody was."""
    raise Conflict("somebody else was first")


async def down(call: Call) -> Any:
    """The journal cannot be reached; nothing is stored."""
    raise JournalDown("the journal is down")


def held(until: asyncio.Event, reached: asyncio.Event | None = None) -> Fault:
    """The call waits for an event before it does anything; `reached` is set when it waits."""

    async def fault(call: Call) -> Any:
        if reached is not None:
            reached.set()
        await until.wait()
        return await call()

    return fault


def held_reply(until: asyncio.Event, reached: asyncio.Event | None = None) -> Fault:
    """The call is carried out at once, and answers only after an event."""

    async def fault(call: Call) -> Any:
        result = await call()
        if reached is not None:
            reached.set()
        await until.wait()
        return result

    return fault


def stale(missing: int) -> Fault:
    """A load that lacks the last `missing` commits, as one from a lagging replica does."""

    async def fault(call: Call) -> Any:
        commits = await call()
        return commits[: max(len(commits) - missing, 0)]

    return fault


class Faulty:
    """A `Journal` that does to calls what its script says."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._script: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self._late: set[asyncio.Task[Any]] = set()
        self.tails = Gate()
        self.calls: list[tuple[Method, tuple[Any, ...]]] = []

    def script(self, method: Method, *faults: Fault) -> None:
        """Do these faults to the next calls of a method, one each."""
        self._script[method].extend(faults)

    def stored_late(self, when: asyncio.Event) -> Fault:
        """A fault: nobody can say whether it is stored, and after an event it tries to be: it may
        find that somebody else was first."""

        async def fault(call: Call) -> Any:
            async def late() -> None:
                await when.wait()
                try:
                    await call()
                except Conflict:
                    return

            task = asyncio.create_task(late())
            self._late.add(task)
            raise OutcomeUnknown("it is on its way")

        return fault

    async def settle(self) -> None:
        """Wait for what was to be stored late."""
        await asyncio.gather(*self._late)

    @property
    def unused(self) -> Mapping[str, int]:
        """How many scripted faults were not used, by method; empty when the script was played."""
        return {method: len(left) for method, left in self._script.items() if left}

    async def append(
        self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        """See `Journal`."""
        called = (name, expected, body, headers)
        return await self._do("append", called, lambda: self._journal.append(*called))

    async def load(self, name: Name, after: int = 0, leader: bool = False) -> Sequence[Stored]:
        """See `Journal`."""
        called = (name, after, leader)
        return await self._do("load", called, lambda: self._journal.load(*called))

    async def head(self, name: Name) -> Stored | None:
        """See `Journal`."""
        return await self._do("head", (name,), lambda: self._journal.head(name))

    async def heads(
        self, venue: str, year: int, kinds: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """See `Journal`."""
        called = (venue, year, kinds)
        return await self._do("heads", called, lambda: self._journal.heads(*called))

    async def tail(self, venue: str, year: int, kinds: Sequence[str], after: int) -> Tail:
        """See `Journal`; its commits wait while `tails` is shut."""
        called = (venue, year, kinds, after)
        tail = await self._do("tail", called, lambda: self._journal.tail(*called))
        return GatedTail(tail, self.tails)

    async def _do(
        self, method: Method, called: tuple[Any, ...], call: Callable[[], Awaitable[T]]
    ) -> T:
        self.calls.append((method, called))
        faults = self._script[method]
        if not faults:
            return await call()
        result: T = await faults.popleft()(call)
        return result


class Gate:
    """Lets commits through to tails, or holds them all back: views stay as old as they are."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()

    def shut(self) -> None:
        """Hold every commit back from now on."""
        self._open.clear()

    def open(self) -> None:
        """Let through what was held back, and the rest."""
        self._open.set()

    async def passed(self) -> None:
        """Wait until it is open."""
        await self._open.wait()


class GatedTail:
    """A `Tail` behind a gate."""

    def __init__(self, tail: Tail, gate: Gate) -> None:
        self._tail = tail
        self._iterator = aiter(tail)
        self._gate = gate
        self._waiting: Stored | None = None
        self._closed = asyncio.Event()

    def __aiter__(self) -> GatedTail:
        return self

    async def __anext__(self) -> Stored:
        """The next commit, once the gate is open."""
        if self._waiting is None:
            self._waiting = await anext(self._iterator)
        passed = asyncio.ensure_future(self._gate.passed())
        closed = asyncio.ensure_future(self._closed.wait())
        try:
            await asyncio.wait((passed, closed), return_when=asyncio.FIRST_COMPLETED)
        finally:
            passed.cancel()
            closed.cancel()
        if self._closed.is_set():
            raise StopAsyncIteration
        stored, self._waiting = self._waiting, None
        return stored

    async def close(self) -> None:
        """See `Tail`."""
        self._closed.set()
        await self._tail.close()
