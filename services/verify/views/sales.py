"""What people see of the sales of a game."""

from __future__ import annotations

from typing import Any

from eyesdown.verify.v1 import sales_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import MONEY, OFFER, PRICES
from services.verify.domain.desk.state import Counted, Counting, OnSale, State
from services.verify.views.desk import opened, phase


def resource(snapshot: Snapshot[Any, State]) -> sales_pb2.GameSales:
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
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made
