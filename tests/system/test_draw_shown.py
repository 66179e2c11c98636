"""What displays say of their glass: on record with the next call, and told to whoever runs the
game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from datetime import UTC, timedelta

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from services.draw.rooms import acknowledging
from services.kernel.journal.connection import Connection
from tests.kit.draw import SOON, Replica, replica
from tests.kit.draw_beside import World
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Draw, Play, record, request_id
from tests.kit.draw_screen import Screen
from tests.kit.draw_shown import Hall, facts, heard, rooms, screens_of, show
from tests.kit.glass import BUILD, Display
from tests.kit.nats import Nats
from tests.kit.wire import Wire

pytest_plugins = ["tests.kit.draw_shown"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

SHOWN, LATE = game_pb2.ON_GLASS_SHOWN, game_pb2.ON_GLASS_LATE
DARK, AWAITED = game_pb2.ON_GLASS_DARK, game_pb2.ON_GLASS_AWAITED

# -- on record ---------------------------------------------------------------------------------


async def test_the_next_call_holds_how_fast_the_last_was_shown(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    left, right = (Display(nats, hung.venue, room, each) for each in ("left", "right"))
    await play.round()
    await show(left, play, after=180)
    await show(right, play, after=420)
    await play.select()
    await play.call()
    assert facts(play.game) == [(1, room, SHOWN, 420, 2, 2)]
    last = (await record(nats, play.id))[-1]
    events = [event.TypeName().rpartition(".")[2] for event in last.events]
    assert events == ["CallAcknowledged", "NumberCalled"]
    assert await hung_one.counted("eyesdown_announcement_to_glass_seconds_count", room=room) == 0, (
        "what was called before a display came tells nothing of how fast it is"
    )
    await play.confirm()
    await show(left, play, after=3_300)
    await show(right, play, after=100)
    await play.select()
    await play.call()
    assert facts(play.game) == [(2, room, LATE, 3_300, 2, 2)]
    assert await hung_one.counted("eyesdown_announcement_to_glass_seconds_count", room=room) == 2
    assert await hung_one.counted("eyesdown_announcement_to_glass_seconds_sum", room=room) == (
        pytest.approx(3.4)
    )


async def test_a_room_without_a_word_is_dark_and_nobody_waits_in_new_zealand(
    hung: Hall, hung_one: Replica
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    await play.round()
    assert facts(play.game) == []
    await play.select()
    await play.call()
    assert facts(play.game) == [(1, room, DARK, 0, 0, 2)]
    sheet = pb.GetCallSheetRequest(name=play.game.name, position=1)
    then = (await hung_one.draw.GetCallSheet(sheet, metadata=hung.auditor.at)).game
    assert (len(then.calls), [each.glass for each in then.acknowledgements]) == (1, [DARK])


async def test_a_pause_holds_what_is_known_at_once_and_the_end_what_came_of_it(
    hung: Hall, hung_one: Replica, nats: Connection, monkeypatch: pytest.MonkeyPatch
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    left = Display(nats, hung.venue, room)
    await show(left, play)
    await play.round()
    called = play.game.calls[0].called_at.ToDatetime(UTC)
    monkeypatch.setattr(acknowledging, "now", lambda: called + timedelta(seconds=1))
    await play.call_out()
    assert facts(play.game) == [(1, room, AWAITED, 0, 0, 2)], "a call out waits for no screen"
    await play.decide(1)
    await show(left, play, after=900)
    await play.end()
    assert facts(play.game) == [(1, room, SHOWN, 900, 1, 2)]


async def test_what_a_wild_clock_says_stays_within_reason(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    left = Display(nats, hung.venue, play.game.rooms[0])
    for since, wanted in (("9999-12-31T23:59:59Z", LATE), ("0001-01-01T00:00:01Z", SHOWN)):
        number = await play.round()
        position = len(play.game.calls)
        said = {"calls": [{"position": position, "number": number, "since": since}]}
        await left.show(play.game, changes=said)
        await heard(hung_one.draw, hung, left, lambda known: known.version == play.game.version)
        await play.select()
        await play.call()
        ((_, _, glass, after, showing, _),) = facts(play.game)
        assert (glass, showing) == (wanted, 1)
        assert 1 <= after < SOON * 1_000
        await play.confirm()


async def test_case_B18_what_a_display_says_of_a_number_that_nobody_called_counts_for_nothing(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    left = Display(nats, hung.venue, room)
    number = await play.round()
    other = number % 90 + 1
    said = {"calls": [{"position": 1, "number": other, "since": "2026-11-29T10:00:00Z"}]}
    await left.show(play.game, changes=said)
    await heard(hung_one.draw, hung, left, lambda known: known.version == play.game.version)
    await play.select()
    await play.call()
    ((position, _, glass, after, showing, _),) = facts(play.game)
    assert (position, after, showing) == (1, 0, 0)
    assert glass in (AWAITED, LATE)


async def test_a_corrected_number_is_awaited_anew(hung: Hall, hung_one: Replica, nats: Connection):
    play = await Play.announced(hung, hung_one.draw, selector=game_pb2.SELECTOR_RECEPTACLE)
    (room,) = play.game.rooms
    left = Display(nats, hung.venue, room)
    await play.select(7)
    await play.call()
    await show(left, play, after=90)
    correcting = pb.CorrectCallRequest(
        request_id=request_id(),
        name=play.game.name,
        version=play.game.version,
        position=1,
        kind=game_pb2.ERROR_KIND_KEYED,
        wrong=7,
        right=70,
        reason="misread",
    )
    play.game = (await hung_one.draw.CorrectCall(correcting, metadata=hung.caller.at)).game
    await play.confirm(70)
    corrected = play.game.calls[0].errors[0].corrected_at.ToMilliseconds()
    announced = play.game.calls[0].called_at.ToMilliseconds()
    await show(left, play, after=corrected - announced + 250)
    await play.select(8)
    await play.call()
    ((_, _, glass, after, _, _),) = facts(play.game)
    assert glass == SHOWN
    assert 249 <= after <= 251


# -- not believed ------------------------------------------------------------------------------


async def test_forged_foreign_and_ill_formed_words_are_ignored_and_counted(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    left = Display(nats, hung.venue, room)
    await show(left, play)
    before = await rooms(hung_one.draw, hung)

    async def ignored(why: str) -> float:
        return await hung_one.counted("eyesdown_shown_ignored_total", venue=hung.venue, why=why)

    counted = {why: await ignored(why) for why in ("foreign", "forged", "ill_formed")}
    await Display(nats, hung.venue, room, "ceiling").show(play.game)
    await left.show(play.game, changes={"display": left.id.replace("left", "right")})
    await left.show(play.game, changes={"room": "room-299"})
    for nonsense in (b"", b"[]", b"{", b"\xff", b"{}" * 4000, {"display": "left"}):
        await left.say(nonsense)
    for changes in (
        {"version": -1},
        {"version": "7"},
        {"name": "venues/x"},
        {"calls": [7]},
        {"calls": [{"position": 1, "number": 1, "since": "today"}]},
        {"calls": [{"position": 1, "number": 1, "since": "2026-11-29T10:00:00Z"}] * 13},
        {"clockSkew": 2**40},
        {"build": "x" * 65},
        {"at": "2026-11-29T10:00:00"},
    ):
        await left.show(play.game, changes=changes)
    left.skew = 7
    await left.show(play.game)  # in their order: what came before was looked at by then
    await heard(hung_one.draw, hung, left, lambda known: known.clock_skew == 7)
    assert {why: await ignored(why) - counted[why] for why in counted} == {
        "foreign": 1,
        "forged": 2,
        "ill_formed": 15,
    }
    known = screens_of(await rooms(hung_one.draw, hung), room)
    assert known["right"].state == rooms_pb2.SCREEN_STATE_DARK
    assert known["left"].version == screens_of(before, room)["left"].version


# -- told --------------------------------------------------------------------------------------


async def test_the_rooms_are_told_with_what_is_wrong_with_each_screen(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    await show(Display(nats, hung.venue, room, skew=-2_500), play)
    newest = Display(nats, hung.venue, hung.room(), build=f"{BUILD}-and-newer")
    await newest.show(None)
    await heard(hung_one.draw, hung, newest, lambda known: known.build == newest.build)
    known = screens_of(await rooms(hung_one.draw, hung), room)
    left, right = known["left"], known["right"]
    assert left.state == rooms_pb2.SCREEN_STATE_SHOWING
    assert (left.showing, left.version) == (play.game.name, play.game.version)
    assert (left.clock_skew, left.skewed, left.old_page) == (-2_500, True, True)
    assert left.age < SOON * 1000
    dark = rooms_pb2.SCREEN_STATE_DARK
    assert right == rooms_pb2.Screen(display=right.display, state=dark)
    state = next(
        each for each in await rooms(hung_one.draw, hung) if each.name.endswith(f"/{room}")
    )
    assert (state.state, state.showing) == (rooms_pb2.SCREEN_STATE_SHOWING, play.game.name)
    assert state.version == play.game.version
    everywhere = pb.GetRoomsRequest(parent="venues/-")
    both = await hung_one.draw.GetRooms(everywhere, metadata=hung.everywhere.at)
    assert {each.name.split("/")[1] for each in both.rooms} == {hung.venue, hung.elsewhere}


async def test_what_displays_said_before_a_service_started_is_known_to_it(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    left = Display(nats, hung.venue, play.game.rooms[0])
    await play.round()
    await show(left, play, after=70)
    async with replica(hung, "later") as later:
        known = await heard(later.draw, hung, left, lambda each: bool(each.version))
        assert known.version == play.game.version


@asynccontextmanager
async def watching(
    draw: Draw, play: Play, person: Person
) -> AsyncIterator[AsyncIterator[pb.WatchGameResponse]]:
    """The game as it changes, and its rooms."""
    request = pb.WatchGameRequest(
        name=play.game.name, after_version=play.game.version - 1, rooms=True
    )
    stream = draw.WatchGame(request, metadata=person.at)

    async def replies() -> AsyncGenerator[pb.WatchGameResponse, None]:
        async for reply in stream:
            yield reply

    async with aclosing(replies()) as told_of:
        try:
            yield told_of
        finally:
            stream.cancel()


async def test_whoever_runs_the_game_is_told_when_a_screen_comes(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await Play.announced(hung, hung_one.draw)
    (room,) = play.game.rooms
    async with asyncio.timeout(SOON), watching(hung_one.draw, play, hung.caller) as replies:
        first = await anext(replies)
        assert [each.state for each in first.rooms] == [rooms_pb2.SCREEN_STATE_DARK]
        await Display(nats, hung.venue, room).show(play.game)
        again = await anext(replies)
        assert (again.game.version, list(again.events)) == (first.game.version, [])
        assert screens_of(list(again.rooms), room)["left"].version == play.game.version
        assert [each.state for each in again.rooms] == [rooms_pb2.SCREEN_STATE_SHOWING]
        # Before the end, with which a display that says no more would be late.
        place = {"venue": hung.venue, "room": room}
        for state in ("showing", "dark"):
            counted = await hung_one.counted("eyesdown_room_screens", **place, state=state)
            assert counted == 1, state
        await play.end()
        last = await anext(replies)
        assert (last.events[-1], len(last.rooms)) == ("GameEnded", 1)
        assert [each async for each in replies] == [], "it ends with the game"


async def hanging(draw: Draw, hung: Hall, room: str) -> dict[str, rooms_pb2.Screen]:
    """The screens of a room by their whole id."""
    (found,) = (each for each in await rooms(draw, hung) if each.name.endswith(f"/rooms/{room}"))
    return {each.display: each for each in found.screens}


async def test_a_display_that_was_bound_says_it_over_its_own_connection_until_it_is_revoked(
    hung: Hall, hung_one: Replica, nats: Connection, nats_server: Nats
):
    world = World(hung, hung_one)
    async with Screen(hung.url) as unpaired:
        code = (await unpaired.told()).code
        request = await world.binding(code=code, room=hung.room(), display="door")
        bound = (await world.ask("BindDisplay", request, hung.steward)).display
        screen = await unpaired.until_bound()
    said = Display(nats, screen.venue, screen.room).saying(None) | {"display": "door"}
    user = f"{screen.venue}.{screen.display}"
    async with asyncio.timeout(SOON):
        async with Wire(str(nats_server.websocket_url), user, screen.secret) as wire:
            subject = f"eyesdown.shown.{screen.venue}.{screen.room}.door"
            assert await wire.publish(subject, json.dumps(said).encode()) == ""
            while True:
                door = (await hanging(hung_one.draw, hung, screen.room)).get("door")
                if door is not None and door.build == BUILD:
                    break
            assert door.state == rooms_pb2.SCREEN_STATE_SHOWING
        await world.do("RevokeDisplay", hung.manager, bound, reason="stolen")
        while "door" in await hanging(hung_one.draw, hung, screen.room):
            pass
