"""What may or has to be done next in a tournament, for whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator

from services.tournament.domain.tournament.advancing import going_on
from services.tournament.domain.tournament.books import still_held
from services.tournament.domain.tournament.outcomes import needed, places_of
from services.tournament.domain.tournament.parts import EntryStatus, Session, SessionState
from services.tournament.domain.tournament.state import (
    Cancelled,
    Closed,
    InPlay,
    Open,
    Planned,
    Tournament,
)


def next_steps(tournament: Tournament) -> tuple[str, ...]:
    """Sentences, the most urgent first; none once it is closed."""
    return tuple(_steps(tournament))


def _steps(tournament: Tournament) -> Iterator[str]:
    if isinstance(tournament, Closed):
        return
    if isinstance(tournament, Planned):
        yield "Determine the conditions and publish them."
        return
    if isinstance(tournament, Cancelled):
        left = still_held(tournament)
        yield f"Before it is closed: {left}." if left else "Close the tournament."
        return
    if not tournament.director:
        yield "Designate the tournament director."
    yield from _entries(tournament)
    for session in tournament.sessions:
        yield from _session(tournament, session)
    yield from _too_few_go_on(tournament)
    if isinstance(tournament, Open) and not tournament.sessions:
        yield "Plan the sessions of the first stage."
    if isinstance(tournament, InPlay):
        yield from _onwards(tournament)
    for dispute in tournament.disputes:
        if not dispute.ruling:
            yield f"Rule dispute {dispute.dispute}."


def _entries(tournament: Tournament) -> Iterator[str]:
    for status, what in (
        (EntryStatus.APPLIED, "Accept or refuse"),
        (EntryStatus.WAITING, "On the waiting list, to be seated as reserves or refused:"),
    ):
        players = tournament.with_status(status)
        if players:
            yield f"{what} {_listed(players)}."
    unsigned = tuple(
        each.player
        for each in tournament.entries
        if each.status is EntryStatus.ACCEPTED and each.endorsed_at is None
    )
    if unsigned:
        yield f"To endorse the application form: {_listed(unsigned)}."
    due = tuple(each.player for each in tournament.entries if each.refund_due)
    if due:
        yield f"Refunds are due to {_listed(due)}."


def _session(tournament: Tournament, session: Session) -> Iterator[str]:
    number = session.session
    match session.state:
        case SessionState.PLANNED:
            _, why = going_on(tournament, session.stage)
            yield f"Session {number} waits: {why}." if why else f"Seat session {number}."
        case SessionState.SEATED:
            here = "" if session.director_present else "the director records being there, then "
            yield f"Session {number}: {here}start it at its time."
        case SessionState.STARTED if session.held:
            yield f"Session {number} is held: resume it."
        case SessionState.STARTED:
            left = [each.table for each in session.tables if each.result is None]
            yield f"Session {number} is in play at tables {_listed(tuple(left))}."
    for table in session.tables:
        tied, left_places = needed(tournament, session, table)
        under_way = any(
            each.state is not SessionState.COMPLETED
            for each in tournament.playoffs_of(number, table.table)
        )
        if tied and not under_way:
            yield (
                f"Call the play-off of table {table.table}, session {number}: players "
                f"{_listed(tied)} for {left_places} place{'s' if left_places > 1 else ''}."
            )


def _too_few_go_on(tournament: Tournament) -> Iterator[str]:
    """Told while seats can still be drawn anew: a stage needs four players, the final's table has
    no more than seven boxes."""
    for number in range(1, tournament.final_stage):
        sessions = [
            each for each in tournament.of_stage(number) if each.state is not SessionState.VOID
        ]
        seated = {player for each in sessions for player in each.players}
        open_yet = any(each.state is SessionState.SEATED for each in sessions)
        if not open_yet or seated < going_on(tournament, number)[0]:
            continue
        going = sum(len(each.tables) for each in sessions) * tournament.stage(number).advance
        fewest = tournament.rules.table_fewest
        if going < fewest:
            title = tournament.stage(number + 1).title
            yield (
                f"Only {going} will go on to the {title}, and a table needs {fewest}: "
                "drop the session and seat it at more tables."
            )
        most = tournament.rules.table_most
        if number + 1 == tournament.final_stage and going > most:
            yield (
                f"{going} will go on to the final, and its table has room for {most}: drop the "
                "session and seat it at fewer tables."
            )


def _onwards(tournament: Tournament) -> Iterator[str]:
    for stage in range(2, tournament.final_stage + 1):
        planned = any(each.state is not SessionState.VOID for each in tournament.of_stage(stage))
        players, why = going_on(tournament, stage)
        if not planned and not why and players:
            yield f"Plan a session of the {tournament.stage(stage).title}: {_listed(players)}."
    if tournament.placings_confirmed:
        left = still_held(tournament)
        yield f"Before it is closed: {left}." if left else "Close the tournament."
    elif (places := places_of(tournament)).placings and not places.tied:
        yield "Confirm the placings."


def _listed(numbers: frozenset[int] | tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(numbers)))
