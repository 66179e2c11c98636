"""A verify service to call beside the draw, and the people who sell, void and look.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.verify"]`. See `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc
import pytest_asyncio

from eyesdown.common.v1 import money_pb2
from eyesdown.verify.v1 import card_service_pb2 as cards
from eyesdown.verify.v1 import (
    card_service_pb2_grpc,
    cards_pb2,
    claim_service_pb2_grpc,
    eye_service_pb2_grpc,
    jackpot_service_pb2_grpc,
    prize_service_pb2_grpc,
    sales_pb2,
    sales_service_pb2_grpc,
)
from eyesdown.verify.v1 import sales_service_pb2 as sales
from services.kernel.serving.server import Server
from services.kernel.settings import read
from services.verify.__main__ import serve
from tests.kit.draw import SOON, Hall
from tests.kit.draw_hall import Person
from tests.kit.draw_play import SERIAL
from tests.kit.nats import as_service

pytest_plugins = ["tests.kit.draw"]

NINETY = cards_pb2.Layout(format=cards_pb2.FORMAT_NINETY, columns=cards_pb2.COLUMNS_NINES)
SEVENTY_FIVE = cards_pb2.Layout(
    format=cards_pb2.FORMAT_SEVENTY_FIVE, columns=cards_pb2.COLUMNS_FIFTEENS
)

# In quotes: the classes are in the stubs alone.
ClaimStub: TypeAlias = "claim_service_pb2_grpc.ClaimServiceAsyncStub"
EyeStub: TypeAlias = "eye_service_pb2_grpc.EyeServiceAsyncStub"
CardStub: TypeAlias = "card_service_pb2_grpc.CardServiceAsyncStub"
JackpotStub: TypeAlias = "jackpot_service_pb2_grpc.JackpotServiceAsyncStub"
PrizeStub: TypeAlias = "prize_service_pb2_grpc.PrizeServiceAsyncStub"
SalesStub: TypeAlias = "sales_service_pb2_grpc.SalesServiceAsyncStub"


@dataclass
class Verify:
    """A running verify service, and a channel to it."""

    channel: grpc.aio.Channel
    server: Server

    @property
    def cards(self) -> CardStub:
        """Series and catalogue."""
        return card_service_pb2_grpc.CardServiceStub(self.channel)

    @property
    def claims(self) -> ClaimStub:
        """Claims."""
        return claim_service_pb2_grpc.ClaimServiceStub(self.channel)

    @property
    def jackpots(self) -> JackpotStub:
        """Jackpots."""
        return jackpot_service_pb2_grpc.JackpotServiceStub(self.channel)

    @property
    def prizes(self) -> PrizeStub:
        """Prizes."""
        return prize_service_pb2_grpc.PrizeServiceStub(self.channel)

    @property
    def eye(self) -> EyeStub:
        """The house's own eye."""
        return eye_service_pb2_grpc.EyeServiceStub(self.channel)

    @property
    def sales(self) -> SalesStub:
        """Sales."""
        return sales_service_pb2_grpc.SalesServiceStub(self.channel)


class Staff:
    """The people of a hall who have to do with cards."""

    def __init__(self, hall: Hall) -> None:
        self.operator: Person = hall.person("opal", "operator")
        self.manager = hall.manager
        self.seller = hall.person("sue", "seller")
        self.second_seller = hall.person("tom", "seller")
        self.cashier = hall.person("cora", "cashier")
        self.auditor = hall.auditor


