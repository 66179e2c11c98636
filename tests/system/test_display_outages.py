"""Screens while something is away: NATS, the draw, their credentials; and how they come back."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.kit.draw import SOON, Replica
from tests.kit.draw_beside import World
from tests.kit.draw_hall import connected
from tests.kit.draw_play import RECEPTACLE, Play
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy
from tests.kit.screens import Displayed, Wall, walls
from tests.system.test_draw_cases_boards import put

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


# A server of this module's own, which its tests stop and start.
@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nats]:
    async with Nats(tmp_path_factory.mktemp("own-nats"), websocket_port=0) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, server: Nats) -> Displayed:
    made = Displayed(tmp_path_factory.mktemp("hall"), server)
    await made.provision()
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wall(hall: Displayed, browser: Browser) -> AsyncIterator[Wall]:
    async with walls(hall.venue, hall.server, browser, hall.environment("page")) as wall:
        yield wall


async def test_a_screen_says_that_it_is_offline_and_comes_back_right(
    hall: Displayed, one: Replica, wall: Wall, server: Nats
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await put(play, 5)
        await screen.whole(play.game.version)
        await screen.shows("main.live")
        await screen.becomes("() => !document.querySelector('.offline')")
        await server.stop()
        await screen.shows(".band.offline")
        assert await screen.page.query_selector("main.stale[data-page=flashboard]")
        assert "Listen to the caller" in await screen.text(".band.offline")
        await screen.picture("offline")
        assert await screen.complaints() == []
        await server.start()
        await hall.provision()  # as a house does, since streams in memory are gone
        await screen.becomes("() => !document.querySelector('.offline')")
        await put(play, 44)
        await screen.whole(play.game.version)
        assert await screen.board() == [5, 44]
        await screen.shows("main.live")


@pytest.mark.case("B17")
@pytest.mark.parametrize("stalled", [False, True], ids=["cut", "stalled"])
async def test_case_B17_what_was_missed_is_on_the_board_at_once_and_played_after(
    hall: Displayed, one: Replica, server: Nats, browser: Browser, stalled: bool
):
    async with (
        Proxy(str(server.websocket_url)) as line,
        walls(
            hall.venue, server, browser, hall.environment("page"), line.url.replace("//@", "//")
        ) as wall,
    ):
        play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
        async with wall.hung(play.game.rooms[0]) as screen:
            await put(play, 5)
            await screen.whole(play.game.version)
            # It says something once it has heard a pulse, and so knows the house's time.
            async with connected(server.url) as house:
                said = await house.subscribe(f"eyesdown.shown.{hall.venue}.{play.game.rooms[0]}.*")
                await said.next_msg(timeout=SOON)
            if stalled:
                line.stall()
            else:
                await line.cut()
            missed = (71, 44, 17, 90, 88, 3)
            for ball in missed:
                await put(play, ball)
            await screen.shows(".band.offline")
            # How many calls had had their turn at the moment when the board was right.
            await screen.page.evaluate(
                """() => void new MutationObserver(() => {
                  const right = document.querySelectorAll('.numbers td.called').length === 7;
                  if (right) window.turns ??= window.seen.length;
                }).observe(document, { subtree: true, childList: true, attributes: true })"""
            )
            await screen.hold()  # or what a busy browser takes slowly has its turns meanwhile
            await line.heal()
            await screen.becomes("() => window.turns !== undefined")
            await screen.go_on()
            await screen.whole(play.game.version)
            assert await screen.seen() == list(enumerate((5, *missed), 1))
            assert await screen.page.evaluate("window.turns") == 2


async def test_a_new_screen_is_bound_by_its_code_and_revoked(
    hall: Displayed, one: Replica, wall: Wall
):
    world = World(hall, one)
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    await put(play, 5)
    room = play.game.rooms[0]
    async with wall.hung(address=wall.where) as screen:
        await screen.becomes("() => document.querySelector('[data-code]')?.dataset.code.length > 3")
        code = await screen.page.get_attribute("[data-page=pairing]", "data-code")
        assert await screen.text(".code") == code
        await screen.picture("pairing")
        assert await screen.digits(".code") > 20
        assert await screen.complaints() == []
        binding = await world.binding(code=code, room=room, display="lobby")
        bound = (await world.ask("BindDisplay", binding, hall.steward)).display
        await screen.shows("[data-page=flashboard] .last[data-last='5']")
        assert screen.page.url.endswith(f"#/venues/{hall.venue}/rooms/{room}?display=lobby")
        # It is set up once: the bare address finds the room again.
        await screen.page.goto("about:blank")
        await screen.page.goto(wall.where)
        await screen.shows("[data-page=flashboard] .last[data-last='5']")
        # Stolen: it is cut off, and is a new screen again.
        await world.do("RevokeDisplay", hall.manager, bound, reason="stolen")
        await screen.shows("[data-page=pairing]")


async def test_a_secret_is_never_left_in_the_address(hall: Displayed, one: Replica, wall: Wall):
    room = hall.room()
    async with wall.hung(room) as screen:
        await screen.shows("[data-page=waiting]")
        assert wall.secret(room) not in screen.page.url


async def test_a_screen_whose_secret_counts_no_more_asks_to_be_let_in(
    hall: Displayed, one: Replica, wall: Wall
):
    address = wall.address(hall.room(), secret="w" * 52)
    async with wall.hung(address=address) as screen:
        await screen.shows("[data-page=pairing]")
        assert await screen.text("h1") == "New screen"
