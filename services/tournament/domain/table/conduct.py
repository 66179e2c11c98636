"""The director at the table, and the table's sign (rules 4.5, 4.6, 5.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.table.marker import rejoined
from services.tournament.domain.table.reasons import said
from services.tournament.domain.table.state import Dealt, Finished, InSession, Live, Seated, Table
from services.tournament.domain.table.terms import Sign

NO_DIRECTOR_AT_TABLE = Reason(
    "NO_DIRECTOR_AT_TABLE",
    "The tournament director is not present, and no play goes on without.",
    "Wait for the director, who reports present for the session.",
    clause="TBJ-5.1",
)
INCREMENT_ABOVE_MINIMUM = Reason(
    "INCREMENT_ABOVE_MINIMUM",
    "The sign asks for steps of {increment}, more than its minimum of {minimum}.",
    "Choose steps of at most the table's minimum.",
    clause="TBJ-4.6",
)
LIMITS_CROSSED = Reason(
    "LIMITS_CROSSED",
    "The sign has a minimum of {minimum} and a maximum of {maximum}.",
    "Choose a minimum of at least 1 and a maximum that is not below it.",
    clause="TBJ-4.5",
)
LIMITS_TIGHTENED = Reason(
    "LIMITS_TIGHTENED",
    "During a session the {limit} of {now} cannot become {new}.",
    "Until the session is over the minimum does not go up, nor the maximum down.",
    clause="TBJ-4.5",
)
LIMITS_PUBLISHED = Reason(
    "LIMITS_PUBLISHED",
    "The conditions have a {limit} of {published}, which cannot become {new}.",
    "Widen the limits if need be; who entered counted on those that were published.",
    clause="TBJ-3.2(d)",
)
NOT_THIS_TABLES_DIRECTOR = Reason(
    "NOT_THIS_TABLES_DIRECTOR",
    "Only {holder} rules here: the director of this tournament, who is present.",
    "Leave it to that director, or have the operator designate another one first.",
    clause="TBJ-1.0-director",
)
WAGERS_LIE = Reason(
    "WAGERS_LIE",
    "Wagers of round {round} lie on the layout.",
    "Change the sign between two rounds.",
    clause="TBJ-4.5",
)


@dataclass(frozen=True, slots=True)
class ReportDirector:
    """The director `person` came, or went."""

    present: bool
    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ChangeSign:
    """Other limits on the table's sign."""

    sign: Sign
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DirectorReported:
    """The director is present, or is not."""

    present: bool
    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SignChanged:
    """The sign shows other limits from the next wager on."""

    sign: Sign
    reason: str
    by: str
    at: datetime


def report_director(command: ReportDirector, table: Table) -> Decision[DirectorReported]:
    """Who is present stands on record; play waits while nobody is."""
    person = command.person if command.present else ""
    if table.director == person:
        return Decision()
    return happened(DirectorReported(command.present, command.person, command.at))


def director_reported(table: Table, event: DirectorReported) -> Table:
    """The director is there or not."""
    return replace(table, director=event.person if event.present else "")


@clause("TBJ-5.1")
def director_is_present(table: Table) -> None:
    """The director is present while play is in progress."""
    if not table.director:
        raise NO_DIRECTOR_AT_TABLE()


@clause("TBJ-1.0-director")
def by_the_director(table: Table, person: str) -> None:
    """The tournament's own director rules, and is there to do so.

    After the session nobody needs to be there; who took over since then is known by the role.
    """
    if not isinstance(table, Finished):
        director_is_present(table)
    if table.director and table.director != person:
        raise NOT_THIS_TABLES_DIRECTOR(holder=table.director)


@clause("TBJ-4.6")
def steps_within_minimum(sign: Sign) -> None:
    """The steps that the sign asks for are no larger than its minimum."""
    if sign.increment > sign.minimum:
        raise INCREMENT_ABOVE_MINIMUM(increment=sign.increment, minimum=sign.minimum)


def lawful_sign(sign: Sign) -> None:
    """A sign that wagers can be placed by."""
    steps_within_minimum(sign)
    if not 1 <= sign.minimum <= sign.maximum:
        raise LIMITS_CROSSED(minimum=sign.minimum, maximum=sign.maximum)


@clause("TBJ-4.5")
def change_sign(command: ChangeSign, table: Live) -> Decision[SignChanged]:
    """Limits can be widened between rounds; before play what was published, at the least."""
    new, reason = command.sign, said(command.reason)
    by_the_director(table, command.by)
    lawful_sign(new)
    if isinstance(table, InSession) and (isinstance(table.play, Dealt) or table.wagers):
        raise WAGERS_LIE(round=table.play.number)
    if isinstance(table, Seated) and table.called_at is None:
        as_published(new, table.published)
    else:
        not_tightened(new, table.sign)
    if new == table.sign:
        return Decision()
    return happened(SignChanged(new, reason, command.by, command.at))


@clause("TBJ-4.5")
def not_tightened(new: Sign, now: Sign) -> None:
    """During a session the minimum does not go up, nor the maximum down."""
    if new.minimum > now.minimum:
        raise LIMITS_TIGHTENED(limit="minimum", now=now.minimum, new=new.minimum)
    if new.maximum < now.maximum:
        raise LIMITS_TIGHTENED(limit="maximum", now=now.maximum, new=new.maximum)


@clause("TBJ-3.2(d)")
def as_published(new: Sign, published: Sign) -> None:
    """The limits were determined before the tournament: a table's sign has none that are tighter.

    Chips to start with were reckoned by them, and a higher minimum could leave all players short.
    """
    if new.minimum > published.minimum:
        raise LIMITS_PUBLISHED(limit="minimum", published=published.minimum, new=new.minimum)
    if new.maximum < published.maximum:
        raise LIMITS_PUBLISHED(limit="maximum", published=published.maximum, new=new.maximum)


def sign_changed(table: Live, event: SignChanged) -> Live:
    """A lower minimum lets players wager again who were short."""
    return rejoined(replace(table, sign=event.sign), event.at)
