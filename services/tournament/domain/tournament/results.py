"""Results of sessions, their corrections and rulings on them, and play-offs (6.1, 6.2, 6.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.terms import TableEnd, Tally, TallyStatus
from services.tournament.domain.tournament.advancing import settled_anew
from services.tournament.domain.tournament.leaving import (
    PlayerDisqualified,
    player_disqualified,
)
from services.tournament.domain.tournament.outcomes import (
    correctable,
    places_of,
    resting_on,
    settled_by,
    table_of,
)
from services.tournament.domain.tournament.parts import (
    EntryStatus,
    LogKind,
    Session,
    SessionState,
    TableResult,
)
from services.tournament.domain.tournament.seats import (
    SeatingVoided,
)
from services.tournament.domain.tournament.staff import session_of
from services.tournament.domain.tournament.state import InPlay, Tournament

RESULT_NOT_EXPECTED = Reason(
    "RESULT_NOT_EXPECTED",
    "Table {table} of session {session} has no game of this tournament in play.",
    "Nothing is counted from it; look up why that table was played.",
    clause="TBJ-6.1",
)
NEXT_SESSION_STARTED = Reason(
    "NEXT_SESSION_STARTED",
    "The tally of table {table} in session {session} cannot be corrected: play rests on it.",
    "The director rules on it; who is affected is listed with the ruling.",
    clause="TBJ-6.4",
)


@dataclass(frozen=True, slots=True)
class RecordTableResult:
    """A table finished a session: what it tallied."""

    session: int
    table: int
    result: TableResult
    at: datetime


@dataclass(frozen=True, slots=True)
class CorrectTableResult:
    """A table corrected its tallies; `end` and `remaining` are what they come to now."""

    session: int
    table: int
    tallies: tuple[Tally, ...]
    end: TableEnd
    remaining: tuple[int, ...]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableResultRecorded:
    """A table's result is in."""

    session: int
    table: int
    result: TableResult
    at: datetime


