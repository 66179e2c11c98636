"""However often and in whatever order it is looked at a source: once, and in its order."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.following.reactions import Reaction, Reactions
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record.commit import Cause
from tests.kernel.feed.kitchen import SERVICE, Replica
from tests.kernel.feed.larder import Larder
from tests.kit.faulty import conflict, down, held, lost_reply, lost_request
from tests.kit.toy import tally
from tests.kit.toy.house import altered
from tests.kit.toy.v1 import tally_pb2

pytest_plugins = ["tests.kit.nats"]

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


async def beads(replica: Replica, name: Name) -> int:
    """How many beads a tally says there are."""
    return (await replica.tallies.read(name)).state.beads


# -- what is written -------------------------------------------------------------------------


async def test_a_reaction_names_its_cause_and_the_service(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    (first, second) = await larder.fill(jar, 5, 7)
    await one.reactions.catch_up(jar.name)
    day = tally.of_day(jar.name)
    commits = await larder.tally(day)
    assert [commit.version for commit in commits] == [1, 2]
    commit = commits[1]
    assert (commit.cause.stream, commit.cause.sequence) == (jar.name.stream, second)
    assert commit.cause.name == str(jar.name)
    assert commit.request_id == f"{jar.name.stream}:{second}/{day}"
    assert (commit.actor.person, commit.actor.role) == (f"service:{SERVICE}", 0)
    assert commit.actor.device == one.name
    assert commit.venue_sha256 == b"\x07" * 32
    assert commit.command.method == "eyesdown.testing.toy.v1.CountBeads"
    asked = tally_pb2.CountBeads()
    assert commit.command.request.Unpack(asked)
    assert asked == tally_pb2.CountBeads(jar=str(jar.name), hand=2, count=7)
    assert commits[0].cause.sequence == first
    assert await beads(one, day) == 12


async def test_the_instant_never_goes_back_when_the_clock_is_behind(larder: Larder):
    ahead = await larder.replica(now=lambda: NOON)
    behind = await larder.replica(now=lambda: NOON - timedelta(minutes=5))
    jar = larder.jar()
    await larder.fill(jar, 5)
    await ahead.reactions.catch_up(jar.name)
    await larder.fill(jar, 5)
    await behind.reactions.catch_up(jar.name)
    commits = await larder.tally(tally.of_day(jar.name))
    assert [commit.at.ToDatetime(UTC) for commit in commits] == [NOON, NOON]


async def test_what_is_refused_is_on_record_once_and_play_goes_on(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 5, 101, 7)
    for replica in (one, other, one):
        await replica.reactions.catch_up(jar.name)
    day = tally.of_day(jar.name)
    commits = await larder.tally(day)
    assert [commit.cause.sequence for commit in commits] == sequences
    refused = commits[1]
    assert (refused.refusal.reason, dict(refused.refusal.facts)) == (
        "NOT_BELIEVED",
        {"count": "101"},
    )
    assert not refused.events
    assert await beads(other, day) == 12
    assert one.metric("eyesdown_feed_reactions_total", outcome="done") == 2
    assert one.metric("eyesdown_feed_reactions_total", outcome="refused") == 1


async def test_what_changes_nothing_is_not_written(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    _, last = await larder.fill(jar, 0, 3)
    await one.reactions.catch_up(jar.name)
    day = tally.of_day(jar.name)
    assert await larder.causes(day, jar) == [last]
    assert one.metric("eyesdown_feed_reactions_total", outcome="unchanged") == 1


async def test_what_came_before_the_mark_is_never_decided_again(larder: Larder):
    """A hand that was empty when it was counted is not counted later, whatever it is then."""
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    empty, _ = await larder.fill(jar, 0, 3)
    await one.reactions.catch_up(jar.name)
    day = tally.of_day(jar.name)
    request = tally_pb2.CountBeads(jar=str(jar.name), hand=1, count=50)
    cause = Cause(jar.name.stream, empty, str(jar.name))
    late = await other.orders.react(other.tallies, Order(day, request, tally.command), cause)
    assert (late.repeated, late.changed) == (True, False)
    assert await beads(other, day) == 3


# -- again, late, at once --------------------------------------------------------------------


async def test_looking_again_does_nothing(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2, 3)
    for replica in (one, one, other, other, await larder.replica()):
        for reached in (sequences[2], sequences[0], 0):
            place = await replica.reactions.catch_up(jar.name, reached)
            assert place.sequence == sequences[2]
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences


async def test_signals_in_any_order_at_two_replicas_lead_to_one_order(larder: Larder):
    replicas = [await larder.replica(), await larder.replica()]
    filled = [larder.jar(number) for number in range(1, 5)]
    sequences = {str(jar.name): await larder.fill(jar, *range(1, 8)) for jar in filled}
    signals = [
        (jar, reached, replica)
        for jar in filled
        for reached in sequences[str(jar.name)]
        for replica in replicas * 2
    ]
    random.Random(7).shuffle(signals)
    looking = [replica.reactions.catch_up(jar.name, reached) for jar, reached, replica in signals]
    await asyncio.gather(*looking)
    day = tally.of_day(filled[0].name)
    for jar in filled:
        assert await larder.causes(day, jar) == sequences[str(jar.name)]
    assert await beads(await larder.replica(), day) == 4 * 28


async def test_a_replica_that_was_overtaken_in_the_middle_adds_nothing(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2, 3)
    released, reached = asyncio.Event(), asyncio.Event()
    one.faults.script("append", held(released, reached))
    slow = asyncio.create_task(one.reactions.catch_up(jar.name))
    await reached.wait()
    await other.reactions.catch_up(jar.name)
    released.set()
    await slow
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences


@pytest.mark.parametrize("fault", [lost_reply, lost_request, conflict, down])
async def test_a_fault_in_the_append_leaves_each_reaction_once(larder: Larder, fault):
    one = await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2, 3)
    one.faults.script("append", fault, fault)
    await one.reactions.catch_up(jar.name)
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences
    assert not one.faults.unused


# -- from the mark on ------------------------------------------------------------------------


async def test_a_replica_that_starts_reads_from_the_mark_on(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2)
    await one.reactions.catch_up(jar.name)
    sequences += await larder.fill(jar, 3)
    await other.reactions.catch_up(jar.name)
    loads = [called[:2] for method, called in other.faults.calls if method == "load"]
    assert (jar.name, sequences[1] - 1) in loads
    assert (jar.name, 0) not in loads
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences


async def test_a_replica_that_goes_on_reads_only_what_is_new(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    (first,) = await larder.fill(jar, 1)
    await one.reactions.catch_up(jar.name)
    (second,) = await larder.fill(jar, 2)
    one.faults.calls.clear()
    await one.reactions.catch_up(jar.name, second)
    await one.reactions.catch_up(jar.name, second)
    assert [each for each in one.faults.calls if each[0] == "load"] == [
        ("load", (jar.name, first, True))
    ]


async def test_what_the_process_itself_appended_is_not_read(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    (first,) = await larder.fill(jar, 1)
    own: dict[tuple[Name, int, int], Stored] = {}
    reactions = Reactions(
        [tally.reaction(one.tallies)],
        one.faults,
        one.orders,
        one.telemetry,
        appended=lambda *asked: own.get(asked),
    )
    await reactions.catch_up(jar.name, first)
    second, third = await larder.fill(jar, 2, 3)
    for after, stored in zip(
        (first, second), await one.faults.load(jar.name, first, leader=True), strict=True
    ):
        own[jar.name, after, stored.sequence] = stored
    one.faults.calls.clear()
    await reactions.catch_up(jar.name, second)
    await reactions.catch_up(jar.name, third)
    assert "load" not in [method for method, asked in one.faults.calls if asked[0] == jar.name]
    assert await larder.causes(tally.of_day(jar.name), jar) == [first, second, third]


async def test_a_target_of_many_sources_keeps_a_mark_for_each(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    here, there = larder.jar(1), larder.jar(2)
    firsts = await larder.fill(here, 1)
    seconds = await larder.fill(there, 2)
    await one.reactions.catch_up(there.name)
    day = tally.of_day(here.name)
    assert await other.tallies.mark(day, there.name) == seconds[0]
    assert await other.tallies.mark(day, here.name) == 0
    await other.reactions.catch_up(here.name)
    assert await larder.causes(day, here) == firsts
    assert await larder.causes(day, there) == seconds


# -- targets that a commit names -------------------------------------------------------------


def by_colour_and_day(happening: Happening) -> Iterator[Order[tally.Count]]:
    """Each hand is counted on its jar's day and on its own number."""
    for order in tally.count(happening):
        yield order
        hand = order.request.hand  # type: ignore[attr-defined]  # it is a CountBeads
        yield Order(Name(order.target.venue, "tallies", f"2026-{hand}"), order.request, order.make)


