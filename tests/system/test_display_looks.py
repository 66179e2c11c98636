"""How the displays' page looks at every size, measured in the browser, and to whom it is open."""

from __future__ import annotations

import pytest

from tests.kit.draw import Replica
from tests.kit.draw_play import RECEPTACLE, Play
from tests.kit.screens import LARGE, TALL, WIDE, Displayed, Wall
from tests.kit.screens import hall as hall
from tests.system.test_draw_cases_boards import put

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

SIZES = {"1080p": WIDE, "4k": LARGE, "portrait": TALL}


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_call_fills_a_quarter_of_the_screen(
    hall: Displayed, one: Replica, wall: Wall, size: str
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    for ball in (5, 71, 44, 17, 90, 88):
        await put(play, ball)
    async with wall.hung(play.game.rooms[0], size=SIZES[size]) as screen:
        await screen.whole(play.game.version)
        await screen.picture(f"flashboard-{size}")
        print(
            await screen.digits(".last .digits"),
            await screen.heights(".head *"),
            await screen.complaints(),
        )
