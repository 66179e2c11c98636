"""Commands of the game that put right what went wrong: corrections, winners, signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1 import options_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2
from services.draw.domain.game.approving import ApproveProposal
from services.draw.domain.game.corrections import CorrectCall
from services.draw.domain.game.game import Command
from services.draw.domain.game.proposals import RejectProposal
from services.draw.domain.game.settling import SettleCallOut
from services.draw.domain.game.taking_back import TakeBackCall
from services.draw.domain.game.winners import VoidWinners
from services.draw.domain.game.words import ErrorKind, Stage, Verdict
from services.kernel.record.commit import Given


def manages(given: Given) -> bool:
    """Whether it was said by a game manager, in that role."""
    return given.actor.role == options_pb2.ROLE_GAME_MANAGER


def _take_back(given: Given, request: pb.TakeBackCallRequest) -> TakeBackCall:
    return TakeBackCall(request.position, request.reason, given.actor.person, given.at)


def _correct(given: Given, request: pb.CorrectCallRequest) -> CorrectCall:
    return CorrectCall(
        position=request.position,
        kind=ErrorKind(request.kind),
        wrong=request.wrong,
        right=request.right,
        reason=request.reason,
        voids=tuple(map(Stage, request.voids)),
        by=given.actor.person,
        manager=manages(given),
        at=given.at,
        swaps=request.swaps,
    )


def _void_winners(given: Given, request: pb.VoidWinnersRequest) -> VoidWinners:
    return VoidWinners(
        Stage(request.stage),
        request.reason,
        given.actor.person,
        manages(given),
        given.at,
        tuple(request.call_outs),
    )


def _approve(given: Given, request: pb.ApproveProposalRequest) -> ApproveProposal:
    return ApproveProposal(request.proposal, given.actor.person, manages(given), given.at)


def _reject(given: Given, request: pb.RejectProposalRequest) -> RejectProposal:
    return RejectProposal(
        request.proposal, request.reason, given.actor.person, manages(given), given.at
    )


def _settle(given: Given, request: events_pb2.SettleCallOut) -> SettleCallOut:
    return SettleCallOut(
        call_out=request.call_out,
        verdict=Verdict(request.verdict),
        stages=tuple(map(Stage, request.stages)),
        ruled_in_time=request.ruled_in_time,
        by=request.by,
        clause=request.clause,
        reason=request.reason,
        at=given.at,
    )


MAKERS: Mapping[type[Message], Callable[[Given, Any], Command]] = {
    pb.TakeBackCallRequest: _take_back,
    pb.CorrectCallRequest: _correct,
    pb.VoidWinnersRequest: _void_winners,
    pb.ApproveProposalRequest: _approve,
    pb.RejectProposalRequest: _reject,
    events_pb2.SettleCallOut: _settle,
}
"""How each is made, by its request."""
