"""The commands to a claim desk that have to do with prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from eyesdown.verify.v1 import claims_pb2, prizes_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from services.kernel.names import Name, room_of
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.verify.codec.values import MONEY, SEEN, STAGE_PRIZE
from services.verify.domain.desk.course import TakePlay, TakePrizes
from services.verify.domain.desk.desk import Command
from services.verify.domain.desk.paying import PayPrize, TakeReceipt
from services.verify.domain.desk.players import TellPlayers
from services.verify.domain.desk.prizes import PaymentWay, PrizeKind, Recovery, Stage
from services.verify.domain.desk.recovering import LapsePrizes, RecordRecovery
from services.verify.domain.desk.signing import RejectPayment, SignPayment


def _pay(given: Given, request: pb.PayPrizeRequest) -> PayPrize:
    facts = _facts(given)
    return PayPrize(
        PrizeKind(request.kind),
        Stage(request.stage),
        request.share,
        MONEY.of(request.amount),
        request.payee,
        PaymentWay(request.way),
        _venue(request),
        facts.day,
        SEEN.of(facts.seen),
        given.actor.person,
        given.at,
    )


def _sign(given: Given, request: pb.SignPaymentRequest) -> SignPayment:
    facts = _facts(given)
    return SignPayment(
        request.payment,
        _venue(request),
        facts.day,
        SEEN.of(facts.seen),
        given.actor.person,
        given.at,
    )


def _reject(given: Given, request: pb.RejectPaymentRequest) -> RejectPayment:
    return RejectPayment(
        request.payment, request.reason, _venue(request), given.actor.person, given.at
    )


def _players(given: Given, request: pb.TellPlayersRequest) -> TellPlayers:
    return TellPlayers(tuple(request.call_outs), request.same, given.actor.person, given.at)


def _recovery(given: Given, request: pb.RecordRecoveryRequest) -> RecordRecovery:
    return RecordRecovery(
        PrizeKind(request.kind),
        Stage(request.stage),
        request.share,
        Recovery(request.recovery),
        MONEY.of(request.amount),
        request.reason,
        _venue(request),
        given.actor.person,
        given.at,
    )


def _prizes(given: Given, request: prizes_pb2.TakePrizes) -> TakePrizes:
    return TakePrizes(tuple(map(STAGE_PRIZE.of, request.prizes)), given.at)


def play(given: Given, request: claims_pb2.TakePlay) -> TakePlay:
    """How far the game is."""
    return TakePlay(
        request.sales_over,
        request.position,
        request.over,
        request.void,
        request.start_over,
        given.at,
    )


def _receipt(given: Given, request: prizes_pb2.TakeReceipt) -> TakeReceipt:
    return TakeReceipt(request.payment, request.roll, request.receipt, given.at)


def _lapse(given: Given, _: prizes_pb2.LapsePrizes) -> LapsePrizes:
    return LapsePrizes(given.at)


def _facts(given: Given) -> prizes_pb2.PaymentFacts:
    return facts_of(given, prizes_pb2.PaymentFacts)


def _venue(request: Any) -> str:
    """The venue that a room is in."""
    return room_of(Name.parse(request.name).venue, request.room)[0]


MAKERS: dict[type[Message], Callable[[Given, Any], Command]] = {
    pb.PayPrizeRequest: _pay,
    pb.SignPaymentRequest: _sign,
    pb.RejectPaymentRequest: _reject,
    pb.TellPlayersRequest: _players,
    pb.RecordRecoveryRequest: _recovery,
    prizes_pb2.TakePrizes: _prizes,
    claims_pb2.TakePlay: play,
    prizes_pb2.TakeReceipt: _receipt,
    prizes_pb2.LapsePrizes: _lapse,
}
"""How each is made, by its request."""
