"""Game 4: an alarm, and then a stretch that is called by hand while the system is away."""

from __future__ import annotations

from eyesdown_client import Cry, HoldCause, Selector, Stage
from services.cli.demo.evening import ROOMS, Evening
from services.cli.demo.games import ball, claim, counted, ended, opened, show, won
from services.kernel.walk import now


async def played(evening: Evening) -> None:
    """Held and resumed twice; three numbers are entered afterwards under two signatures."""
    evening.begin("An alarm; then three numbers called by hand while the system was away.")
    caller, supervisor, manager = (evening[who].draw for who in ("cal", "sue", "mere"))
    game = await opened(evening, 4, "B-0112", Selector.RECEPTACLE, ROOMS[1:])
    name = game.name
    for number in (11, 22):
        game = await ball(evening, game, number)

    game = await caller.hold_game(name, cause=HoldCause.ALARM, reason="smoke in the lobby")
    await show(evening, game)
    await evening.refused(
        "the caller goes on in the smoke",
        "HELD",
        caller.select_number(name, position=3, ball=33),
    )
    game = await supervisor.resume_game(name, version=game.version)

    game = await supervisor.hold_game(name, cause=HoldCause.SYSTEM, reason="the network is down")
    by_hand = [(number, now()) for number in (33, 44, 55)]
    game = await supervisor.enter_hand_calls(
        name, position=3, calls=by_hand, reason="the network was down for three numbers"
    )
    evening.say("calls 3 to 5 are entered by hand")
    await evening.refused(
        "who entered them signs for them too",
        "SIGNED_BY_ONE",
        supervisor.approve_proposal(name, proposal=1),
    )
    game = await manager.approve_proposal(name, proposal=1)
    await show(evening, game)
    game = await supervisor.resume_game(name, version=game.version)
    game = await ball(evening, game, 66)
    # A row of 22, 33, 44, 55 and 66 is complete on the 66, the sixth
    game = await claim(evening, game, 6, Cry.LINE, "Hana", Stage.PART_SERIES)
    game = await ended(evening, game)

    evening.figures("the game")
    evening.check("numbers called", counted(game), [11, 22, 33, 44, 55, 66])
    marked = [call.position for call in game.calls if call.by_hand]
    evening.check("called by hand", marked, [3, 4, 5])
    evening.check("confirmed by the second person", game.calls[2].confirmed_by, "mere")
    evening.check("the line was won", won(game), "line on call 6")
    # 4 before play; three balls x 3; held and resumed twice 4; entered and approved 2; call out and
    # decision 2; ended 1: 4 + 9 + 4 + 2 + 2 + 1
    evening.check("commits in the journal", game.version, 22)
