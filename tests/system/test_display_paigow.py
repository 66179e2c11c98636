"""The sign of a pai gow table on a screen."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.kit.nats import Nats
from tests.kit.paigow import Floor, Replica
from tests.kit.paigow_play import TablePlay
from tests.kit.screens import Wall, hang, letting_in, walls

pytest_plugins = ["tests.kit.paigow", "tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wall(floor: Floor, nats_server: Nats, browser: Browser) -> AsyncIterator[Wall]:
    venues = floor.folder / "venues"
    hang(venues)
    async with (
        letting_in(nats_server, venues),
        walls(floor.venue, nats_server, browser, floor.environment("page")) as wall,
    ):
        yield wall


async def test_a_table_shows_its_terms_and_the_hands_that_are_exposed(
    floor: Floor, paigow_one: Replica, wall: Wall
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    async with wall.hung("pit", board=f"sittings/{play.id.id}") as screen:
        await screen.shows("[data-page=sitting]")
        terms = await screen.text(".terms")
        for told in ("Minimum NZD", "Maximum NZD", "Commission 5 %", "Banker The house"):
            assert told in terms
        await play.to("dealt")
        await screen.becomes(
            "() => document.querySelector('.of').innerText.includes('hands are set')"
        )
        assert await screen.text(".tiles") == ""
        await play.set()
        await play.expose()
        await screen.shows(".hands tr.win")
        assert "Win" in await screen.text(".hands tr.win")
        await screen.picture("pai-gow")
        assert await screen.complaints() == []
        assert min(await screen.heights("main p, main dt, main dd, main td")) >= 4
