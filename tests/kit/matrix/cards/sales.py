"""The RPCs of sales."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from tests.kit.matrix.cards.common import (
    BAD_MONEY,
    MANAGERS,
    READERS,
    SELLERS,
    TILL,
    TOO_MUCH,
    Ground,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.restarts import replacing
from tests.kit.verify import desk, nzd, request_id, span

BAD_SPANS = (sales_pb2.Span(), sales_pb2.Span(first=1, last=10_000_000))


def _late(ground: Ground) -> Message:
    return sales.EnterLateSaleRequest(
        request_id=request_id(),
        name=desk(ground.game),
        cards=span(7),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub",
    )


def voiding(ground: Ground) -> sales.VoidSaleRequest:
    """The first sale of the first seller was keyed twice."""
    return sales.VoidSaleRequest(
        request_id=request_id(), name=ground.block, sale=1, reason="keyed twice"
    )


ROWS: Mapping[str, Row] = {
    "OpenSales": Row(
        "in use",
        "manager",
        lambda ground: ground.cards_of.opening(ground.game, ground.series.name),
        MANAGERS,
        other={"prices": sales_pb2.Prices(card=nzd(300))},
        refused=(
            Refusal("open", "SALES_OPENED_BEFORE"),
            Refusal("made", "SERIES_NOT_IN_USE"),
            Refusal("begun", "PLAY_BEGUN"),
            Refusal(
                "in use",
                "PRICE_IN_OTHER_CURRENCY",
                "",
                {"prices": sales_pb2.Prices(card=Money(currency="USD", minor_units=200))},
            ),
        ),
        malformed={
            "series": ([],),
            "series[0].series": ([sales.OfferedSeries(series="blue")],),
            "series[0].cards.last": (
                lambda ground: [sales.OfferedSeries(series=ground.series.name, cards=span(7, 6))],
            ),
            "prices": (None,),
            "prices.card": (sales_pb2.Prices(),),
            "prices.card.minor_units": (
                sales_pb2.Prices(card=BAD_MONEY[0]),
                sales_pb2.Prices(card=TOO_MUCH),
            ),
            "prices.card.currency": (sales_pb2.Prices(card=BAD_MONEY[1]),),
        },
    ),
    "SellCards": Row(
        "open",
        "seller",
        lambda ground: ground.cards_of.selling(ground.game, 1, 6, 1_000),
        SELLERS,
        other={"receipts": nzd(200), "cards": span(7)},
        refused=(
            Refusal("in use", "SALES_NOT_OPEN"),
            Refusal("sold", "CARD_SOLD"),
            Refusal("closed", "SALES_CLOSED", changes={"cards": span(7), "receipts": nzd(200)}),
            Refusal("open", "CARD_NOT_OFFERED", "NZB-5.7(c)(i)", {"cards": span(61, 66)}),
            Refusal("open", "OTHER_CARDS", changes={"cards": span(55, 66)}),
            Refusal("open", "RECEIPTS_DIFFER", changes={"receipts": nzd(999)}),
        ),
        malformed={
            "cards": (None,),
            "cards.first": (BAD_SPANS[0],),
            "cards.last": (BAD_SPANS[1], span(7, 6)),
            "receipts": (None,),
            "receipts.minor_units": (BAD_MONEY[0], TOO_MUCH),
            "receipts.currency": (BAD_MONEY[1],),
        },
    ),
    "VoidSale": Row(
        "sold",
        "second_seller",
        voiding,
        TILL,
        other={"reason": "another reason"},
        refused=(
            Refusal("sold", "NO_SUCH_SALE", changes={"sale": 2}),
            Refusal("voided", "SALE_OVER"),
            Refusal("closed", "SALE_COUNTED"),
        ),
        malformed={"sale": (0,), "reason": ("", LONG)},
    ),
    "ReturnCards": Row(
        "sold",
        "seller",
        lambda ground: sales.ReturnCardsRequest(request_id=request_id(), name=ground.block, sale=1),
        TILL,
        other={"sale": 2},
        refused=(
            Refusal("sold", "NO_SUCH_SALE", changes={"sale": 2}),
            Refusal("voided", "SALE_OVER"),
            Refusal("closed", "SALE_COUNTED"),
        ),
        malformed={"sale": (0,)},
    ),
    "CloseSales": Row(
        "sold",
        "manager",
        lambda ground: sales.CloseSalesRequest(request_id=request_id(), name=desk(ground.game)),
        MANAGERS,
        refused=(Refusal("in use", "SALES_NOT_OPEN"),),
    ),
    "EnterLateSale": Row(
        "closed",
        "manager",
        _late,
        MANAGERS,
        other={"evidence": "a photograph"},
        refused=(
            Refusal("sold", "SALES_STILL_OPEN"),
            Refusal("closed", "CARD_SOLD", changes={"cards": span(1)}),
            Refusal("closed", "OWN_LATE_SALE", changes={"seller": "MERE"}),
            Refusal("closed", "EVIDENCE_NEEDED", changes={"evidence": "  "}),
            Refusal("closed", "RECEIPTS_DIFFER", changes={"receipts": nzd(1)}),
        ),
        malformed={
            "cards": (None,),
            "receipts": (None,),
            "receipts.minor_units": (BAD_MONEY[0],),
            "seller": ("", LONG, " sue", "su\ne"),
            "evidence": ("", LONG),
        },
    ),
    "ReplaceCards": Row(
        "started over",
        "seller",
        lambda ground: replacing(ground.game, (1, 6), (31, 36)),
        TILL,
        other={"cards": span(37, 42)},
        refused=(
            Refusal("started over", "NOT_ALL_REPLACED", "TNB-14-cards", {"cards": span(31)}),
            Refusal(
                "started over", "OLD_CARD_NOT_SOLD", "NZB-5.7(c)(i)", {"old_cards": span(13, 18)}
            ),
            Refusal("started over", "CARD_NOT_OFFERED", "NZB-5.7(c)(i)", {"cards": span(61, 66)}),
        ),
        malformed={"old_cards": (None,), "cards": (None,), "cards.last": (span(7, 6),)},
    ),
    "GetSales": Row(
        "in use",
        "auditor",
        lambda ground: sales.GetSalesRequest(name=desk(ground.game)),
        READERS,
    ),
    "WatchSales": Row(
        "in use",
        "auditor",
        lambda ground: sales.WatchSalesRequest(name=desk(ground.game)),
        READERS,
    ),
    "GetBlock": Row(
        "sold",
        "auditor",
        lambda ground: sales.GetBlockRequest(name=ground.block),
        READERS,
    ),
    "FindSale": Row(
        "sold",
        "auditor",
        lambda ground: sales.FindSaleRequest(name=desk(ground.game), card=6),
        READERS,
        refused=(
            Refusal("in use", "SALES_NOT_OPEN"),
            Refusal("sold", "CARD_NOT_OFFERED", "NZB-5.7(c)(i)", {"card": 61}),
        ),
        malformed={"card": (0, 10_000_000)},
    ),
    "Reconcile": Row(
        "sold",
        "auditor",
        lambda ground: sales.ReconcileRequest(name=desk(ground.game)),
        READERS,
        refused=(Refusal("in use", "SALES_NOT_OPEN"),),
    ),
}
