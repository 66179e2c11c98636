"""The game as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from services.draw.domain.game import (
    announcing,
    approving,
    calling,
    callouts,
    checks,
    corrections,
    deciding,
    displaying,
    ending,
    handcalls,
    holding,
    irregularities,
    opening,
    proposals,
    remedies,
    restarting,
    sales,
    selecting,
    settling,
    showing,
    staff,
    taking_back,
    voiding,
    winners,
)
from services.draw.domain.game.announcing import (
    NOT_ANNOUNCED,
    AnnounceGame,
    GameAnnounced,
)
from services.draw.domain.game.approving import ApproveProposal
from services.draw.domain.game.calling import CallCutOff, CallNumber, CutOffCall, NumberCalled
from services.draw.domain.game.callouts import CallOutRecorded, RecordCallOut
from services.draw.domain.game.checks import (
    AttendanceRecorded,
    CheckHearing,
    EquipmentInspected,
    HearingChecked,
    InspectEquipment,
    RecordAttendance,
)
from services.draw.domain.game.corrections import CallCorrected, CorrectCall
from services.draw.domain.game.deciding import CallOutDecided, DecideCallOut
from services.draw.domain.game.displaying import CallConfirmed, ConfirmCall
from services.draw.domain.game.ending import GAME_ENDED, EndGame, GameEnded
from services.draw.domain.game.handcalls import CalledByHand, EnterHandCalls
from services.draw.domain.game.holding import GameHeld, GameResumed, HoldGame, ResumeGame
from services.draw.domain.game.irregularities import IrregularityFound, ReportIrregularity
from services.draw.domain.game.laws import under
from services.draw.domain.game.opening import GameOpened, OpenGame
from services.draw.domain.game.proposals import (
    ProposalApproved,
    ProposalRejected,
    Proposed,
    RejectProposal,
)
from services.draw.domain.game.remedies import DecideIrregularity, IrregularityDecided
from services.draw.domain.game.restarting import FollowRestart, RestartFollowed
from services.draw.domain.game.sales import RecordSalesClosed, SalesWereClosed
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected, SelectNumber
from services.draw.domain.game.settling import SettleCallOut, VerdictExamined
from services.draw.domain.game.showing import (
    CallAcknowledged,
    ConfirmedInRoom,
    ConfirmInRoom,
    GoOnWithoutRooms,
    WentOnWithoutRooms,
)
from services.draw.domain.game.staff import (
    AssignStaff,
    AttemptRefused,
    ReleaseStaff,
    StaffAssigned,
    StaffReleased,
)
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened, Waiting
from services.draw.domain.game.taking_back import (
    CallTakenBack,
    CutOffTakenBack,
    SelectionTakenBack,
    TakeBackCall,
)
from services.draw.domain.game.voiding import GameVoided, VoidGame
from services.draw.domain.game.winners import VoidWinners, WinnersVoided
from services.kernel.law import Decider, Decision, Refused, Standing, clause

Command = (
    OpenGame
    | AssignStaff
    | ReleaseStaff
    | RecordAttendance
    | CheckHearing
    | InspectEquipment
    | AnnounceGame
    | SelectNumber
    | CallNumber
    | CutOffCall
    | ConfirmCall
    | ConfirmInRoom
    | GoOnWithoutRooms
    | RecordCallOut
    | DecideCallOut
    | SettleCallOut
    | RecordSalesClosed
    | TakeBackCall
    | CorrectCall
    | VoidWinners
    | ApproveProposal
    | RejectProposal
    | HoldGame
    | ResumeGame
    | ReportIrregularity
    | DecideIrregularity
    | EnterHandCalls
    | VoidGame
    | EndGame
    | FollowRestart
)
Event = (
    GameOpened
    | StaffAssigned
    | StaffReleased
    | AttemptRefused
    | AttendanceRecorded
    | HearingChecked
    | EquipmentInspected
    | SalesWereClosed
    | GameAnnounced
    | NumberSelected
    | BallRekeyed
    | NumberCalled
    | CallCutOff
    | CallConfirmed
    | CallAcknowledged
    | ConfirmedInRoom
    | WentOnWithoutRooms
    | CallOutRecorded
    | CallOutDecided
    | VerdictExamined
    | CallTakenBack
    | CutOffTakenBack
    | SelectionTakenBack
    | CallCorrected
    | WinnersVoided
    | Proposed
    | ProposalApproved
    | ProposalRejected
    | GameHeld
    | GameResumed
    | IrregularityFound
    | IrregularityDecided
    | CalledByHand
    | GameVoided
    | GameEnded
    | RestartFollowed
)

_ANYTIME: dict[type, Any] = {
    AssignStaff: staff.assign_staff,
    RecordCallOut: callouts.record_call_out,
    DecideCallOut: deciding.decide_call_out,
    SettleCallOut: settling.settle_call_out,
    RecordSalesClosed: sales.record_sales_closed,
    ApproveProposal: approving.approve_proposal,
    RejectProposal: proposals.reject_proposal,
    FollowRestart: restarting.follow_restart,
}
"""What is decided in every opened game, also one that has ended."""
_ALSO_AFTER_THE_END: dict[type, Any] = {
    CorrectCall: corrections.correct_call,
    VoidWinners: winners.void_winners,
}
"""What puts right what players were told, whether they still play or not."""
_BEFORE_THE_END: dict[type, Any] = {
    RecordAttendance: checks.record_attendance,
    CheckHearing: checks.check_hearing,
    InspectEquipment: checks.inspect_equipment,
    ReleaseStaff: staff.release_staff,
    HoldGame: holding.hold_game,
    ResumeGame: holding.resume_game,
    EndGame: ending.end_game,
}
"""What is decided until the game has ended."""
_ANNOUNCED: dict[type, Any] = {
    SelectNumber: selecting.select_number,
    CallNumber: calling.call_number,
    CutOffCall: calling.cut_off_call,
    ConfirmCall: displaying.confirm_call,
    ConfirmInRoom: showing.confirm_in_room,
    GoOnWithoutRooms: showing.go_on_without_rooms,
    TakeBackCall: taking_back.take_back_call,
    ReportIrregularity: irregularities.report_irregularity,
    DecideIrregularity: remedies.decide_irregularity,
    EnterHandCalls: handcalls.enter_hand_calls,
    VoidGame: voiding.void_game,
}
"""What is decided in a game that was announced to the players."""


_WITH_THE_GLASS = (CallNumber, GoOnWithoutRooms, RecordCallOut, HoldGame, EndGame, VoidGame)
"""What comes with what the rooms have on their glass: the next call, a pause, the end; and what is
decided by it."""


def decide(command: Command, game: State) -> Decision[Event]:
    """What a command leads to. A refusal cites the law that the game is played by."""
    rules = command.profile.rules if isinstance(command, OpenGame) else None
    if isinstance(game, Game):
        rules = game.rules
    try:
        decision = _decide(command, game)
    except Refused as refused:
        raise (under(rules, refused) if rules else refused) from None
    if isinstance(command, _WITH_THE_GLASS) and isinstance(game, InPlay):
        decision = showing.with_the_glass(decision, command.acknowledged, game)
    if rules and decision.refusal is not None:
        return replace(decision, refusal=under(rules, decision.refusal))
    return decision


def _decide(command: Command, game: State) -> Decision[Event]:
    match command, game:
        case OpenGame(), Unopened():
            return opening.open_game(command, game)
        case AnnounceGame(), Waiting() | InPlay():
            return announcing.announce_game(command, game)
        case _, Waiting() | InPlay() | Ended():
            return _by_its_chapter(command, game)
    raise TypeError(f"{type(command).__name__} does not come to a game {type(game).__name__}")


@clause("NZB-5.6(a)(i)")
def _by_its_chapter(command: Command, game: Waiting | InPlay | Ended) -> Decision[Event]:
    """No number before the game was announced to the players, and none after its end."""
    kind = type(command)
    if kind in _ANYTIME:
        return cast(Decision[Event], _ANYTIME[kind](command, game))
    if isinstance(game, Ended):
        if kind in _ALSO_AFTER_THE_END:
            return cast(Decision[Event], _ALSO_AFTER_THE_END[kind](command, game))
        raise GAME_ENDED()
    if kind in _BEFORE_THE_END:
        return cast(Decision[Event], _BEFORE_THE_END[kind](command, game))
    announced = _ANNOUNCED | _ALSO_AFTER_THE_END
    if kind not in announced:
        raise TypeError(f"{kind.__name__} does not come to a game {type(game).__name__}")
    if not isinstance(game, InPlay):
        raise NOT_ANNOUNCED()
    return cast(Decision[Event], announced[kind](command, game))


_FOLDS: dict[type, Any] = {
    GameOpened: opening.game_opened,
    StaffAssigned: staff.staff_assigned,
    StaffReleased: staff.staff_released,
    AttemptRefused: staff.attempt_refused,
    AttendanceRecorded: checks.attendance_recorded,
    HearingChecked: checks.hearing_checked,
    EquipmentInspected: checks.equipment_inspected,
    SalesWereClosed: sales.sales_were_closed,
    GameAnnounced: announcing.game_announced,
    NumberSelected: selecting.number_selected,
    BallRekeyed: selecting.ball_rekeyed,
    NumberCalled: calling.number_called,
    CallCutOff: calling.call_cut_off,
    CallConfirmed: displaying.call_confirmed,
    CallAcknowledged: showing.call_acknowledged,
    ConfirmedInRoom: showing.confirmed_in_room,
    WentOnWithoutRooms: showing.went_on_without_rooms,
    CallOutRecorded: callouts.call_out_recorded,
    CallOutDecided: deciding.call_out_decided,
    VerdictExamined: settling.verdict_examined,
    CallTakenBack: taking_back.call_taken_back,
    CutOffTakenBack: taking_back.cut_off_taken_back,
    SelectionTakenBack: taking_back.selection_taken_back,
    CallCorrected: corrections.call_corrected,
    WinnersVoided: winners.winners_voided,
    Proposed: proposals.proposed,
    ProposalApproved: proposals.proposal_approved,
    ProposalRejected: proposals.proposal_rejected,
    GameHeld: holding.game_held,
    GameResumed: holding.game_resumed,
    IrregularityFound: irregularities.irregularity_found,
    IrregularityDecided: remedies.irregularity_decided,
    CalledByHand: handcalls.calls_by_hand,
    GameVoided: voiding.game_voided,
    GameEnded: ending.game_ended,
    RestartFollowed: restarting.restart_followed,
}


def evolve(game: State, event: Event) -> State:
    """The game after an event; checks no rule."""
    return cast(State, _FOLDS[type(event)](game, event))


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
