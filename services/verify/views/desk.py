"""What people see of a claim desk in lists, and what its chapters have in common."""

from __future__ import annotations

from eyesdown.verify.v1 import jackpots_pb2, sales_pb2
from services.kernel.money import Money
from services.verify.codec.values import DECLARATION, MONEY
from services.verify.domain.desk.state import (
    Counted,
    Counting,
    Desk,
    NotOnSale,
    OnSale,
    Sales,
    State,
)


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


def row(state: State) -> sales_pb2.ClaimDeskRow:
    """The desk as lists show it; name and version are filled in by the list."""
    desk = opened(state)
    made = sales_pb2.ClaimDeskRow(phase=phase(desk.sales))
    made.over, made.practice = desk.over is not None, desk.practice
    made.session = desk.session
    if desk.declared is not None:
        made.jackpot.CopyFrom(game_jackpot(desk))
    if isinstance(desk.sales, Counted):
        made.cards_sold = desk.sales.cards_sold
        made.receipts.CopyFrom(MONEY.to(desk.sales.receipts))
    _add_figures(made, desk)
    return made


def _add_figures(row: sales_pb2.ClaimDeskRow, desk: Desk) -> None:
    if desk.practice:
        return  # it stays out of every total
    accounts = [each for known in desk.settlements for each in known.accounts if each.share.amount]
    currency = next((each.share.amount.currency for each in accounts if each.share.amount), "")
    if not currency:
        return
    sums = {
        "settled": sum(each.comes_to for each in accounts),
        "paid": sum(each.paid for each in accounts),
        "repaid": sum(each.repaid for each in accounts),
        "owed": sum(each.owed for each in accounts),
        "due": sum(each.due for each in accounts),
    }
    for field, amount in sums.items():
        getattr(row, field).CopyFrom(MONEY.to(Money(currency, amount)))
