"""Readiness says whether the journal takes commits, as its appends show it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from services.kernel.journal.guard import LARGEST, GuardedJournal, Writes
from services.kernel.journal.store import Conflict, JournalDown, NoStream, OutcomeUnknown
from services.kernel.names import Name
from services.kernel.serving.health import Readiness
from tests.kit.faulty import Call, Faulty, conflict, down, lost_request
from tests.kit.journal_memory import MemoryJournal

NAME = Name("akl", "jars", "2026-11-29-07")
SOON = 60.0


class Guarded:
    """A journal with faults behind a guard, and the readiness that it tells."""

    def __init__(self, hold: float = 3600) -> None:
        self.ready = Readiness()
        self.faults = Faulty(MemoryJournal())
        self.writes = Writes(lambda ok, why: self.ready.set("writes", ok, why), hold)
        self.journal = GuardedJournal(self.faults, lambda name: False, self.writes)
        self.sequence = 0

    async def append(self, body: bytes = b"x") -> None:
        """Append once more."""
        self.sequence = await self.journal.append(NAME, self.sequence, body, {})


@contextmanager
def guarded(hold: float = 3600) -> Iterator[Guarded]:
    made = Guarded(hold)
    yield made
    made.writes.close()


@pytest.mark.parametrize(
    ("fault", "error"), [(lost_request, OutcomeUnknown), (down, JournalDown)], ids=["lost", "down"]
)
async def test_an_append_that_fails_is_not_ready_until_one_is_stored(fault, error):
    with guarded() as guard:
        await guard.append()
        assert guard.ready.ok
        guard.faults.script("append", fault)
        with pytest.raises(error):
            await guard.append()
        assert list(guard.ready.failing) == ["writes"]
        await guard.append()
        assert guard.ready.ok


async def test_a_conflict_or_a_missing_year_says_nothing_of_the_journal():
    async def no_stream(call: Call) -> None:
        raise NoStream("there is no stream")

    with guarded() as guard:
        await guard.append()
        guard.faults.script("append", conflict, no_stream)
        for error in (Conflict, NoStream):
            with pytest.raises(error):
                await guard.append()
        assert guard.ready.ok


async def test_who_is_not_ready_is_so_only_for_a_while():
    """Nobody sends commands to a service that is not ready, so no append would ever pass."""
    with guarded(hold=0.05) as guard:
        changed = guard.ready.watch()
        guard.faults.script("append", lost_request)
        with pytest.raises(OutcomeUnknown):
            await guard.append()
        assert not guard.ready.ok
        changed.clear()
        await asyncio.wait_for(changed.wait(), SOON)
        assert guard.ready.ok


async def test_the_last_append_is_remembered_with_what_was_before_it():
    with guarded() as guard:
        await guard.append()
        first = guard.sequence
        await guard.append()
        last = guard.sequence
        stored = await guard.journal.head(NAME)
        assert guard.journal.appended(NAME, first, last) == stored
        assert guard.journal.appended(NAME, 0, first) is None, "another came after it"
        assert guard.journal.appended(NAME, 0, last) is None, "there is one between"
        assert guard.journal.appended(NAME, first, 0) is None, "whatever there is by now"


async def test_a_large_append_is_not_remembered():
    with guarded() as guard:
        for size, remembered in ((LARGEST, True), (LARGEST + 1, False)):
            before = guard.sequence
            await guard.append(bytes(size))
            known = guard.journal.appended(NAME, before, guard.sequence)
            assert (known is not None) is remembered


async def test_an_append_that_was_refused_is_not_remembered():
    with guarded() as guard:
        await guard.append()
        first = guard.sequence
        guard.faults.script("append", conflict)
        with pytest.raises(Conflict):
            await guard.append()
        assert guard.journal.appended(NAME, 0, first) == await guard.journal.head(NAME)


async def test_everything_else_passes_through():
    with guarded() as guard:
        await guard.append()
        assert [each.body for each in await guard.journal.load(NAME, leader=True)] == [b"x"]
        assert (await guard.journal.head(NAME)) == (await guard.journal.load(NAME))[-1]
        heads, position = await guard.journal.heads("akl", 2026, ["jars"])
        assert ([head.name for head in heads], position) == ([NAME], guard.sequence)
        tail = await guard.journal.tail("akl", 2026, ["jars"], 0)
        assert (await anext(aiter(tail))).name == NAME
        await tail.close()
