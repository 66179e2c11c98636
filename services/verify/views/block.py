"""What people see of a sales block, and what each seller has done in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eyesdown.verify.v1 import sales_pb2
from services.kernel.money import Money
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import MONEY, REPLACED, SALE, SPAN, TERMS
from services.verify.domain.block.state import Block, Closed, Fate, Kind, Sale, State, Unopened


def resource(snapshot: Snapshot[Any, State]) -> sales_pb2.SalesBlock:
    """The block as GetBlock answers it."""
    block = opened(snapshot.state)
    made = sales_pb2.SalesBlock(
        name=str(snapshot.name),
        version=snapshot.version,
        terms=TERMS.to(block.terms),
        cards=SPAN.to(block.cards),
        closed=isinstance(block, Closed),
        sales=map(SALE.to, block.sales),
        replaced=map(REPLACED.to, block.replaced),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(state: State) -> sales_pb2.SalesBlockRow:
    """The block as lists show it; name and version are filled in by the list."""
    block = opened(state)
    return sales_pb2.SalesBlockRow(
        game=block.terms.game,
        cards=SPAN.to(block.cards),
        closed=isinstance(block, Closed),
        sellers=sellers(block),
        practice=block.terms.practice,
    )


def sellers(block: Block) -> list[sales_pb2.SellerFigures]:
    """What each seller has done, by name."""
    names = sorted({sale.seller for sale in block.sales})
    zero = block.terms.prices.card.of(0)
    return [
        _figures(name, zero, [sale for sale in block.sales if sale.seller == name])
        for name in names
    ]


def added(
    figures: Iterable[sales_pb2.SellerFigures], seller: str, currency: str
) -> sales_pb2.SellerFigures:
    """Figures of several blocks or sellers, put together."""
    total = sales_pb2.SellerFigures(seller=seller)
    for money in ("receipts", "receipts_late", "voided", "returned"):
        getattr(total, money).currency = currency
    for each in figures:
        for field, value in each.ListFields():
            if field.name == "seller":
                continue
            if field.message_type is None:
                setattr(total, field.name, getattr(total, field.name) + value)
            else:
                getattr(total, field.name).minor_units += value.minor_units
    return total


def opened(state: State) -> Block:
    """A block that there is."""
    if isinstance(state, Unopened):
        raise TypeError("a block that was never opened has no view")
    return state


def _figures(seller: str, zero: Money, sales: list[Sale]) -> sales_pb2.SellerFigures:
    stand = [sale for sale in sales if sale.fate is Fate.STANDS]
    paid = [sale for sale in stand if sale.kind is not Kind.REPLACEMENT]
    late = [sale for sale in paid if sale.kind is Kind.LATE]
    voided = [sale for sale in sales if sale.fate is Fate.VOIDED]
    returned = [sale for sale in sales if sale.fate is Fate.RETURNED]
    return sales_pb2.SellerFigures(
        seller=seller,
        cards_sold=_cards(paid),
        receipts=_money(paid, zero),
        cards_late=_cards(late),
        receipts_late=_money(late, zero),
        cards_voided=_cards(voided),
        voided=_money(voided, zero),
        cards_returned=_cards(returned),
        returned=_money(returned, zero),
        cards_replacing=_cards(sale for sale in stand if sale.kind is Kind.REPLACEMENT),
    )


def _cards(sales: Iterable[Sale]) -> int:
    return sum(len(sale.cards) for sale in sales)


def _money(sales: Iterable[Sale], zero: Money) -> Any:
    return MONEY.to(sum((sale.receipts for sale in sales), zero))
