"""Game 3: 71 is said for 17 and a player wins on it; a display is wrong; a call out comes late."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, ErrorKind, Selector, Stage, Verdict
from services.cli.demo.evening import ROOMS, Evening
from services.cli.demo.games import ball, claim, counted, ended, opened, show, won


async def played(evening: Evening) -> None:
    """Winner and number are put right in one step, by two persons."""
    evening.begin("A number that was spoken wrongly, with a winner on it; and a late call out.")
    game = await opened(evening, 3, "B-1771", Selector.RECEPTACLE, ROOMS[:1])
    for number in (5, 29, 71):  # 17 is drawn third; caller and supervisor both read 71
        game = await ball(evening, game, number)
    game = await claim(evening, game, 3, Cry.LINE, "Edith", Stage.PART_SERIES)
    game = await _put_right(evening, game)
    game = await _shown_wrongly(evening, game)
    game = await _late(evening, game)
    game = await ended(evening, game)
    evening.games["late"] = game

    evening.figures("the game")
    evening.check("numbers that count", counted(game), [5, 29, 17, 44, 8])
    evening.check("the line was won", won(game), "line on call 4")
    # 4 before play; three balls x 3; call out and decision 2; proposed 1, approved 1, confirmed
    # anew 1; the fourth 3, its display corrected 1, confirmed anew 1; the fifth 2; late call out 1,
    # its decision 1, the fifth confirmed 1; ended 1: 4 + 9 + 2 + 3 + 5 + 2 + 3 + 1
    evening.check("commits in the journal", game.version, 29)


async def _put_right(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """The 17 lies on the rack: the caller says so at once, and a second person signs."""
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    game = await caller.correct_call(
        game.name,
        version=game.version,
        position=3,
        kind=ErrorKind.SPOKEN,
        wrong=71,
        right=17,
        reason="17 is on the rack, and the hall heard 71",
    )
    await show(evening, game)
    evening.check("the line is still won while the second signature is awaited", len(game.won), 1)
    await evening.refused(
        "the caller goes on before that",
        "SIGNATURE_AWAITED",
        caller.select_number(game.name, position=4, ball=44),
    )
    await evening.refused(
        "the caller signs as the second person too",
        "SIGNED_BY_ONE",
        caller.approve_proposal(game.name, proposal=1),
    )
    before = game.version
    game = await supervisor.approve_proposal(game.name, proposal=1)
    await show(evening, game)
    evening.check("commits that voided the winner and corrected the call", game.version - before, 1)
    evening.check("winners of the line now", len(game.won), 0)
    evening.check(
        "the third call now, and what the hall heard",
        (game.calls[2].number, game.calls[2].errors[0].wrong),
        (17, 71),
    )
    game = await supervisor.confirm_call(game.name, position=3, ball=17)
    await show(evening, game)
    return game


async def _shown_wrongly(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """The fourth: the hall hears 44, and the display in the corner shows 4."""
    game = await ball(evening, game, 44)
    supervisor = evening["sue"].draw
    await supervisor.correct_call(
        game.name,
        version=game.version,
        position=4,
        kind=ErrorKind.SHOWN,
        wrong=4,
        right=44,
        reason="the display in the corner showed 4",
    )
    game = await supervisor.confirm_call(game.name, position=4, ball=44)
    await show(evening, game)
    return game


async def _late(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """Frank called out on the fourth; before the steward has entered it the fifth is announced."""
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    await caller.select_number(game.name, position=5, ball=8)
    await caller.call_number(game.name, position=5)
    late = await evening["stu"].draw.call_out(
        game.name,
        room="main",
        after_position=4,
        cry=Cry.LINE,
        player="Frank",
        witnesses=["Grace of the bar"],
    )
    await show(evening, late.game)
    evening.check("the call out is marked late", late.game.call_outs[-1].late, True)
    await evening.refused(
        "it is decided without a ruling",
        "RULING_NEEDED",
        supervisor.decide_call_out(
            game.name, call_out=late.call_out, verdict=Verdict.VALID, stages=[Stage.PART_SERIES]
        ),
    )
    await supervisor.decide_call_out(
        game.name,
        call_out=late.call_out,
        verdict=Verdict.VALID,
        stages=[Stage.PART_SERIES],
        ruled_in_time=True,
    )
    game = await supervisor.confirm_call(game.name, position=5, ball=8)
    await show(evening, game)
    return game
