"""Any number of replicas over one journal decide as one."""

import asyncio
import hashlib
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel.errors import AlreadyExists, NotFound, Unavailable
from services.kernel.law import Refused, Stale, Standing
from services.kernel.record.histories import Snapshot
from tests.kit.faulty import held
from tests.kit.toy import jar
from tests.kit.toy.house import House
from tests.kit.toy.v1 import toy_pb2

pytest_plugins = ["tests.kit.nats"]

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


async def chain(house: House) -> list[commit_pb2.Commit]:
    """The jar's commits, after a look at the chain that needs none of the kernel's code."""
    commits, previous = [], hashlib.sha256(str(house.jar.name).encode()).digest()
    for version, stored in enumerate(await house.stored(), start=1):
        commit = commit_pb2.Commit.FromString(stored.body)
        assert (commit.version, commit.previous) == (version, previous)
        previous = hashlib.sha256(stored.body).digest()
        commits.append(commit)
    return commits


# -- caches ----------------------------------------------------------------------------------


async def test_an_aggregate_that_another_replica_just_made_is_found(house):
    one, other = await house.replica(), await house.replica()
    with pytest.raises(NotFound):
        await other.send(house.jar.put(1))
    await one.send(house.jar.open())
    assert (await other.send(house.jar.put(1))).state.beads == 1
    assert (await one.read(house.jar.name)).version == 2


async def test_an_old_cache_does_not_refuse(house):
    one, other = await house.two()
    await one.send(house.jar.put(90))
    assert (await other.send(house.jar.take(95))).state.beads == 5


async def test_an_old_cache_does_not_accept(house):
    one, other = await house.two()
    await one.send(house.jar.take(9))
    with pytest.raises(Refused) as refused:
        await other.send(house.jar.take(5))
    assert refused.value.sentence == "There are 1 beads in the jar, not 5."
    assert len(await house.stored()) == 3


async def test_an_old_cache_does_not_say_that_nothing_changes(house):
    one, other = await house.two()
    await one.send(house.jar.hide(4))
    await other.send(house.jar.put(1))
    await one.send(house.jar.show())
    hidden = await other.send(house.jar.hide(5))
    assert hidden.changed
    assert hidden.state.hidden.value.count == 5


async def test_an_old_cache_does_not_decide_about_a_retry(house):
    one, other = await house.two()
    put = house.jar.put(5)
    await one.send(put)
    again = await other.send(put)
    assert again.repeated
    assert len(await house.stored()) == 3


async def test_a_cache_saves_reading_what_is_known(house):
    one, _ = await house.two()
    one.faults.calls.clear()
    await one.send(house.jar.put(5))
    assert [method for method, _ in one.faults.calls] == ["append"]


async def test_reading_is_never_old(house):
    one, other = await house.two()
    await one.send(house.jar.put(5))
    assert (await other.read(house.jar.name)).state.beads == 15
    await one.send(house.jar.close())
    assert await other.aggregates.standing(house.jar.name) is Standing.ENDED
    with pytest.raises(NotFound):
        await other.read(house.another("2026-11-29-99").name)
    assert await other.aggregates.standing(house.another("2026-11-29-99").name) is None


async def test_reading_at_least_a_version_that_is_not_there_is_unavailable(house):
    one, _ = await house.two()
    assert (await one.aggregates.read(house.jar.name, at_least=2)).version == 2
    with pytest.raises(Unavailable) as failure:
        await one.aggregates.read(house.jar.name, at_least=3)
    assert failure.value.reason.code == "VERSION_NOT_REACHED"


async def test_what_is_known_to_have_reached_a_version_is_not_read_for_it(house):
    one, other = await house.two()
    known = (await other.aggregates.reached(house.jar.name, 2)).version
    await one.send(house.jar.put(5))
    for each in (one, other):
        each.faults.calls.clear()
    assert (await one.aggregates.reached(house.jar.name, 3)).state.beads == 15
    assert (await other.aggregates.reached(house.jar.name, 2)).version == known == 2
    assert one.faults.calls == other.faults.calls == []
    assert (await other.aggregates.reached(house.jar.name, 3)).state.beads == 15
    with pytest.raises(Unavailable) as failure:
        await other.aggregates.reached(house.jar.name, 4)
    assert failure.value.reason.code == "VERSION_NOT_REACHED"


