"""A watcher that does not keep up is given less, and never holds more than so many changes."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

from services.kernel.serving import floor as floors
from services.kernel.serving.floor import Floor
from tests.kernel.journal_service.conftest import SOON, Shelves, next_of


async def test_a_slow_watcher_is_given_the_last_change_of_each(shelves: Shelves, monkeypatch):
    monkeypatch.setattr(floors, "WAITING", 5)
    one = await shelves.put("akl", "2026-11-29-01")
    two = await shelves.put("akl", "2026-11-29-02")
    await shelves.settled()
    floor = Floor(shelves.heads, ["akl"], {}, alive=lambda: True, quiet=SOON)
    async with aclosing(floor.changes()) as changes:
        assert (await next_of(changes)).name == one  # and now it does not ask for a while
        await shelves.put("akl", "2026-11-29-01", times=10)
        await shelves.put("akl", "2026-11-29-02", times=3)
        await shelves.settled()
        assert len(floor._waiting) <= 5
        found = []
        async with asyncio.timeout(SOON):
            async for head in changes:
                if head is None:
                    break
                found.append((head.name, head.version))
    # The second jar as it was when the watch began, then each as it is now; no more than that.
    assert found == [(two, 1), (one, 11), (two, 4)]


async def test_a_watcher_that_keeps_up_is_given_every_change(shelves: Shelves, monkeypatch):
    monkeypatch.setattr(floors, "WAITING", 5)
    name = await shelves.put("akl", "2026-11-29-01")
    await shelves.settled()
    floor = Floor(shelves.heads, ["akl"], {}, alive=lambda: True, quiet=SOON)
    async with aclosing(floor.changes()) as changes, asyncio.timeout(SOON):
        assert (await next_of(changes)).version == 1
        assert await anext(changes) is None
        for version in range(2, 30):
            await shelves.put("akl", "2026-11-29-01")
            head = await next_of(changes)
            assert (head.name, head.version) == (name, version)


async def test_no_sign_of_life_is_given_while_the_journal_is_not_followed(shelves: Shelves):
    asked = asyncio.Semaphore(0)

    def alive() -> bool:
        asked.release()
        return False

    floor = Floor(shelves.heads, ["akl"], {}, alive, quiet=0.001)
    async with aclosing(floor.changes()) as changes, asyncio.timeout(SOON):
        following = asyncio.ensure_future(next_of(changes))
        for _ in range(5):
            await asked.acquire()
        assert not following.done()
        name = await shelves.put("akl", "2026-11-29-01")
        assert (await following).name == name


async def test_a_watch_that_ends_is_told_of_nothing_more(shelves: Shelves):
    floor = Floor(shelves.heads, ["akl"], {}, alive=lambda: True, quiet=SOON)
    async with aclosing(floor.changes()) as changes:
        assert await anext(changes) is None
    await shelves.put("akl", "2026-11-29-01")
    await shelves.settled()
    assert not floor._waiting
