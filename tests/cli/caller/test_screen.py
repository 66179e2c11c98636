"""The caller's screen on a draw service that runs: whole rounds by keys alone."""

from __future__ import annotations

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Post
from services.cli.caller.desk import Tone
from services.kernel.journal.connection import Connection
from tests.cli.caller.screen import screen_of
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import RECEPTACLE, Play, record
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


def address(one: Replica) -> str:
    assert one.server is not None
    return f"127.0.0.1:{one.server.port}"


async def test_a_caller_and_a_supervisor_play_with_two_keys(hall: Hall, one: Replica):
    play = await Play.opened(hall, one.draw)
    async with (
        screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller,
        screen_of(hall, address(one), hall.supervisor, Post.SUPERVISOR, play.game) as supervisor,
    ):
        assert "WAITING TO BE ANNOUNCED" in caller.text("title")
        await caller.press("enter")
        assert "version 3, line NZD 50.00, bingo NZD 500.00, A 1204" in caller.text("line")
        desk = await caller.done("enter")
        assert desk.game.phase == game_pb2.PHASE_IN_PLAY
        assert "> LINE NZD 50.00" in caller.text("play")

        desk = await caller.done("enter")
        number = desk.drawn.number if desk.drawn else 0
        assert f" CALL {number} " in caller.text("line"), "the caller is told the number"
        assert desk.game.calls == [], "and nobody else"
        await supervisor.until(lambda desk: desk.game.selected)
        assert str(number) not in supervisor.text("line")
        desk = await caller.done("enter")
        assert [call.number for call in desk.game.calls] == [number]
        assert "1 of 90" in caller.text("play")

        # The next one waits for the supervisor, and the screen says so in the rule's words.
        desk = await caller.done("enter")
        assert desk.note.tone is Tone.REFUSED
        assert "has not been confirmed by the supervisor" in caller.text("line")
        assert "[NZB-5.7(a)]" in caller.text("line")
        await supervisor.until(lambda desk: len(desk.game.calls) == 1)
        desk = await supervisor.done("enter")
        assert desk.game.calls[0].confirmed
        await caller.until(lambda desk: desk.game.calls[0].confirmed)
        await caller.until(lambda desk: any(step.may for step in desk.steps))
        assert "+ caller: select the next number" in caller.text("steps")