async def test_every_version_can_be_seen_again(house):
    one, other = await house.two()
    await one.send(house.jar.put(5))
    await one.send(house.jar.take(15))
    versions = await other.aggregates.versions(house.jar.name, after=1)
    assert [(seen.version, seen.state.beads) for seen in versions] == [(2, 10), (3, 15), (4, 0)]
    assert versions[-1] == await one.read(house.jar.name)
    assert [type(event) for event in versions[-1].events] == [jar.BeadsTaken, jar.JarEmptied]
    since = await other.aggregates.since(versions[0])
    assert since == versions[1:]


# -- what a person saw -----------------------------------------------------------------------


async def test_a_stale_command_carries_the_fresh_state(house):
    one, other = await house.two()
    await one.send(house.jar.put(1, hand=2))
    with pytest.raises(Stale) as stale:
        await other.send(house.jar.put(1, hand=2))
    assert stale.value.sentence == "The next hand is 3; you have 2."
    fresh = stale.value.state
    assert isinstance(fresh, Snapshot)
    assert fresh == await one.read(house.jar.name)
    assert (fresh.version, fresh.state.hands) == (3, 2)
    assert len(await house.stored()) == 3


async def test_who_loses_a_race_is_stale_and_appends_nothing_else(house):
    one, other = await house.two()
    released, reached = asyncio.Event(), asyncio.Event()
    other.faults.script("append", held(released, reached))
    losing = asyncio.create_task(other.send(house.jar.put(100, hand=2)))
    await reached.wait()
    assert (await one.send(house.jar.put(5, hand=2))).state.hands == 2
    released.set()
    with pytest.raises(Stale) as stale:
        await losing
    assert stale.value.state == await one.read(house.jar.name)
    assert (await one.read(house.jar.name)).state.beads == 15
    assert len(await house.stored()) == 3


async def test_a_command_made_for_another_version_is_stale(house):
    one, other = await house.two()
    await one.send(house.jar.put(1, seen=2))
    with pytest.raises(Stale) as stale:
        await other.send(house.jar.close(seen=2))
    assert stale.value.sentence == "The version is 3; you have 2."
    assert (await other.send(house.jar.close(seen=3))).snapshot.version == 4


async def test_what_was_only_refused_on_record_makes_nobody_stale(house):
    """Or whoever is refused could keep others from deciding, again and again."""
    one, other = await house.two()
    changed = (await one.send(house.jar.put(1))).snapshot.version
    refused = await one.send(house.jar.try_lid(), by="thief")
    assert refused.refusal is not None
    assert (refused.snapshot.version, refused.snapshot.changed_at) == (changed + 1, changed)
    for seen in changed - 1, changed + 2:
        with pytest.raises(Stale):
            await other.send(house.jar.close(seen=seen))
    afresh = await house.replica()
    assert (await afresh.send(house.jar.close(seen=changed))).snapshot.version == changed + 2


async def test_a_retry_is_answered_whatever_the_person_saw(house):
    one, other = await house.two()
    closing = house.jar.close(seen=2)
    await one.send(closing)
    assert (await other.send(closing)).repeated


async def test_one_of_many_who_make_the_same_thing_makes_it(house):
    replicas = [await house.replica(), await house.replica()]
    openings = [replicas[n % 2].send(house.jar.open(f"jar {n}")) for n in range(8)]
    came = await asyncio.gather(*openings, return_exceptions=True)
    assert Counter(type(each).__name__ for each in came) == {"Outcome": 1, "AlreadyExists": 7}
    with pytest.raises(AlreadyExists):
        await replicas[0].send(house.jar.open())
    assert len(await house.stored()) == 1


# -- many at once ----------------------------------------------------------------------------


async def test_64_writers_on_two_replicas_are_all_there_once(house):
    replicas = await house.two()
    puts = [house.jar.put(2**bit) for bit in range(20)]
    puts += [house.jar.put(0) for _ in range(44)]
    sending = [replicas[n % 2].send(put, within=60) for n, put in enumerate(puts)]
    outcomes = await asyncio.gather(*sending)
    commits = await chain(house)
    assert len(commits) == 2 + 64
    assert {commit.request_id for commit in commits[2:]} == {put.request_id for put in puts}
    assert sorted(outcome.snapshot.version for outcome in outcomes) == list(range(3, 67))
    for replica in (*replicas, await house.replica()):
        state = (await replica.read(house.jar.name)).state
        assert (state.hands, state.beads) == (65, 10 + 2**20 - 1)


