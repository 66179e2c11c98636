"""What was given as a command of a tournament: pure, so that anyone can make it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import terms_pb2, tournament_events_pb2, tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as pb
from services.kernel.admission import Check
from services.kernel.money import Money
from services.kernel.record.approvals import approval_of
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.making import by_request, facts_of, under_profile
from services.kernel.record.shapes import Shape, instant
from services.tournament.domain.profile import TournamentProfile
from services.tournament.domain.terms import TableEnd, Tally
from services.tournament.domain.tournament import (
    books,
    checked,
    conditions,
    entries,
    extraordinary,
    goods,
    holding,
    leaving,
    log,
    playoffs,
    prizes,
    results,
    rulings,
    seating,
    sessions,
    staff,
    starting,
)
from services.tournament.domain.tournament.conditions_state import Conditions
from services.tournament.domain.tournament.parts import (
    Cancelling,
    FixedSeat,
    FrozenRecord,
    Kind,
    TableResult,
)
from services.tournament.domain.tournament.tournament import Command

_CONDITIONS = Shape(Conditions, tournament_pb2.Conditions)
_FIXED = Shape(FixedSeat, tournament_pb2.FixedSeat)
_RESULT = Shape(TableResult, tournament_pb2.TableResult)
_TALLY = Shape(Tally, terms_pb2.Tally)
_RECORD = Shape(FrozenRecord, tournament_pb2.FrozenRecord)
_CHECKED = Shape(checked.PlayerChecked, tournament_events_pb2.PlayerChecked)
_READINESS = Shape(starting.Readiness, tournament_events_pb2.TableReadiness)

ProfileOf = Callable[[ProfileRef], TournamentProfile]


def maker(profile_of: ProfileOf) -> Callable[[Given], Command]:
    """How commands are made; `profile_of` finds a profile by id and hash."""
    return under_profile(pb.PlanTournamentRequest, profile_of, _plan, command)


def _plan(given: Given, request: pb.PlanTournamentRequest, profile: TournamentProfile) -> Command:
    facts = _facts(given)
    commencement = instant(facts.commencement) if facts.HasField("commencement") else None
    return conditions.PlanTournament(
        profile=profile.id,
        rules=profile.rules,
        conditions=_CONDITIONS.of(request.conditions),
        currency=facts.currency,
        time_zone=facts.time_zone,
        commencement=commencement,
        approved=facts.approved,
        at=given.at,
        approval=approval_of(given),
    )


def _apply(given: Given, request: pb.ApplyRequest) -> Command:
    fee = money(request.fee) if request.HasField("fee") else None
    return entries.Apply(
        request.applicant,
        fee,
        request.box,
        request.endorsed,
        given.at,
        request.member_number,
        request.date_of_birth,
        _check(given),
    )


def _checks(given: Given) -> tuple[checked.PlayerChecked, ...]:
    """What was answered about players; nothing in commits from before it was asked."""
    facts = given.facts
    if not isinstance(facts, tournament_events_pb2.TournamentFacts):
        return ()
    return tuple(map(_CHECKED.of, facts.checks))


def _check(given: Given) -> Check | None:
    """What was answered about the one whom the command is about."""
    return next((each.check for each in _checks(given)), None)


def _add_value(given: Given, request: pb.AddValueRequest) -> Command:
    cash = money(request.cash) if request.HasField("cash") else None
    return prizes.AddValue(Kind(request.kind), cash, request.what, _by(given), given.at)


def _seat(given: Given, request: pb.SeatSessionRequest) -> Command:
    return seating.SeatSession(
        request.session,
        tuple(sorted(request.players)),
        request.tables,
        tuple(map(_FIXED.of, request.fixed)),
        _facts(given).entropy,
        _by(given),
        given.at,
        _checks(given),
    )


def _start(given: Given, request: pb.StartSessionRequest) -> Command:
    tables = tuple(map(_READINESS.of, _facts(given).tables))
    return starting.StartSession(request.session, tables, _by(given), given.at)


def _playoff(given: Given, request: pb.CallPlayoffRequest) -> Command:
    return playoffs.CallPlayoff(
        request.session,
        request.table,
        _when(request.starts_at),
        _facts(given).entropy,
        _by(given),
        given.at,
    )


def _dispute(given: Given, request: pb.OpenDisputeRequest) -> Command:
    record = tuple(map(_RECORD.of, _facts(given).record))
    return log.OpenDispute(request.about, tuple(request.players), record, _by(given), given.at)


def _move(given: Given, r: pb.MoveSessionRequest) -> Command:
    return sessions.MoveSession(
        r.session, _when(r.starts_at), r.reason, r.how, _by(given), given.at
    )


def _ruling(given: Given, r: pb.RuleOnResultRequest) -> Command:
    return rulings.RuleOnResult(
        r.session, r.table, r.player, r.chips, r.reason, _by(given), given.at
    )


def _correct(given: Given, r: tournament_events_pb2.CorrectTableResult) -> Command:
    tallies = tuple(map(_TALLY.of, r.tallies))
    end, remaining = TableEnd(r.end), tuple(r.remaining)
    return results.CorrectTableResult(
        r.session, r.table, tallies, end, remaining, r.reason, r.by, given.at
    )


_MAKERS: dict[type[Message], Callable[[Given, Any], Command]] = {
    pb.AmendConditionsRequest: lambda g, r: conditions.AmendConditions(
        _CONDITIONS.of(r.conditions), _by(g), g.at
    ),
    pb.PublishConditionsRequest: lambda g, r: conditions.PublishConditions(_by(g), g.at),
    pb.DesignateDirectorRequest: lambda g, r: staff.DesignateDirector(r.person, g.at),
    pb.RecordPresenceRequest: lambda g, r: staff.RecordPresence(r.session, r.present, _by(g), g.at),
    pb.ApplyRequest: _apply,
    pb.EndorseConditionsRequest: lambda g, r: entries.EndorseConditions(
        r.player, r.notified, r.understood, r.accepted, g.at
    ),
    pb.AcceptApplicantRequest: lambda g, r: entries.AcceptApplicant(r.player, g.at, _check(g)),
    pb.RefuseApplicantRequest: lambda g, r: entries.RefuseApplicant(
        r.player, r.reason, _by(g), g.at
    ),
    pb.WithdrawEntryRequest: lambda g, r: leaving.WithdrawEntry(r.player, g.at),
    pb.DisqualifyPlayerRequest: lambda g, r: leaving.DisqualifyPlayer(
        r.player, leaving.Failing(r.failing), r.reason, _by(g), g.at
    ),
    pb.CancelTournamentRequest: lambda g, r: leaving.CancelTournament(
        Cancelling(r.cancelling), r.reason, _by(g), g.at
    ),
    pb.PayRefundRequest: lambda g, r: leaving.PayRefund(r.player, _by(g), g.at),
    pb.AddValueRequest: _add_value,
    pb.PlanSessionRequest: lambda g, r: sessions.PlanSession(r.stage, _when(r.starts_at), g.at),
    pb.MoveSessionRequest: _move,
    pb.SeatSessionRequest: _seat,
    pb.ChangeSeatRequest: lambda g, r: seating.ChangeSeat(
        r.session, r.player, r.table, r.box, r.reason, _by(g), g.at
    ),
    pb.SeatReserveRequest: lambda g, r: seating.SeatReserve(
        r.session, r.player, r.table, r.box, r.reason, _by(g), g.at, _checks(g)
    ),
    pb.DropSessionRequest: lambda g, r: seating.DropSession(r.session, r.reason, _by(g), g.at),
    pb.StartSessionRequest: _start,
    pb.HoldSessionRequest: lambda g, r: holding.HoldSession(r.session, r.reason, _by(g), g.at),
    pb.ResumeSessionRequest: lambda g, r: holding.ResumeSession(r.session, _by(g), g.at),
    pb.CallPlayoffRequest: _playoff,
    pb.RuleOnResultRequest: _ruling,
    pb.ConfirmPlacingsRequest: lambda g, r: prizes.ConfirmPlacings(_by(g), g.at),
    pb.DecideGoodsRequest: lambda g, r: goods.DecideGoods(
        r.place, r.added, r.player, r.reason, _by(g), g.at
    ),
    pb.RuleOnHeldRequest: lambda g, r: rulings.RuleOnHeld(
        r.player, money(r.amount), r.reason, _by(g), g.at
    ),
    pb.AllowFewerRequest: lambda g, r: extraordinary.AllowFewer(r.stage, r.reason, _by(g), g.at),
    pb.EndWithoutFinalRequest: lambda g, r: extraordinary.EndWithoutFinal(r.reason, _by(g), g.at),
    pb.ReturnHeldRequest: lambda g, r: extraordinary.ReturnHeld(r.reason, _by(g), g.at),
    pb.PayPrizeRequest: lambda g, r: prizes.PayPrize(r.award, _by(g), g.at),
    pb.CloseTournamentRequest: lambda g, r: books.CloseTournament(_by(g), g.at),
    pb.GiveNoticeRequest: lambda g, r: log.GiveNotice(
        r.text, r.how, tuple(r.players), _by(g), g.at
    ),
    pb.WarnPlayerRequest: lambda g, r: log.WarnPlayer(r.player, r.reason, _by(g), g.at),
    pb.OpenDisputeRequest: _dispute,
    pb.RuleDisputeRequest: lambda g, r: log.RuleDispute(r.dispute, r.ruling, _by(g), g.at),
    tournament_events_pb2.RecordTableResult: lambda g, r: results.RecordTableResult(
        r.session, r.table, _RESULT.of(r.result), g.at
    ),
    tournament_events_pb2.CorrectTableResult: _correct,
}

command = by_request(_MAKERS, "a tournament")
"""The command to a tournament that there is."""


def money(amount: money_pb2.Money) -> Money:
    """An amount of a request."""
    return Money(amount.currency, amount.minor_units)


def _by(given: Given) -> str:
    return given.actor.person


def _when(stamp: Timestamp) -> datetime:
    return instant(stamp)


def _facts(given: Given) -> tournament_events_pb2.TournamentFacts:
    return facts_of(given, tournament_events_pb2.TournamentFacts)
