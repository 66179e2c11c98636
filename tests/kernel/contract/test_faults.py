"""Whatever the journal does in the middle of a command: one commit or none, and a true answer."""

import asyncio

import pytest

from services.kernel.errors import Contended, NotFound, OutcomeUnknownFailure, Unavailable
from services.kernel.journal.store import NoStream
from services.kernel.law import Refused
from tests.kit.faulty import (
    conflict,
    down,
    held,
    held_reply,
    lost_reply,
    lost_request,
    ok,
)
from tests.kit.toy import jar
from tests.kit.toy.house import House

pytest_plugins = ["tests.kit.nats"]

NEVER = asyncio.Event
SOON = 0.2
"""Seconds that a caller waits who is to be disappointed."""


async def beads(house: House) -> tuple[int, int]:
    """Version of the jar and beads in it, as a replica finds them that knows nothing."""
    snapshot = await (await house.replica()).read(house.jar.name)
    assert isinstance(snapshot.state, jar.Jar)
    return snapshot.version, snapshot.state.beads


# -- outcomes that nobody can tell -----------------------------------------------------------


@pytest.mark.parametrize(
    "faults",
    [
        [lost_reply],
        [lost_request],
        [lost_request, lost_reply],
        [lost_request, down, conflict, lost_request],
        [conflict],
        [down, down],
    ],
    ids=lambda faults: "+".join(fault.__name__ for fault in faults),
)
async def test_a_fault_in_the_append_leaves_one_commit_and_its_answer(house, faults):
    one, _ = await house.two()
    one.faults.script("append", *faults)
    outcome = await one.send(house.jar.put(5))
    assert (outcome.snapshot.version, outcome.state.beads) == (3, 15)
    assert await beads(house) == (3, 15)
    assert not one.faults.unused


async def test_a_lost_reply_and_a_journal_that_is_down_for_a_while(house):
    one, _ = await house.two()
    one.faults.script("append", lost_reply)
    one.faults.script("load", down, down, down)
    assert (await one.send(house.jar.put(5))).state.beads == 15
    assert await beads(house) == (3, 15)
    assert not one.faults.unused


async def test_an_append_that_arrives_late_is_not_done_twice(house):
    one, _ = await house.two()
    now = asyncio.Event()
    one.faults.script("append", one.faults.stored_late(now))
    assert (await one.send(house.jar.put(5))).state.beads == 15
    now.set()
    await one.faults.settle()
    assert await beads(house) == (3, 15)


async def test_an_append_that_arrives_between_reading_and_trying_again_is_not_done_twice(house):
    one, _ = await house.two()
    now = asyncio.Event()

    async def overtaken(call):
        now.set()
        await one.faults.settle()
        return await call()

    one.faults.script("append", one.faults.stored_late(now), overtaken)
    assert (await one.send(house.jar.put(5))).state.beads == 15
    assert await beads(house) == (3, 15)


@pytest.mark.parametrize("fault", [lost_reply, lost_request], ids=["stored", "not stored"])
async def test_an_outcome_that_stays_unknown_is_said_to_be_and_the_retry_tells(house, fault):
    one, other = await house.two()
    put = house.jar.put(5)
    one.faults.script("append", fault)
    one.faults.script("load", *[down] * 200)
    with pytest.raises(OutcomeUnknownFailure):
        await one.send(put, within=SOON)
    outcome = await other.send(put)
    assert outcome.repeated is (fault is lost_reply)
    assert (outcome.snapshot.version, outcome.state.beads) == (3, 15)
    assert await beads(house) == (3, 15)


async def test_an_outcome_stays_unknown_through_a_conflict_that_may_be_with_itself(house):
    one, _ = await house.two()
    one.faults.script("append", lost_request, conflict)
    one.faults.script("load", ok, *[down] * 200)
    with pytest.raises(OutcomeUnknownFailure):
        await one.send(house.jar.put(5), within=SOON)


@pytest.mark.parametrize("stored", [True, False])
async def test_a_journal_that_says_nothing_until_the_deadline_leaves_the_outcome_unknown(
    house, stored
):
    one, other = await house.two()
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("append", (held_reply if stored else held)(released, reached))
    put = house.jar.put(5)
    sending = asyncio.create_task(one.send(put, within=SOON))
    await reached.wait()
    with pytest.raises(OutcomeUnknownFailure):
        await sending
    assert (await other.send(put)).repeated is stored
    released.set()
    await one.aggregates.drained()
    assert await beads(house) == (3, 15)


# -- a caller who goes away ------------------------------------------------------------------


