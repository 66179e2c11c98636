"""A command that is only validated: decided on what the leader holds, and nothing is done."""

from __future__ import annotations

import pytest

from services.kernel.errors import AlreadyExists, NotFound, RequestIdReused, Unavailable
from services.kernel.journal.store import NoStream
from services.kernel.law import Refused
from services.kernel.names import Name
from tests.kit.faulty import Call, down
from tests.kit.toy import jar
from tests.kit.toy.house import House, Replica
from tests.kit.toy.shelf import Answer, command

pytest_plugins = ["tests.kit.nats"]


async def validate(replica: Replica, request, by: str = "ana") -> Answer:
    given = replica._given(request, by)
    return await replica.aggregates.validate(Name.parse(request.name), given, command)


async def test_what_would_be_done_shows_the_aggregate_as_it_is(house: House):
    one, other = await house.two()
    await one.send(house.jar.put(3))
    before = await house.stored()
    outcome = await validate(other, house.jar.take(13))  # its cache is older than that
    assert (outcome.changed, outcome.repeated, outcome.refusal) == (True, False, None)
    assert outcome.snapshot.version == 3
    assert isinstance(outcome.state, jar.Jar)
    assert outcome.state.beads == 13
    assert await house.stored() == before
    assert other.committed == []


async def test_what_would_be_refused_is_refused_the_same(house: House):
    one, _ = await house.two()
    with pytest.raises(Refused) as tried:
        await validate(one, house.jar.take(11))
    with pytest.raises(Refused) as done:
        await one.send(house.jar.take(11))
    assert (tried.value.reason, tried.value.sentence) == (done.value.reason, done.value.sentence)


async def test_a_refusal_that_would_go_on_record_does_not(house: House):
    one, _ = await house.two()
    before = await house.stored()
    outcome = await validate(one, house.jar.try_lid(), by="bo")
    assert outcome.refusal is not None
    assert outcome.refusal.reason is jar.NOT_YOUR_JAR
    assert await house.stored() == before


async def test_what_changes_nothing_is_not_said_to_change(house: House):
    one, _ = await house.two()
    outcome = await validate(one, house.jar.try_lid())
    assert (outcome.changed, outcome.snapshot.version) == (False, 2)


async def test_a_request_that_was_answered_shows_the_aggregate_as_it_is_now(house: House):
    one, other = await house.two()
    request = house.jar.put(1)
    await one.send(request)
    await one.send(house.jar.put(5))
    outcome = await validate(other, request)
    assert (outcome.changed, outcome.repeated) == (False, True)
    assert outcome.snapshot.version == 4
    with pytest.raises(RequestIdReused):
        await validate(other, house.jar.put(2, request_id=request.request_id))


async def test_the_version_that_was_seen_counts(house: House):
    one, _ = await house.two()
    assert (await validate(one, house.jar.put(1, seen=2))).changed
    with pytest.raises(Refused) as stale:
        await validate(one, house.jar.put(1, seen=1))
    assert stale.value.reason.code == "STALE"


async def test_what_is_there_or_not_there_counts(house: House):
    one, _ = await house.two()
    with pytest.raises(AlreadyExists):
        await validate(one, house.jar.open())
    with pytest.raises(NotFound):
        await validate(one, house.another("2026-11-29-09").put(1))
    outcome = await validate(one, house.another("2026-11-29-09").open())
    assert (outcome.changed, outcome.snapshot.version) == (True, 0)


async def test_a_year_without_a_journal_counts(house: House):
    one = await house.replica()

    async def none(_: Call) -> None:
        raise NoStream("there is no such stream")

    for fault, reason in ((none, "NO_JOURNAL"), (down, "JOURNAL_DOWN")):
        one.faults.script("head", fault)
        with pytest.raises(Unavailable) as failure:
            await validate(one, house.jar.open())
        assert failure.value.reason.code == reason
