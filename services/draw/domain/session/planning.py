"""Preparing the programme, opening the session under two signatures, and changing the programme."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import pairwise

from services.draw.domain.session.state import (
    Amendment,
    Cancelled,
    Entry,
    Open,
    Opened,
    Planned,
    Signature,
    Unknown,
)
from services.kernel.approval import Approval, Standing, stood_for
from services.kernel.law import Decision, Reason, happened
from services.kernel.persons import same_person

AHEAD = timedelta(days=31)
"""How long before its day a session may be prepared."""

SESSION_DAY = Reason(
    "SESSION_DAY",
    "A session of {day} cannot be {done} on the gaming day {today}.",
    "Begin the id with the gaming day, today's or one of the 31 after it; a session is opened on "
    "its own day.",
)
NUMBER_TWICE = Reason(
    "NUMBER_TWICE",
    "The programme names game {number} twice.",
    "Give every game of the programme a number of its own.",
)
PROGRAMME_CURRENCY = Reason(
    "PROGRAMME_CURRENCY",
    "Prizes here are paid in {currency}, but game {number} has one in {other}.",
    "Give the prizes in the venue's currency.",
)
PROGRAMME_EMPTY = Reason(
    "PROGRAMME_EMPTY",
    "Without these games nothing is left on the programme.",
    "Leave a game on it; a session that is not played on is closed.",
)
PROGRAMME_SIGNED = Reason(
    "PROGRAMME_SIGNED",
    "The programme was signed and the session opened; it is not prepared again.",
    "Amend the programme, with a reason; another person signs that as well.",
)
PREPARED_BY_SIGNER = Reason(
    "PREPARED_BY_SIGNER",
    "{person} prepared this programme and cannot sign it as well.",
    "Have another person look it through and sign it.",
    alone=True,
)
SESSION_OPENED_BEFORE = Reason(
    "SESSION_OPENED_BEFORE",
    "The session was opened before.",
    "Go on with it; nothing has been changed.",
)
GAME_OPENED_BEFORE = Reason(
    "GAME_OPENED_BEFORE",
    "Game {number} of the programme was opened before and stays as it was opened.",
    "Amend games that were not opened; put a new one on the programme under a free number.",
)
NOTHING_TO_AMEND = Reason(
    "NOTHING_TO_AMEND",
    "The amendment leaves the programme as it is: {why}.",
    "Name games that change, or numbers that are on the programme and taken out.",
)


AMENDED_BY_SIGNER = Reason(
    "AMENDED_BY_SIGNER",
    "{person} proposed this change of the programme and cannot sign it as well.",
    "Have another person look it through and sign it.",
    alone=True,
)
NO_AMENDMENT = Reason(
    "NO_AMENDMENT",
    "No change of the programme waits for a signature.",
    "Propose the change first; then another person signs it.",
)


@dataclass(frozen=True, slots=True)
class PrepareSession:
    """Prepare a session of `day`; `today` is the venue's gaming day at that moment."""

    title: str
    programme: tuple[Entry, ...]
    currency: str
    day: date
    today: date
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ChangeProgramme:
    """Prepare the programme anew."""

    title: str
    programme: tuple[Entry, ...]
    currency: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenSession:
    """Sign the programme of a session of `day`. `approvals` are of its games' profiles."""

    day: date
    today: date
    by: str
    at: datetime
    approvals: tuple[Approval, ...] = ()


