"""A game on the screens of its rooms, in a real browser: every call in its turn, and the truth."""

from __future__ import annotations

import json
import re
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio
from google.protobuf import json_format
from nats.aio.msg import Msg

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import game_pb2
from services.kernel.boards.frame_json import frame_json
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kit.draw import SOON, Replica
from tests.kit.draw_play import LINE, RECEPTACLE, Play, shown
from tests.kit.matrix.draw.righting import correcting, taking_back
from tests.kit.matrix.draw.standing import holding, resuming, voiding
from tests.kit.nats import Nats
from tests.kit.screens import Displayed, Wall, display_of, displayed
from tests.system.test_draw_cases_boards import put

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Displayed:
    """The module's venues, their rooms with screens."""
    return await displayed(tmp_path_factory.mktemp("hall"), nats_server)


SPOKEN, DISPLAYED = game_pb2.ERROR_KIND_SPOKEN, game_pb2.ERROR_KIND_SHOWN
BALLS = (5, 71, 44, 17, 90, 88, 3, 62, 29, 50)


def calls_of(*balls: int) -> list[tuple[int, int]]:
    """Positions and numbers."""
    return list(enumerate(balls, 1))


# -- a whole game ------------------------------------------------------------------------------


async def test_a_whole_game_is_shown_alike_in_three_rooms(
    hall: Displayed, one: Replica, wall: Wall
):
    rooms = [hall.room() for _ in range(3)]
    async with AsyncExitStack() as stack:
        screens = [await stack.enter_async_context(wall.hung(room)) for room in rooms]
        for screen in screens:
            await screen.shows("[data-page=waiting]")
        play = await Play.opened(hall, one.draw, rooms=rooms, selector=RECEPTACLE)
        for screen in screens:
            await screen.shows(f"[data-page=next][data-name='{play.game.name}']")
        await play.announce()
        for screen in screens:
            await screen.shows("[data-page=flashboard][data-state=in-play]")
        for ball in BALLS:
            await put(play, ball)
        call_out = await play.call_out()
        for screen in screens:
            await screen.shows("[data-page=claim] [data-check=waiting]")
            await screen.hold()  # a result is shown for its time, and there are three to look at
        await play.decide(call_out)
        for screen in screens:
            await screen.shows("[data-page=claim] [data-check=not-valid]")
            await screen.go_on()
        await put(play, 31)
        await play.end()
        for screen in screens:
            await screen.shows("[data-page=flashboard][data-state=ended]")
            await screen.whole(play.game.version)
            assert await screen.seen() == calls_of(*BALLS, 31)
            assert await screen.board() == sorted((*BALLS, 31))
            assert await screen.text(".count") == "11 of 90"
            assert "the lights went out" in await screen.text(".head")


# -- B3, B4: order is by version ---------------------------------------------------------------


