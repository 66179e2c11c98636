"""The session as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from services.draw.domain.session import closing, planning, playing
from services.draw.domain.session.closing import (
    CLOSING_ALREADY,
    NOT_CLOSED_YET,
    CloseSession,
    ResumeSession,
    SessionClosed,
    SessionCounted,
    SessionResumed,
    SignSession,
)
from services.draw.domain.session.planning import (
    AmendmentProposed,
    AmendProgramme,
    CancelSession,
    ChangeProgramme,
    OpenSession,
    PrepareSession,
    ProgrammeAmended,
    ProgrammeChanged,
    SessionCancelled,
    SessionOpened,
    SessionPrepared,
    SignAmendment,
)
from services.draw.domain.session.playing import FollowGame, GameFollowed
from services.draw.domain.session.state import (
    Cancelled,
    Closed,
    Closing,
    Open,
    Opened,
    Planned,
    State,
    Unknown,
)
from services.kernel.law import Decider, Decision, Reason, Standing

NOT_OPENED_YET = Reason(
    "NOT_OPENED_YET",
    "The session has not been opened.",
    "Have another person than who prepared its programme sign it. Until then the programme is "
    "prepared anew, and a session that is not wanted is cancelled.",
)
SESSION_ENDED = Reason(
    "SESSION_ENDED",
    "The session is {how}.",
    "Nothing more can be done in it; prepare another session.",
)

Command = (
    PrepareSession
    | ChangeProgramme
    | OpenSession
    | AmendProgramme
    | SignAmendment
    | CancelSession
    | FollowGame
    | CloseSession
    | ResumeSession
    | SignSession
)
Event = (
    SessionPrepared
    | ProgrammeChanged
    | SessionOpened
    | AmendmentProposed
    | ProgrammeAmended
    | SessionCancelled
    | GameFollowed
    | SessionCounted
    | SessionResumed
    | SessionClosed
)


def decide(command: Command, session: State) -> Decision[Event]:
    """What a command leads to."""
    match command, session:
        case PrepareSession(), Unknown():
            return planning.prepare_session(command, session)
        case FollowGame(), _:
            return playing.follow_game(command, session)
        case _, Cancelled():
            raise SESSION_ENDED(how=f"cancelled: {session.reason}")
        case _, Closed():
            raise SESSION_ENDED(how="closed under two signatures")
        case ChangeProgramme() | OpenSession() | CancelSession(), Planned() | Open() | Closing():
            return _plan(command, session)
        case AmendProgramme(), Open():
            return planning.amend_programme(command, session)
        case SignAmendment(), Open():
            return planning.sign_amendment(command, session)
        case ((AmendProgramme() | SignAmendment() | CloseSession()), Closing()):
            raise CLOSING_ALREADY(person=session.closed.person)
        case ((AmendProgramme() | SignAmendment() | CloseSession()), Planned()):
            raise NOT_OPENED_YET()
        case CloseSession(), Open():
            return closing.close_session(command, session)
        case ResumeSession(), Closing():
            return closing.resume_session(command, session)
        case SignSession(), Closing():
            return closing.sign_session(command, session)
        case ((ResumeSession() | SignSession()), Planned() | Open()):
            raise NOT_CLOSED_YET()
    raise TypeError(f"{type(command).__name__} does not come to {type(session).__name__}")


def _plan(
    command: ChangeProgramme | OpenSession | CancelSession, session: Planned | Open | Closing
) -> Decision[Event]:
    """What can be done until two persons have signed the programme."""
    if isinstance(session, Opened):
        planning.opened_before(session, command)
    match command, session:
        case ChangeProgramme(), Planned():
            return planning.change_programme(command, session)
        case OpenSession(), Planned():
            return planning.open_session(command, session)
        case CancelSession(), Planned():
            return planning.cancel_session(command, session)
    raise TypeError(f"{type(command).__name__} does not come to {type(session).__name__}")


_FOLDS = {
    SessionPrepared: planning.session_prepared,
    ProgrammeChanged: planning.programme_changed,
    SessionOpened: planning.session_opened,
    AmendmentProposed: planning.amendment_proposed,
    ProgrammeAmended: planning.programme_amended,
    SessionCancelled: planning.session_cancelled,
    GameFollowed: playing.game_followed,
    SessionCounted: closing.session_counted,
    SessionResumed: closing.session_resumed,
    SessionClosed: closing.session_closed,
}


def evolve(session: State, event: Event) -> State:
    """The session after an event; checks no rule."""
    return _FOLDS[type(event)](session, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(session: State) -> Standing:
    """How the session stands in lists."""
    match session:
        case Open() | Closing():
            return Standing.IN_PLAY
        case Closed() | Cancelled():
            return Standing.ENDED
        case _:
            return Standing.WAITING


SESSIONS: Decider[Command, Event, State] = Decider(
    kind="sessions",
    initial=Unknown(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(PrepareSession,),
    anytime=(FollowGame,),
)
