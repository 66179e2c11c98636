"""The commands to a claim desk."""

from __future__ import annotations

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.record.commit import Given
from services.verify.domain.desk.desk import Command
from services.verify.domain.desk.opening import OpenDesk
from services.verify.domain.desk.selling import (
    CloseSales,
    OpenSales,
    RegisterBlock,
    StopSales,
    TakeLateSale,
    TakeReport,
)
from services.verify.messages import ASKED, MONEY, PRICES, REPORT


def command(given: Given) -> Command:
    """The command to a claim desk."""
    match given.request:
        case pb.OpenSalesRequest() as request:
            return _open_sales(given, request)
        case pb.CloseSalesRequest():
            return CloseSales(given.at)
        case sales_pb2.StopSales():
            return StopSales(given.at)
        case sales_pb2.OpenDesk() as request:
            return OpenDesk(
                request.game, request.profile, request.numbers, request.restart_of, given.at
            )
        case sales_pb2.RegisterBlock() as request:
            return RegisterBlock(request.card, request.late, given.at)
        case sales_pb2.TakeReport() as request:
            return TakeReport(REPORT.of(request.report), given.at)
        case sales_pb2.TakeLateSale() as request:
            return TakeLateSale(request.cards_sold, MONEY.of(request.receipts), given.at)
    raise TypeError(f"{given.method} is nothing that a desk is told")


def _open_sales(given: Given, request: pb.OpenSalesRequest) -> OpenSales:
    facts = given.facts
    if not isinstance(facts, sales_pb2.OpenSalesFacts):
        raise TypeError(f"{given.method} was decided without its facts")
    return OpenSales(
        asked=tuple(map(ASKED.of, facts.asked)),
        prices=PRICES.of(request.prices),
        currency=facts.currency,
        serial_number=facts.serial_number,
        begun=facts.begun,
        year=facts.year,
        at=given.at,
    )
