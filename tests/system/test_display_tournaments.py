"""A tournament and its tables on the screens of a pit."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from eyesdown.tournament.v1 import terms_pb2
from tests.kit.nats import Nats
from tests.kit.screens import Wall, hang, letting_in, walls
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_play import Cup, stage

pytest_plugins = ["tests.kit.tournament", "tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

TIMED = terms_pb2.Length(unit=terms_pb2.LENGTH_UNIT_MINUTES, count=20)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wall(club: TournamentHall, nats_server: Nats, browser: Browser) -> AsyncIterator[Wall]:
    venues = club.folder / "venues"
    hang(venues)
    async with (
        letting_in(nats_server, venues),
        walls(club.venue, nats_server, browser, club.environment("page")) as wall,
    ):
        yield wall


async def test_a_tournament_shows_its_clock_its_seats_and_its_standings(
    club: TournamentHall, tournament_one: Replica, wall: Wall
):
    stages = [stage("heat", 2, TIMED), stage("final", 0)]
    cup = await Cup.entered(club, tournament_one, 8, stages=stages)
    board = f"tournaments/{cup.name.id}"
    async with wall.hung("room-1", board=board) as screen:
        await screen.shows("[data-page=tournament]")
        session = await cup.seat(1)
        await screen.shows(".seating tbody tr")
        await cup.start(session)
        await screen.shows("[role=timer]")
        assert (await screen.text("[role=timer]")).startswith(("20:00", "19:"))
        assert await screen.text(".of") == "Session 1 · heat · 20 minutes · In play"
        tables = await screen.page.locator(".seating table").count()
        assert tables == 2
        await screen.picture("tournament")
        assert await screen.complaints() == []
        assert min(await screen.heights("main p, main td, main th, main caption")) >= 4
        # Its names are nowhere: players are shown by number.
        assert "Player 1" not in await screen.text("main")


async def test_a_session_table_is_its_own_sign(
    club: TournamentHall, tournament_one: Replica, wall: Wall
):
    cup = await Cup.started(club, tournament_one, 8)
    table = cup.table(1, 1).rpartition("/")[2]
    async with wall.hung("room-2", board=f"tables/{table}") as screen:
        await screen.shows("[data-page=session-table]")
        assert "Minimum" in await screen.text(".limits")
        await cup.play(1, 1, dict.fromkeys(cup.players(1, 1), 100))
        await screen.becomes("() => document.querySelector('.head').innerText.includes('Finished')")
        boxes = await screen.page.locator(".boxes tbody tr").count()
        assert boxes == 4
        await screen.picture("session-table")
        assert await screen.complaints() == []
        assert min(await screen.heights("main p, main td, main th")) >= 4
