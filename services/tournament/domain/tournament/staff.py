"""The tournament director: designated, present during play, answering for it (1.0, 5.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import same_person
from services.tournament.domain.tournament.parts import Session, SessionState
from services.tournament.domain.tournament.state import (
    Cancelled,
    InPlay,
    Open,
    Planned,
    Tournament,
)

NOT_THE_DIRECTOR = Reason(
    "NOT_THE_DIRECTOR",
    "Only the tournament director does this; the director is {holder}.",
    "Leave it to the director, or have the operator designate another one first.",
    clause="TBJ-1.0-director",
)
NO_SUCH_SESSION = Reason(
    "NO_SUCH_SESSION",
    "The tournament has no session {session}.",
    "Look up the session's number.",
)
SESSION_OVER = Reason(
    "SESSION_OVER",
    "Session {session} is {state}.",
    "Nothing is changed in it; a result that is wrong is corrected or ruled on.",
)


@dataclass(frozen=True, slots=True)
class DesignateDirector:
    """Make a person the director."""

    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordPresence:
    """The director comes to a session, or leaves it."""

    session: int
    present: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DirectorDesignated:
    """A person answers for the conduct of the tournament."""

    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DirectorPresence:
    """The director came to a session or left it; it concerns these tables."""

    session: int
    tables: tuple[int, ...]
    present: bool
    person: str
    at: datetime


@clause("TBJ-1.0-director")
def designate_director(
    command: DesignateDirector, tournament: Planned | Open | InPlay | Cancelled
) -> Decision[DirectorDesignated | DirectorPresence]:
    """The operator designates the director; another one takes over in one step.

    Disputes of a tournament that is cancelled have to be ruled as well.
    """
    if tournament.director and same_person(tournament.director, command.person):
        return Decision()
    left = (
        DirectorPresence(each.session, each.table_numbers, False, tournament.director, command.at)
        for each in tournament.sessions
        if each.director_present
    )
    return happened(DirectorDesignated(command.person, command.at), *left)


def director_designated(
    tournament: Planned | Open | InPlay | Cancelled, event: DirectorDesignated
) -> Planned | Open | InPlay | Cancelled:
    """Somebody else answers for it from now on, and is present nowhere yet."""
    return replace(tournament, director=event.person)


@clause("TBJ-1.0-director")
def by_the_director(tournament: Tournament, person: str) -> None:
    """The director is responsible for the conduct of the tournament, and nobody else."""
    if not tournament.director or not same_person(tournament.director, person):
        raise NOT_THE_DIRECTOR(holder=tournament.director or "not designated yet")


@clause("TBJ-5.1")
def record_presence(
    command: RecordPresence, tournament: Open | InPlay
) -> Decision[DirectorPresence]:
    """Where the director is goes on record: without one present there is no play."""
    by_the_director(tournament, command.by)
    session = session_of(tournament, command.session)
    if session.state not in (SessionState.SEATED, SessionState.STARTED):
        raise SESSION_OVER(session=session.session, state=session.state.name.lower())
    if session.director_present == command.present:
        return Decision()
    return happened(
        DirectorPresence(
            session.session, session.table_numbers, command.present, command.by, command.at
        )
    )


def director_presence(tournament: Open | InPlay, event: DirectorPresence) -> Open | InPlay:
    """The director is there, or is not."""
    session = session_of(tournament, event.session)
    return tournament.with_session(replace(session, director_present=event.present))


def session_of(tournament: Tournament, number: int) -> Session:
    """The session with this number. Raises `NO_SUCH_SESSION`."""
    session = tournament.session(number)
    if session is None:
        raise NO_SUCH_SESSION(session=number)
    return session
