"""The kit's scripted faults do what they say."""

from __future__ import annotations

import asyncio

import pytest

from services.kernel.journal.store import Conflict, JournalDown, OutcomeUnknown
from services.kernel.names import Name
from tests.kernel.journal.conftest import SOON, bodies, fill, take
from tests.kit.faulty import (
    Faulty,
    conflict,
    down,
    held,
    held_reply,
    lost_reply,
    lost_request,
    ok,
    stale,
)
from tests.kit.journal_memory import MemoryJournal

NAME = Name("akl", "games", "2026-01-1")
FIRST = 20260000000001


@pytest.fixture
def real() -> MemoryJournal:
    return MemoryJournal()


@pytest.fixture
def faulty(real: MemoryJournal) -> Faulty:
    return Faulty(real)


@pytest.mark.parametrize(
    ("fault", "error", "stored"),
    [
        (lost_reply, OutcomeUnknown, [b"1"]),
        (lost_request, OutcomeUnknown, []),
        (conflict, Conflict, []),
        (down, JournalDown, []),
    ],
)
async def test_a_fault_happens_once(faulty: Faulty, real: MemoryJournal, fault, error, stored):
    faulty.script("append", fault)
    assert faulty.unused == {"append": 1}
    with pytest.raises(error):
        await faulty.append(NAME, 0, b"1", {})
    assert bodies(await real.load(NAME)) == stored
    assert faulty.unused == {}
    assert await faulty.append(NAME, 0, b"1", {}) == FIRST


async def test_faults_come_in_the_order_of_the_script(faulty: Faulty):
    faulty.script("append", ok, down)
    faulty.script("load", down)
    (first,) = await fill(faulty, NAME, b"1")
    with pytest.raises(JournalDown):
        await faulty.append(NAME, first, b"2", {})
    with pytest.raises(JournalDown):
        await faulty.load(NAME)
    assert bodies(await faulty.load(NAME)) == [b"1"]
    assert [method for method, _ in faulty.calls] == ["append", "append", "load", "load"]


@pytest.mark.parametrize(("hold", "meanwhile"), [(held, []), (held_reply, [b"1"])])
async def test_a_call_is_held_before_or_after_it_is_done(
    faulty: Faulty, real: MemoryJournal, hold, meanwhile
):
    until, reached = asyncio.Event(), asyncio.Event()
    faulty.script("append", hold(until, reached))
    appending = asyncio.create_task(faulty.append(NAME, 0, b"1", {}))
    await reached.wait()
    assert bodies(await real.load(NAME)) == meanwhile
    assert not appending.done()
    until.set()
    assert await appending == FIRST


async def test_an_append_can_be_stored_late_or_find_itself_beaten(
    faulty: Faulty, real: MemoryJournal
):
    when = asyncio.Event()
    faulty.script("append", faulty.stored_late(when), faulty.stored_late(when))
    for number in range(2):
        with pytest.raises(OutcomeUnknown):
            await faulty.append(NAME, 0, b"%d" % number, {})
    assert await real.head(NAME) is None
    when.set()
    await faulty.settle()
    assert bodies(await real.load(NAME)) == [b"0"]


async def test_a_stale_load_lacks_the_newest(faulty: Faulty):
    await fill(faulty, NAME, b"1", b"2", b"3")
    faulty.script("load", stale(2), stale(9))
    assert bodies(await faulty.load(NAME)) == [b"1"]
    assert bodies(await faulty.load(NAME)) == []
    assert bodies(await faulty.load(NAME)) == [b"1", b"2", b"3"]


async def test_tails_wait_while_their_gate_is_shut(faulty: Faulty):
    tail = await faulty.tail("akl", 2026, ["games"], 0)
    faulty.tails.shut()
    await fill(faulty, NAME, b"1", b"2")
    reading = asyncio.create_task(take(tail, 2))
    await asyncio.wait([reading], timeout=0.02)
    assert not reading.done()
    faulty.tails.open()
    assert bodies(await reading) == [b"1", b"2"]
    faulty.tails.shut()
    await fill(faulty, NAME, b"3", after=FIRST + 1)
    waiting = asyncio.create_task(take(tail, 1))
    await asyncio.sleep(0)
    async with asyncio.timeout(SOON):
        await tail.close()
        assert await waiting == []
