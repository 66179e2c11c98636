"""A view that a decision rests on is as new as the journal, or the decision waits."""

from __future__ import annotations

import asyncio

import pytest

from services.kernel.errors import NotFound, Unavailable
from services.kernel.following.heads import Head, Heads
from services.kernel.following.views import Views
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from tests.kit.faulty import Faulty, down
from tests.kit.journal_memory import MemoryJournal
from tests.kit.toy.shelf import Requests, Shelf
from tests.kit.toy.v1 import toy_pb2

JAR = Requests(Name("akl", "jars", "2026-11-29-03"))


@pytest.fixture
def faults() -> Faulty:
    """The journal; its tails can be held back."""
    return Faulty(MemoryJournal())


@pytest.fixture
def shelf(faults, tmp_path) -> Shelf:
    """Who fills jars."""
    return Shelf(faults, Keys.prepare(tmp_path / "keys"))


@pytest.fixture
async def heads(faults):
    """Another service's view of jars."""
    heads = Heads(faults, ["jars"])
    await heads.follow("akl", 2026)
    yield heads
    faults.tails.open()
    await heads.close()


def beads(head: Head) -> tuple[int, int]:
    """Version of a jar and beads in it, as lists show it."""
    assert isinstance(head.row, toy_pb2.JarRow)
    return head.version, head.row.beads


async def test_a_view_that_is_behind_is_waited_for(faults, shelf, heads):
    views = Views(faults, heads)
    await shelf.send(JAR.open())
    await shelf.send(JAR.put(5))
    assert beads(await views.at_least(JAR.name)) == (2, 5)
    faults.tails.shut()
    await shelf.send(JAR.put(6))
    waiting = asyncio.create_task(views.at_least(JAR.name))
    done, _ = await asyncio.wait([waiting], timeout=0.05)
    assert not done
    faults.tails.open()
    assert beads(await waiting) == (3, 11)


async def test_a_view_that_stays_behind_is_no_ground_to_decide_and_none_to_refuse(
    faults, shelf, heads
):
    views = Views(faults, heads, within=0.05)
    await shelf.send(JAR.open())
    assert (await Views(faults, heads).at_least(JAR.name)).version == 1
    faults.tails.shut()
    await shelf.send(JAR.put(5))
    with pytest.raises(Unavailable) as failure:
        await views.at_least(JAR.name)
    assert failure.value.reason.code == "VIEW_BEHIND"
    assert failure.value.facts == {"name": str(JAR.name)}


async def test_a_version_that_somebody_saw_is_waited_for_without_asking_the_journal(
    faults, shelf, heads
):
    views = Views(faults, heads)
    await shelf.send(JAR.open())
    faults.calls.clear()
    assert (await views.at_least(JAR.name, 1)).version == 1
    assert faults.calls == []
    waiting = asyncio.create_task(views.at_least(JAR.name, 2))
    await shelf.send(JAR.put(5))
    assert beads(await waiting) == (2, 5)


async def test_what_does_not_exist_is_not_found(faults, heads):
    with pytest.raises(NotFound):
        await Views(faults, heads).at_least(JAR.name)


async def test_a_journal_that_is_away_makes_it_unavailable(faults, shelf, heads):
    await shelf.send(JAR.open())
    faults.script("head", down)
    with pytest.raises(Unavailable) as failure:
        await Views(faults, heads).at_least(JAR.name)
    assert failure.value.reason.code == "JOURNAL_DOWN"
