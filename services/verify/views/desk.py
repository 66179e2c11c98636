"""What people see of a claim desk: the sales of its game."""

from __future__ import annotations

from typing import Any

from eyesdown.verify.v1 import jackpots_pb2, sales_pb2
from services.kernel.record.histories import Snapshot
from services.verify.domain.desk.state import (
    Counted,
    Counting,
    Desk,
    NotOnSale,
    OnSale,
    Sales,
    State,
)
from services.verify.messages import DECLARATION, MONEY, OFFER, PRICES


def phase(sales: Sales) -> sales_pb2.SalesPhase.ValueType:
    """How far the sales are."""
    match sales:
        case Counted():
            return sales_pb2.SALES_PHASE_CLOSED
        case Counting():
            return sales_pb2.SALES_PHASE_COUNTING
        case OnSale():
            return sales_pb2.SALES_PHASE_OPEN
        case NotOnSale():
            return sales_pb2.SALES_PHASE_NOT_OPEN


def sales_resource(snapshot: Snapshot[Any, State]) -> sales_pb2.GameSales:
    """The sales as GetSales answers them."""
    desk = opened(snapshot.state)
    made = sales_pb2.GameSales(
        name=str(snapshot.name),
        version=snapshot.version,
        game=desk.game,
        phase=phase(desk.sales),
        restart_of=desk.restart_of,
    )
    if isinstance(desk.sales, OnSale):
        made.offers.extend(map(OFFER.to, desk.sales.offers))
        made.prices.CopyFrom(PRICES.to(desk.sales.prices))
        made.blocks.extend(desk.sales.blocks)
    if isinstance(desk.sales, Counted):
        made.cards_sold = desk.sales.cards_sold
        made.receipts.CopyFrom(MONEY.to(desk.sales.receipts))
        made.cards_digest = desk.sales.cards_digest
    if isinstance(desk.sales, Counting | Counted) and desk.sales.late is not None:
        made.late_cards = desk.sales.late.cards_sold
        made.late_receipts.CopyFrom(MONEY.to(desk.sales.late.receipts))
    if isinstance(desk.sales, Counting | Counted) and desk.sales.back is not None:
        made.back_cards = desk.sales.back.cards
        made.back_receipts.CopyFrom(MONEY.to(desk.sales.back.receipts))
    return made


def game_jackpot(desk: Desk) -> jackpots_pb2.GameJackpot:
    """What the game has to do with which jackpot."""
    made = jackpots_pb2.GameJackpot(game=desk.game, jackpot=desk.jackpot)
    if desk.declared is not None:
        made.declared.CopyFrom(DECLARATION.to(desk.declared))
    return made


def opened(state: State) -> Desk:
    """A desk that there is."""
    if not isinstance(state, Desk):
        raise TypeError("a desk that was never opened has no view")
    return state
