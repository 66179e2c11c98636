"""How the displays' page looks at every size, measured in the browser; its languages, its voice."""

from __future__ import annotations

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import game_pb2
from tests.kit.draw import Replica
from tests.kit.draw_lettered import lettered, opening
from tests.kit.draw_play import RECEPTACLE, Play
from tests.kit.matrix.draw.righting import correcting
from tests.kit.nats import Nats
from tests.kit.screens import LARGE, TALL, WIDE, Displayed, Screen, Wall, displayed
from tests.system.test_draw_cases_boards import put

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Displayed:
    """The module's venues, their rooms with screens."""
    return await displayed(tmp_path_factory.mktemp("hall"), nats_server)


SPOKEN = game_pb2.ERROR_KIND_SPOKEN
SIZES = {"1080p": WIDE, "4k": LARGE, "portrait": TALL}
BALLS = (5, 71, 44, 17, 90, 88)
TEXTS = "main h1, main p:not(.last), main td, main th, main li"
LAST, REST = 25, 4
"""Of the screen's height; of a tall screen's width for the rest, which is read by its width."""

# A browser's voice whose words can be read afterwards.
VOICE = """
window.spoken = [];
const voice = {
  getVoices: () => [{ lang: 'en-NZ' }],
  speak: words => { window.spoken.push(`${words.lang}: ${words.text}`); words.onend?.(); },
  cancel: () => undefined,
};
Object.defineProperty(window, 'speechSynthesis', { value: voice });
"""
# One that waits for a person's touch, as browsers do that were not told otherwise.
WAITING = VOICE.replace("words.onend?.()", "words.onerror?.({ error: 'not-allowed' })")
MUTE = VOICE.replace("[{ lang: 'en-NZ' }]", "[]")


async def called(hall: Displayed, one: Replica, *balls: int) -> Play:
    """A game in which these balls were called."""
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    for ball in balls:
        await put(play, ball)
    return play


async def test_the_flashboard_is_legible(hall: Displayed, one: Replica, wall: Wall):
    play = await called(hall, one, *BALLS)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.whole(play.game.version)
        for size, (width, height) in SIZES.items():
            await screen.resized(width, height)
            await screen.picture(f"flashboard-{size}")
            assert await screen.digits(".last .digits") >= LAST, size
            rest = REST if width > height else REST * width / height
            assert min(await screen.heights(TEXTS)) >= rest, size
            assert await screen.complaints() == [], size
            assert await _cut_off(screen) == [], size


async def test_a_board_with_letters_is_legible(hall: Displayed, one: Replica, wall: Wall):
    play = await Play.opened(hall, one.draw, **opening)
    await lettered(hall, play)
    await play.select(71)
    calling = play.calling()
    calling.letter = "O"
    await one.draw.CallNumber(calling, metadata=play.caller.at)
    async with wall.hung(play.game.rooms[0]) as screen:
        await screen.shows(".last[data-last='71']")
        assert await screen.text(".last .letter") == "O"
        assert await screen.page.locator(".numbers td").count() == 75
        assert await screen.text(".numbers tr:last-child th") == "O"
        for size, (width, height) in SIZES.items():
            await screen.resized(width, height)
            await screen.picture(f"lettered-{size}")
            assert await screen.digits(".last .digits") >= LAST, size
            if width > height:
                assert min(await screen.heights(TEXTS)) >= REST, size
            assert await screen.complaints() == [], size
            assert await _cut_off(screen) == [], size


async def test_far_away_the_last_call_has_the_wall(hall: Displayed, one: Replica, wall: Wall):
    play = await called(hall, one, 5, 88)
    async with wall.hung(play.game.rooms[0], view="far") as screen:
        await screen.shows("main.far .last")
        await screen.picture("far")
        assert await screen.digits(".last .digits") >= 2 * LAST
        assert await screen.page.query_selector(".numbers") is None
        assert await _cut_off(screen) == []


@pytest.mark.parametrize(
    ("language", "tag", "state", "count"),
    [
        ("mi", "mi-NZ", "E tākaro ana", "2 o te 90"),
        ("es", "es", "En juego", "2 de 90"),
        ("zh", "zh-CN", "进行中", "2 / 90"),
    ],
)
async def test_a_room_is_spoken_to_in_its_language(
    hall: Displayed, one: Replica, wall: Wall, language: str, tag: str, state: str, count: str
):
    play = await called(hall, one, 5, 88)
    async with wall.hung(play.game.rooms[0], language=language) as screen:
        await screen.shows(".last")
        assert await screen.page.get_attribute("html", "lang") == tag
        assert state in await screen.text(".head")
        assert await screen.text(".count") == count
        assert await screen.complaints() == []
        await screen.picture(f"flashboard-{language}")


