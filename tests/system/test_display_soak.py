"""A screen that hangs for days: thousands of calls, and it does not grow."""

from __future__ import annotations

import pytest
import pytest_asyncio

from tests.kit.draw import Replica
from tests.kit.draw_play import Play
from tests.kit.nats import Nats
from tests.kit.screens import Displayed, Screen, Wall

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES, CALLS = 25, 80
WARM = 3
"""After so many games everything is loaded and compiled that ever will be."""


class Hurried(Displayed):
    """A hall whose profile sets no least time."""

    least_shown = 0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Hurried:
    made = Hurried(tmp_path_factory.mktemp("hall"), nats_server)
    await made.provision()
    return made


async def heap(screen: Screen) -> float:
    """What the page holds after everything that it needs no more was collected, in bytes."""
    session = await screen.context.new_cdp_session(screen.page)
    await session.send("HeapProfiler.enable")
    await session.send("HeapProfiler.collectGarbage")
    used = (await session.send("Runtime.getHeapUsage"))["usedSize"]
    await session.detach()
    return float(used)


@pytest.mark.timeout(900)
async def test_two_thousand_calls_leave_the_page_as_small_as_it_was(
    hall: Hurried, one: Replica, wall: Wall
):
    room = hall.room()
    async with wall.hung(room) as screen:
        before = 0.0
        for number in range(WARM + GAMES):
            if number == WARM:
                before = await heap(screen)
            play = await Play.announced(hall, one.draw, rooms=[room])
            await screen.shows(f"[data-name='{play.game.name}'][data-state=in-play]")
            for _ in range(CALLS):
                await play.round()
            await play.end()
            await screen.whole(play.game.version)
            assert (await screen.seen())[-CALLS:] == list(enumerate(play.numbers, 1))
            await screen.page.evaluate("window.seen.length = 0")
        grown = await heap(screen) / before - 1
        assert grown < 0.1, f"the page grew by {grown:.0%}"
