"""The session's clock: an instant, not ticks; holds that move it (rule 1.0, session (b)).

What counts is the instant in the state. Whoever comes after it, a timer or a person, finds the
session as it was then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.kernel.law import Decision, Due, Reason, clause, happened
from services.tournament.domain.table.reasons import said
from services.tournament.domain.table.shuffling import after_vacancy
from services.tournament.domain.table.state import (
    Dealt,
    Hold,
    HoldCause,
    InSession,
    Live,
    Over,
    Seated,
    SessionEnding,
    State,
    Wagering,
)

HELD_BEFORE = Reason(
    "HELD_BEFORE",
    "The table is held already, since {since}.",
    "Nothing has been changed; resume it when play can go on.",
)
TABLE_NOT_HELD = Reason(
    "TABLE_NOT_HELD",
    "The table is not held.",
    "Go on with play; nothing has been changed.",
)
SESSION_HELD_TOO = Reason(
    "SESSION_HELD_TOO",
    "The whole session is held, not this table alone.",
    "The director resumes the session for all its tables.",
)

MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class HoldTable:
    """Play and clock stand still: an alarm, the power, a dispute.

    `vacated`: everybody leaves the table. `whole_session` is the tournament's hold of all tables.
    """

    cause: HoldCause
    reason: str
    vacated: bool
    whole_session: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResumeTable:
    """Play and clock go on."""

    reason: str
    whole_session: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallTime:
    """The instant has come at which a timed session is over."""

    at: datetime


@dataclass(frozen=True, slots=True)
class TableHeld:
    """Play and clock stand; `left` microseconds of a timed session are left."""

    cause: HoldCause
    reason: str
    vacated: bool
    whole_session: bool
    left: int | None
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableResumed:
    """A hold is over; when the last one is, a timed session goes on to `ends_at`."""

    reason: str
    whole_session: bool
    ends_at: datetime | None
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TimeElapsed:
    """The time ran out at `at` in a round whose first card was out: the round is finished."""

    round: int
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionEnded:
    """The session is over at this table; wagers that lay there without a card go back."""

    ending: SessionEnding
    at: datetime


@clause("TBJ-1.0-session(b)")
def elapsed(table: State, at: datetime) -> TimeElapsed | SessionEnded | None:
    """What became of the session by the instant `at`, if its time was up by then.

    A round whose first card has left the shoe is finished; without one the session ceases at the
    instant itself, and wagers on the layout go back. By another reading, which a profile may have,
    a round on which a wager lies is played too.
    """
    if not isinstance(table, Seated | InSession) or table.ends_at is None or table.holds:
        return None
    if at < table.ends_at or (isinstance(table, InSession) and table.time_up):
        return None
    if isinstance(table, InSession) and _begun(table):
        return TimeElapsed(table.play.number, table.ends_at)
    return SessionEnded(SessionEnding.TIME, table.ends_at)


def _begun(table: InSession) -> bool:
    """Whether the round in which time is up is finished."""
    lies = table.terms.readings.wagers_played_out and bool(table.wagers)
    return isinstance(table.play, Dealt) or lies


def due(table: State) -> Iterator[Due]:
    """The end of a timed session, while its clock runs."""
    if not isinstance(table, Seated | InSession) or table.ends_at is None or table.holds:
        return
    if isinstance(table, InSession) and table.time_up:
        return
    yield Due("time", table.ends_at)


def time_elapsed(table: InSession, event: TimeElapsed) -> InSession:
    """The round that is under way is the last."""
    return replace(table, last_round=event.round)


def came_late(command: HoldTable, table: State) -> bool:
    """Whether the tournament had held the session before its time was up here.

    What it says reaches a table a moment later; if time was up in that moment, it was not.
    """
    if not isinstance(table, Over) or table.last is None or table.tallied:
        return False
    if not command.whole_session:
        return False
    return table.ending is SessionEnding.TIME and command.at < table.ended_at


def hold_table(command: HoldTable, table: Live | Over) -> Decision[TableHeld]:
    """Anybody in charge can stop play and clock, whoever started them (case T8)."""
    reason = command.reason if command.whole_session else said(command.reason)
    for hold in table.holds:
        if hold.whole_session is command.whole_session:
            raise HELD_BEFORE(since=f"{hold.since:%H:%M:%S} UTC")
    left = table.left if table.holds else _left(table, command.at)
    return happened(
        TableHeld(
            command.cause,
            reason,
            command.vacated,
            command.whole_session,
            left,
            command.by,
            command.at,
        )
    )


def table_held(table: Live | Over, event: TableHeld) -> Live:
    """The clock stands; time that was up only after that instant is not up."""
    if isinstance(table, Over):
        if table.last is None:
            raise TypeError("a session that never started was held after its end")
        table = table.last
    if isinstance(table, InSession) and event.left is not None:
        table = replace(table, last_round=0)
    hold = Hold(event.cause, event.reason, event.by, event.at, event.vacated, event.whole_session)
    stopped_at = table.stopped_at if table.holds else event.at
    return replace(table, holds=(*table.holds, hold), left=event.left, stopped_at=stopped_at)


def resume_table(command: ResumeTable, table: Live) -> Decision[TableResumed]:
    """The session ends as much later as it was held; no time of it is lost."""
    held = [hold for hold in table.holds if hold.whole_session is command.whole_session]
    if not held:
        raise (SESSION_HELD_TOO if table.holds else TABLE_NOT_HELD)()
    ends_at = table.ends_at
    if len(table.holds) == 1 and table.left is not None:
        ends_at = command.at + table.left * MICROSECOND
    return happened(
        TableResumed(command.reason.strip(), command.whole_session, ends_at, command.by, command.at)
    )


def table_resumed(table: Live, event: TableResumed) -> Live:
    """The clock runs again when nothing holds it; a table that was left is shuffled first."""
    over = [hold for hold in table.holds if hold.whole_session is event.whole_session]
    holds = tuple(hold for hold in table.holds if hold not in over)
    resumed = replace(table, holds=holds, ends_at=event.ends_at, left=table.left if holds else None)
    if not holds:
        resumed = _turn_resumed(resumed, event.at)
    if any(hold.vacated for hold in over):
        return after_vacancy(resumed)  # type: ignore[return-value]  # of the same state
    return resumed


@clause("TBJ-4.11")
def _turn_resumed(table: Live, at: datetime) -> Live:
    """Whoever had the turn has as much time for the wager as was left when play was stopped."""
    stopped, unstopped = table.stopped_at, replace(table, stopped_at=None)
    if not isinstance(unstopped, InSession) or not isinstance(unstopped.play, Wagering):
        return unstopped
    if stopped is None:
        return unstopped
    used = max(stopped - unstopped.play.turn_since, timedelta())
    return replace(unstopped, play=replace(unstopped.play, turn_since=at - used))


def _left(table: Live | Over, at: datetime) -> int | None:
    """Microseconds until the end; None without a clock, or when time was up before."""
    if table.ends_at is None or at >= table.ends_at:
        return None
    return (table.ends_at - at) // MICROSECOND
