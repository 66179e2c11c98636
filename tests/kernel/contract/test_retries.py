"""A request that is sent again is answered again, and nothing is done twice."""

import asyncio

import pytest

from services.kernel.errors import RequestIdReused
from services.kernel.law import Refused
from services.kernel.record import histories
from tests.kit.faulty import held_reply
from tests.kit.toy import jar

pytest_plugins = ["tests.kit.nats"]


async def test_a_retry_is_answered_from_the_state_at_its_commit(house):
    one, other = await house.two()
    put = house.jar.put(5)
    first = await one.send(put)
    await one.send(house.jar.put(20))
    await other.send(house.jar.take(1))
    for replica in (one, other, await house.replica()):
        again = await replica.send(put)
        assert again.snapshot == first.snapshot
        assert (again.snapshot.version, again.state.beads) == (3, 15)
        assert (again.repeated, again.changed) == (True, False)
    assert (first.repeated, first.changed) == (False, True)
    assert len(await house.stored()) == 5


async def test_a_retry_of_what_made_the_aggregate_is_answered(house):
    one, other = await house.replica(), await house.replica()
    opening = house.jar.open()
    first = await one.send(opening)
    await one.send(house.jar.put(3))
    again = await other.send(opening)
    assert again.snapshot == first.snapshot
    assert again.repeated


async def test_a_retry_that_differs_in_whom_it_names_is_the_same_request(house):
    one, other = await house.two()
    await one.send(house.jar.put(5, giver="bob", request_id="r-1"))
    for giver in ("bert", ""):
        again = await other.send(house.jar.put(5, giver=giver, request_id="r-1"))
        assert again.repeated
        assert again.state.beads == 15


async def test_a_request_id_of_another_person_is_reused(house):
    one, other = await house.two()
    put = house.jar.put(5)
    await one.send(put, by="ana")
    for replica in (one, other):
        with pytest.raises(RequestIdReused):
            await replica.send(put, by="ben")


async def test_a_request_id_of_another_request_is_reused(house):
    one, other = await house.two()
    await one.send(house.jar.put(5, request_id="r-1"))
    for replica in (one, other):
        with pytest.raises(RequestIdReused):
            await replica.send(house.jar.put(6, request_id="r-1"))
        with pytest.raises(RequestIdReused):
            await replica.send(house.jar.take(5, request_id="r-1"))
    assert len(await house.stored()) == 3


async def test_a_sealed_part_of_a_request_tells_requests_apart(house):
    one, other = await house.two()
    await one.send(house.jar.hide(4, request_id="r-1"))
    with pytest.raises(RequestIdReused):
        await other.send(house.jar.hide(5, request_id="r-1"))
    assert (await other.send(house.jar.hide(4, request_id="r-1"))).repeated


async def test_a_request_id_belongs_to_its_aggregate(house):
    one, _ = await house.two()
    await one.send(house.jar.put(5, request_id="r-1"))
    elsewhere = house.another("2026-11-29-04")
    await one.send(elsewhere.open(request_id="r-1"))
    assert (await one.send(elsewhere.put(1))).state.beads == 1


async def test_no_request_is_forgotten_when_caches_come_and_go(house, monkeypatch):
    """A slow reader caches an old state while a newer one is being appended to."""
    monkeypatch.setattr(histories, "CACHED", 1)
    one, another = await house.replica(), house.another("2026-11-29-04")
    await one.send(house.jar.open())
    await one.send(another.open())
    read, reading, appended, appending = (asyncio.Event() for _ in range(4))
    one.faults.script("load", held_reply(read, reading))
    reader = asyncio.create_task(one.read(house.jar.name))
    await reading.wait()
    put = house.jar.put(5)
    await one.send(put)
    one.faults.script("append", held_reply(appended, appending))
    writer = asyncio.create_task(one.send(house.jar.put(100)))
    await appending.wait()
    await one.read(another.name)
    read.set()
    assert (await reader).version == 1
    appended.set()
    assert (await writer).snapshot.version == 3
    assert (await one.send(put)).repeated
    assert len(await house.stored()) == 3


async def test_a_refusal_on_record_is_committed_once_and_answered_again(house):
    one, other = await house.two()
    trying = house.jar.try_lid()
    first = await one.send(trying, by="ben")
    assert first.refusal.reason is jar.NOT_YOUR_JAR
    assert first.refusal.sentence == "This is ana's jar."
    assert first.snapshot.events == (jar.LidTried("ben"),)
    await one.send(house.jar.put(1))
    for replica in (one, other):
        again = await replica.send(trying, by="ben")
        assert again.repeated
        assert again.refusal.reason is jar.NOT_YOUR_JAR
        assert again.refusal.facts == {"keeper": "ana"}
        assert again.snapshot == first.snapshot
    assert (await other.read(house.jar.name)).state.tries == 1


async def test_a_refusal_that_is_not_on_record_is_not_remembered(house):
    one, other = await house.two()
    take = house.jar.take(15)
    for replica in (one, other):
        with pytest.raises(Refused) as refused:
            await replica.send(take)
        assert refused.value.reason is jar.NOT_ENOUGH_BEADS
        assert refused.value.sentence == "There are 10 beads in the jar, not 15."
    await one.send(house.jar.put(5))
    taken = await other.send(take)
    assert (taken.state.beads, taken.repeated) == (0, False)
    assert taken.snapshot.events[0] == jar.BeadsTaken(3, 15)


async def test_what_changed_nothing_is_not_remembered(house):
    one, other = await house.two()
    lid = house.jar.try_lid()
    assert not (await one.send(lid)).changed
    refused = await other.send(lid, by="ben")
    assert refused.refusal is not None
    assert not refused.repeated