@asynccontextmanager
async def verifying(hall: Hall, name: str = "v-one", **more: str) -> AsyncIterator[Verify]:
    """A verify service in this process; `more` are settings."""
    environment = as_service("verify", hall.telling(name, **more))
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(read(environment), environment, stop, ready.set_result))
    started: set[asyncio.Future[Any]] = {serving, ready}
    await asyncio.wait(started, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    assert ready.done(), f"the verify service {name} did not start within {SOON:g} s"
    server = ready.result()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield Verify(channel, server)
    finally:
        stop.set()
        await serving


# -- requests ----------------------------------------------------------------------------------


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


def nzd(cents: int) -> money_pb2.Money:
    """New Zealand dollars."""
    return money_pb2.Money(currency="NZD", minor_units=cents)


def span(first: int, last: int = 0) -> sales_pb2.Span:
    """Card numbers."""
    return sales_pb2.Span(first=first, last=last or first)


def generate(hall: Hall, **more: Any) -> cards.GenerateSeriesRequest:
    """Make 60 cards of ten strips; `more` are fields of the request."""
    chosen: dict[str, Any] = {
        "request_id": request_id(),
        "parent": f"venues/{hall.venue}",
        "series_id": series_id(hall),
        "title": "Blue",
        "serial_number": SERIAL,
        "layout": NINETY,
        "first_card": 1,
        "cards": 60,
        **more,
    }
    return cards.GenerateSeriesRequest(**chosen)


def series_id(hall: Hall) -> str:
    """An id that no other series has."""
    return f"{hall.day[:4]}-{uuid.uuid4().hex[:12]}"


async def last(replies: Any) -> Any:
    """The last of a stream of replies."""
    return [reply async for reply in replies][-1]


class Hallway:
    """A hall's cards, made and sold by its people."""

    def __init__(self, hall: Hall, verify: Verify) -> None:
        self.hall = hall
        self.verify = verify
        self.staff = Staff(hall)

    async def series(self, **more: Any) -> cards_pb2.CardSeries:
        """A new series, in use, under a serial number of its own unless `more` says which."""
        more.setdefault("serial_number", f"S {uuid.uuid4().hex[:8]}")
        made = await self.make(**more)
        used = cards.UseSeriesRequest(request_id=request_id(), name=made.name)
        await self.verify.cards.UseSeries(used, metadata=self.staff.operator.at)
        return made

    async def make(self, **more: Any) -> cards_pb2.CardSeries:
        """A new series."""
        request = generate(self.hall, **more)
        reply = await last(
            self.verify.cards.GenerateSeries(request, metadata=self.staff.operator.at)
        )
        series: cards_pb2.CardSeries = reply.series
        return series

    async def open_sales(self, game: str, *series: str, **more: Any) -> sales_pb2.GameSales:
        """Put series on sale for a game, two dollars a card and ten a strip."""
        request = self.opening(game, *series, **more)
        reply = await self.verify.sales.OpenSales(request, metadata=self.staff.manager.at)
        return reply.sales

    def opening(self, game: str, *series: str, **more: Any) -> sales.OpenSalesRequest:
        """The request for that."""
        return sales.OpenSalesRequest(
            **{
                "request_id": request_id(),
                "name": desk(game),
                "series": [sales.OfferedSeries(series=each) for each in series],
                "prices": sales_pb2.Prices(card=nzd(200), sheet=nzd(1_000)),
                **more,
            }
        )

    def selling(
        self, game: str, first: int, last: int, cents: int, **more: Any
    ) -> sales.SellCardsRequest:
        """Sell cards."""
        return sales.SellCardsRequest(
            **{
                "request_id": request_id(),
                "name": desk(game),
                "cards": span(first, last),
                "receipts": nzd(cents),
                **more,
            }
        )

    async def sell(self, game: str, first: int, last: int, cents: int) -> sales.SellCardsResponse:
        """Sell cards by the first seller."""
        request = self.selling(game, first, last, cents)
        return await self.verify.sales.SellCards(request, metadata=self.staff.seller.at)

    async def close_sales(self, game: str) -> sales_pb2.GameSales:
        """Close the sales of a game, and wait until they are counted."""
        request = sales.CloseSalesRequest(request_id=request_id(), name=desk(game))
        await self.verify.sales.CloseSales(request, metadata=self.staff.manager.at)
        return await self.counted(game)

    async def counted(self, game: str) -> sales_pb2.GameSales:
        """The sales of a game once they are closed and counted."""
        request = sales.WatchSalesRequest(name=desk(game))
        watch = self.verify.sales.WatchSales(request, metadata=self.staff.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for reply in watch:
                    if reply.sales.phase == sales_pb2.SALES_PHASE_CLOSED:
                        return reply.sales
        finally:
            watch.cancel()
        raise AssertionError("the sales were never counted")

    async def watch_for(self, game: str) -> None:
        """Wait until a game has its desk, which it gets by itself."""
        request = sales.OpenSalesRequest(
            request_id=request_id(),
            name=desk(game),
            series=[sales.OfferedSeries(series=f"venues/{self.hall.venue}/cardSeries/2026-none")],
            prices=sales_pb2.Prices(card=nzd(1)),
        )
        with suppress(grpc.aio.AioRpcError):  # refused; but until then the desk is made
            await self.verify.sales.OpenSales(request, metadata=self.staff.manager.at)

    async def look(self, game: str) -> sales_pb2.GameSales:
        """The sales of a game as they are now."""
        request = sales.GetSalesRequest(name=desk(game))
        reply = await self.verify.sales.GetSales(request, metadata=self.staff.auditor.at)
        return reply.sales


def desk(game: str) -> str:
    """The claim desk of a game."""
    return game.replace("/games/", "/claimDesks/")


# -- fixtures ----------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def verify(hall: Hall) -> AsyncIterator[Verify]:
    """The module's verify service."""
    async with verifying(hall) as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def verify_two(hall: Hall) -> AsyncIterator[Verify]:
    """A second replica of it."""
    async with verifying(hall, "v-two") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cards_of(hall: Hall, verify: Verify) -> Hallway:
    """The hall's cards at the module's verify service."""
    return Hallway(hall, verify)
