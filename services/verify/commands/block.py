"""The commands to a sales block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1 import options_pb2
from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.record.commit import Given
from services.kernel.record.making import by_request, facts_of
from services.kernel.record.player_lists import check_of
from services.verify.codec.values import MONEY, SPAN, TERMS
from services.verify.domain.block.block import Command
from services.verify.domain.block.closing import CloseBlock
from services.verify.domain.block.replacing import FreeReplaced, ReplaceCards, TakeReplacement
from services.verify.domain.block.selling import (
    EnterLateSale,
    OpenBlock,
    SellCards,
)
from services.verify.domain.block.undoing import ReturnCards, VoidSale


def _sell(given: Given, request: pb.SellCardsRequest) -> SellCards:
    return SellCards(
        SPAN.of(request.cards),
        MONEY.of(request.receipts),
        given.actor.person,
        given.at,
        check_of(given),
    )


def _late(given: Given, request: pb.EnterLateSaleRequest) -> EnterLateSale:
    return EnterLateSale(
        SPAN.of(request.cards),
        MONEY.of(request.receipts),
        request.seller,
        request.evidence,
        given.actor.person,
        given.at,
        check_of(given),
    )


def _void(given: Given, request: pb.VoidSaleRequest) -> VoidSale:
    return VoidSale(request.sale, request.reason, given.actor.person, given.at)


def _return(given: Given, request: pb.ReturnCardsRequest) -> ReturnCards:
    facts = given.facts
    if not isinstance(facts, sales_pb2.ReturnCardsFacts):
        return ReturnCards(request.sale, given.actor.person, given.at)
    return ReturnCards(
        request.sale,
        given.actor.person,
        given.at,
        facts.game_void,
        facts.start_over,
        facts.won,
        facts.restarted_as,
        given.actor.role == options_pb2.ROLE_GAME_MANAGER,
    )


def _replace(given: Given, request: pb.ReplaceCardsRequest) -> ReplaceCards:
    facts = facts_of(given, sales_pb2.ReplaceCardsFacts)
    return ReplaceCards(
        SPAN.of(request.old_cards),
        SPAN.of(request.cards),
        facts.new_series,
        facts.new_block,
        facts.new_game,
        facts.restart_of,
        given.actor.person,
        given.at,
        check_of(given),
    )


def _open(given: Given, request: sales_pb2.OpenBlock) -> OpenBlock:
    return OpenBlock(TERMS.of(request.terms), SPAN.of(request.cards), request.closed, given.at)


def _close(given: Given, _: sales_pb2.CloseBlock) -> CloseBlock:
    return CloseBlock(given.at)


def _take(given: Given, request: sales_pb2.TakeReplacement) -> TakeReplacement:
    return TakeReplacement(
        SPAN.of(request.cards), SPAN.of(request.old), request.old_block, request.by, given.at
    )


def _free(given: Given, request: sales_pb2.FreeReplaced) -> FreeReplaced:
    return FreeReplaced(SPAN.of(request.cards), given.at)


_MAKERS: dict[type[Message], Callable[[Given, Any], Command]] = {
    pb.SellCardsRequest: _sell,
    pb.EnterLateSaleRequest: _late,
    pb.VoidSaleRequest: _void,
    pb.ReturnCardsRequest: _return,
    pb.ReplaceCardsRequest: _replace,
    sales_pb2.OpenBlock: _open,
    sales_pb2.CloseBlock: _close,
    sales_pb2.TakeReplacement: _take,
    sales_pb2.FreeReplaced: _free,
}

command = by_request(_MAKERS, "a sales block")
"""The command to a sales block."""
