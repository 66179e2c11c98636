"""The game as the rooms' displays show it: all of it in one frame (Tennessee 10)."""

from __future__ import annotations

import functools
from typing import Any

from eyesdown.board.v1 import board_pb2
from services.draw.domain.game.displaying import on_screen
from services.draw.domain.game.parts import Call
from services.draw.domain.game.state import Ended, Game, State, Waiting
from services.draw.domain.game.words import Ending, ErrorKind
from services.draw.views.game import REMEMBERED, opened
from services.kernel.names import linked
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp


def frame(snapshot: Snapshot[Any, State]) -> board_pb2.GameFrame:
    """The game as a room's display shows it."""
    game = opened(snapshot.state)
    still_open = game.open_stages
    made = board_pb2.GameFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=_phase(game),
        profile=game.profile,
        game_version=game.game_version,
        serial_number=game.serial_number,
        numbers=game.rules.numbers,
        rooms=game.rooms,
        calls=map(_call, on_screen(game)),
        practice=game.practice,
        stage_in_play=still_open[0].shout if still_open else "",
        count=len(game.counting),
        least_shown=game.rules.least_shown,
        session=game.session.rsplit("/", 1)[-1],
    )
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    _add_stages(made, game)
    _add_call_outs(made, game)
    _add_what_holds_it(made, game)
    _add_correction(made, game)
    return made


def linked_venues(snapshot: Snapshot[Any, State]) -> frozenset[str]:
    """The other venues in whose rooms the game is shown."""
    return linked(snapshot.name.venue, opened(snapshot.state).rooms)


def _phase(game: Game) -> board_pb2.GamePhase.ValueType:
    match game:
        case Waiting():
            return board_pb2.GAME_PHASE_WAITING
        case Ended(ending=Ending.VOID):
            return board_pb2.GAME_PHASE_VOID
        case Ended():
            return board_pb2.GAME_PHASE_ENDED
    if game.stands_still:
        return board_pb2.GAME_PHASE_HELD
    return board_pb2.GAME_PHASE_PAUSED if game.paused else board_pb2.GAME_PHASE_IN_PLAY


def _add_stages(made: board_pb2.GameFrame, game: Game) -> None:
    for each in game.stages:
        won = game.winner_of(each.stage)
        made.stages.add(
            title=each.stage.shout,
            prize=each.prize.shown if each.prize else "",
            won_on=won.position if won else 0,
            pattern=each.pattern,
        )


def _add_call_outs(made: board_pb2.GameFrame, game: Game) -> None:
    for call_out in game.call_outs:
        made.call_outs.add(
            call_out=call_out.call_out,
            room=call_out.room,
            after_position=call_out.after_position,
            status=call_out.decided.verdict.said if call_out.decided else "undecided",
        )


def _add_what_holds_it(made: board_pb2.GameFrame, game: Game) -> None:
    """Why it stands still or has ended, in words for the hall."""
    if isinstance(game, Ended):
        made.ended_because = game.reason or game.ending.name.lower()
    elif game.hold:
        made.held_because = game.hold.reason or game.hold.cause.name.lower()
    elif game.undecided:
        made.held_because = "the equipment is being looked at"
    elif game.proposals:
        made.held_because = "a correction is being made"


def _add_correction(made: board_pb2.GameFrame, game: Game) -> None:
    """The last correction that was announced, the one that waits for a second person too."""
    waiting = next((each.correction for each in game.proposals if each.correction), None)
    if waiting is not None:
        proposed = next(each for each in game.proposals if each.correction)
        made.correction.position = waiting.position
        made.correction.wrong, made.correction.right = waiting.wrong, waiting.right
        made.correction.kind = waiting.kind.name.lower()
        made.correction.at.CopyFrom(timestamp(proposed.at))
        return
    corrected = [(error.corrected_at, call, error) for call in game.calls for error in call.errors]
    last = max(corrected, key=lambda each: each[0], default=None)
    gone = game.taken_back
    if gone is not None and (last is None or last[0] <= gone.at):
        made.correction.position, made.correction.wrong = gone.position, gone.number
        made.correction.kind = "taken back"
        made.correction.at.CopyFrom(timestamp(gone.at))
    elif last is not None:
        at, call, error = last
        made.correction.position = call.position
        made.correction.wrong, made.correction.right = error.wrong, call.number
        made.correction.kind = error.kind.name.lower()
        made.correction.at.CopyFrom(timestamp(at))


@functools.lru_cache(REMEMBERED)
def _call(call: Call) -> board_pb2.FrameCall:
    return board_pb2.FrameCall(
        position=call.position,
        number=call.number,
        confirmed=call.confirmed,
        letter=call.letter,
        struck=[error.wrong for error in call.errors if error.kind is not ErrorKind.SHOWN],
        taken_back=call.taken_back,
        after_the_end=call.after_the_end,
    )
