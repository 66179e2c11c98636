"""How results stand: whose they are, what rests on them, who has to play off (6.2, 6.4, 6.5)."""

from __future__ import annotations

from collections.abc import Iterator

from services.kernel.law import clause
from services.tournament.domain.tournament.advancing import Scores, played, settled_anew
from services.tournament.domain.tournament.parts import Session, SessionState, TableOfSession
from services.tournament.domain.tournament.placing import Places, find_places
from services.tournament.domain.tournament.seating import NO_SUCH_TABLE
from services.tournament.domain.tournament.staff import session_of
from services.tournament.domain.tournament.state import InPlay, Tournament

STARTED = (SessionState.STARTED, SessionState.COMPLETED)


def table_of(tournament: Tournament, session: int, table: int) -> tuple[Session, TableOfSession]:
    """A session and one of its tables. Raises `NO_SUCH_SESSION` and `NO_SUCH_TABLE`."""
    of = session_of(tournament, session)
    found = of.table(table)
    if found is None:
        raise NO_SUCH_TABLE(session=session, table=table)
    return of, found


def settled_by(tournament: Tournament, session: Session, table: int) -> tuple[Session, int]:
    """The session and table that a result settles: its own, or what a play-off is held for."""
    if not session.playoff:
        return session, table
    return session_of(tournament, session.settles_session), session.settles_table


@clause("TBJ-6.4")
def correctable(tournament: Tournament, session: int, table: int) -> bool:
    """Whether a tally can still be corrected: no session that rests on it has started.

    Nor can it be once placings were confirmed after it, even if these are open again.
    """
    if not isinstance(tournament, InPlay) or session <= tournament.closed_through:
        return False
    of = tournament.session(session)
    if of is None or of.table(table) is None:
        return False
    return not any(each.state in STARTED for each in resting_on(tournament, of, table))


def resting_on(tournament: Tournament, of: Session, table: int) -> Iterator[Session]:
    """The sessions that rest on a table's result: later play-offs for it, and the next stage."""
    settled, number = settled_by(tournament, of, table)
    for each in tournament.playoffs_of(settled.session, number):
        if each.session > of.session:
            yield each
    for each in tournament.of_stage(of.stage + 1):
        if each.state is not SessionState.VOID:
            yield each


def needed(
    tournament: Tournament, session: Session, table: TableOfSession
) -> tuple[tuple[int, ...], int]:
    """Who has to play off at a table, and for how many places; nobody where it is settled."""
    if table.result is None or session.playoff:
        return (), 0
    if session.stage == tournament.final_stage:
        return places_of(tournament).tied, 1
    found = settled_anew(tournament, session, table)
    return found.tied, found.left


def places_of(tournament: Tournament) -> Places:
    """The places as they stand by the final and its play-offs."""
    for session in tournament.of_stage(tournament.final_stage):
        if session.state is SessionState.COMPLETED:
            table = session.tables[0]
            if table.result is not None:
                scores = Scores.of(table.result, tournament.out)
                playoffs = played(tournament, session, table)
                provided = len(tournament.conditions.prizes)
                return find_places(scores, playoffs, provided, tournament.readings)
    return Places(())