@dataclass(frozen=True, slots=True)
class AmendProgramme:
    """Propose a change of the programme of an open session."""

    entries: tuple[Entry, ...]
    withdrawn: tuple[int, ...]
    reason: str
    currency: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SignAmendment:
    """Sign the change of the programme that waits."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CancelSession:
    """Give up a session that was not opened."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionPrepared:
    """A session has a programme, which nobody has signed."""

    title: str
    programme: tuple[Entry, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ProgrammeChanged:
    """It has another programme."""

    title: str
    programme: tuple[Entry, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """Another person signed the programme."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AmendmentProposed:
    """A change of the programme waits for another person's signature."""

    amendment: Amendment


@dataclass(frozen=True, slots=True)
class ProgrammeAmended:
    """Another person signed the change: the programme of the open session is amended."""

    amendment: Amendment


@dataclass(frozen=True, slots=True)
class SessionCancelled:
    """The session will not be opened."""

    reason: str
    by: str
    at: datetime


def prepare_session(command: PrepareSession, _: Unknown) -> Decision[SessionPrepared]:
    """A session is prepared for today or one of the days after it."""
    if not command.today <= command.day <= command.today + AHEAD:
        raise SESSION_DAY(day=command.day, today=command.today, done="prepared")
    programme = _in_order(command.programme, command.currency)
    return happened(SessionPrepared(command.title, programme, command.by, command.at))


def session_prepared(_: Unknown, event: SessionPrepared) -> Planned:
    """It waits for its second signature."""
    return Planned(event.title, event.programme, Signature(event.by, event.at), games=())


def change_programme(command: ChangeProgramme, _: Planned) -> Decision[ProgrammeChanged]:
    """Until another person signs, the programme is what was prepared last, by whom it was."""
    programme = _in_order(command.programme, command.currency)
    return happened(ProgrammeChanged(command.title, programme, command.by, command.at))


def programme_changed(session: Planned, event: ProgrammeChanged) -> Planned:
    """It waits for its second signature."""
    prepared = Signature(event.by, event.at)
    return replace(session, title=event.title, programme=event.programme, prepared=prepared)


def open_session(command: OpenSession, session: Planned) -> Decision[SessionOpened]:
    """A session is opened on its day, by another person than who prepared its programme, and with
    rules that two persons stand for."""
    if command.day != command.today:
        raise SESSION_DAY(day=command.day, today=command.today, done="opened")
    if same_person(command.by, session.prepared.person):
        raise PREPARED_BY_SIGNER(person=session.prepared.person)
    _stands(command.approvals, session)
    return happened(SessionOpened(command.by, command.at))


def _stands(approvals: tuple[Approval, ...], session: Planned) -> None:
    """Two persons stand for the rules of each game on the programme; there are none where it was
    decided before that was asked."""
    found = {each.profile: each for each in approvals}
    for profile in dict.fromkeys(entry.profile for entry in session.programme if found):
        stood_for(found.get(profile, Approval(Standing.NOT_PUT_FORWARD, profile, b"")))


def session_opened(session: Planned, event: SessionOpened) -> Open:
    """Its games can be opened."""
    return Open(**vars(session), opened=Signature(event.by, event.at), amendments=())


def amend_programme(command: AmendProgramme, session: Open) -> Decision[AmendmentProposed]:
    """Games that were not opened are changed, added or taken out, for a reason on record. Until
    another person signs, the change is what was proposed last."""
    entries = _in_order(command.entries, command.currency)
    amendment = Amendment(entries, command.withdrawn, command.reason, command.by, command.at)
    _can_be_amended(amendment, session)
    return happened(AmendmentProposed(amendment))


def amendment_proposed(session: Open, event: AmendmentProposed) -> Open:
    """It waits for its second signature, and the programme is as it was."""
    return replace(session, amending=event.amendment)


def sign_amendment(command: SignAmendment, session: Open) -> Decision[ProgrammeAmended]:
    """What two persons have signed is changed by two persons; looked at again, as games may have
    been opened meanwhile."""
    if session.amending is None:
        raise NO_AMENDMENT()
    if same_person(command.by, session.amending.by):
        raise AMENDED_BY_SIGNER(person=session.amending.by)
    _can_be_amended(session.amending, session)
    signed = replace(session.amending, signed=Signature(command.by, command.at))
    return happened(ProgrammeAmended(signed))


def programme_amended(session: Open, event: ProgrammeAmended) -> Open:
    """The programme is as amended."""
    programme = _amended(session.programme, event.amendment)
    amendments = (*session.amendments, event.amendment)
    return replace(session, programme=programme, amendments=amendments, amending=None)


def _can_be_amended(amendment: Amendment, session: Open) -> None:
    """It changes something, leaves games on the programme, and leaves alone what was opened."""
    entries, withdrawn = amendment.entries, amendment.withdrawn
    named = {each.number for each in entries}
    for number in (*sorted(named), *withdrawn):
        if session.opened_as(number) is not None:
            raise GAME_OPENED_BEFORE(number=number)
    for number in withdrawn:
        if session.entry(number) is None or number in named:
            raise NOTHING_TO_AMEND(why=f"game {number} cannot be taken out")
    if not withdrawn and all(session.entry(each.number) == each for each in entries):
        raise NOTHING_TO_AMEND(why="every game that it names is on it just so")
    if not _amended(session.programme, amendment):
        raise PROGRAMME_EMPTY()


def cancel_session(command: CancelSession, _: Planned) -> Decision[SessionCancelled]:
    """A session that was not opened is given up."""
    return happened(SessionCancelled(command.reason, command.by, command.at))


def session_cancelled(session: Planned, event: SessionCancelled) -> Cancelled:
    """It is over before it began."""
    return Cancelled(**vars(session), reason=event.reason)


def opened_before(session: Opened, command: ChangeProgramme | CancelSession | OpenSession) -> None:
    """Refuse what is for a session that nobody has signed."""
    if isinstance(command, ChangeProgramme):
        raise PROGRAMME_SIGNED()
    raise SESSION_OPENED_BEFORE()


def _amended(programme: tuple[Entry, ...], amendment: Amendment) -> tuple[Entry, ...]:
    gone = {each.number for each in amendment.entries} | set(amendment.withdrawn)
    kept = (each for each in programme if each.number not in gone)
    return _by_number((*kept, *amendment.entries))


def _in_order(programme: tuple[Entry, ...], currency: str) -> tuple[Entry, ...]:
    """The games by their numbers: each number once, every prize in the venue's currency."""
    ordered = _by_number(programme)
    for one, next_ in pairwise(ordered):
        if one.number == next_.number:
            raise NUMBER_TWICE(number=one.number)
    for each in ordered:
        for stage in each.stages:
            if stage.prize is not None and stage.prize.currency != currency:
                other = stage.prize.currency
                raise PROGRAMME_CURRENCY(currency=currency, number=each.number, other=other)
    return ordered


def _by_number(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda each: each.number))
