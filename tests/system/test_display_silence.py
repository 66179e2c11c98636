"""Screens of a house that says nothing: no draw is there, or none any more."""

from __future__ import annotations

import pytest
import pytest_asyncio

from services.cli.screens.room_view import SILENCE
from tests.kit.draw import replica
from tests.kit.draw_play import RECEPTACLE, Play
from tests.kit.nats import Nats
from tests.kit.screens import Displayed, Wall, displayed
from tests.system.test_draw_cases_boards import put

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Displayed:
    """The module's venues, their rooms with screens."""
    return await displayed(tmp_path_factory.mktemp("hall"), nats_server)


async def test_five_seconds_without_a_pulse_are_told_with_their_age(hall: Displayed, wall: Wall):
    async with replica(hall, "mortal") as draw:
        play = await Play.announced(hall, draw.draw, selector=RECEPTACLE)
        await put(play, 5)
    room = play.game.rooms[0]
    async with wall.hung(room) as screen:
        # Nobody is there to let it in.
        await screen.shows(".band.offline")
        assert "There is no connection" in await screen.text(".band.offline")
        async with replica(hall, "mortal-too"):
            await screen.shows("main.live[data-page=flashboard] .last[data-last='5']")
            await screen.becomes("() => !document.querySelector('.offline')")
            await screen.hold()
        # The connection stands; what published is gone.
        await screen.move(SILENCE * 1000)
        await screen.shows(".band.offline")
        told = await screen.text(".band.offline .told")
        assert told.startswith("This board is 0:0"), told
        await screen.move(1000)
        await screen.becomes(
            "told => document.querySelector('.band.offline .told').innerText !== told", told
        )
