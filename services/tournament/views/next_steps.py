"""What may or is to be done next in a tournament, whose it is, and which clause asks for it.

It decides nothing: each step's own chapter does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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

OPERATOR, DIRECTOR, CASHIER, DEALER = "operator", "tournament director", "cashier", "dealer"
DESK = "operator or tournament director"
FLOOR = "tournament director or game supervisor"
COUNTER = "operator, tournament director or cashier"


@dataclass(frozen=True, slots=True)
class NextStep:
    """Something that may or is to be done: by which RPC, whose it is, by which clause, in a
    sentence.

    `method` is empty where no one call does it, `who` where it is no one post's.
    """

    method: str
    who: str
    clause: str
    says: str


_TO_CLOSE = NextStep("CloseTournament", DESK, "TBJ-3.4", "Close the tournament.")


def next_steps(tournament: Tournament) -> tuple[NextStep, ...]:
    """The most urgent first; none once it is closed."""
    return tuple(_steps(tournament))


def _steps(tournament: Tournament) -> Iterator[NextStep]:
    if isinstance(tournament, Closed):
        return
    if isinstance(tournament, Planned):
        says = "Determine the conditions and publish them."
        yield NextStep("PublishConditions", DESK, "TBJ-3.7", says)
        return
    if isinstance(tournament, Cancelled):
        yield from _refunds(tournament, "TBJ-3.5(b)")
        yield _closing(tournament)
        return
    if not tournament.director:
        says = "Designate the tournament director."
        yield NextStep("DesignateDirector", OPERATOR, "TBJ-1.0-director", says)
    yield from _entries(tournament)
    for session in tournament.sessions:
        yield from _session(tournament, session)
    yield from _too_few_go_on(tournament)
    if isinstance(tournament, Open) and not tournament.sessions:
        yield NextStep("PlanSession", DESK, "", "Plan the sessions of the first stage.")
    if isinstance(tournament, InPlay):
        yield from _onwards(tournament)
    for dispute in tournament.disputes:
        if not dispute.ruling:
            says = f"Rule dispute {dispute.dispute}."
            yield NextStep("RuleDispute", DIRECTOR, "TBJ-1.0-director", says)


def _closing(tournament: Tournament) -> NextStep:
    left = still_held(tournament)
    return NextStep("", "", "TBJ-3.4", f"Before it is closed: {left}.") if left else _TO_CLOSE


def _entries(tournament: Tournament) -> Iterator[NextStep]:
    for status, law, what in (
        (EntryStatus.APPLIED, "TBJ-1.0-applicant", "Accept or refuse"),
        (
            EntryStatus.WAITING,
            "TBJ-3.2(e)",
            "On the waiting list, to be seated as reserves or refused:",
        ),
    ):
        players = tournament.with_status(status)
        if players:
            yield NextStep("", DESK, law, f"{what} {_listed(players)}.")
    unsigned = tuple(
        each.player
        for each in tournament.entries
        if each.status is EntryStatus.ACCEPTED and each.endorsed_at is None
    )
    if unsigned:
        says = f"To endorse the application form: {_listed(unsigned)}."
        yield NextStep("EndorseConditions", COUNTER, "TBJ-3.7", says)
    yield from _refunds(tournament, "")


def _refunds(tournament: Tournament, law: str) -> Iterator[NextStep]:
    due = tuple(each.player for each in tournament.entries if each.refund_due)
    if due:
        yield NextStep("PayRefund", CASHIER, law, f"Refunds are due to {_listed(due)}.")


def _session(tournament: Tournament, session: Session) -> Iterator[NextStep]:
    number = session.session
    match session.state:
        case SessionState.PLANNED:
            _, why = going_on(tournament, session.stage)
            if why:
                yield NextStep("", "", "TBJ-6.4", f"Session {number} waits: {why}.")
            else:
                says = f"Seat session {number}."
                yield NextStep("SeatSession", DESK, "TBJ-3.3(c)(i)", says)
        case SessionState.SEATED if session.director_present:
            says = f"Session {number}: start it at its time."
            yield NextStep("StartSession", DIRECTOR, "TBJ-5.4", says)
        case SessionState.SEATED:
            says = f"Session {number}: record being there, then start it at its time."
            yield NextStep("RecordPresence", DIRECTOR, "TBJ-5.1", says)
        case SessionState.STARTED if session.held:
            says = f"Session {number} is held: resume it."
            yield NextStep("ResumeSession", FLOOR, "", says)
        case SessionState.STARTED:
            left = [each.table for each in session.tables if each.result is None]
            says = f"Session {number} is in play at tables {_listed(tuple(left))}."
            yield NextStep("", DEALER, "", says)
    yield from _playoffs(tournament, session)


def _playoffs(tournament: Tournament, session: Session) -> Iterator[NextStep]:
    number = session.session
    for table in session.tables:
        tied, left_places = needed(tournament, session, table)
        under_way = any(
            each.state is not SessionState.COMPLETED
            for each in tournament.playoffs_of(number, table.table)
        )
        if tied and not under_way:
            says = (
                f"Call the play-off of table {table.table}, session {number}: players "
                f"{_listed(tied)} for {left_places} place{'s' if left_places > 1 else ''}."
            )
            law = "TBJ-6.6" if session.stage == tournament.final_stage else "TBJ-6.2"
            yield NextStep("CallPlayoff", DIRECTOR, law, says)


def _too_few_go_on(tournament: Tournament) -> Iterator[NextStep]:
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
            says = (
                f"Only {going} will go on to the {title}, and a table needs {fewest}: "
                "drop the session and seat it at more tables."
            )
            yield NextStep("DropSession", DESK, "TBJ-5.4", says)
        most = tournament.rules.table_most
        if number + 1 == tournament.final_stage and going > most:
            says = (
                f"{going} will go on to the final, and its table has room for {most}: drop the "
                "session and seat it at fewer tables."
            )
            yield NextStep("DropSession", DESK, "TBJ-5.4", says)


def _onwards(tournament: Tournament) -> Iterator[NextStep]:
    for stage in range(2, tournament.final_stage + 1):
        planned = any(each.state is not SessionState.VOID for each in tournament.of_stage(stage))
        players, why = going_on(tournament, stage)
        if not planned and not why and players:
            says = f"Plan a session of the {tournament.stage(stage).title}: {_listed(players)}."
            yield NextStep("PlanSession", DESK, "TBJ-6.4", says)
    if tournament.placings_confirmed:
        yield _closing(tournament)
    elif (places := places_of(tournament)).placings and not places.tied:
        yield NextStep("ConfirmPlacings", DIRECTOR, "TBJ-6.5", "Confirm the placings.")


def _listed(numbers: frozenset[int] | tuple[int, ...]) -> str:
    return ", ".join(map(str, sorted(numbers)))
