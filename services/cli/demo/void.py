"""Game 5: a ball is stuck, the game is void and is played over for what was not completed."""

from __future__ import annotations

from eyesdown_client import Cry, IrregularityKind, Selector, Stage, bingo, money
from services.cli.demo.evening import ROOMS, Evening
from services.cli.demo.games import ball, claim, counted, ended, opened, show, won
from services.cli.demo.programme import PROGRAMME


async def played(evening: Evening) -> None:
    """The line stays won; the bingo is played for anew, with every ball back in."""
    evening.begin("A ball is stuck in the receptacle: the game is void, and started over.")
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    game = await opened(evening, 5, "B-0505", Selector.RECEPTACLE, ROOMS[:1])
    for number in (15, 30):
        game = await ball(evening, game, number)
    game = await claim(evening, game, 2, Cry.LINE, "Ivy", Stage.PART_SERIES)
    game = await ball(evening, game, 45)
    game = await caller.report_irregularity(
        game.name, kind=IrregularityKind.STUCK, ball=60, reason="it does not come out of the neck"
    )
    await show(evening, game)
    await evening.refused(
        "the caller draws another",
        "IRREGULARITY_WAITS",
        caller.select_number(game.name, position=4, ball=61),
    )
    await evening.refused(
        "it is void, and nobody says why it cannot be put right",
        "CORRECTION_FIRST",
        supervisor.void_game(
            game.name, version=game.version, reason="ball 60 is stuck", start_over=True
        ),
    )
    void = await supervisor.void_game(
        game.name,
        version=game.version,
        reason="ball 60 is stuck",
        why_not_corrected="it does not come out unless the others do",
        start_over=True,
    )
    await show(evening, void)
    evening.check("called in the void game", counted(void), [15, 30, 45])
    evening.check("won in it", won(void), "line on call 2")
    # 4 before play; three balls x 3; call out and decision 2; reported 1, void 1: 4 + 9 + 2 + 2
    evening.check("its commits in the journal", void.version, 17)

    both = PROGRAMME[4].stages
    await evening.refused(
        "it is opened anew for the line as well",
        "STAGE_COMPLETED_BEFORE",
        opened(
            evening,
            5,
            "B-0506",
            Selector.RECEPTACLE,
            ROOMS[:1],
            suffix="-again",
            stages=both,
            restart_of=void.name,
        ),
    )
    game = await opened(
        evening,
        5,
        "B-0506",
        Selector.RECEPTACLE,
        ROOMS[:1],
        suffix="-again",
        stages=[bingo(money("NZD", 700_00))],
        restart_of=void.name,
    )
    for number in (60, 15):  # the stuck ball is one of those that can come, and the first again
        game = await ball(evening, game, number)
    game = await claim(evening, game, 2, Cry.BINGO, "Jack", Stage.SERIES)
    game = await ended(evening, game)

    evening.figures("the game that was started over")
    evening.check("numbers called", counted(game), [60, 15])
    evening.check("stages won", won(game), "bingo on call 2")
    # 4 before play; two balls x 3; call out and decision 2; ended 1
    evening.check("commits in the journal", game.version, 13)
