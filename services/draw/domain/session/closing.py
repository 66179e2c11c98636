"""The figures of a session, and how it is closed with them under two signatures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.words import Verdict
from services.draw.domain.session.state import (
    Closed,
    Closing,
    Figures,
    Open,
    Session,
    SessionGame,
    Signature,
)
from services.kernel.law import Decision, Reason, happened
from services.kernel.money import Money
from services.kernel.persons import same_person

GAMES_UNDER_WAY = Reason(
    "GAMES_UNDER_WAY",
    "{games} of the session {have} not ended.",
    "End the game first; a session is closed when none of its games is under way.",
)
CLOSED_BY_SIGNER = Reason(
    "CLOSED_BY_SIGNER",
    "{person} closed the session with these figures and cannot sign them as well.",
    "Have another person compare the figures and sign them.",
    alone=True,
)
NOT_CLOSED_YET = Reason(
    "NOT_CLOSED_YET",
    "Nobody has closed the session, so there are no figures to sign or take back.",
    "Close the session first; whoever closes it gives the first signature.",
)
CLOSING_ALREADY = Reason(
    "CLOSING_ALREADY",
    "{person} has closed the session; it waits for another person's signature.",
    "Have the figures signed. To go on with the session, take the closing back first.",
)


@dataclass(frozen=True, slots=True)
class CloseSession:
    """Close the session with its figures as they are."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResumeSession:
    """Take the closing back."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SignSession:
    """Sign the figures."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionCounted:
    """One person closed the session with these figures."""

    figures: Figures
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionResumed:
    """The session goes on."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionClosed:
    """Another person signed the figures."""

    by: str
    at: datetime


def figures(session: Session) -> Figures:
    """The session in figures, as its games stand; practice games stay out of every total."""
    counted = [game for game in session.games if not game.practice]
    verdicts = Counter(each.verdict for game in counted for each in game.call_outs)
    announced = {game.number for game in counted if game.announced}
    entries = [entry.number for entry in session.programme if not entry.practice]
    kept = [game for game in counted if not game.void]
    return Figures(
        played=sum(game.played for game in counted),
        void=sum(game.void for game in counted),
        practice=len(session.games) - len(counted),
        not_played=sum(number not in announced for number in entries),
        under_way=sum(game.ending is None for game in counted),
        numbers_called=sum(game.called for game in counted),
        valid=verdicts[Verdict.VALID],
        not_valid=verdicts[Verdict.NOT_VALID],
        out_of_time=verdicts[Verdict.OUT_OF_TIME],
        voided=verdicts[Verdict.VOIDED],
        undecided=verdicts[None],
        corrections=sum(game.corrections for game in counted),
        irregularities=sum(game.irregularities for game in counted),
        stages_won=sum(len(game.won) for game in kept),
        prizes_announced=_prizes(kept),
    )


def close_session(command: CloseSession, session: Open) -> Decision[SessionCounted]:
    """When none of its games is under way, practice games included, one person closes it."""
    waiting = [game.game.rpartition("/")[2] for game in session.under_way]
    if waiting:
        have = "has" if len(waiting) == 1 else "have"
        raise GAMES_UNDER_WAY(games=", ".join(waiting), have=have)
    return happened(SessionCounted(figures(session), command.by, command.at))


def session_counted(session: Open, event: SessionCounted) -> Closing:
    """It waits for the second signature; a change of the programme that nobody signed is gone."""
    closed = Signature(event.by, event.at)
    kept = {**vars(session), "amending": None}
    return Closing(**kept, closed=closed, figures=event.figures)


def resume_session(command: ResumeSession, _: Closing) -> Decision[SessionResumed]:
    """A closing that nobody else has signed is taken back, for a reason on record."""
    return happened(SessionResumed(command.reason, command.by, command.at))


def session_resumed(session: Closing, _: SessionResumed) -> Open:
    """The first signature is gone."""
    return session.again()


def sign_session(command: SignSession, session: Closing) -> Decision[SessionClosed]:
    """The figures are signed by another person than who closed the session with them."""
    if same_person(command.by, session.closed.person):
        raise CLOSED_BY_SIGNER(person=session.closed.person)
    return happened(SessionClosed(command.by, command.at))


def session_closed(session: Closing, event: SessionClosed) -> Closed:
    """The figures are what two persons have signed."""
    return Closed(**vars(session), signed=Signature(event.by, event.at))


def _prizes(games: Sequence[SessionGame]) -> tuple[Money, ...]:
    """What was announced, one amount for each currency, in the order of its letters."""
    totals: dict[str, Money] = {}
    for game in games:
        for each in game.prizes:
            if each.prize is not None:
                currency = each.prize.currency
                totals[currency] = totals.get(currency, Money(currency, 0)) + each.prize
    return tuple(totals[currency] for currency in sorted(totals))
