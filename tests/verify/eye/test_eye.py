"""The eye goes on whatever it cannot read, and whatever is wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client import CollectorRegistry

from eyesdown.draw.v1 import game_pb2
from services.kernel import reasons
from services.kernel.errors import NotFound, Unavailable
from services.kernel.following.heads import Head
from services.kernel.following.unasked import Unasked
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.tasks import end
from services.verify.domain.desk.state import Desk, NotOnSale
from services.verify.domain.game import game
from services.verify.domain.game.posts import Post
from services.verify.eye import eye as eyes
from services.verify.eye.eye import Eye
from tests.verify.domain.claims import Told
from tests.verify.domain.sales import GAME

NAME = Name.parse(GAME)
WITHIN = 60.0


@dataclass
class House:
    """A desk without cards, a game, and what is wrong: one fault for each time it is read."""

    told: Told = field(default_factory=lambda: Told().call(1, 2, 3))
    faults: list[Exception] = field(default_factory=list)
    watchers: list[Callable[[Head], None]] = field(default_factory=list)
    failed: asyncio.Event = field(default_factory=asyncio.Event)

    def eye(self) -> Eye:
        """An eye on it."""
        unasked = Unasked("verify", CollectorRegistry(), ("akl",))
        here: Any = self
        return Eye(here, here, here, here, here, unasked)

    async def read(self, name: Name) -> Any:
        """The desk."""
        if self.faults:
            self.failed.set()
            raise self.faults.pop(0)
        desk = Desk(GAME, "p", 90, "", NotOnSale())
        return SimpleNamespace(name=name, version=2, state=desk)

    async def latest(self, name: Name) -> Any:
        """The game."""
        place = SimpleNamespace(version=self.told.version)
        return SimpleNamespace(place=place, game=self.told.game)

    @contextmanager
    def watching(self, told: Callable[[Head], None]) -> Iterator[None]:
        """Heads of the service's own."""
        self.watchers.append(told)
        yield


def head(name: Name, standing: Standing = Standing.IN_PLAY) -> Head:
    """A new commit."""
    return Head(name, 5, 9, datetime(2026, 11, 29, tzinfo=UTC), standing, game_pb2.GameRow())


@asynccontextmanager
async def running(house: House) -> AsyncIterator[Eye]:
    """An eye that looks by itself."""
    eye = house.eye()
    task = asyncio.create_task(eye.run())
    try:
        async with asyncio.timeout(WITHIN):
            yield eye
        assert not task.done(), "a check that fails does not end what it checks"
    finally:
        await end((task,))
        await eye.drained()


async def seen_by_itself(eye: Eye) -> int:
    """How many announcements it sees without being asked."""
    async for sight in eye.coming(NAME):
        return len(sight.steps)
    raise AssertionError("it has stopped")


async def test_what_could_not_be_read_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eyes, "AGAIN", 0.01)
    down = Unavailable(reasons.JOURNAL_DOWN)
    async with running(House(faults=[down, down, down])) as eye:
        eye.seen(head(NAME))
        assert await seen_by_itself(eye) == 3


async def test_a_fault_of_ours_does_not_end_it() -> None:
    house = House(faults=[ValueError("ours"), ConnectionResetError("gone")])
    async with running(house) as eye:
        while house.faults:  # each commit is a new chance
            eye.seen(head(NAME))
            await asyncio.sleep(0)
        eye.seen(head(NAME))
        assert await seen_by_itself(eye) == 3


async def test_a_desk_that_is_not_there_yet_wakes_it() -> None:
    house = House(faults=[NotFound("desk")])
    async with running(house) as eye:
        eye.seen(head(NAME))
        await house.failed.wait()
        (ours,) = house.watchers
        ours(head(Name("akl", "cardSeries", "2026-blue")))
        ours(head(Name("akl", "claimDesks", NAME.id)))
        assert await seen_by_itself(eye) == 3


async def test_a_watch_that_is_taken_up_again_is_told_what_is_new_and_nothing_twice() -> None:
    house = House()
    async with running(house) as eye:
        known = (await eye.look(NAME)).version
        async with aclosing(eye.sights(NAME, known)) as sights:
            coming = asyncio.ensure_future(anext(sights))
            house.told.tell(game.PostLeft(Post.CALLER, "cal"))
            eye.seen(head(NAME))
            sight = await coming
            assert (sight.version, len(sight.steps)) == (known + 1, 3)
            coming = asyncio.ensure_future(anext(sights))
            house.told.tell(game.PostLeft(Post.SUPERVISOR, "sup"))
            await eye.look(NAME)
            house.told.call(4)
            await eye.look(NAME)
            assert len((await coming).steps) == 4, "the one before said the same"


async def test_a_look_that_nobody_waits_for_any_more_is_finished() -> None:
    house = House()
    eye = house.eye()
    asked = asyncio.create_task(eye.look(NAME))
    await asyncio.sleep(0)
    asked.cancel()
    await eye.drained()
    assert len((await eye.look(NAME)).steps) == 3
