"""What was given as a command to a sitting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from google.protobuf.message import Message

from eyesdown.paigow.v1 import events_pb2, sitting_pb2
from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.record.approvals import approval_of
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.making import by_request, facts_of, under_profile
from services.kernel.record.player_lists import check_of
from services.kernel.record.shapes import Shape
from services.paigow.commands.by import by
from services.paigow.domain.profile import PaiGowProfile
from services.paigow.domain.sitting import (
    accidents,
    boxes,
    closing,
    confirming,
    correcting,
    dealing,
    differences,
    directions,
    disputes,
    exposing,
    exposures,
    mixing,
    opening,
    removal,
    setting,
    settling,
    staff,
    voids,
    wagers,
)
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, SetBy
from services.paigow.domain.sitting.sitting import Command
from services.paigow.domain.sitting.state import By, Finding, Gone, Limits, Post

ProfileOf = Callable[[ProfileRef], PaiGowProfile]

_APART = Shape(boxes.Apart, events_pb2.Apart)
_CHIPS = Shape(Chips, sitting_pb2.Chips)
_LAID = Shape(Laid, sitting_pb2.Laid)
_LIMITS = Shape(Limits, sitting_pb2.Limits)


def maker(profile_of: ProfileOf) -> Callable[[Given], Command]:
    """How commands are made; `profile_of` finds a profile by id and hash."""
    return under_profile(pb.OpenSittingRequest, profile_of, _open, command)


def _open(
    given: Given, request: pb.OpenSittingRequest, profile: PaiGowProfile
) -> opening.OpenSitting:
    facts = _facts(given)
    return opening.OpenSitting(
        by(given),
        profile=profile,
        table=request.table,
        currency=facts.currency,
        practice=request.practice,
        limits=_LIMITS.of(request.limits),
        chips=_chips(request.chips),
        day=date.fromisoformat(request.sitting_id[:10]),
        today=date.fromisoformat(facts.gaming_day),
        approval=approval_of(given),
    )


def _seat(given: Given, request: pb.SeatPlayerRequest) -> boxes.SeatPlayer:
    apart = _apart(_facts(given))
    return boxes.SeatPlayer(by(given), request.box, request.player, apart, check_of(given))


def _shuffle(given: Given, _: pb.ShuffleTilesRequest) -> mixing.ShuffleTiles:
    return mixing.ShuffleTiles(by(given), _facts(given).entropy)


def _cut(given: Given, _: pb.CutTilesRequest) -> mixing.CutTiles:
    facts = _facts(given)
    return mixing.CutTiles(by(given), facts.gaming_day, _apart(facts))


_SAID: Mapping[type[Message], Callable[[By, Any], Command]] = {
    pb.SignOpeningRequest: lambda by, r: opening.SignOpening(by),
    pb.DecideCountRequest: lambda by, r: closing.DecideCount(by, r.reason),
    pb.SignClosingRequest: lambda by, r: closing.SignClosing(by),
    pb.AssignStaffRequest: lambda by, r: staff.AssignStaff(by, Post(r.post), r.person),
    pb.SetLimitsRequest: lambda by, r: opening.SetLimits(by, _LIMITS.of(r.limits)),
    pb.TakeFillRequest: lambda by, r: opening.TakeFill(by, _chips(r.chips), r.signed_by),
    pb.TakeCreditRequest: lambda by, r: opening.TakeCredit(by, _chips(r.chips), r.signed_by),
    pb.LeaveBoxRequest: lambda by, r: boxes.LeaveBox(by, r.box),
    pb.MarkAbsentRequest: lambda by, r: boxes.MarkAbsent(by, r.box, r.absent),
    pb.GiveBankRequest: lambda by, r: boxes.GiveBank(by, Mode(r.mode), r.box, r.chung),
    pb.StackTilesRequest: lambda by, r: mixing.StackTiles(by, r.exposed),
    pb.PerformLajaRequest: lambda by, r: mixing.PerformLaja(by, r.exposed),
    pb.PlaceWagerRequest: lambda by, r: wagers.PlaceWager(by, r.box, r.amount),
    pb.TakeBackWagerRequest: lambda by, r: wagers.TakeBackWager(by, r.box),
    pb.CloseWagersRequest: lambda by, r: wagers.CloseWagers(by),
    pb.PlaceBankersWagerRequest: lambda by, r: wagers.PlaceBankersWager(by, r.amount),
    pb.MatchBankersWagerRequest: lambda by, r: wagers.MatchBankersWager(by, r.amount),
    pb.ShakeDiceRequest: lambda by, r: dealing.ShakeDice(by, tuple(r.dice)),
    pb.DealHandRequest: lambda by, r: dealing.DealHand(by, r.box, tuple(r.tiles)),
    pb.PlaceBankersTilesRequest: lambda by, r: dealing.PlaceBankersTiles(by),
    pb.CorrectDealRequest: lambda by, r: correcting.CorrectDeal(by, r.box, tuple(r.tiles)),
    pb.CorrectDiceRequest: lambda by, r: correcting.CorrectDice(by, tuple(r.dice)),
    pb.SetHandRequest: lambda by, r: setting.SetHand(by, r.box, _LAID.of(r.laid)),
    pb.SetHouseWayRequest: lambda by, r: setting.SetHouseWay(by, r.box, SetBy(r.cause)),
    pb.SetBankersHandRequest: lambda by, r: setting.SetBankersHand(by, _LAID.of(r.laid)),
    pb.ExposeCoBankersTilesRequest: lambda by, r: setting.ExposeCoBankersTiles(by, tuple(r.tiles)),
    pb.ConfirmHouseWayRequest: lambda by, r: confirming.ConfirmHouseWay(by),
    pb.ReportNotHouseWayRequest: lambda by, r: confirming.ReportNotHouseWay(by, _LAID.of(r.laid)),
    pb.ExposeBankersHandRequest: lambda by, r: exposing.ExposeBankersHand(by),
    pb.ExposeHandRequest: lambda by, r: exposing.ExposeHand(by, r.box, Outcome(r.outcome)),
    pb.CollectWagerRequest: lambda by, r: exposing.CollectWager(by, r.box, r.amount),
    pb.ClearPushRequest: lambda by, r: exposing.ClearPush(by, r.box),
    pb.PayWinnerRequest: lambda by, r: settling.PayWinner(
        by, r.box, r.from_losing_area, r.from_bank, r.commission
    ),
    pb.HandOverRestRequest: lambda by, r: settling.HandOverRest(
        by, r.to_banker, r.to_float, r.commission
    ),
    pb.DecideDifferenceRequest: lambda by, r: differences.DecideDifference(
        by, r.entered_stands, r.reason
    ),
    pb.CallOffRoundRequest: lambda by, r: voids.CallOffRound(by, r.reason),
    pb.RecordExposureRequest: lambda by, r: exposures.RecordExposure(
        by, r.box, tuple(r.tiles), r.by_dealer
    ),
    pb.RecordViewedRequest: lambda by, r: exposures.RecordViewed(by, r.box),
    pb.CallHandVoidRequest: lambda by, r: exposures.CallHandVoid(by, r.box),
    pb.OrderReshuffleRequest: lambda by, r: exposures.OrderReshuffle(by, r.reason),
    pb.DeclareMisdealRequest: lambda by, r: accidents.DeclareMisdeal(by, r.reason),
    pb.RecordDisturbedRequest: lambda by, r: accidents.RecordDisturbed(by, r.box),
    pb.RecordFouledRequest: lambda by, r: accidents.RecordFouled(by, r.box, _LAID.of(r.laid)),
    pb.RecordMixedHandsRequest: lambda by, r: accidents.RecordMixedHands(
        by, tuple(r.boxes), r.reconstructed
    ),
    pb.OrderRemovalRequest: lambda by, r: removal.OrderRemoval(
        by, Gone(r.gone), r.box, r.suspicion
    ),
    pb.ShakeForRemovalRequest: lambda by, r: removal.ShakeForRemoval(
        by, r.removal, tuple(r.dice), r.off_box
    ),
    pb.AcknowledgeNoticeRequest: lambda by, r: removal.AcknowledgeNotice(by, r.removal),
    pb.DecideRemovalRequest: lambda by, r: removal.DecideRemoval(by, r.removal, r.out),
    pb.ReinstateRequest: lambda by, r: removal.Reinstate(by, r.removal),
    pb.DirectToSetFirstRequest: lambda by, r: directions.DirectToSetFirst(
        by, tuple(r.boxes), r.reason
    ),
    pb.DirectEnglishRequest: lambda by, r: directions.DirectEnglish(by, r.only, r.reason),
    pb.OpenDisputeRequest: lambda by, r: disputes.OpenDispute(
        by, r.round, r.box, r.about, r.recording
    ),
    pb.RuleDisputeRequest: lambda by, r: disputes.RuleDispute(
        by, r.dispute, Finding(r.finding), r.amount, r.reason
    ),
    pb.ReviewDisputeRequest: lambda by, r: disputes.ReviewDispute(by, r.dispute),
    pb.CountFloatRequest: lambda by, r: closing.CountFloat(by, _chips(r.chips)),
}
"""What needs nothing but the request and who says it."""


def _said(make: Callable[[By, Any], Command]) -> Callable[[Given, Any], Command]:
    return lambda given, request: make(by(given), request)


_MAKERS: Mapping[type[Message], Callable[[Given, Any], Command]] = {
    pb.SeatPlayerRequest: _seat,
    pb.ShuffleTilesRequest: _shuffle,
    pb.CutTilesRequest: _cut,
    **{request: _said(make) for request, make in _SAID.items()},
}

command = by_request(_MAKERS, "a sitting")
"""The command to a sitting that there is."""


def _facts(given: Given) -> events_pb2.SittingFacts:
    return facts_of(given, events_pb2.SittingFacts)


def _apart(facts: events_pb2.SittingFacts) -> tuple[boxes.Apart, ...]:
    return tuple(_APART.of(pair) for pair in facts.apart)


def _chips(chips: Iterable[sitting_pb2.Chips]) -> tuple[Chips, ...]:
    return tuple(_CHIPS.of(each) for each in chips)