async def test_a_commit_may_lead_to_commands_for_several_targets(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 5, 7)
    for replica in (one, other):
        reaction = Reaction("jars", replica.tallies, by_colour_and_day)
        reactions = Reactions([reaction], replica.faults, replica.orders, replica.telemetry)
        await reactions.catch_up(jar.name)
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences
    for hand in (1, 2):
        name = Name(larder.venue, "tallies", f"2026-{hand}")
        assert await larder.causes(name, jar) == [sequences[hand - 1]]


def twice(happening: Happening) -> Iterator[Order[tally.Count]]:
    """Two commands to one target."""
    yield from tally.count(happening)
    yield from tally.count(happening)


def elsewhere(happening: Happening) -> Iterator[Order[tally.Count]]:
    """A command to another target than the one that was named."""
    for order in tally.count(happening):
        yield Order(Name(order.target.venue, "tallies", "2026-1"), order.request, order.make)


@pytest.mark.parametrize(
    ("react", "wrong"), [(twice, "two commands"), (elsewhere, "not the target")]
)
async def test_what_could_hide_a_command_is_an_error(larder: Larder, react, wrong):
    one = await larder.replica(react)
    jar = larder.jar()
    await larder.fill(jar, 5)
    with pytest.raises(ValueError, match=wrong):
        await one.reactions.catch_up(jar.name)
    assert await larder.tally(tally.of_day(jar.name)) == []


