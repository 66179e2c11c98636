"""Players call out, and the supervisor decides (rules 5.3, 5.7(c), 5.10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.staff import AttemptRefused, not_supervising
from services.draw.domain.game.state import (
    CallOut,
    Cry,
    Decided,
    Ended,
    Game,
    InPlay,
    Stage,
    StageWon,
    Verdict,
    Waiting,
)
from services.kernel.law import Decision, Reason, clause, happened

Opened = Waiting | InPlay | Ended

ROOM_NOT_IN_GAME = Reason(
    "ROOM_NOT_IN_GAME",
    "This game is not played in the room {room}, so this call out belongs to another game.",
    "Enter it for the room in which it was heard; this game is played in {rooms}.",
)
NO_SUCH_CALL_OUT = Reason(
    "NO_SUCH_CALL_OUT",
    "There is no call out {call_out} in this game.",
    "Take the number of the call out from the board.",
)
CALL_OUT_DECIDED = Reason(
    "CALL_OUT_DECIDED",
    "Call out {call_out} was decided before: {verdict}.",
    "The decision stands; nothing has been changed.",
    clause="NZB-5.7(c)",
)
STAGE_NEEDED = Reason(
    "STAGE_NEEDED",
    "Decision and stages do not fit: a valid call out wins one stage or more, any other none.",
    "Name every stage that the number completed with a valid call out, and none with any other.",
)
STAGE_NOT_PLAYED = Reason(
    "STAGE_NOT_PLAYED",
    "This game is not played for a {stage}.",
    "Name a stage of this game.",
    clause="NZB-5.2",
)
NOT_A_CALL_OUT = Reason(
    "NOT_A_CALL_OUT",
    "Another person made a noise for the player; on a player's behalf only the word "
    '"line" or "bingo" is a call out.',
    "Decide it as not valid; the player goes on playing.",
    clause="NZB-5.3",
)
NOTHING_TO_WIN_ON = Reason(
    "NOTHING_TO_WIN_ON",
    "The call out answers no announcement of this game, so nothing can have been won on it.",
    "Decide it as not valid.",
    clause="NZB-5.7(c)(iii)",
)
CALL_NOT_FINISHED = Reason(
    "CALL_NOT_FINISHED",
    "The call out answers call {position}, which is drawn and not on record as announced.",
    "The caller announces it on record; then decide the call out.",
    clause="NZB-5.7(c)(iii)",
)
STAGE_ALREADY_WON = Reason(
    "STAGE_ALREADY_WON",
    "The {stage} was won on call {position}; this call out answers call {answers}.",
    "Only call outs after the same announcement share a prize: decide it as not valid.",
    clause="NZB-5.7(c)(iii)",
)
EARLIER_THAN_THE_WINNER = Reason(
    "EARLIER_THAN_THE_WINNER",
    "This call out answers call {answers}, before the {stage} was won on call {position}.",
    "Pay nothing for the {stage} yet and fetch the game manager: a winner on record cannot be "
    "voided here. To let play go on, decide this one as not valid and keep the claim on paper.",
    clause="NZB-5.10",
)
RULING_NEEDED = Reason(
    "RULING_NEEDED",
    "The next number had been announced when this call out was entered.",
    "Rule whether it was made in time in the hall; otherwise decide it as out of time.",
    clause="NZB-5.10",
)
NOT_LATE = Reason(
    "NOT_LATE",
    "The call out was entered before the next number was announced, so it is in time.",
    "Decide whether the card is valid.",
    clause="NZB-5.10",
)
RULED_BOTH_WAYS = Reason(
    "RULED_BOTH_WAYS",
    "Call out {call_out} was ruled to be in time and decided as out of time.",
    "Rule one way: in time, and decide whether the card is valid; or out of time.",
    clause="NZB-5.10",
)
GAME_OVER = Reason(
    "GAME_OVER",
    "The game has ended, and this call out is for call {answers}, not for the last, {last}.",
    "If it was late in the hall too, decide it as out of time. If not, leave it undecided: after "
    "the end only a call out for the last call can be made valid here.",
)


@dataclass(frozen=True, slots=True)
class RecordCallOut:
    """Somebody heard a player call out. `player` is a reference, or empty."""

    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime | None
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DecideCallOut:
    """The supervisor's decision, made without the verify service.

    A valid call out stands for all of `stages`: those that the number completed (assumed: the law
    does not say whether it stands for more than one).
    """

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    ruled_in_time: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallOutRecorded:
    """A player called out."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    entered_at: datetime
    entered_by: str
    late: bool
    outside_play: bool


