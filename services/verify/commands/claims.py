"""The commands to a claim desk that have to do with claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import claims_pb2
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.verify.codec.values import FOUND, SEEN, VOIDED_STAGE
from services.verify.commands.prizes import play
from services.verify.domain.desk.claim import Verdict
from services.verify.domain.desk.claims import OpenClaim, TakeRighting, TakeVerdict
from services.verify.domain.desk.collecting import CollectCard, ReadCard, VerifyNumbers, Witness
from services.verify.domain.desk.deciding import DecideClaim, RuleLateClaim
from services.verify.domain.desk.desk import OfClaims
from services.verify.domain.desk.examining import Found, Seen
from services.verify.domain.desk.heeding import TakeAnswer
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.game.answering import Cry


def _open(given: Given, request: claims_pb2.OpenClaim) -> OpenClaim:
    return OpenClaim(
        request.call_out,
        request.room,
        request.after_position,
        Cry(request.cry),
        request.on_behalf,
        request.player,
        request.late,
        given.at,
    )


def _verdict(given: Given, request: claims_pb2.TakeVerdict) -> TakeVerdict:
    return TakeVerdict(
        request.call_out,
        Verdict(request.verdict),
        tuple(map(Stage, request.stages)),
        request.unverified,
        request.ruled_in_time,
        request.by,
        given.at,
    )


def _righting(given: Given, request: claims_pb2.TakeRighting) -> TakeRighting:
    return TakeRighting(
        tuple(request.reopened),
        tuple(map(VOIDED_STAGE.of, request.voided)),
        given.at,
        request.sales_over,
        play(given, request.play) if request.HasField("play") else None,
    )


def _answer(given: Given, request: claims_pb2.TakeAnswer) -> TakeAnswer:
    return TakeAnswer(request.call_out, request.reason, request.clause, request.differs, given.at)


def _collect(given: Given, request: pb.CollectCardRequest) -> CollectCard:
    found = _found(given)
    if found is None:
        raise TypeError(f"{given.method} was decided without the card")
    return CollectCard(
        request.call_out,
        request.serial_number,
        request.room,
        found,
        _seen(given),
        given.actor.person,
        given.at,
    )


def _read(given: Given, request: pb.ReadCardRequest) -> ReadCard:
    return ReadCard(
        request.call_out,
        request.room,
        _found(given),
        _seen(given),
        given.actor.person,
        given.at,
    )


def _verify(given: Given, request: pb.VerifyNumbersRequest) -> VerifyNumbers:
    witnesses = zip(request.witnesses, _facts(given).witnesses, strict=True)
    return VerifyNumbers(
        request.call_out,
        tuple(sorted(set(request.unconfirmed))),
        tuple(Witness(who, known.claimant, known.staff) for who, known in witnesses),
        _seen(given),
        given.actor.person,
        given.at,
    )


def _decide(given: Given, request: pb.DecideClaimRequest) -> DecideClaim:
    return DecideClaim(
        request.call_out,
        request.room,
        request.no_card,
        _found(given),
        _seen(given),
        given.actor.person,
        given.at,
        tuple(_facts(given).same_player),
    )


def _rule(given: Given, request: pb.RuleLateClaimRequest) -> RuleLateClaim:
    return RuleLateClaim(
        request.call_out,
        request.in_time,
        request.room,
        _seen(given),
        given.actor.person,
        given.at,
    )


def _facts(given: Given) -> claims_pb2.ClaimFacts:
    return facts_of(given, claims_pb2.ClaimFacts)


def _seen(given: Given) -> Seen:
    return SEEN.of(_facts(given).seen)


def _found(given: Given) -> Found | None:
    facts = _facts(given)
    return FOUND.of(facts.found) if facts.HasField("found") else None


MAKERS: dict[type[Message], Callable[[Given, Any], OfClaims]] = {
    claims_pb2.OpenClaim: _open,
    claims_pb2.TakeVerdict: _verdict,
    claims_pb2.TakeRighting: _righting,
    claims_pb2.TakeAnswer: _answer,
    pb.CollectCardRequest: _collect,
    pb.ReadCardRequest: _read,
    pb.VerifyNumbersRequest: _verify,
    pb.DecideClaimRequest: _decide,
    pb.RuleLateClaimRequest: _rule,
}
"""How each is made, by its request."""
