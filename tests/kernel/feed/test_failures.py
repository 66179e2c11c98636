"""What cannot be reacted to stops its source, and nothing is skipped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel.errors import NotFound, Unavailable
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.following.reactions import Reaction, Reactions
from services.kernel.journal.store import JournalDown, Stored
from services.kernel.record.codec import UnknownFact
from services.kernel.record.commit import ChainBroken
from tests.kernel.feed.larder import Larder
from tests.kit.toy import jar as jars
from tests.kit.toy import tally
from tests.kit.toy.house import altered
from tests.kit.toy.shelf import Shelf
from tests.kit.toy.v1 import toy_pb2

pytest_plugins = ["tests.kit.nats"]


async def test_after_a_failure_it_goes_on_where_it_stopped(larder: Larder):
    broken = True

    def react(happening: Happening) -> Iterator[Order[tally.Count]]:
        for order in tally.count(happening):
            if broken and order.request.hand == 3:  # type: ignore[attr-defined]  # a CountBeads
                raise KeyError("three")
            yield order

    one = await larder.replica(react)
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2, 3, 4)
    with pytest.raises(KeyError):
        await one.reactions.catch_up(jar.name)
    assert one.reactions.done(jar.name) == sequences[1]
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences[:2]
    broken = False
    await one.reactions.catch_up(jar.name)
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences


async def test_an_aggregate_that_does_not_exist_has_no_record_to_refuse_on(larder: Larder):
    one = await larder.replica()
    jar, missing = larder.jar(), larder.jar(9)
    await larder.fill(jar, 5)
    others = Shelf(one.faults, larder.keys).aggregates
    close = Order(missing.name, missing.close(), lambda given: jars.CloseJar())
    reactions = Reactions(
        [Reaction("jars", others, lambda happening: [close])],
        one.faults,
        one.orders,
        one.telemetry,
    )
    with pytest.raises(NotFound):
        await reactions.catch_up(jar.name)
    assert reactions.done(jar.name) == 0
    assert await larder.stored(missing.name) == []


async def test_a_source_with_a_fact_that_is_not_known_is_not_skipped(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2)

    def newer(stored: list[Stored]) -> list[Stored]:
        commit = commit_pb2.Commit.FromString(stored[-1].body)
        put = toy_pb2.BeadsPut()
        assert commit.events[0].Unpack(put)
        put.MergeFromString(b"\xfa\x06\x01x")  # field 111 is a text
        commit.events[0].Pack(put)
        return [*stored[:-1], replace(stored[-1], body=commit.SerializeToString())]

    one.faults.script("load", altered(lambda s: s), altered(newer))
    with pytest.raises(UnknownFact, match="BeadsPut with a field"):
        await one.reactions.catch_up(jar.name)
    assert one.alarms == [(jar.name, "RECORD_TOO_NEW")]
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences[:1]


async def test_a_source_that_was_changed_is_not_reacted_to(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    await larder.fill(jar, 1, 2, 3)
    one.faults.script("load", altered(lambda s: s), altered(lambda s: [s[0], s[1], s[3]]))
    with pytest.raises(ChainBroken):
        await one.reactions.catch_up(jar.name)
    assert one.alarms == [(jar.name, "RECORD_DAMAGED")]
    assert await larder.tally(tally.of_day(jar.name)) == []


async def test_a_source_that_lost_what_was_reacted_to_is_not_reacted_to(larder: Larder):
    one, other = await larder.replica(), await larder.replica()
    jar = larder.jar()
    await larder.fill(jar, 1, 2)
    await one.reactions.catch_up(jar.name)
    other.faults.script("load", altered(lambda s: s), altered(lambda s: []))
    with pytest.raises(ChainBroken, match="has lost sequence"):
        await other.reactions.catch_up(jar.name)
    assert other.alarms == [(jar.name, "RECORD_DAMAGED")]


async def test_a_source_that_is_given_short_is_tried_again(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    sequences = await larder.fill(jar, 1, 2)
    one.faults.script("load", altered(lambda s: s), altered(lambda s: s[:-1]))
    with pytest.raises(JournalDown):
        await one.reactions.catch_up(jar.name, sequences[1])
    await one.reactions.catch_up(jar.name, sequences[1])
    assert await larder.causes(tally.of_day(jar.name), jar) == sequences


async def test_a_target_that_cannot_be_read_stops_its_sources(larder: Larder):
    one = await larder.replica()
    jar = larder.jar()
    await larder.fill(jar, 1, 2)
    await one.reactions.catch_up(jar.name)
    other = await larder.replica()
    await larder.fill(jar, 3)
    other.faults.script("load", altered(lambda s: s[1:]))
    with pytest.raises(Unavailable):
        await other.reactions.catch_up(jar.name)
    assert len(await larder.tally(tally.of_day(jar.name))) == 2
