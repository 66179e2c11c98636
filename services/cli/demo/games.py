"""What the games of the evening in Auckland have in common: opening, calling, call outs."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Cry, Post, Selector, Stage, Verdict
from services.cli.common.words import stage_word
from services.cli.demo.evening import VENUE, Evening
from services.cli.demo.programme import PROGRAMME

PROFILE = "nz-casino-bingo"


async def opened(
    evening: Evening,
    number: int,
    serial_number: str,
    selector: Selector,
    rooms: Sequence[str],
    *,
    suffix: str = "",
    stages: Sequence[game_pb2.StagePrize] = (),
    restart_of: str = "",
) -> game_pb2.Game:
    """Open game `number` of the programme, put its staff at their posts, and announce it.

    Four commits: opened, two posts, announced.
    """
    entry = next(entry for entry in PROGRAMME if entry.number == number)
    prizes = list(stages or entry.stages)
    manager, caller = evening["mere"].draw, evening["cal"].draw
    game = await manager.open_game(
        venue=VENUE,
        game_id=f"{evening.day}-{number}{suffix}",
        profile=PROFILE,
        game_version=entry.game_version,
        stages=prizes,
        serial_number=serial_number,
        selector=selector,
        rooms=rooms,
        practice=entry.practice,
        session=evening.session,
        programme_number=number,
        restart_of=restart_of,
    )
    await manager.assign_staff(game.name, post=Post.CALLER, person="cal")
    game = await manager.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
    game = await caller.announce_game(
        game.name,
        version=game.version,
        game_version=entry.game_version,
        stages=prizes,
        serial_number=serial_number,
    )
    await show(evening, game)
    return game


async def show(evening: Evening, game: game_pb2.Game) -> None:
    """Wait until the walls of Auckland show the game as it is, and print them."""
    await evening.walls[VENUE].show(game.name, game.version)


async def ball(evening: Evening, game: game_pb2.Game, number: int) -> game_pb2.Game:
    """Draw, announce and confirm a ball: three commits."""
    position = game.next_position
    caller, supervisor = evening["cal"].draw, evening["sue"].draw
    await caller.select_number(game.name, position=position, ball=number)
    await caller.call_number(game.name, position=position)
    game = await supervisor.confirm_call(game.name, position=position, ball=number)
    await show(evening, game)
    return game


async def claim(
    evening: Evening, game: game_pb2.Game, after: int, cry: Cry, player: str, *stages: Stage
) -> game_pb2.Game:
    """A call out in the game's first room, found valid for `stages`, or, without one, not valid:
    two commits."""
    made = await evening["stu"].draw.call_out(
        game.name, room=game.rooms[0], after_position=after, cry=cry, player=player
    )
    await show(evening, made.game)
    verdict = Verdict.VALID if stages else Verdict.NOT_VALID
    game = await evening["sue"].draw.decide_call_out(
        game.name, call_out=made.call_out, verdict=verdict, stages=stages
    )
    await show(evening, game)
    return game


async def ended(evening: Evening, game: game_pb2.Game, reason: str = "") -> game_pb2.Game:
    """End the game: one commit."""
    game = await evening["sue"].draw.end_game(game.name, version=game.version, reason=reason)
    await show(evening, game)
    return game


def counted(game: game_pb2.Game) -> list[int]:
    """The numbers that count, in order."""
    return [call.number for call in game.calls if not call.taken_back]


def won(game: game_pb2.Game) -> str:
    """ "line on call 45, bingo on call 90"."""
    return ", ".join(f"{stage_word(each.stage)} on call {each.position}" for each in game.won)