async def test_a_voice_reads_the_calls_in_their_order(hall: Displayed, one: Replica, wall: Wall):
    play = await called(hall, one, 5)
    async with wall.hung(play.game.rooms[0], voice="on", script=VOICE) as screen:
        await screen.shows(".last[data-last='5']")
        for ball in BALLS[1:]:
            await put(play, ball)
        await screen.whole(play.game.version)
        # What was there when it came is not read.
        expected = [f"en-NZ: {ball}" for ball in BALLS[1:]]
        assert await screen.page.evaluate("window.spoken") == expected
        assert await screen.page.query_selector(".voice") is None


@pytest.mark.parametrize(
    ("script", "told"),
    [(MUTE, "No voice on this screen"), (WAITING, "The voice is waiting for a touch")],
)
async def test_a_screen_that_cannot_speak_says_so(
    hall: Displayed, one: Replica, wall: Wall, script: str, told: str
):
    play = await called(hall, one, 5)
    async with wall.hung(play.game.rooms[0], voice="on", script=script) as screen:
        await screen.shows(".last[data-last='5']")
        await put(play, 71)
        await screen.shows(".voice")
        assert await screen.text(".voice") == told


async def test_unless_it_is_asked_for_nothing_is_spoken(hall: Displayed, one: Replica, wall: Wall):
    play = await called(hall, one, 5)
    async with wall.hung(play.game.rooms[0], script=VOICE) as screen:
        await screen.shows(".last[data-last='5']")
        await put(play, 71)
        await screen.shows(".last[data-last='71']")
        assert await screen.page.evaluate("window.spoken") == []


@pytest.mark.parametrize("view", ["board", "far"])
async def test_nothing_lies_over_the_board_whatever_is_said(
    hall: Displayed, one: Replica, wall: Wall, view: str
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE, practice=True)
    room = play.game.rooms[0]
    async with wall.hung(room, view=view, voice="on", script=WAITING) as screen:
        await screen.shows("[data-state=in-play]")
        # Of the last five two are put right; the voice waits for a touch, and says so.
        for ball in BALLS[:5]:
            await put(play, ball)
            if ball == 90:  # what is said of it stays, and the notices are there to be looked at
                await screen.whole(play.game.version)
                await screen.hold()
            if ball in (17, 90):
                righted = correcting(play, kind=SPOKEN, wrong=ball, right=ball - 1)
                play.game = (await one.draw.CorrectCall(righted, metadata=hall.caller.at)).game
                await play.confirm(ball - 1)
        await screen.shows(".voice")
        await screen.shows("[data-correction='5']")
        await screen.move(hall.least_shown)
        await screen.shows(".last[data-position='5']")
        await screen.shows(".five li:nth-child(5)[data-position='1']")
        await _each_in_its_place(screen)
        await screen.go_on()
        await screen.context.set_offline(True)
        await screen.shows(".band.offline")
        await _each_in_its_place(screen, f"offline-{view}")


async def _each_in_its_place(screen: Screen, picture: str = "") -> None:
    """At every size nothing is cut off and nothing lies over another part."""
    for size, (width, height) in SIZES.items():
        await screen.resized(width, height)
        if picture:
            await screen.picture(f"{picture}-{size}")
        assert await _cut_off(screen) == [], size
        assert await _covered(screen) == [], size


async def _covered(screen: Screen) -> list[str]:
    """Parts of a board that reach into one another."""
    found = await screen.page.eval_on_selector_all(
        ".head p, .band, .numbers, .last, .count, .five li, .foot p, .voice",
        """parts => parts.flatMap((one, index) => parts.slice(index + 1).filter(other => {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          return a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        }).map(other => `${one.className}: ${one.innerText}, ${other.className}`))""",
    )
    return list(found)


async def _cut_off(screen: Screen) -> list[str]:
    """Texts that reach over the edge of the screen, or over one another's boxes."""
    found = await screen.page.eval_on_selector_all(
        f"{TEXTS}, .last .digits",
        """texts => texts.filter(text => {
          const box = text.getBoundingClientRect();
          return box.left < -1 || box.top < -1 || box.right > innerWidth + 1
            || box.bottom > innerHeight + 1;
        }).map(text => text.outerHTML)""",
    )
    return list(found)
