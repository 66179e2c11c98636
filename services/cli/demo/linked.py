"""A game that links Auckland and Wellington: one draw, two halls, a deputy in the other one."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, Post, Selector, Stage, Verdict, line, money
from services.cli.demo.evening import VENUE, Evening
from services.cli.demo.games import counted, won

_THERE = "wlg"
_HALL = f"venues/{_THERE}/rooms/main"
_ROW = (4, 14, 24, 34, 44)


async def played(evening: Evening) -> None:
    """A call out in Wellington stops the draw in Auckland, and wins."""
    evening.begin("One game in Auckland and Wellington, drawn in Auckland.")
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    game = await _opened(evening)
    for number in _ROW:
        position = game.next_position
        await caller.select_number(game.name, position=position, ball=number)
        await caller.call_number(game.name, position=position)
        game = await supervisor.confirm_call(game.name, position=position, ball=number)
        await _show(evening, game)
    made = await evening["wil"].draw.call_out(
        game.name, room=_HALL, after_position=5, cry=Cry.LINE, player="Mihi"
    )
    await _show(evening, made.game)
    await evening.refused(
        "Auckland goes on while Wellington claims",
        "PAUSED",
        caller.select_number(game.name, position=6, ball=54),
    )
    await evening.refused(
        "the steward of Wellington enters a call out of Auckland",
        "VENUE_NOT_PERMITTED",
        evening["wil"].draw.call_out(game.name, room="main", after_position=5, cry=Cry.LINE),
    )
    game = await supervisor.decide_call_out(
        game.name,
        call_out=made.call_out,
        verdict=Verdict.VALID,
        stages=[Stage.PART_SERIES],
    )
    game = await supervisor.end_game(game.name, version=game.version)
    await _show(evening, game)

    evening.figures("the game")
    evening.check("numbers called", counted(game), [4, 14, 24, 34, 44])
    evening.check("the line was won", won(game), "line on call 5")
    for venue in (VENUE, _THERE):
        shown = evening.walls[venue].calls("main", game.name)
        evening.check(f"calls seen in the main room of {venue}", shown, list(_ROW))
    # Opened 1, staff 3, announced 1; five balls x 3; call out and decision 2; ended 1
    evening.check("commits in the journal", game.version, 23)


async def _opened(evening: Evening) -> game_pb2.Game:
    """Opened and announced: Wellington has a supervisor of its own, by deputy."""
    manager = evening["mere"].draw
    prizes = [line(money("NZD", 250_00))]
    game = await manager.open_game(
        venue=VENUE,
        game_id=f"{evening.day}-linked",
        profile="nz-casino-bingo",
        game_version=2,
        stages=prizes,
        serial_number="L-0001",
        selector=Selector.RECEPTACLE,
        rooms=["main", _HALL],
    )
    await manager.assign_staff(game.name, post=Post.CALLER, person="cal")
    game = await manager.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
    await evening.refused(
        "it is announced with nobody in charge in Wellington",
        "DEPUTY_MISSING",
        evening["cal"].draw.announce_game(
            game.name,
            version=game.version,
            game_version=2,
            stages=prizes,
            serial_number="L-0001",
        ),
    )
    game = await manager.assign_staff(
        game.name, post=Post.DEPUTY_SUPERVISOR, person="dee", room=_HALL
    )
    game = await evening["cal"].draw.announce_game(
        game.name, version=game.version, game_version=2, stages=prizes, serial_number="L-0001"
    )
    await _show(evening, game)
    return game


async def _show(evening: Evening, game: game_pb2.Game) -> None:
    """Wait until the walls of both venues show the game as it is."""
    for venue in (VENUE, _THERE):
        await evening.walls[venue].show(game.name, game.version)
