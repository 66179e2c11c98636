"""The commands to a claim desk: its opening and its sales; the rest is in chapters beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from google.protobuf.message import Message

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.making import by_request, facts_of, under_profile
from services.verify.codec.values import ASKED, MONEY, PRICES, REPORT, SPAN, STAGE, STAGE_PRIZE
from services.verify.commands import claims, declaring, prizes
from services.verify.domain.desk.desk import Command
from services.verify.domain.desk.late import TakeBack, TakeLateSale
from services.verify.domain.desk.opening import OpenDesk
from services.verify.domain.desk.selling import (
    CloseSales,
    OpenSales,
    RegisterBlock,
    StopSales,
    TakeReport,
)
from services.verify.domain.profile import DeskRules

RulesOf = Callable[[ProfileRef], DeskRules]


def maker(rules_of: RulesOf) -> Callable[[Given], Command]:
    """How commands are made; `rules_of` finds the rules of a profile by its id and hash."""
    return under_profile(sales_pb2.OpenDesk, rules_of, _open, command)


def _open(given: Given, request: sales_pb2.OpenDesk, rules: DeskRules) -> OpenDesk:
    return OpenDesk(
        request.game,
        request.profile,
        request.numbers,
        request.restart_of,
        given.at,
        rules.claims,
        tuple(map(STAGE_PRIZE.of, request.stages)),
        rules.prizes,
        request.practice,
        request.session,
    )


def _open_sales(given: Given, request: pb.OpenSalesRequest) -> OpenSales:
    facts = facts_of(given, sales_pb2.OpenSalesFacts)
    return OpenSales(
        asked=tuple(map(ASKED.of, facts.asked)),
        prices=PRICES.of(request.prices),
        currency=facts.currency,
        serial_number=facts.serial_number,
        begun=facts.begun,
        year=facts.year,
        at=given.at,
        stages=tuple(map(STAGE.of, facts.stages)),
    )


def _close_sales(given: Given, _: pb.CloseSalesRequest) -> CloseSales:
    return CloseSales(given.at)


def _stop_sales(given: Given, _: sales_pb2.StopSales) -> StopSales:
    return StopSales(given.at)


def _register(given: Given, request: sales_pb2.RegisterBlock) -> RegisterBlock:
    return RegisterBlock(request.card, request.late, given.at)


def _report(given: Given, request: sales_pb2.TakeReport) -> TakeReport:
    return TakeReport(REPORT.of(request.report), given.at)


def _late(given: Given, request: sales_pb2.TakeLateSale) -> TakeLateSale:
    cards = SPAN.of(request.cards) if request.HasField("cards") else None
    return TakeLateSale(request.cards_sold, MONEY.of(request.receipts), given.at, cards)


def _back(given: Given, request: sales_pb2.TakeBack) -> TakeBack:
    cards = SPAN.of(request.cards) if request.HasField("cards") else None
    return TakeBack(request.cards_sold, MONEY.of(request.receipts), given.at, cards)


_MAKERS: Mapping[type[Message], Callable[[Given, Any], Command]] = {
    pb.OpenSalesRequest: _open_sales,
    pb.CloseSalesRequest: _close_sales,
    sales_pb2.StopSales: _stop_sales,
    sales_pb2.RegisterBlock: _register,
    sales_pb2.TakeReport: _report,
    sales_pb2.TakeLateSale: _late,
    sales_pb2.TakeBack: _back,
    **claims.MAKERS,
    **prizes.MAKERS,
    **declaring.MAKERS,
}

command = by_request(_MAKERS, "a claim desk")
"""The command to a claim desk that there is."""
