"""What people see of a game: the resource, the row of a list, the frame on the wall.

A number that is selected and not announced is in none of them.
"""

from __future__ import annotations

import functools
from typing import Any

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import game_pb2
from services.draw.domain.game import state as games
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened, Waiting
from services.kernel.names import Name
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp

REMEMBERED = 1 << 15
"""Parts of games whose messages are remembered, since each is shown again in every later version:
the calls of some 180 games in play, confirmed and not."""

_remembered = functools.lru_cache(REMEMBERED)
_stage = _remembered(Shape(games.StagePrize, game_pb2.StagePrize).to)
_call = _remembered(Shape(games.Call, game_pb2.Call).to)
_call_out = _remembered(Shape(games.CallOut, game_pb2.CallOut).to)
_won = _remembered(Shape(games.StageWon, game_pb2.StageWon).to)
_assignment = _remembered(Shape(games.Assignment, game_pb2.Assignment).to)


def phase(game: State | Game) -> game_pb2.Phase.ValueType:
    """Where a game stands."""
    match game:
        case Waiting():
            return game_pb2.PHASE_WAITING
        case InPlay():
            return game_pb2.PHASE_PAUSED if game.paused else game_pb2.PHASE_IN_PLAY
        case Ended():
            return game_pb2.PHASE_ENDED
        case _:
            return game_pb2.PHASE_UNSPECIFIED


def resource(snapshot: Snapshot[Any, State]) -> game_pb2.Game:
    """The game as GetGame answers it; of one that is not there yet its name."""
    if snapshot.version == 0:
        return game_pb2.Game(name=str(snapshot.name))
    game = _opened(snapshot.state)
    made = game_pb2.Game(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=phase(game),
        profile=game.profile,
        game_version=game.game_version,
        serial_number=game.serial_number,
        numbers=game.rules.numbers,
        selector=game_pb2.Selector.Value(f"SELECTOR_{game.selector.name}"),
        stages=map(_stage, game.stages),
        rooms=game.rooms,
        staff=map(_assignment, game.staff),
        calls=map(_call, game.calls),
        call_outs=map(_call_out, game.call_outs),
        won=map(_won, game.won),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    if isinstance(game, InPlay):
        made.next_position = game.next_position
        made.selected = game.selected is not None
    if isinstance(game, Ended):
        made.ending = game_pb2.Ending.Value(f"ENDING_{game.ending.name}")
        made.ending_reason = game.reason
    return made


def row(state: State) -> game_pb2.GameRow:
    """The game as lists show it; name and version are filled in by the list."""
    game = _opened(state)
    made = game_pb2.GameRow(
        phase=phase(game),
        profile=game.profile,
        game_version=game.game_version,
        serial_number=game.serial_number,
        rooms=game.rooms,
        called=len(game.calls),
        numbers=game.rules.numbers,
    )
    if isinstance(game, Ended):
        made.ending = game_pb2.Ending.Value(f"ENDING_{game.ending.name}")
    return made


def frame(snapshot: Snapshot[Any, State]) -> board_pb2.GameFrame:
    """The game as a room's display shows it: all of it in one frame."""
    game = _opened(snapshot.state)
    made = board_pb2.GameFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=board_pb2.GamePhase.Value(f"GAME_{game_pb2.Phase.Name(phase(game))}"),
        profile=game.profile,
        game_version=game.game_version,
        serial_number=game.serial_number,
        numbers=game.rules.numbers,
        rooms=game.rooms,
        calls=map(_frame_call, game.calls),
    )
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    for each in game.stages:
        won = game.winner_of(each.stage)
        made.stages.add(
            title=each.stage.shout,
            prize=each.prize.shown if each.prize else "",
            won_on=won.position if won else 0,
        )
    for call_out in game.call_outs:
        verdict = call_out.decided.verdict.name if call_out.decided else "UNDECIDED"
        made.call_outs.add(
            call_out=call_out.call_out,
            room=call_out.room,
            after_position=call_out.after_position,
            status=verdict.lower().replace("_", " "),
        )
    if isinstance(game, Ended):
        made.ended_because = game.reason or game.ending.name.lower()
    return made


def lacks_key(game: State) -> bool:
    """Whether a number is selected that cannot be announced here, for want of its key."""
    return isinstance(game, InPlay) and game.selected is not None and game.selected.value is None


def game_name(venue: str, game_id: str) -> Name:
    """The name of a game; raises `BadName`."""
    return Name(venue, "games", game_id)


@_remembered
def _frame_call(call: games.Call) -> board_pb2.FrameCall:
    return board_pb2.FrameCall(position=call.position, number=call.number, confirmed=call.confirmed)


def _opened(game: State) -> Game:
    if isinstance(game, Unopened):
        raise TypeError("a game that was never opened has no view")
    return game
