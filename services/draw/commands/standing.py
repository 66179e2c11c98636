"""What was given as a command that holds a game, or says what becomes of one that cannot go on:
holds, irregularities, numbers called by hand, voiding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1 import options_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.draw.commands.rooms import acknowledged
from services.draw.domain.game.handcalls import EnterHandCalls
from services.draw.domain.game.holding import HoldGame, ResumeGame
from services.draw.domain.game.irregularities import ReportIrregularity
from services.draw.domain.game.parts import HandCall
from services.draw.domain.game.remedies import CardRead, DecideIrregularity
from services.draw.domain.game.voiding import VoidGame
from services.draw.domain.game.words import HoldCause, IrregularityKind, Remedy, Selector
from services.kernel.record.commit import Given
from services.kernel.record.shapes import Shape

_HAND_CALL = Shape(HandCall, game_pb2.HandCall)
_CARD = Shape(CardRead, game_pb2.CardRead)

Standing = (
    HoldGame | ResumeGame | ReportIrregularity | DecideIrregularity | EnterHandCalls | VoidGame
)


def _hold(given: Given, request: pb.HoldGameRequest) -> HoldGame:
    return HoldGame(
        cause=HoldCause(request.cause),
        reason=request.reason,
        by=given.actor.person,
        manager=_manager(given),
        at=given.at,
        acknowledged=acknowledged(given),
    )


def _resume(given: Given, request: pb.ResumeGameRequest) -> ResumeGame:
    return ResumeGame(given.actor.person, _manager(given), given.at)


def _report(given: Given, request: pb.ReportIrregularityRequest) -> ReportIrregularity:
    return ReportIrregularity(
        kind=IrregularityKind(request.kind),
        ball=request.ball,
        reason=request.reason,
        by=given.actor.person,
        manager=_manager(given),
        at=given.at,
    )


def _decide(given: Given, request: pb.DecideIrregularityRequest) -> DecideIrregularity:
    return DecideIrregularity(
        irregularity=request.irregularity,
        remedy=Remedy(request.remedy),
        decision=request.decision,
        cards=tuple(_CARD.of(card) for card in request.cards),
        numbers=tuple(request.numbers),
        selector=Selector(request.selector) if request.selector else None,
        by=given.actor.person,
        manager=_manager(given),
        at=given.at,
    )


def _by_hand(given: Given, request: pb.EnterHandCallsRequest) -> EnterHandCalls:
    return EnterHandCalls(
        position=request.position,
        calls=tuple(_HAND_CALL.of(call) for call in request.calls),
        reason=request.reason,
        by=given.actor.person,
        manager=_manager(given),
        at=given.at,
    )


def _void(given: Given, request: pb.VoidGameRequest) -> VoidGame:
    return VoidGame(
        reason=request.reason,
        why_not_corrected=request.why_not_corrected,
        start_over=request.start_over,
        by=given.actor.person,
        manager=_manager(given),
        at=given.at,
        key_lost=request.key_lost,
        acknowledged=acknowledged(given),
    )


def _manager(given: Given) -> bool:
    """Whether it was said as the game manager, whoever else that person is."""
    return given.actor.role == options_pb2.ROLE_GAME_MANAGER


MAKERS: dict[type[Message], Callable[[Given, Any], Standing]] = {
    pb.HoldGameRequest: _hold,
    pb.ResumeGameRequest: _resume,
    pb.ReportIrregularityRequest: _report,
    pb.DecideIrregularityRequest: _decide,
    pb.EnterHandCallsRequest: _by_hand,
    pb.VoidGameRequest: _void,
}
"""How each is made, by its request."""
