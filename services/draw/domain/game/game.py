"""The game as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from typing import assert_never

from services.draw.domain.game import calling, callouts, ending, opening, staff
from services.draw.domain.game.calling import (
    BallRekeyed,
    CallConfirmed,
    CallNumber,
    ConfirmCall,
    NumberCalled,
    NumberSelected,
    SelectNumber,
)
from services.draw.domain.game.callouts import (
    CallOutDecided,
    CallOutRecorded,
    DecideCallOut,
    RecordCallOut,
)
from services.draw.domain.game.ending import GAME_ENDED, EndGame, GameEnded
from services.draw.domain.game.opening import (
    ALREADY_ANNOUNCED,
    NOT_ANNOUNCED,
    AnnounceGame,
    GameAnnounced,
    GameOpened,
    OpenGame,
)
from services.draw.domain.game.staff import AssignStaff, AttemptRefused, StaffAssigned
from services.draw.domain.game.state import Ended, InPlay, State, Unopened, Waiting
from services.kernel.law import Decider, Decision, Standing, clause

Command = (
    OpenGame
    | AssignStaff
    | AnnounceGame
    | SelectNumber
    | CallNumber
    | ConfirmCall
    | RecordCallOut
    | DecideCallOut
    | EndGame
)
Event = (
    GameOpened
    | StaffAssigned
    | AttemptRefused
    | GameAnnounced
    | NumberSelected
    | BallRekeyed
    | NumberCalled
    | CallConfirmed
    | CallOutRecorded
    | CallOutDecided
    | GameEnded
)


def decide(command: Command, game: State) -> Decision[Event]:
    """What a command leads to."""
    match command, game:
        case OpenGame(), Unopened():
            return opening.open_game(command, game)
        case RecordCallOut(), Waiting() | InPlay() | Ended():
            return callouts.record_call_out(command, game)
        case DecideCallOut(), Waiting() | InPlay() | Ended():
            return callouts.decide_call_out(command, game)
        case _, Ended():
            raise GAME_ENDED()
        case AssignStaff(), Waiting() | InPlay():
            return staff.assign_staff(command, game)
        case AnnounceGame(), Waiting():
            return opening.announce_game(command, game)
        case AnnounceGame(), InPlay():
            raise ALREADY_ANNOUNCED()
        case SelectNumber() | CallNumber() | ConfirmCall(), Waiting() | InPlay():
            return _call(command, game)
        case EndGame(), Waiting() | InPlay():
            return ending.end_game(command, game)
    raise TypeError(f"{type(command).__name__} does not come to a game {type(game).__name__}")


@clause("NZB-5.6(a)(i)")
def _call(command: SelectNumber | CallNumber | ConfirmCall, game: State) -> Decision[Event]:
    """No number before the game was announced to the players."""
    if not isinstance(game, InPlay):
        raise NOT_ANNOUNCED()
    match command:
        case SelectNumber():
            return calling.select_number(command, game)
        case CallNumber():
            return calling.call_number(command, game)
        case ConfirmCall():
            return calling.confirm_call(command, game)
        case _ as never:
            assert_never(never)


_FOLDS = {
    GameOpened: opening.game_opened,
    StaffAssigned: staff.staff_assigned,
    AttemptRefused: staff.attempt_refused,
    GameAnnounced: opening.game_announced,
    NumberSelected: calling.number_selected,
    BallRekeyed: calling.ball_rekeyed,
    NumberCalled: calling.number_called,
    CallConfirmed: calling.call_confirmed,
    CallOutRecorded: callouts.call_out_recorded,
    CallOutDecided: callouts.call_out_decided,
    GameEnded: ending.game_ended,
}


def evolve(game: State, event: Event) -> State:
    """The game after an event; checks no rule."""
    return _FOLDS[type(event)](game, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(game: State) -> Standing:
    """How the game stands in lists."""
    match game:
        case InPlay():
            return Standing.IN_PLAY
        case Ended():
            return Standing.ENDED
        case _:
            return Standing.WAITING


GAMES: Decider[Command, Event, State] = Decider(
    kind="games",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(OpenGame,),
)
