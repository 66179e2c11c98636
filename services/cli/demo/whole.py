"""Game 1: all ninety numbers from the electronic selector, in three rooms, three call outs."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, Selector, Stage, Verdict
from services.cli.common.words import ending_words
from services.cli.demo.evening import ROOMS, VENUE, Evening
from services.cli.demo.games import counted, ended, opened, show, won
from services.cli.journal.proof import prove
from services.kernel.journal.tls import tls_of


async def played(evening: Evening) -> None:
    """A claim that is not valid, a line, a race of two consoles, and a bingo on the last number."""
    evening.begin("A whole game of ninety numbers, in three rooms, from the electronic selector.")
    caller, steward, supervisor = (evening[who].draw for who in ("cal", "stu", "sue"))
    game = await opened(evening, 1, "E-4711", Selector.ELECTRONIC, ROOMS)
    name = game.name

    await _call(evening, game, 1, 20)
    wrong = await steward.call_out(
        name, room="mezzanine", after_position=20, cry=Cry.LINE, player="Aroha"
    )
    await show(evening, wrong.game)
    await evening.refused(
        "the caller goes on all the same", "PAUSED", caller.select_number(name, position=21)
    )
    await _decide(evening, wrong.game, wrong.call_out)

    await _call(evening, game, 21, 45)
    right = await steward.call_out(
        name, room="main", after_position=45, cry=Cry.LINE, player="Bill"
    )
    await show(evening, right.game)
    await _decide(evening, right.game, right.call_out, Stage.PART_SERIES)

    await _call(evening, game, 46, 46)
    await evening.refused(
        "another console still shows call 45 and calls again",
        "STALE",
        caller.call_number(name, position=46),
    )
    await _call(evening, game, 47, 90)
    last = await steward.call_out(
        name, room="terrace", after_position=90, cry=Cry.BINGO, player="Carol"
    )
    game = await _decide(evening, last.game, last.call_out, Stage.SERIES)
    game = await ended(evening, game)
    await _figures(evening, game)
    sheet = await supervisor.get_call_sheet(name, position=37)
    evening.check("calls on the master board at call 37", len(sheet.calls), 37)
    evening.check("the supervisor at call 37", sheet.calls[-1].supervised_by, "sue")


async def _figures(evening: Evening, game: game_pb2.Game) -> None:
    evening.figures("the game")
    evening.check("numbers called", len(game.calls), 90)
    # 1 + 2 + … + 90 = 90 x 91 / 2
    evening.check("their sum", sum(counted(game)), 4095)
    evening.check("numbers called twice", 90 - len(set(counted(game))), 0)
    evening.check("calls not confirmed", sum(not call.confirmed for call in game.calls), 0)
    # 4 before play; 90 x (selected, called, confirmed); 3 x (call out, decision); ended 1:
    # 4 + 270 + 6 + 1. What was refused left nothing on record.
    evening.check("commits in the journal", game.version, 281)
    evening.check("stages won", won(game), "line on call 45, bingo on call 90")
    evening.check("ended because", ending_words(game.ending), "every stage is won")
    for room in ROOMS:
        evening.check(
            f"calls seen in the {room} room, in order",
            evening.walls[VENUE].calls(room, game.name),
            counted(game),
        )
    # Each selection was committed to before its call; all are opened and chosen again, keyless.
    proven = await prove(evening.house.running.nats, game.name, tls_of(evening.settings))
    evening.check("numbers proven from the journal", proven, 90)


async def _call(evening: Evening, game: game_pb2.Game, first: int, last: int) -> None:
    """Select, call and confirm the numbers of these positions; every wall shows each."""
    for position in range(first, last + 1):
        await evening["cal"].draw.select_number(game.name, position=position)
        await evening["cal"].draw.call_number(game.name, position=position)
        called = await evening["sue"].draw.confirm_call(game.name, position=position)
        await show(evening, called)


async def _decide(
    evening: Evening, game: game_pb2.Game, call_out: int, *stages: Stage
) -> game_pb2.Game:
    """The supervisor's decision: valid for these stages, or, without one, not valid."""
    verdict = Verdict.VALID if stages else Verdict.NOT_VALID
    game = await evening["sue"].draw.decide_call_out(
        game.name, call_out=call_out, verdict=verdict, stages=stages
    )
    await show(evening, game)
    return game