async def test_the_same_request_from_many_at_once_is_done_once(house):
    replicas = await house.two()
    put = house.jar.put(5)
    outcomes = await asyncio.gather(*(replicas[n % 2].send(put) for n in range(16)))
    assert {outcome.snapshot.version for outcome in outcomes} == {3}
    assert {outcome.state.beads for outcome in outcomes} == {15}
    assert [outcome.changed for outcome in outcomes].count(True) == 1
    assert len(await house.stored()) == 3


# -- what is written -------------------------------------------------------------------------


async def test_a_command_that_changes_nothing_writes_nothing(house):
    one, other = await house.two()
    lid = await other.send(house.jar.try_lid())
    assert (lid.changed, lid.repeated, lid.refusal) == (False, False, None)
    assert lid.snapshot == await one.read(house.jar.name)
    await one.send(house.jar.close())
    assert not (await other.send(house.jar.close())).changed
    assert len(await house.stored()) == 3


async def test_the_instant_never_goes_back_when_a_clock_is_behind(house):
    ahead = await house.replica(clock=lambda: NOON)
    behind = await house.replica(clock=lambda: NOON - timedelta(minutes=5))
    await ahead.send(house.jar.open())
    await ahead.send(house.jar.put(5))
    assert (await behind.send(house.jar.take(5))).snapshot.at == NOON
    assert (await behind.send(house.jar.put(1))).snapshot.at == NOON
    commits = await chain(house)
    assert [commit.at.ToDatetime(UTC) for commit in commits] == [NOON] * 4
    emptied = toy_pb2.JarEmptied()
    assert commits[2].events[1].Unpack(emptied)
    assert emptied.at.ToDatetime(UTC) == NOON


async def test_a_commit_holds_the_command_as_it_was_decided(house):
    one, _ = await house.two()
    await one.send(house.jar.put(5, giver="ref-7", request_id="r-1"), by="ben")
    commit = (await chain(house))[-1]
    assert commit.name == str(house.jar.name)
    assert (commit.actor.person, commit.actor.role, commit.actor.device) == ("ben", 13, "counter-1")
    assert commit.request_id == "r-1"
    assert commit.command.method == "eyesdown.testing.toy.v1.ToyService/PutBeadsRequest"
    request = toy_pb2.PutBeadsRequest()
    assert commit.command.request.Unpack(request)
    assert request == house.jar.put(5, giver="ref-7", request_id="r-1")
    assert not commit.command.HasField("facts")
    row = toy_pb2.JarRow()
    assert commit.summary.row.Unpack(row)
    assert row == toy_pb2.JarRow(label="beads", beads=15)
    assert commit.summary.standing == commit_pb2.STANDING_IN_PLAY
    assert commit.software == "0.0.test"
    assert not commit.HasField("sealed")


async def test_headers_tell_the_version_and_the_events(house):
    one, _ = await house.two()
    await one.send(house.jar.take(10))
    headers = (await house.stored())[-1].headers
    assert headers == {"Eyesdown-Version": "3", "Eyesdown-Events": "BeadsTaken,JarEmptied"}


async def test_who_appended_is_told_of_each_commit_once(house):
    one, other = await house.two()
    put = house.jar.put(5)
    await one.send(put)
    await one.send(put)
    await other.send(put)
    await other.send(house.jar.take(1))
    assert [snapshot.version for snapshot in one.committed] == [1, 2, 3]
    assert [snapshot.version for snapshot in other.committed] == [4]


async def test_a_rehearsal_writes_nothing(house):
    one, other = await house.two()
    put = house.jar.put(5)
    assert await other.rehearse(put) == await one.read(house.jar.name)
    assert await other.rehearse(house.jar.try_lid()) is None
    assert await other.rehearse(house.jar.try_lid(), by="ben") is None
    with pytest.raises(Refused) as refused:
        await other.rehearse(house.jar.take(11))
    assert refused.value.reason is jar.NOT_ENOUGH_BEADS
    with pytest.raises(NotFound):
        await other.rehearse(house.another("2026-11-29-99").put(1))
    await one.send(put)
    assert await other.rehearse(put) is None
    assert len(await house.stored()) == 3
