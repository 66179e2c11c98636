"""A linked game on the screens of two venues, and what the draw knows of a screen's glass."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Replica
from tests.kit.draw_play import RECEPTACLE, Play
from tests.kit.nats import Nats
from tests.kit.screens import Displayed, Wall, displayed
from tests.system.test_draw_cases_boards import put
from tests.system.test_draw_linked import Linked

pytest_plugins = ["tests.kit.draw_shown", "tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Displayed:
    """The module's venues, their rooms with screens."""
    return await displayed(tmp_path_factory.mktemp("hall"), nats_server)


@pytest.mark.case("B27")
async def test_case_B27_a_call_out_in_one_hall_stands_on_the_screens_of_both(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Linked.open(hall, one.draw)
    await play.with_deputy()
    async with (
        wall.hung(play.game.rooms[0]) as here,
        wall.hung(play.far_room, venue=hall.elsewhere) as there,
    ):
        await play.announce()
        first = await play.round()
        for screen in (here, there):
            await screen.shows(f".last[data-last='{first}']")
        number = await play.far_call_out()
        for screen in (here, there):
            await screen.shows(f"[data-page=claim][data-state=paused] [data-call-out='{number}']")
        far = play.far_room.replace("room-", "Room ")
        assert await there.text(".desk h2") == f"Claim {number} from {far}"
        assert await here.text(".desk h2") == f"Claim {number} from {far}, Hall {hall.elsewhere}"
        # No number comes in either before it is decided.
        failed = await told(one.draw.SelectNumber(play.selecting(), metadata=hall.caller.at))
        assert failed.reason == "PAUSED"
        await play.decide(number)
        second = await play.round()
        for screen in (here, there):
            await screen.shows(f"[data-page=flashboard] .last[data-last='{second}']")
            assert await screen.seen() == [(1, first), (2, second)]


@pytest.mark.usefixtures("there_still")
async def test_what_the_page_acknowledges_is_on_record_with_the_next_call(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        await put(play, 5)
        await screen.whole(play.game.version)
        await _heard(hall, one, play)
        await put(play, 44)
        (told_of,) = (await play.look()).acknowledgements
    assert (told_of.position, told_of.number, told_of.room) == (1, 5, play.game.rooms[0])
    assert (told_of.showing, told_of.screens) == (1, 1)
    assert told_of.glass in (game_pb2.ON_GLASS_SHOWN, game_pb2.ON_GLASS_LATE)
    assert 0 <= told_of.milliseconds < SOON * 1_000


async def _heard(hall: Displayed, one: Replica, play: Play) -> None:
    """Wait until the draw has heard that the game's room shows the version of now."""
    request = pb.GetRoomsRequest(parent=f"venues/{hall.venue}")
    name = f"venues/{hall.venue}/rooms/{play.game.rooms[0]}"
    async with asyncio.timeout(SOON):
        while True:
            rooms = (await one.draw.GetRooms(request, metadata=hall.steward.at)).rooms
            room = next(each for each in rooms if each.name == name)
            if [each.version for each in room.screens] == [play.game.version]:
                return