async def test_the_other_hand_has_keys_for_all_of_it(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller:
        await caller.done("q", "w", "space")  # 67
        assert " CALL 67 " in caller.text("line")
        await caller.press("x")
        assert "Was 67 keyed by mistake" in caller.text("line")
        desk = await caller.done("space")
        assert not desk.game.selected
        desk = await caller.done("1", "r", "space", "space")
        desk = await caller.done("space")
        assert [call.number for call in desk.game.calls] == [19]


async def test_a_ball_is_keyed_taken_back_confirmed_and_corrected(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with (
        screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller,
        screen_of(hall, address(one), hall.supervisor, Post.SUPERVISOR, play.game) as supervisor,
    ):
        await caller.press("1", "8", ".")
        assert "keyed: 1_" in caller.text("line")
        await caller.done("7", "enter")
        await caller.done("enter")
        await supervisor.until(lambda desk: len(desk.game.calls) == 1)
        desk = await supervisor.done("7", "1", "enter")
        assert desk.note.tone is Tone.REFUSED
        assert "The ball in your hand is 71, but 17 was announced" in supervisor.text("line")

        # It was 71 all along, and the hall heard so: only the entry was wrong.
        await caller.until(lambda desk: desk.game.version == supervisor.desk.game.version)
        await caller.press("/", "3", "enter")
        assert caller.text("line") == (
            "Which ball was drawn? (on record: 17)  [key it, then Enter/Space]  _"
        )
        desk = await caller.done("7", "1", "enter")
        assert [(call.number, call.confirmed) for call in desk.game.calls] == [(71, False)]
        await supervisor.until(lambda desk: desk.game.calls[0].number == 71)
        desk = await supervisor.done("7", "1", "enter")
        assert desk.game.calls[0].confirmed

        # A call that was never called in the hall is taken back before it is confirmed.
        await caller.until(lambda desk: desk.game.calls[0].confirmed)
        await caller.done("5", "enter")
        await caller.done("enter")
        await caller.press("-")
        assert "Was call 2 (5) keyed by mistake, and never called" in caller.text("line")
        desk = await caller.done("enter")
        assert desk.game.calls[1].taken_back
        assert "1 of 90" in caller.text("play")


async def test_two_screens_of_one_caller_announce_the_ball_that_was_keyed_last(
    hall: Hall, one: Replica
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with (
        screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as left,
        screen_of(hall, address(one), hall.other_device, Post.CALLER, play.game) as right,
    ):
        await left.done("1", "7", "enter")
        await right.until(lambda desk: desk.game.selected)
        await right.done("7", "1", "enter")
        await left.until(lambda desk: desk.drawn is None)
        assert "17" not in left.text("line")
        await left.done("enter")
        assert " CALL 71 " in left.text("line")
        desk = await left.done("enter")
        assert [call.number for call in desk.game.calls] == [71]


async def test_a_call_out_and_an_alarm_stop_every_screen(hall: Hall, one: Replica):
    rooms = [hall.room(), hall.room()]
    play = await Play.announced(hall, one.draw, rooms=rooms)
    await play.round()
    async with (
        screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller,
        screen_of(hall, address(one), hall.supervisor, Post.SUPERVISOR, play.game) as supervisor,
    ):
        await caller.press("*")
        assert f"1 {rooms[0]}  2 {rooms[1]}" in caller.text("line")
        await caller.press("2", "1")
        assert (
            caller.text("line")
            == "The last call the player had heard?  [Enter/Space: 1; or key another]"
        )
        desk = await caller.done("enter")
        (made,) = desk.game.call_outs
        assert (made.room, made.after_position, made.cry) == (rooms[1], 1, game_pb2.CRY_LINE)
        await supervisor.until(lambda desk: len(desk.game.call_outs) == 1)
        assert f'CALL OUT 1 in {rooms[1]}, "line", after call 1' in supervisor.text("outs")
        assert "PAUSED FOR A CLAIM" in supervisor.text("title")
        desk = await caller.done("enter")
        assert "A player has called out (call out 1)" in caller.text("line")

        # The supervisor decides it, and the game goes on.
        await supervisor.press("enter")
        assert "judged on call 1:  1 not valid  2 out of time" in supervisor.text("line")
        desk = await supervisor.done("1")
        assert desk.game.call_outs[0].decided.verdict == game_pb2.VERDICT_NOT_VALID

        await supervisor.done("+", "1")
        await caller.until(lambda desk: desk.game.HasField("hold"))
        assert "HELD: alarm" in caller.text("title")
        desk = await supervisor.done("+", "enter")
        assert not desk.game.HasField("hold")


async def test_two_screens_put_a_winner_and_a_number_right_and_end_the_game(
    hall: Hall, one: Replica
):
    """17 was drawn and 71 read, entered and spoken; the line was won on it."""
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with (
        screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller,
        screen_of(hall, address(one), hall.supervisor, Post.SUPERVISOR, play.game) as supervisor,
    ):
        await caller.done("7", "1", "enter")
        await caller.done("enter")
        await supervisor.until(lambda desk: len(desk.game.calls) == 1)
        await supervisor.done("7", "1", "enter")
        await supervisor.done("*", "1", "enter")
        desk = await supervisor.done("enter", "5")  # line and bingo
        assert [each.position for each in desk.game.won] == [1, 1]

        await caller.until(lambda desk: len(desk.game.won) == 2)
        await caller.done("/", "1", "enter", "7", "1", "enter", "1", "7", "enter")
        await supervisor.until(lambda desk: len(desk.game.proposals) == 1)
        assert "PROPOSAL 1 of cal waits for a second person" in supervisor.text("outs")
        await supervisor.press("enter")
        told = supervisor.text("line")
        assert "71 spoken wrongly, 17 is right; voids the winners of the line and the" in told
        desk = await supervisor.done("enter")
        assert (desk.game.calls[0].number, list(desk.game.won)) == (17, [])
        await supervisor.done("1", "7", "enter")

        await supervisor.done("*", "1", "enter")
        desk = await supervisor.done("enter", "5")
        assert len(desk.game.won) == 2, desk.note.text
        desk = await supervisor.done("enter", "enter")
        assert desk.game.ending == game_pb2.ENDING_COMPLETED
        await caller.until(lambda desk: desk.game.phase == game_pb2.PHASE_ENDED)
        assert "ENDED: every stage is won" in caller.text("title")


async def test_what_a_role_may_not_do_is_said_in_words(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    async with screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller:
        await caller.done("+", "2")
        desk = await caller.done("+", "enter")
        assert desk.note.tone is Tone.REFUSED
        assert desk.game.HasField("hold"), "the supervisor lets it go on, not the caller"


async def test_a_call_is_made_once_though_its_answer_was_lost(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    await play.round()
    async with Proxy(f"grpc://none@{address(one)}") as way:
        through = way.url.rpartition("@")[2]
        async with screen_of(hall, through, hall.caller, Post.CALLER, play.game) as caller:
            await caller.until(lambda desk: bool(desk.steps))
            way.deafen()
            await caller.press("enter")
            await way.thrown_away()
            desk = await caller.until(lambda desk: desk.note.tone is Tone.TROUBLE)
            assert "it is not done twice" in caller.text("line")
            await caller.press("enter")
            assert len(caller.desk.queue) == 1, "and no second order is made of another key"
            await way.heal()
            desk = await caller.until(lambda desk: not desk.queue)
            assert desk.drawn is not None
            assert (desk.drawn.position, desk.game.selected) == (2, True)
            number = desk.drawn.number
            desk = await caller.done("enter")
            assert [call.number for call in desk.game.calls][1] == number
    commits = await record(nats, play.id)
    events = [event.TypeName().rpartition(".")[2] for each in commits for event in each.events]
    assert (events.count("NumberSelected"), events.count("NumberCalled")) == (2, 2)


async def test_a_screen_that_was_cut_off_goes_on_where_the_game_is(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    async with Proxy(f"grpc://none@{address(one)}") as way:
        through = way.url.rpartition("@")[2]
        async with screen_of(hall, through, hall.caller, Post.CALLER, play.game) as caller:
            await caller.until(lambda desk: bool(desk.steps))
            number = await play.select()
            await caller.until(lambda desk: desk.game.selected)
            await way.cut()
            await caller.until(lambda desk: not desk.linked)
            assert "NO CONNECTION" in caller.text("title")
            await way.heal()
            await caller.until(lambda desk: desk.linked)
            # Another screen selected it; asked again the draw tells the caller the same number.
            await caller.done("enter")
            assert f" CALL {number} " in caller.text("line")
            desk = await caller.done("enter")
            assert [call.number for call in desk.game.calls] == [number]


async def test_an_order_that_is_left_is_not_asked_again(hall: Hall, one: Replica, nats: Connection):
    play = await Play.announced(hall, one.draw)
    async with Proxy(f"grpc://none@{address(one)}") as way:
        through = way.url.rpartition("@")[2]
        async with screen_of(hall, through, hall.caller, Post.CALLER, play.game) as caller:
            await caller.until(lambda desk: bool(desk.steps))
            await way.cut()
            await caller.press("enter")
            await caller.until(lambda desk: desk.note.tone is Tone.TROUBLE)
            desk = await caller.done("escape")
            assert "It may have been done: look at the board." in desk.note.text
            await way.heal()
            await caller.until(lambda desk: desk.linked)
    look = pb.GetGameRequest(name=play.game.name)
    assert not (await one.draw.GetGame(look, metadata=hall.auditor.at, timeout=SOON)).game.selected
