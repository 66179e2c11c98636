"""Game 2: a line from the ball receptacle, with a ball keyed wrongly, one entered wrongly, and one
that was never drawn."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, ErrorKind, Selector, Stage
from services.cli.demo.evening import ROOMS, Evening
from services.cli.demo.games import ball, claim, counted, ended, opened, show, won

_ROW = {7, 23, 41, 68, 90}
"""Drawn 2nd, 6th, 4th, 8th and 5th of those that count: complete on the 8th ball, the 68."""


async def played(evening: Evening) -> None:
    """What is keyed wrongly is told apart from what the hall heard, and costs nobody a win."""
    evening.begin("A line from the ball receptacle, in the main room, keyed by nervous fingers.")
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    game = await opened(evening, 2, "B-0815", Selector.RECEPTACLE, ROOMS[:1])
    for number in (12, 7):
        game = await ball(evening, game, number)
    game = await _entered_wrongly(evening, game)
    game = await ball(evening, game, 41)

    # The fifth: 9 is keyed, seen before it is announced, and 90 keyed in its place.
    await caller.select_number(game.name, position=5, ball=9)
    await caller.select_number(game.name, position=5, ball=90)
    await caller.call_number(game.name, position=5)
    game = await supervisor.confirm_call(game.name, position=5, ball=90)
    game = await ball(evening, game, 23)

    # The seventh: a sleeve on the keys enters 32, and nobody drew or called it.
    await caller.select_number(game.name, position=7, ball=32)
    await caller.call_number(game.name, position=7)
    game = await caller.take_back_call(game.name, position=7, reason="never drawn")
    evening.say("call 7 is taken back: nobody drew the 32")
    await show(evening, game)
    evening.check("numbers that count after it was taken back", game.count, 6)
    for number in (3, 68):
        game = await ball(evening, game, number)
    completed = next(
        c.position for c in game.calls if set(counted(game)[: _place(game, c)]) >= _ROW
    )
    game = await claim(evening, game, completed, Cry.NOISE, "Dora", Stage.PART_SERIES)
    game = await ended(evening, game)

    evening.figures("the game")
    evening.check("balls out", counted(game), [12, 7, 55, 41, 90, 23, 3, 68])
    # 12 + 7 + 55 + 41 + 90 + 23 + 3 + 68
    evening.check("their sum", sum(counted(game)), 299)
    # The 8th that counts is call 9, since call 7 was taken back and keeps its place
    evening.check("the line was won", won(game), "line on call 9")
    # 4 before play; six balls in peace x 3; the third 5 (selected, called, another ball in the
    # supervisor's hand, corrected, confirmed); the fifth 4 (keyed twice); the seventh 3 (selected,
    # called, taken back); call out and decision 2; ended 1: 4 + 18 + 5 + 4 + 3 + 2 + 1
    evening.check("commits in the journal", game.version, 37)


async def _entered_wrongly(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """The third: 55 is drawn and called, and 56 entered. The supervisor holds the 55."""
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    await caller.select_number(game.name, position=3, ball=56)
    await caller.call_number(game.name, position=3)
    await evening.refused(
        "the supervisor holds ball 55 instead",
        "BALL_DIFFERS",
        supervisor.confirm_call(game.name, position=3, ball=55),
    )
    seen = await caller.get_game(game.name)
    await caller.correct_call(
        game.name,
        version=seen.version,
        position=3,
        kind=ErrorKind.KEYED,
        wrong=56,
        right=55,
        reason="55 was drawn and called, 56 was entered",
    )
    game = await supervisor.confirm_call(game.name, position=3, ball=55)
    await show(evening, game)
    return game


def _place(game: game_pb2.Game, call: game_pb2.Call) -> int:
    """How many numbers counted when this call had been made."""
    return sum(not each.taken_back for each in game.calls[: call.position])
