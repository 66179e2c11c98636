"""What waits for people is counted from the aggregates that are not over, as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from services.kernel.following.heads import Head
from services.kernel.following.waiting import Waiting
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from tests.kit.faulty import Call, Faulty, down
from tests.kit.journal_memory import MemoryJournal
from tests.kit.toy import jar
from tests.kit.toy.shelf import Requests, Shelf
from tests.kit.toy.v1 import toy_pb2

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
ONE = Requests(Name("akl", "jars", "2026-11-29-03"))
OTHER = Requests(Name("akl", "jars", "2026-11-29-04"))


def beads(name: Name, state: jar.State) -> Iterator[str]:
    """A word for each bead in a jar."""
    assert isinstance(state, jar.Jar)
    yield from ("bead" for _ in range(state.beads))


async def damaged(call: Call) -> Any:
    """What is read is not what was written."""
    return [replace(stored, body=stored.body[:-1]) for stored in await call()]


class Wall:
    """Two replicas with jars: one puts beads in, the other tells of them."""

    def __init__(self, folder: Path) -> None:
        keys = Keys.prepare(folder)
        memory = MemoryJournal()
        self.theirs, self.faults = Shelf(memory, keys), Faulty(memory)
        self.shelf = Shelf(self.faults, keys)
        self.registry = CollectorRegistry()
        self.waiting = Waiting("toy", self.registry, ["akl"])
        self.waiting.add(self.shelf.aggregates, beads)

    async def send(self, of: Requests, *requests, standing: Standing = Standing.IN_PLAY) -> None:
        """Have the other replica do this, and this one be told that there is something new."""
        for request in requests:
            await self.theirs.send(request)
        last = self.theirs.aggregates.known(of.name)
        self.seen(of.name, standing, last.version if last else 1)

    def seen(self, name: Name, standing: Standing = Standing.IN_PLAY, version: int = 1) -> None:
        self.waiting.seen(Head(name, version, version, NOON, standing, toy_pb2.JarRow()))

    async def told(self, venue: str = "akl") -> float | None:
        """How many beads are told of, after a look."""
        await self.waiting.look()
        labels = {"service": "toy", "venue": venue, "what": "bead"}
        return self.registry.get_sample_value("eyesdown_waiting", labels)


@pytest.fixture
def wall(tmp_path: Path) -> Wall:
    return Wall(tmp_path / "keys")


async def test_what_waits_is_added_up_and_goes_with_what_is_done(wall: Wall):
    await wall.send(ONE, ONE.open(), ONE.put(3))
    await wall.send(OTHER, OTHER.open(), OTHER.put(2))
    assert await wall.told() == 5
    await wall.send(ONE, ONE.take(2))
    assert await wall.told() == 3
    await wall.send(ONE, ONE.close(), standing=Standing.ENDED)
    assert await wall.told() == 2
    assert await wall.told() == 2, "and nothing new is looked at again"


async def test_what_this_process_brought_there_is_not_read(wall: Wall):
    for request in (ONE.open(), ONE.put(3)):
        await wall.shelf.send(request)
    wall.seen(ONE.name, version=2)
    wall.faults.script("load", down)
    assert await wall.told() == 3
    assert list(wall.faults.unused) == ["load"]


async def test_what_cannot_be_read_now_is_looked_at_again(wall: Wall):
    await wall.send(ONE, ONE.open(), ONE.put(3))
    wall.faults.script("load", down)
    assert await wall.told() is None
    assert wall.faults.unused == {}
    assert await wall.told() == 3


async def test_a_record_that_is_damaged_is_told_of_once(wall: Wall):
    await wall.send(ONE, ONE.open(), ONE.put(3))
    wall.faults.script("load", damaged)
    assert await wall.told() is None
    assert await wall.told() is None
    assert len(wall.shelf.alarms) == 1


async def test_what_changes_without_a_commit_is_asked_for_at_each_look(wall: Wall):
    many = [1, 4, 0]
    wall.waiting.add(
        wall.shelf.aggregates,
        lambda name, state: ("bead" for _ in range(many.pop(0))),
        moves=lambda state: isinstance(state, jar.Jar) and state.beads == 0,
    )
    await wall.send(ONE, ONE.open())
    assert [await wall.told() for _ in range(2)] == [1, 4]
    await wall.send(ONE, ONE.put(3))
    assert [await wall.told() for _ in range(2)] == [0, 0]
    assert many == []


async def test_a_figure_that_fails_stops_nothing(wall: Wall):
    def broken(name: Name, state: jar.State) -> Iterator[str]:
        raise ZeroDivisionError

    await wall.send(ONE, ONE.open(), ONE.put(3))
    assert await wall.told() == 3
    wall.waiting.add(wall.shelf.aggregates, broken)
    await wall.send(ONE, ONE.put(1))
    assert await wall.told() == 0


async def test_a_venue_that_is_not_known_stands_in_no_label(wall: Wall):
    far = Requests(Name("elsewhere", "jars", "2026-11-29-05"))
    await wall.send(far, far.open(), far.put(2))
    assert (await wall.told("elsewhere"), await wall.told("")) == (None, 2)