@dataclass(frozen=True, slots=True)
class CallOutDecided:
    """A call out was decided."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    unverified: bool
    by: str
    at: datetime
    ruled_in_time: bool


@clause("NZB-5.3")
def is_call_out(cry: Cry, on_behalf: bool) -> bool:
    """Whether it is a call out at all: a player's own word or noise, or another person's word."""
    return not on_behalf or cry in (Cry.LINE, Cry.BINGO)


@clause("NZB-5.3")
def record_call_out(command: RecordCallOut, game: Opened) -> Decision[CallOutRecorded]:
    """Recorded whatever the state of the game, and play in a running game pauses.

    It is kept apart when it was heard and when it was entered. The number that is drawn may be
    spoken before it is keyed: a call out can answer it, and the caller then finishes that call. One
    for any later call answers the last one; the request as it was entered stands beside it.
    """
    if command.room not in game.rooms:
        raise ROOM_NOT_IN_GAME(room=command.room, rooms=", ".join(game.rooms))
    announced = len(game.calls)
    spoken = isinstance(game, InPlay) and game.selected is not None
    answers = min(command.after_position, announced + spoken)
    return happened(
        CallOutRecorded(
            call_out=len(game.call_outs) + 1,
            room=command.room,
            after_position=answers,
            cry=command.cry,
            on_behalf=command.on_behalf,
            player=command.player,
            heard_at=min(command.heard_at or command.at, command.at),
            entered_at=command.at,
            entered_by=command.by,
            late=answers < announced,
            outside_play=not isinstance(game, InPlay),
        )
    )


def call_out_recorded(game: Opened, event: CallOutRecorded) -> Opened:
    """The call out waits for its decision."""
    call_out = CallOut(
        event.call_out,
        event.room,
        event.after_position,
        event.cry,
        event.on_behalf,
        event.player,
        event.heard_at,
        event.entered_at,
        event.entered_by,
        event.late,
        event.outside_play,
    )
    return replace(game, call_outs=(*game.call_outs, call_out))


def decide_call_out(
    command: DecideCallOut, game: Opened
) -> Decision[CallOutDecided | AttemptRefused]:
    """The supervisor's decision is marked unverified: the card is examined later."""
    refused = not_supervising(game, command.by, "NZB-5.7(c)")
    if refused:
        return refused
    call_out = _undecided(command.call_out, game)
    _makes_sense(command, call_out)
    if command.stages:
        _may_win(command, call_out, game)
    return happened(
        CallOutDecided(
            call_out=command.call_out,
            verdict=command.verdict,
            stages=tuple(each.stage for each in game.stages if each.stage in command.stages),
            unverified=True,
            by=command.by,
            at=command.at,
            ruled_in_time=command.ruled_in_time and call_out.late,
        )
    )


def call_out_decided(game: Opened, event: CallOutDecided) -> Opened:
    """The call out is decided; a valid one wins its stages or shares them."""
    call_out = game.call_outs[event.call_out - 1]
    decided = Decided(
        event.verdict, event.stages, event.unverified, event.by, event.at, event.ruled_in_time
    )
    game = replace(game, call_outs=game.with_call_out(replace(call_out, decided=decided)))
    for stage in event.stages:
        won = game.winner_of(stage) or StageWon(stage, call_out.after_position, ())
        shared = replace(won, call_outs=(*won.call_outs, event.call_out))
        others = tuple(each for each in game.won if each.stage is not stage)
        game = replace(game, won=(*others, shared))
    return game


def _undecided(number: int, game: Game) -> CallOut:
    call_out = next((each for each in game.call_outs if each.call_out == number), None)
    if call_out is None:
        raise NO_SUCH_CALL_OUT(call_out=number)
    if call_out.decided is not None:
        verdict = call_out.decided.verdict.name.lower().replace("_", " ")
        raise CALL_OUT_DECIDED(call_out=number, verdict=verdict)
    return call_out


def _makes_sense(command: DecideCallOut, call_out: CallOut) -> None:
    if (command.verdict is Verdict.VALID) != bool(command.stages):
        raise STAGE_NEEDED()
    if command.verdict is not Verdict.OUT_OF_TIME:
        return
    if command.ruled_in_time:
        raise RULED_BOTH_WAYS(call_out=command.call_out)
    if not (call_out.late or call_out.outside_play):
        raise NOT_LATE()


def _may_win(command: DecideCallOut, call_out: CallOut, game: Game) -> None:
    """Whoever called out after the announcement that completed a stage wins or shares it (5.4).

    The end of a game announces no further number, so it cuts off nobody who answers the last one.
    """
    for stage in command.stages:
        if stage not in {each.stage for each in game.stages}:
            raise STAGE_NOT_PLAYED(stage=stage.shout)
    if not is_call_out(call_out.cry, call_out.on_behalf):
        raise NOT_A_CALL_OUT()
    if call_out.after_position == 0:
        raise NOTHING_TO_WIN_ON()
    if call_out.after_position > len(game.calls):
        raise CALL_NOT_FINISHED(position=call_out.after_position)
    if call_out.late and isinstance(game, Ended):
        raise GAME_OVER(last=len(game.calls), answers=call_out.after_position)
    if call_out.late and not command.ruled_in_time:
        raise RULING_NEEDED()
    for stage in command.stages:
        won = game.winner_of(stage)
        if won is None or won.position == call_out.after_position:
            continue
        earlier = call_out.after_position < won.position
        reason = EARLIER_THAN_THE_WINNER if earlier else STAGE_ALREADY_WON
        raise reason(stage=stage.shout, position=won.position, answers=call_out.after_position)
