"""The commands to a claim desk."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.record.commit import Given, ProfileRef
from services.verify.commands.claims import claim_command
from services.verify.commands.jackpots import jackpot_command
from services.verify.commands.prizes import prize_command
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
from services.verify.messages import ASKED, MONEY, PRICES, REPORT, SPAN, STAGE, STAGE_PRIZE

RulesOf = Callable[[ProfileRef], DeskRules]


def maker(rules_of: RulesOf) -> Callable[[Given], Command]:
    """How commands are made; `rules_of` finds the rules of a profile by its id and hash."""

    def make(given: Given) -> Command:
        if isinstance(given.request, sales_pb2.OpenDesk):
            if given.profile is None:
                raise TypeError("a game is opened under a profile")
            return _open(given, given.request, rules_of(given.profile))
        return command(given)

    return make


def command(given: Given) -> Command:
    """The command to a claim desk, but for the one that makes it."""
    match given.request:
        case pb.OpenSalesRequest() as request:
            return _open_sales(given, request)
        case pb.CloseSalesRequest():
            return CloseSales(given.at)
        case sales_pb2.StopSales():
            return StopSales(given.at)
        case sales_pb2.RegisterBlock() as request:
            return RegisterBlock(request.card, request.late, given.at)
        case sales_pb2.TakeReport() as request:
            return TakeReport(REPORT.of(request.report), given.at)
        case sales_pb2.TakeLateSale() as request:
            cards = SPAN.of(request.cards) if request.HasField("cards") else None
            return TakeLateSale(request.cards_sold, MONEY.of(request.receipts), given.at, cards)
        case sales_pb2.TakeBack() as request:
            cards = SPAN.of(request.cards) if request.HasField("cards") else None
            return TakeBack(request.cards_sold, MONEY.of(request.receipts), given.at, cards)
    return prize_command(given) or jackpot_command(given) or claim_command(given)


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
        stages=tuple(map(STAGE.of, facts.stages)),
    )
