"""Sessions: planned, moved on notice, started, held and resumed (3.7, 3.8, 5.1, 5.2, 5.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.tournament.parts import LogKind, Session, SessionState
from services.tournament.domain.tournament.staff import (
    SESSION_OVER,
    by_the_director,
    session_of,
)
from services.tournament.domain.tournament.state import InPlay, Open, Tournament

FEWEST_IN_A_PLAYOFF = 2
"""A play-off is between two or more players (1.0)."""

NO_SUCH_STAGE = Reason(
    "NO_SUCH_STAGE",
    "The tournament has {stages} stages; there is no stage {stage}.",
    "Choose a stage of the conditions.",
)
BEFORE_ITS_BEGINNING = Reason(
    "BEFORE_ITS_BEGINNING",
    "Tournament play begins {begins}; a session cannot start before that.",
    "Choose a later time, or move the first session on notice.",
    clause="TBJ-3.8",
)
TOO_LITTLE_NOTICE = Reason(
    "TOO_LITTLE_NOTICE",
    "The participants would be warned {minutes} minutes ahead; reasonable notice is {needed}.",
    "Choose a later time, and tell the participants at once.",
    clause="TBJ-3.8",
)
TABLE_SIZE = Reason(
    "TABLE_SIZE",
    "Table {table} would have {players} players; {fewest} to {most} sit at a table.",
    "Use another number of tables, seat reserves, or move players between tables.",
    clause="TBJ-5.4",
)
PLACES_CONFIRMED = Reason(
    "PLACES_CONFIRMED",
    "The placings are confirmed and the prizes awarded.",
    "Pay the prizes; what is wrong is ruled on.",
    clause="TBJ-6.5",
)


@dataclass(frozen=True, slots=True)
class PlanSession:
    """Plan a session of a stage."""

    stage: int
    starts_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class MoveSession:
    """Start a session at another time; the participants are told in the way `how` says."""

    session: int
    starts_at: datetime
    reason: str
    how: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionPlanned:
    """A session is planned."""

    session: int
    stage: int
    starts_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionMoved:
    """A session starts at another time, and the participants were told."""

    session: int
    was: datetime
    starts_at: datetime
    reason: str
    how: str
    by: str
    at: datetime


def plan_session(command: PlanSession, tournament: Open | InPlay) -> Decision[SessionPlanned]:
    """A session belongs to a stage, and is not planned before tournament play begins."""
    still_playing(tournament)
    if not 0 < command.stage <= tournament.final_stage:
        raise NO_SUCH_STAGE(stages=tournament.final_stage, stage=command.stage)
    begins = tournament.starts_at
    if begins is not None and command.starts_at < begins:
        raise BEFORE_ITS_BEGINNING(begins=f"{begins:%Y-%m-%d %H:%M} UTC")
    number = len(tournament.sessions) + 1
    return happened(SessionPlanned(number, command.stage, command.starts_at, command.at))


def session_planned(tournament: Open | InPlay, event: SessionPlanned) -> Open | InPlay:
    """There is one more session."""
    planned = new_session(event.session, event.stage, event.starts_at)
    return replace(tournament, sessions=(*tournament.sessions, planned))


def new_session(
    number: int, stage: int, starts_at: datetime, settles: tuple[int, int] = (0, 0)
) -> Session:
    """A session as it is planned; a play-off `settles` a session and table."""
    return Session(
        number,
        stage,
        SessionState.PLANNED,
        starts_at,
        tables=(),
        settles_session=settles[0],
        settles_table=settles[1],
        draw=None,
        started_at=None,
        held=False,
        director_present=False,
    )


@clause("TBJ-3.8")
def move_session(command: MoveSession, tournament: Open | InPlay) -> Decision[SessionMoved]:
    """The director may alter a session's start, if the participants are warned in reasonable time.

    They are warned at `at`: before the earlier of the two times by as much as the profile asks.
    """
    by_the_director(tournament, command.by)
    session = not_started(tournament, command.session)
    needed = timedelta(minutes=tournament.rules.notice_minutes)
    ahead = min(session.starts_at, command.starts_at) - command.at
    if ahead < needed:
        minutes = max(ahead // timedelta(minutes=1), 0)
        raise TOO_LITTLE_NOTICE(minutes=minutes, needed=tournament.rules.notice_minutes)
    if command.starts_at == session.starts_at:
        return Decision()
    return happened(
        SessionMoved(
            command.session,
            session.starts_at,
            command.starts_at,
            command.reason,
            command.how,
            command.by,
            command.at,
        )
    )


def session_moved(tournament: Open | InPlay, event: SessionMoved) -> Open | InPlay:
    """It starts at another time, and the notice is in the director's log."""
    session = session_of(tournament, event.session)
    moved = tournament.with_session(replace(session, starts_at=event.starts_at, moved=True))
    text = f"Session {event.session} starts {event.starts_at:%Y-%m-%d %H:%M} UTC: {event.reason}"
    return moved.logged(LogKind.NOTICE, text, event.by, event.at, session.players, how=event.how)


def still_playing(tournament: Tournament) -> None:
    """Nothing is planned, seated or started once play is over. Raises `PLACES_CONFIRMED`."""
    if tournament.placings_confirmed:
        raise PLACES_CONFIRMED()


@clause("TBJ-5.4")
def seated_right(tournament: Tournament, of: Session, table: int, players: int) -> None:
    """Four to seven players start a session at a table.

    Two are enough for a play-off, and for a later stage where the director ruled so.
    """
    fewest, most = tournament.rules.table_fewest, tournament.rules.table_most
    if of.playoff or of.stage in tournament.fewer:
        fewest = FEWEST_IN_A_PLAYOFF
    if not fewest <= players <= most:
        raise TABLE_SIZE(table=table, players=players, fewest=fewest, most=most)


def not_started(tournament: Tournament, number: int) -> Session:
    """A session that has not started. Raises `SESSION_OVER`."""
    session = session_of(tournament, number)
    if session.state not in (SessionState.PLANNED, SessionState.SEATED):
        raise SESSION_OVER(session=number, state=session.state.name.lower())
    return session
