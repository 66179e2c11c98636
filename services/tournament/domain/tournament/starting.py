"""Starting a session: everybody in a box, the director there (3.7, 3.8, 4.3, 5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.terms import LengthUnit
from services.tournament.domain.tournament.finals import final_has_all
from services.tournament.domain.tournament.outcomes import correctable
from services.tournament.domain.tournament.parts import Session, SessionState
from services.tournament.domain.tournament.sessions import (
    not_started,
    seated_right,
    still_playing,
)
from services.tournament.domain.tournament.staff import by_the_director, session_of
from services.tournament.domain.tournament.state import InPlay, Open, State, Tournament, become

NOT_TIME_YET = Reason(
    "NOT_TIME_YET",
    "Session {session} starts {starts}, and it is not time yet.",
    "Wait, or move the session on notice to the participants.",
    clause="TBJ-3.8",
)
NOT_SEATED = Reason(
    "NOT_SEATED",
    "The players of session {session} have no tables and boxes yet.",
    "Draw the seats first.",
    clause="TBJ-5.2",
)
DIRECTOR_AWAY = Reason(
    "DIRECTOR_AWAY",
    "The director is not present at session {session}.",
    "Play waits for the director, who records being there.",
    clause="TBJ-5.1",
)
NOT_ENDORSED = Reason(
    "NOT_ENDORSED",
    "Player {player} has not endorsed the application form.",
    "The player endorses it before the tournament commences, or does not play.",
    clause="TBJ-3.7",
)
TABLES_NOT_READY = Reason(
    "TABLES_NOT_READY",
    "Table {table} is not ready: {lacks}.",
    "Have the dealer and the game supervisor make it ready, then start the session.",
    clause="TBJ-4.3",
)


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a table, as its record stood at `version`, lacks for a start; nothing when empty."""

    table: int
    version: int
    lacks: str


@dataclass(frozen=True, slots=True)
class StartSession:
    """Begin play at all tables of a session."""

    session: int
    tables: tuple[Readiness, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionStarted:
    """Play has begun; a timed session is over at `ends_at`."""

    session: int
    tables: tuple[int, ...]
    ends_at: datetime | None
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TablesClosed:
    """Play rests on these tables' tallies now: nothing is corrected at them any more."""

    session: int
    tables: tuple[int, ...]
    at: datetime


@clause("TBJ-5.1", "TBJ-5.2", "TBJ-3.7", "TBJ-3.8", "TBJ-4.3")
def start_session(
    command: StartSession, tournament: Open | InPlay
) -> Decision[SessionStarted | TablesClosed]:
    """Play begins with everybody in a box, chips in hand, the form endorsed, the director there."""
    by_the_director(tournament, command.by)
    still_playing(tournament)
    session = not_started(tournament, command.session)
    if session.state is not SessionState.SEATED:
        raise NOT_SEATED(session=session.session)
    if command.at < session.starts_at:
        starts = f"{session.starts_at:%Y-%m-%d %H:%M:%S} UTC"
        raise NOT_TIME_YET(session=session.session, starts=starts)
    if not session.director_present:
        raise DIRECTOR_AWAY(session=session.session)
    for table in session.tables:
        seated_right(tournament, session, table.table, len(table.seats))
    final_has_all(tournament, session, session.players)
    for player in session.players:
        entry = tournament.entry(player)
        if entry is None or entry.endorsed_at is None:
            raise NOT_ENDORSED(player=player)
    for each in command.tables:
        if each.lacks:
            raise TABLES_NOT_READY(table=each.table, lacks=each.lacks.rstrip("."))
    ends_at = _ends_at(session, command.at)
    started = SessionStarted(
        session.session, session.table_numbers, ends_at, command.by, command.at
    )
    return happened(started, *closing(tournament, session_started(tournament, started), command.at))


def session_started(tournament: Open | InPlay, event: SessionStarted) -> InPlay:
    """The tournament is in play."""
    session = session_of(tournament, event.session)
    started = replace(session, state=SessionState.STARTED, started_at=event.at)
    return become(InPlay, tournament.with_session(started))


def closing(before: Tournament, after: Tournament, at: datetime) -> Iterator[TablesClosed]:
    """The tables whose tallies could be corrected before, and cannot be after."""
    for session in before.sessions:
        tables = tuple(
            each.table
            for each in session.tables
            if each.result is not None
            and correctable(before, session.session, each.table)
            and not correctable(after, session.session, each.table)
        )
        if tables:
            yield TablesClosed(session.session, tables, at)


def tables_closed(tournament: State, event: TablesClosed) -> State:
    """It follows from what else happened, and is for the tables to know."""
    return tournament


def _ends_at(session: Session, at: datetime) -> datetime | None:
    length = session.tables[0].terms.length
    if length.unit is not LengthUnit.MINUTES:
        return None
    return at + timedelta(minutes=length.count)
