"""Holding a session's clock and letting it run again: an alarm, a power cut."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.tournament.domain.tournament.parts import Session, SessionState
from services.tournament.domain.tournament.staff import session_of
from services.tournament.domain.tournament.state import InPlay, Open, Tournament

NOT_STARTED = Reason(
    "NOT_STARTED",
    "Session {session} is {state}, so its clock does not run.",
    "Only a session in play is held.",
)


@dataclass(frozen=True, slots=True)
class HoldSession:
    """Stop a session's clock."""

    session: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResumeSession:
    """Let a session's clock run again."""

    session: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionHeld:
    """The clock stands still at these tables."""

    session: int
    tables: tuple[int, ...]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionResumed:
    """The clock runs again."""

    session: int
    tables: tuple[int, ...]
    by: str
    at: datetime


def hold_session(command: HoldSession, tournament: Open | InPlay) -> Decision[SessionHeld]:
    """A session's clock stands still, at all its tables, for a reason on record."""
    session = _in_play(tournament, command.session)
    if session.held:
        return Decision()
    return happened(
        SessionHeld(session.session, session.table_numbers, command.reason, command.by, command.at)
    )


def session_held(tournament: InPlay, event: SessionHeld) -> InPlay:
    """It stands still."""
    session = session_of(tournament, event.session)
    return tournament.with_session(replace(session, held=True))


def resume_session(command: ResumeSession, tournament: Open | InPlay) -> Decision[SessionResumed]:
    """The clock runs again."""
    session = _in_play(tournament, command.session)
    if not session.held:
        return Decision()
    return happened(SessionResumed(session.session, session.table_numbers, command.by, command.at))


def session_resumed(tournament: InPlay, event: SessionResumed) -> InPlay:
    """It runs."""
    session = session_of(tournament, event.session)
    return tournament.with_session(replace(session, held=False))


def _in_play(tournament: Tournament, number: int) -> Session:
    session = session_of(tournament, number)
    if session.state is not SessionState.STARTED:
        raise NOT_STARTED(session=number, state=session.state.name.lower())
    return session
