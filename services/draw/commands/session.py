"""What was given as a command of the session: pure, so that anyone can make it again."""

from __future__ import annotations

from datetime import date
from typing import Any

from eyesdown.draw.v1 import session_events_pb2, session_pb2
from eyesdown.draw.v1 import session_service_pb2 as pb
from services.draw.domain.session.closing import CloseSession, ResumeSession, SignSession
from services.draw.domain.session.planning import (
    AmendProgramme,
    CancelSession,
    ChangeProgramme,
    OpenSession,
    PrepareSession,
    SignAmendment,
)
from services.draw.domain.session.playing import FollowGame, GameNews
from services.draw.domain.session.session import Command
from services.draw.domain.session.state import Entry
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.kernel.record.profile_books import APPROVAL
from services.kernel.record.shapes import Shape

_ENTRY = Shape(Entry, session_pb2.ProgrammeEntry)
_NEWS = Shape(GameNews, session_events_pb2.GameNews)


def command(given: Given) -> Command:
    """The command to a session."""
    by, at = given.actor.person, given.at
    match given.request:
        case pb.PrepareSessionRequest() as request:
            return _prepare(given, request)
        case pb.ChangeProgrammeRequest() as request:
            currency = _facts(given).currency
            return ChangeProgramme(request.title, _entries(request.programme), currency, by, at)
        case pb.OpenSessionRequest() as request:
            day, approvals = _day(request.name.rpartition("/")[2]), _facts(given).approvals
            return OpenSession(day, _today(given), by, at, tuple(map(APPROVAL.of, approvals)))
        case pb.AmendProgrammeRequest() as request:
            return _amend(given, request)
        case pb.SignAmendmentRequest():
            return SignAmendment(by, at)
        case pb.CancelSessionRequest() as request:
            return CancelSession(request.reason, by, at)
        case pb.CloseSessionRequest():
            return CloseSession(by, at)
        case pb.ResumeSessionRequest() as request:
            return ResumeSession(request.reason, by, at)
        case pb.SignSessionRequest():
            return SignSession(by, at)
        case session_events_pb2.FollowGame() as order:
            return FollowGame(_NEWS.of(order.news))
    raise TypeError(f"{given.method} is nothing that a session is told")


def _prepare(given: Given, request: pb.PrepareSessionRequest) -> PrepareSession:
    return PrepareSession(
        title=request.title,
        programme=_entries(request.programme),
        currency=_facts(given).currency,
        day=_day(request.session_id),
        today=_today(given),
        by=given.actor.person,
        at=given.at,
    )


def _amend(given: Given, request: pb.AmendProgrammeRequest) -> AmendProgramme:
    return AmendProgramme(
        entries=_entries(request.entries),
        withdrawn=tuple(request.withdrawn),
        reason=request.reason,
        currency=_facts(given).currency,
        by=given.actor.person,
        at=given.at,
    )


def _day(session_id: str) -> date:
    return date.fromisoformat(session_id[:10])


def _today(given: Given) -> date:
    return date.fromisoformat(_facts(given).gaming_day)


def _facts(given: Given) -> session_events_pb2.SessionFacts:
    return facts_of(given, session_events_pb2.SessionFacts)


def _entries(entries: Any) -> tuple[Entry, ...]:
    return tuple(_ENTRY.of(each) for each in entries)