# -- spans and lag ---------------------------------------------------------------------------


async def test_a_span_links_to_the_commit_that_it_follows_from(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    await larder.fill(jar, 5)
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    def traced(stored: list[Stored]) -> list[Stored]:
        headers = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
        return [replace(each, headers=headers) for each in stored]

    one.faults.script("load", altered(lambda s: s), altered(traced))
    await one.reactions.catch_up(jar.name)
    (span,) = one.spans.get_finished_spans()
    assert span.name == "eyesdown.testing.toy.v1.CountBeads"
    assert [f"{link.context.trace_id:032x}" for link in span.links] == [trace]
    assert span.attributes == {
        "eyesdown.venue": larder.venue,
        "eyesdown.aggregate": str(tally.of_day(jar.name)),
        "eyesdown.outcome": "done",
        "messaging.system": "nats",
        "messaging.operation.name": "process",
        "messaging.operation.type": "process",
        "messaging.destination.name": jar.name.subject,
        "messaging.destination.template": "eyesdown.journal.{venue}.{year}.jars.{id}",
        "messaging.consumer.group.name": one.telemetry.service,
    }


async def test_the_lag_is_from_the_commit_to_the_reaction(larder: Larder):
    one = await larder.replica(now=lambda: NOON + timedelta(seconds=2))
    jar = larder.jar()
    await larder.fill(jar, 5, now=lambda: NOON)
    await one.reactions.catch_up(jar.name)
    await (await larder.replica()).reactions.catch_up(jar.name)
    assert one.metric("eyesdown_feed_lag_seconds_count") == 1
    assert one.metric("eyesdown_feed_lag_seconds_sum") == 2
