"""Play-offs: equals of one table, where a result is needed (1.0, 4.10, 6.2, 6.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.tournament.conditions_state import FurtherChips
from services.tournament.domain.tournament.outcomes import needed, table_of
from services.tournament.domain.tournament.parts import (
    FixedSeat,
    SeatDraw,
    Session,
    SessionState,
    TableOfSession,
)
from services.tournament.domain.tournament.seating import boxes_needed, seats_of, terms_of
from services.tournament.domain.tournament.seats import SeatsDrawn, TableSeated, draw_seats
from services.tournament.domain.tournament.sessions import new_session
from services.tournament.domain.tournament.staff import by_the_director
from services.tournament.domain.tournament.state import InPlay, Tournament

NO_TIE = Reason(
    "NO_TIE",
    "No play-off is needed at table {table} of session {session}.",
    "A play-off is held only between players of equal chips, and only where a result is needed.",
    clause="TBJ-1.0-playoff",
)
PLAYOFF_UNDER_WAY = Reason(
    "PLAYOFF_UNDER_WAY",
    "Session {session} is a play-off for that table and is not over.",
    "Finish it first.",
    clause="TBJ-6.2",
)


@dataclass(frozen=True, slots=True)
class CallPlayoff:
    """Hold the play-off that a table needs; `entropy` are 32 bytes for its boxes."""

    session: int
    table: int
    starts_at: datetime
    entropy: bytes
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayoffCalled:
    """A play-off settles a table of another session."""

    session: int
    stage: int
    settles_session: int
    settles_table: int
    starts_at: datetime
    by: str
    at: datetime


@clause("TBJ-1.0-playoff", "TBJ-6.2", "TBJ-6.6")
def call_playoff(
    command: CallPlayoff, tournament: InPlay
) -> Decision[PlayoffCalled | SeatsDrawn | TableSeated]:
    """Equals of one table play off where it has to be known who wins, is placed, or goes on."""
    by_the_director(tournament, command.by)
    session, table = table_of(tournament, command.session, command.table)
    for each in tournament.playoffs_of(command.session, command.table):
        if each.state is not SessionState.COMPLETED:
            raise PLAYOFF_UNDER_WAY(session=each.session)
    tied, left = needed(tournament, session, table)
    if not tied:
        raise NO_TIE(session=command.session, table=command.table)
    number = len(tournament.sessions) + 1
    called = PlayoffCalled(
        number,
        session.stage,
        session.session,
        table.table,
        command.starts_at,
        command.by,
        command.at,
    )
    draw = SeatDraw(command.entropy, tied, own_boxes(tournament, tied), 1, table.table)
    boxes = draw_seats(draw)[table.table]
    seats = seats_of(tournament, boxes, playoff_chips(tournament, session, table, tied))
    terms = terms_of(tournament, session.stage, table.table, left)
    return happened(
        called,
        SeatsDrawn(number, draw, command.by, command.at),
        TableSeated(number, table.table, seats, terms, command.starts_at, command.at),
    )


def playoff_called(tournament: InPlay, event: PlayoffCalled) -> InPlay:
    """There is a play-off."""
    settles = (event.settles_session, event.settles_table)
    session = new_session(event.session, event.stage, event.starts_at, settles)
    return replace(tournament, sessions=(*tournament.sessions, session))


def own_boxes(tournament: Tournament, tied: tuple[int, ...]) -> tuple[FixedSeat, ...]:
    """The boxes that players need; of two who need the same one the first applicant has it."""
    first: dict[int, FixedSeat] = {}
    for each in boxes_needed(tournament, tied):
        first.setdefault(each.box, each)
    return tuple(first.values())


@clause("TBJ-4.10(a)", "TBJ-4.10(b)")
def playoff_chips(
    tournament: Tournament, session: Session, table: TableOfSession, tied: tuple[int, ...]
) -> dict[int, int]:
    """What each holds as a play-off starts: an equal issue.

    After 4.10 it is the further amount, at most what the session started with; by the conditions
    it replaces what is held or adds to it.
    """
    playoffs = tournament.conditions.playoffs
    if playoffs is None:
        raise TypeError("the published conditions have no play-offs")
    last = ([*tournament.playoffs_of(session.session, table.table)] or [session])[-1]
    at = last.table(table.table)
    result = at.result if at else None
    if at is None or result is None or not set(tied) <= set(result.remaining):
        return dict.fromkeys(tied, playoffs.chips)
    started = min(seat.chips for seat in at.seats)
    further = min(playoffs.further, started)
    adds = tournament.readings.further_chips is FurtherChips.ADD
    return {p: further + ((result.chips_of(p) or 0) if adds else 0) for p in tied}