@pytest.mark.parametrize("stored", [True, False])
async def test_a_caller_who_goes_away_in_the_middle_of_an_append_holds_nobody_up(house, stored):
    one, _ = await house.two()
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("append", (held_reply if stored else held)(released, reached))
    gone = house.jar.put(5)
    going = asyncio.create_task(one.send(gone))
    await reached.wait()
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    outcome = await one.send(house.jar.put(100))
    assert outcome.state.beads == (115 if stored else 110)
    released.set()
    await one.aggregates.drained()
    again = await one.send(gone)
    assert again.repeated is stored
    assert await beads(house) == (4, 115)
    assert (await one.read(house.jar.name)).state.beads == 115


async def test_an_append_goes_on_to_its_end_without_its_caller(house):
    one, other = await house.two()
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("append", held(released, reached))
    put = house.jar.put(5)
    going = asyncio.create_task(one.send(put))
    await reached.wait()
    going.cancel()
    released.set()
    await one.aggregates.drained()
    assert [snapshot.version for snapshot in one.committed] == [1, 2, 3]
    assert (await other.send(put)).repeated
    assert await beads(house) == (3, 15)


async def test_a_caller_who_goes_away_while_waiting_for_others_leaves_nothing(house):
    one, _ = await house.two()
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("append", held(released, reached))
    first = asyncio.create_task(one.send(house.jar.put(5)))
    await reached.wait()
    second = asyncio.create_task(one.send(house.jar.put(100)))
    third = asyncio.create_task(one.send(house.jar.put(1000)))
    await asyncio.sleep(0)
    second.cancel()
    released.set()
    await asyncio.gather(first, third)
    assert second.cancelled()
    assert await beads(house) == (4, 1015)


# -- a journal that is away ------------------------------------------------------------------


async def test_a_journal_that_cannot_be_read_until_the_deadline_makes_it_unavailable(house):
    one, _ = await house.two()
    one.faults.script("load", *[down] * 200)
    with pytest.raises(Unavailable) as failure:
        await one.send(house.jar.take(50), within=SOON)
    assert failure.value.reason.code == "JOURNAL_DOWN"


async def test_a_journal_that_takes_nothing_until_the_deadline_makes_it_unavailable(house):
    one, _ = await house.two()
    one.faults.script("append", down)
    one.faults.script("load", held(NEVER()))
    with pytest.raises(Unavailable) as failure:
        await one.send(house.jar.take(5), within=SOON)
    assert failure.value.reason.code == "JOURNAL_DOWN"
    assert await beads(house) == (2, 10)


@pytest.mark.parametrize("method", ["append", "load"])
async def test_a_journal_that_is_back_in_time_answers(house, method):
    one = await house.replica()
    one.faults.script(method, down, down, down)
    await one.send(house.jar.open())
    assert await beads(house) == (1, 0)
    assert not one.faults.unused


async def test_a_journal_that_hangs_holds_no_caller_beyond_the_deadline(house):
    one, _ = await house.two()
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("load", held(released, reached))
    first = asyncio.create_task(one.send(house.jar.take(50), within=60))
    await reached.wait()
    with pytest.raises(Unavailable) as failure:
        await one.send(house.jar.put(1), within=SOON)
    assert failure.value.reason.code == "JOURNAL_DOWN"
    released.set()
    with pytest.raises(Refused) as refused:
        await first
    assert refused.value.reason is jar.NOT_ENOUGH_BEADS
    assert await beads(house) == (2, 10)


async def test_a_journal_that_is_down_makes_reading_unavailable(house):
    one, _ = await house.two()
    one.faults.script("load", down)
    with pytest.raises(Unavailable) as failure:
        await one.read(house.jar.name)
    assert failure.value.reason.code == "JOURNAL_DOWN"


async def test_conflicts_until_the_deadline_are_contention(house):
    one, _ = await house.two()
    one.faults.script("append", conflict, conflict)
    one.faults.script("load", ok, held(NEVER()))
    with pytest.raises(Contended):
        await one.send(house.jar.put(5), within=SOON)
    assert await beads(house) == (2, 10)


async def test_what_stopped_it_last_is_what_the_caller_is_told(house):
    one, _ = await house.two()
    one.faults.script("append", conflict)
    one.faults.script("load", *[down] * 200)
    with pytest.raises(Unavailable) as failure:
        await one.send(house.jar.put(5), within=SOON)
    assert failure.value.reason.code == "JOURNAL_DOWN"


async def test_a_year_without_a_journal_holds_nothing_and_takes_nothing(house):
    async def no_stream(call):
        raise NoStream("there is no stream")

    one = await house.replica()
    one.faults.script("load", no_stream, no_stream, no_stream, no_stream)
    one.faults.script("append", no_stream)
    with pytest.raises(NotFound):
        await one.read(house.jar.name)
    with pytest.raises(NotFound):
        await one.send(house.jar.put(1))
    assert await one.aggregates.versions(house.jar.name) == []
    with pytest.raises(Unavailable) as failure:
        await one.send(house.jar.open())
    assert failure.value.reason.code == "NO_JOURNAL"