@pytest.mark.case("B3")
async def test_case_B3_a_correction_is_said_and_the_board_goes_back(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await put(play, 5)
        await put(play, 44)
        await screen.shows("[data-last='44']")
        await screen.whole(play.game.version)
        await screen.hold()
        wrong = correcting(play, kind=SPOKEN, wrong=44, right=17)
        play.game = (await one.draw.CorrectCall(wrong, metadata=hall.caller.at)).game
        await screen.shows("[data-correction='2'] s")
        await screen.shows(".last.corrected[data-last='17']")
        await screen.move(hall.least_shown)
        await screen.shows("[data-last='17'][data-position='2']")
        assert await screen.text("[data-correction] .told") == "Call 2 is 17, not 44"
        await screen.picture("correction")
        assert await screen.complaints() == []
        await screen.go_on()
        await screen.whole(play.game.version)
        assert await screen.board() == [5, 17]
        assert await screen.text(".five li:first-child s") == "44"

        await play.confirm(17)
        await play.select(71)
        await play.call()
        await screen.shows("[data-last='71']")
        await screen.hold()
        taken = await one.draw.TakeBackCall(taking_back(play), metadata=hall.caller.at)
        await screen.shows("[data-correction='3']")
        assert await screen.text("[data-correction] .told") == "Call 3: 71 is taken back"
        await screen.go_on()
        await screen.whole(taken.game.version)
        await screen.shows("[data-last='17'][data-position='2']")
        assert await screen.text(".count") == "2 of 90"
        assert await screen.board() == [5, 17]


async def test_what_a_display_showed_wrongly_is_said_as_such(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await put(play, 44)
        await screen.shows("[data-last='44']")
        await screen.hold()
        wrong = correcting(play, kind=DISPLAYED, wrong=45, right=44)
        await one.draw.CorrectCall(wrong, metadata=hall.caller.at)
        await screen.shows("[data-correction='1']")
        assert await screen.text("[data-correction] .told") == "Call 1 is 44. The board showed 45"
        assert await screen.board() == [44]


async def test_a_correction_overtakes_the_calls_that_wait(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        await screen.hold()
        for ball in BALLS[:4]:
            await put(play, ball)
        wrong = correcting(play, kind=SPOKEN, wrong=17, right=70)
        play.game = (await one.draw.CorrectCall(wrong, metadata=hall.caller.at)).game
        await screen.shows("[data-correction='4']")
        assert len(await screen.seen()) < 4, "it waited for its turn"
        await screen.go_on()
        await screen.whole(play.game.version)
        assert await screen.seen() == calls_of(5, 71, 44, 70)


@pytest.mark.case("B4")
async def test_case_B4_an_older_frame_changes_nothing(
    hall: Displayed, one: Replica, wall: Wall, nats: Connection
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.shows("[data-page=flashboard][data-state=in-play]")
        await put(play, 5)
        older = json.dumps(await shown(nats, play.id, play.game.version)).encode()
        await put(play, 44)
        await screen.whole(play.game.version)
        await nats.publish(play.id.board, older)
        await nats.publish(play.id.board, frame_json(_empty(play, play.game.version)))
        # Something that does change the glass, after both.
        await put(play, 71)
        await screen.whole(play.game.version)
        assert await screen.seen() == calls_of(5, 44, 71)
        assert await screen.board() == [5, 44, 71]


def _empty(play: Play, version: int) -> board_pb2.GameFrame:
    """A frame of the same version without a call."""
    phase = board_pb2.GAME_PHASE_IN_PLAY
    return board_pb2.GameFrame(name=play.game.name, version=version, phase=phase, numbers=90)


# -- B7, B24: every state, and the stage in play --------------------------------------------------


@pytest.mark.case("B7")
async def test_case_B7_every_state_is_on_the_screen_and_never_nothing(
    hall: Displayed, one: Replica, wall: Wall
):
    room = hall.room()
    async with wall.hung(room) as screen:
        await screen.shows("[data-page=waiting]")
        assert await screen.text("h1") == "Eyes down soon"
        await screen.page.evaluate(
            "new MutationObserver(() => { window.blank ||= !document.querySelector('main h1') })"
            ".observe(document.body, { subtree: true, childList: true })"
        )
        play = await Play.opened(hall, one.draw, rooms=[room])
        await screen.shows("[data-page=next]")
        await screen.picture("next")
        await play.announce()
        await screen.shows("[data-page=flashboard][data-state=in-play]")
        assert await screen.text(".call .none") == "No number yet"
        await play.round()
        await screen.shows(".last")
        number = await play.call_out()
        await screen.shows("[data-page=claim][data-state=paused]")
        await play.decide(number)
        await play.round()
        await screen.shows("[data-page=flashboard][data-state=in-play]")
        play.game = (await one.draw.HoldGame(holding(play), metadata=play.caller.at)).game
        await screen.shows("[data-state=held]")
        assert "On hold: smoke in the lobby" in await screen.text(".head")
        await screen.picture("held")
        play.game = (await one.draw.ResumeGame(resuming(play), metadata=play.supervisor.at)).game
        await screen.shows("[data-state=in-play]")
        await play.end()
        await screen.shows("[data-state=ended]")
        await screen.picture("finished")
        # The next game in the same room.
        following = await Play.opened(hall, one.draw, rooms=[room], selector=RECEPTACLE)
        await screen.shows(f"[data-page=next][data-name='{following.game.name}']")
        await following.announce()
        await screen.shows(f"[data-page=flashboard][data-name='{following.game.name}']")
        assert await screen.board() == []
        await put(following, 5)
        await one.draw.VoidGame(voiding(following), metadata=hall.supervisor.at)
        await screen.shows("[data-state=void]")
        assert "Void: the tray fell over" in await screen.text(".head")
        assert await screen.page.evaluate("window.blank") in (None, False)


@pytest.mark.case("B24")
async def test_case_B24_the_board_names_the_stage_in_play(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw)
    async with wall.hung(play.game.rooms[0]) as screen:
        await play.round()
        await screen.shows("[data-stage=Line]")
        assert await screen.text(".foot") == "Line NZD 50.00"
        number = await play.call_out()
        await screen.shows("[data-check=waiting]")
        await screen.hold()
        valid = game_pb2.VERDICT_VALID
        await play.decide(number, verdict=valid, stages=[LINE])
        await screen.shows("[data-check=valid]")
        await screen.go_on()
        await play.round()
        await screen.shows("[data-page=flashboard] [data-stage=Bingo]")
        assert await screen.text(".foot") == "Bingo NZD 500.00"
        assert "Line" not in await screen.text("main")


async def test_a_practice_game_says_that_nothing_can_be_won(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, practice=True)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.shows(".mark.practice")
        assert "Practice: no prizes" in await screen.text(".head")


# -- B11: a reload --------------------------------------------------------------------------------


@pytest.mark.case("B11")
async def test_case_B11_a_reload_and_a_late_screen_show_the_same_board(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    room = play.game.rooms[0]
    async with wall.hung(room) as screen:
        for ball in BALLS:
            await put(play, ball)
        await screen.whole(play.game.version)
        before = await screen.page.inner_text("main")
        await screen.page.reload()
        await screen.whole(play.game.version)
        assert await screen.page.inner_text("main") == before
        # What was there is shown as it is, and not played again.
        assert await screen.seen() == [(10, BALLS[-1])]
        async with wall.hung(room) as late:
            await late.whole(play.game.version)
            assert await late.page.inner_text("main") == before
            await put(play, 31)
            await late.whole(play.game.version)
            assert await late.seen() == [(10, BALLS[-1]), (11, 31)]


async def test_the_next_game_is_still_told_of_after_a_reload(
    hall: Displayed, one: Replica, wall: Wall
):
    room = hall.room()
    first = await Play.announced(hall, one.draw, rooms=[room])
    await first.end()
    async with wall.hung(room) as screen:
        await screen.shows("[data-state=ended]")
        opened = await Play.opened(hall, one.draw, rooms=[room])
        await screen.shows(f"[data-page=next][data-name='{opened.game.name}']")
        await screen.page.reload()
        await screen.shows(f"[data-page=next][data-name='{opened.game.name}']")


async def test_a_screen_that_is_switched_on_before_the_announcement_tells_of_the_next_game(
    hall: Displayed, one: Replica, wall: Wall
):
    room = hall.room()
    opened = await Play.opened(hall, one.draw, rooms=[room])
    async with wall.hung(room) as screen:
        await screen.shows(f"[data-page=next][data-name='{opened.game.name}']")
    await opened.announce()
    await opened.end()
    following = await Play.opened(hall, one.draw, rooms=[room])
    async with wall.hung(room) as late:
        await late.shows(f"[data-page=next][data-name='{following.game.name}']")
        await following.announce()
        await late.shows(f"[data-page=flashboard][data-name='{following.game.name}']")


# -- B17, B18: every call in its turn, and none before it --------------------------------------


@pytest.mark.case("B17")
async def test_case_B17_a_burst_is_shown_call_by_call_for_the_least_time(
    hall: Displayed, one: Replica, wall: Wall, nats: Connection
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        acknowledged = await nats.subscribe(f"eyesdown.shown.{hall.venue}.{play.game.rooms[0]}.*")
        for ball in BALLS:
            await put(play, ball)
        await screen.whole(play.game.version)
        assert await screen.seen() == calls_of(*BALLS)
        least = (await shown(nats, play.id, play.game.version))["leastShown"]
        assert least == hall.least_shown
        assert min(await screen.turns()) > least - 1
        # It never said that it shows more than it does.
        said = board_pb2.Shown()
        while said.version < play.game.version:
            said = _said(await acknowledged.next_msg(timeout=SOON))
            calls = [call.number for call in said.calls]
            assert calls == list(BALLS[: len(calls)])
        assert len(said.calls) == len(BALLS)


@pytest.mark.case("B18")
async def test_case_B18_nothing_of_a_number_is_on_the_page_before_it_is_announced(
    hall: Displayed, one: Replica, wall: Wall
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with wall.hung(play.game.rooms[0]) as screen:
        await put(play, 5)
        await screen.whole(play.game.version)
        before = await screen.page.inner_html("main")
        await play.select(44)
        await screen.whole(play.game.version)
        assert await screen.page.inner_html("main") == before
        await play.call()
        await screen.shows("[data-last='44']")


def _said(message: Msg) -> board_pb2.Shown:
    return json_format.Parse(message.data, board_pb2.Shown())


# -- what a display says of its glass -------------------------------------------------------------


async def test_a_display_says_which_version_is_on_its_glass_and_since_when(
    hall: Displayed, one: Replica, wall: Wall, nats: Connection
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    room = play.game.rooms[0]
    heard = await nats.subscribe(f"eyesdown.shown.{hall.venue}.{room}.*")
    async with wall.hung(room):
        await put(play, 5)
        said = board_pb2.Shown()
        while said.version < play.game.version:
            said = _said(await heard.next_msg(timeout=SOON))
        assert (said.name, said.room) == (play.game.name, room)
        assert said.display == display_of(room)
        assert [(call.position, call.number) for call in said.calls] == [(1, 5)]
        assert re.fullmatch(r"0\.1\.0\+[0-9a-f]{12}", said.build)
        called = (await play.look()).calls[0].called_at.ToDatetime()
        # One machine, one clock: no more lies between them than a busy machine's way of a pulse.
        assert abs(said.clock_skew) < SOON * 1_000
        assert abs((said.calls[0].since.ToDatetime() - called).total_seconds()) < SOON
        # It says so again while nothing changes.
        again = _said(await heard.next_msg(timeout=SOON))
        assert (again.version, again.since) == (said.version, said.since)
        assert again.at.ToMilliseconds() > said.at.ToMilliseconds()
        assert Name.parse(again.name) == play.id