@dataclass(frozen=True, slots=True)
class TableResultCorrected:
    """A table's tallies were put right; `end` and `remaining` are what they come to now."""

    session: int
    table: int
    was: tuple[Tally, ...]
    tallies: tuple[Tally, ...]
    end: TableEnd
    remaining: tuple[int, ...]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class QualifiersDetermined:
    """Who goes on from a table, and who has to play off for what is left."""

    session: int
    table: int
    qualified: tuple[int, ...]
    tied: tuple[int, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionCompleted:
    """All its tables are done."""

    session: int
    at: datetime


Counted = (
    TableResultRecorded
    | TableResultCorrected
    | QualifiersDetermined
    | SessionCompleted
    | PlayerDisqualified
)


def record_table_result(command: RecordTableResult, tournament: InPlay) -> Decision[Counted]:
    """What a table tallied is the result; with the last table of it the session is over."""
    session = tournament.session(command.session)
    table = session.table(command.table) if session else None
    if session is None or table is None or session.state is not SessionState.STARTED:
        raise RESULT_NOT_EXPECTED(session=command.session, table=command.table)
    if table.result is not None:
        return Decision()
    recorded = TableResultRecorded(command.session, command.table, command.result, command.at)
    after = table_result_recorded(tournament, recorded)
    out = tuple(disqualified_there(tournament, command))
    for each in out:
        after = player_disqualified(after, each)
    now = qualifiers(after, session, command.table, command.at)
    events: list[Counted] = [recorded, *out, now]
    done = session_of(after, command.session)
    if all(each.result is not None for each in done.tables):
        events.append(SessionCompleted(command.session, command.at))
    return Decision(tuple(events))


def disqualified_there(
    tournament: InPlay, command: RecordTableResult
) -> Iterator[PlayerDisqualified]:
    """Whoever was disqualified at the table has no part in the tournament any more."""
    reason = f"at table {command.table} of session {command.session}"
    for tally in command.result.tallies:
        entry = tournament.entry(tally.player)
        here = entry is not None and entry.status is EntryStatus.ACCEPTED
        if here and tally.status is TallyStatus.DISQUALIFIED:
            yield PlayerDisqualified(tally.player, 0, 0, reason, "", command.at)


def table_result_recorded(tournament: InPlay, event: TableResultRecorded) -> InPlay:
    """The table has its result."""
    session, table = table_of(tournament, event.session, event.table)
    return tournament.with_session(session.with_table(replace(table, result=event.result)))


def qualifiers_determined(tournament: InPlay, event: QualifiersDetermined) -> InPlay:
    """Who goes on from the table is known, or who has to play off."""
    session, table = table_of(tournament, event.session, event.table)
    changed = replace(table, qualified=event.qualified, tied=event.tied)
    return tournament.with_session(session.with_table(changed))


def session_completed(tournament: InPlay, event: SessionCompleted) -> InPlay:
    """The session is over at all its tables."""
    session = session_of(tournament, event.session)
    return tournament.with_session(replace(session, state=SessionState.COMPLETED))


@clause("TBJ-6.4", "TBJ-6.1")
def correct_table_result(
    command: CorrectTableResult, tournament: InPlay
) -> Decision[Counted | SeatingVoided]:
    """Until play rests on it a tally is corrected; seats drawn on the wrong one count no more."""
    session, table = table_of(tournament, command.session, command.table)
    if table.result is None or not correctable(tournament, command.session, command.table):
        raise NEXT_SESSION_STARTED(session=command.session, table=command.table)
    corrected_to = replace(
        table.result, tallies=command.tallies, end=command.end, remaining=command.remaining
    )
    if table.result == corrected_to:
        return Decision()
    corrected = TableResultCorrected(
        command.session,
        command.table,
        table.result.tallies,
        command.tallies,
        command.end,
        command.remaining,
        command.reason,
        command.by,
        command.at,
    )
    after = table_result_corrected(tournament, corrected)
    now = qualifiers(after, session, command.table, command.at)
    settled, of = settled_by(tournament, session, command.table)
    stood = table_of(tournament, settled.session, of)[1]
    changed = (now.qualified, now.tied) != (stood.qualified, stood.tied)
    voided = _seated_on(tournament, settled, of) if changed else ()
    reason = f"the tally of table {command.table} in session {command.session} was corrected"
    return happened(
        corrected,
        now,
        *(
            SeatingVoided(s.session, s.table_numbers, reason, command.by, command.at)
            for s in voided
        ),
    )


def table_result_corrected(tournament: InPlay, event: TableResultCorrected) -> InPlay:
    """These are the tallies now, with who plays off under 4.10; the log tells what they were."""
    session, table = table_of(tournament, event.session, event.table)
    if table.result is None:
        raise TypeError(f"table {event.table} of session {event.session} has no result")
    result = replace(table.result, tallies=event.tallies, end=event.end, remaining=event.remaining)
    corrected = tournament.with_session(session.with_table(replace(table, result=result)))
    where = f"Tally of table {event.table}, session {event.session}"
    said = f"{where}: {_said(event.was)} corrected to {_said(event.tallies)}: {event.reason}"
    return corrected.logged(LogKind.RULING, said, event.by, event.at, table.players)


def qualifiers(
    tournament: InPlay, session: Session, table: int, at: datetime
) -> QualifiersDetermined:
    """Who goes on, now that there is a result: of the table that it settles, for a play-off."""
    of, number = settled_by(tournament, session, table)
    now = table_of(tournament, of.session, number)[1]
    if of.stage == tournament.final_stage:
        done = tournament.with_session(
            replace(session_of(tournament, of.session), state=SessionState.COMPLETED)
        )
        return QualifiersDetermined(of.session, number, (), places_of(done).tied, at)
    found = settled_anew(tournament, of, now)
    return QualifiersDetermined(of.session, number, found.qualified, found.tied, at)


def _said(tallies: tuple[Tally, ...]) -> str:
    return ", ".join(f"{each.player}: {each.chips}" for each in tallies)


def _seated_on(tournament: Tournament, of: Session, table: int) -> tuple[Session, ...]:
    resting = resting_on(tournament, of, table)
    return tuple(each for each in resting if each.state is SessionState.SEATED)
