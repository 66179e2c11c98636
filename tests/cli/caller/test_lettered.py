"""The screen in a game of letters and numbers, with the announcer at another one."""

from __future__ import annotations

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Post
from tests.cli.caller.screen import screen_of
from tests.kit.draw import Hall, Replica
from tests.kit.draw_lettered import announcer as announcer_of
from tests.kit.draw_lettered import lettered, opening
from tests.kit.draw_play import Play, open_game

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


def address(one: Replica) -> str:
    assert one.server is not None
    return f"127.0.0.1:{one.server.port}"


async def ready(hall: Hall, one: Replica) -> game_pb2.Game:
    """A game that is announced, and waits for its first number."""
    opened = await one.draw.OpenGame(open_game(hall, **opening), metadata=hall.manager.at)
    return await lettered(hall, Play(hall, one.draw, opened.game))


async def test_the_letter_is_shown_and_called_with_the_number(hall: Hall, one: Replica):
    game = await ready(hall, one)
    at, who = address(one), announcer_of(hall)
    async with (
        screen_of(hall, at, hall.caller, Post.CALLER, game) as caller,
        screen_of(hall, at, who, Post.ANNOUNCER, game) as announcer,
    ):
        await caller.done("7", "enter")
        assert " CALL B 7 " in caller.text("line")
        desk = await caller.done("enter")
        assert [(call.letter, call.number) for call in desk.game.calls] == [("B", 7)]
        assert "1 of 75   last: B 7" in caller.text("play")
        await announcer.until(lambda desk: len(desk.game.calls) == 1)
        assert announcer.text("last").splitlines()[2].startswith("B")
        desk = await announcer.done("7", "enter")
        assert desk.game.calls[0].confirmed_by == who.id


async def test_a_call_that_was_cut_off_after_its_letter_is_no_call_yet(hall: Hall, one: Replica):
    """Tennessee 9: the player is judged on the call before, and the caller finishes the call."""
    game = await ready(hall, one)
    at, who = address(one), announcer_of(hall)
    async with (
        screen_of(hall, at, hall.caller, Post.CALLER, game) as caller,
        screen_of(hall, at, who, Post.ANNOUNCER, game) as announcer,
    ):
        await caller.done("7", "enter")
        await caller.done("enter")
        await announcer.until(lambda desk: len(desk.game.calls) == 1)
        await announcer.done("7", "enter")
        await caller.until(lambda desk: desk.game.calls[0].confirmed)
        await caller.done("7", "0", "enter")
        await caller.press("*", "2")
        assert caller.text("line") == (
            "What had been spoken of the next number (O 70)?  "
            "1 nothing  2 the letter alone  3 letter and number"
        )
        await caller.press("2")
        desk = await caller.done("enter")
        assert desk.game.cut_off == "O"
        assert [each.judged_on for each in desk.game.call_outs] == [1]
        assert "Cut off after the letter O: finish the call." in caller.text("play")
        desk = await caller.done("enter")
        assert [call.number for call in desk.game.calls] == [7, 70]
        assert desk.game.phase == game_pb2.PHASE_PAUSED
