"""The commands to a claim desk that have to do with jackpots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.verify.codec.values import JACKPOT_TERMS, MONEY
from services.verify.domain.desk.desk import OfJackpots
from services.verify.domain.desk.jackpots import DeclareJackpot, TakeJackpot
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot.terms import Declaration, Terms


def _declare(given: Given, request: pb.DeclareJackpotRequest) -> DeclareJackpot:
    facts = facts_of(given, jackpots_pb2.DeclareFacts)
    terms = JACKPOT_TERMS.of(facts.terms)
    return DeclareJackpot(
        jackpot=facts.jackpot,
        terms=terms,
        declared=_declaration(request, terms),
        begun=facts.begun,
        law=facts.law,
        by=given.actor.person,
        at=given.at,
    )


def _declaration(request: pb.DeclareJackpotRequest, terms: Terms) -> Declaration:
    """What is declared: without a share that of the jackpot."""
    share = request.share if request.HasField("share") else terms.share
    stage = Stage(request.stage) if request.stage else None
    return Declaration(share, stage, request.within if stage else 0)


def _take(given: Given, request: jackpots_pb2.TakeJackpot) -> TakeJackpot:
    amount = MONEY.of(request.amount) if request.HasField("amount") else None
    return TakeJackpot(request.jackpot, amount, given.at)


MAKERS: dict[type[Message], Callable[[Given, Any], OfJackpots]] = {
    pb.DeclareJackpotRequest: _declare,
    jackpots_pb2.TakeJackpot: _take,
}
"""How each is made, by its request."""
