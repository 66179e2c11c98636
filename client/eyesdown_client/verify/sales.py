"""The calls of sales: cards are sold for games, voided, returned, replaced, counted."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Mapping

from eyesdown.common.v1 import money_pb2, players_pb2
from eyesdown.verify.v1 import sales_pb2, sales_service_pb2_grpc
from eyesdown.verify.v1 import sales_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import versions
from eyesdown_client.common.requests import id_of


class SalesPhase(enum.IntEnum):
    """How far the sales of a game are. COUNTING: over, and not counted yet."""

    NOT_OPEN = sales_pb2.SALES_PHASE_NOT_OPEN
    OPEN = sales_pb2.SALES_PHASE_OPEN
    COUNTING = sales_pb2.SALES_PHASE_COUNTING
    CLOSED = sales_pb2.SALES_PHASE_CLOSED


def span(first: int, last: int = 0) -> sales_pb2.Span:
    """Consecutive cards, both ends included; of one number a single card."""
    return sales_pb2.Span(first=first, last=last or first)


@fitting
class CardSales:
    """The calls of `SalesService`. A `name` is that of the game's claim desk,
    "venues/akl/claimDesks/2026-11-29-07", unless it is a sales block's,
    "venues/akl/salesBlocks/2026-11-29-07-0000001"."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = sales_service_pb2_grpc.SalesServiceStub(connection.channel)

    async def open_sales(
        self,
        name: str,
        *,
        series: Mapping[str, sales_pb2.Span | None],
        card: money_pb2.Money,
        sheet: money_pb2.Money | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> sales_pb2.GameSales:
        """Put series on sale, by name, each with the cards that are, or None for all. `card` is
        what a card costs, `sheet` what a whole strip does (None: as its cards do)."""
        request = rpc.OpenSalesRequest(
            request_id=id_of(request_id),
            name=name,
            series=[rpc.OfferedSeries(series=each, cards=cards) for each, cards in series.items()],
            prices=sales_pb2.Prices(card=card, sheet=sheet),
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.OpenSales, request, deadline)).sales

    async def sell_cards(
        self,
        name: str,
        *,
        cards: sales_pb2.Span,
        receipts: money_pb2.Money,
        shown: players_pb2.PlayerShown | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.SellCardsResponse:
        """Sell cards of one block, and say what was taken: the `.block` and the `.sale`. `shown`
        is who buys, as far as the till knows: `player_shown(…)`."""
        request = rpc.SellCardsRequest(
            request_id=id_of(request_id),
            name=name,
            cards=cards,
            receipts=receipts,
            shown=shown,
            validate_only=validate_only,
        )
        return await self._connection.call(self._stub.SellCards, request, deadline)

    async def void_sale(
        self,
        name: str,
        *,
        sale: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> sales_pb2.Sale:
        """A sale of a block was a mistake: another person than its seller gives the `reason`."""
        request = rpc.VoidSaleRequest(
            request_id=id_of(request_id),
            name=name,
            sale=sale,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.VoidSale, request, deadline)).sale

    async def return_cards(
        self,
        name: str,
        *,
        sale: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> sales_pb2.Sale:
        """The cards of a sale of a block came back, and so did the money."""
        request = rpc.ReturnCardsRequest(
            request_id=id_of(request_id),
            name=name,
            sale=sale,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ReturnCards, request, deadline)).sale

    async def close_sales(
        self,
        name: str,
        *,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> sales_pb2.GameSales:
        """No more cards are sold; what was is counted and told to the draw."""
        request = rpc.CloseSalesRequest(
            request_id=id_of(request_id),
            name=name,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CloseSales, request, deadline)).sales

    async def enter_late_sale(
        self,
        name: str,
        *,
        cards: sales_pb2.Span,
        receipts: money_pb2.Money,
        seller: str,
        evidence: str,
        shown: players_pb2.PlayerShown | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.EnterLateSaleResponse:
        """Enter a sale of `seller`'s that was in time, as `evidence` shows: `.block`, `.sale`.
        `shown` is what the buyer showed, as far as it is known."""
        request = rpc.EnterLateSaleRequest(
            request_id=id_of(request_id),
            name=name,
            cards=cards,
            receipts=receipts,
            seller=seller,
            evidence=evidence,
            shown=shown,
            validate_only=validate_only,
        )
        return await self._connection.call(self._stub.EnterLateSale, request, deadline)

    async def replace_cards(
        self,
        name: str,
        *,
        old_cards: sales_pb2.Span,
        cards: sales_pb2.Span,
        shown: players_pb2.PlayerShown | None = None,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.ReplaceCardsResponse:
        """Give out as many `cards` at no cost for those of the game that was started over. `shown`
        is who brings these, as far as the till knows."""
        request = rpc.ReplaceCardsRequest(
            request_id=id_of(request_id),
            name=name,
            old_cards=old_cards,
            cards=cards,
            shown=shown,
            validate_only=validate_only,
        )
        return await self._connection.call(self._stub.ReplaceCards, request, deadline)

    async def get_sales(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> sales_pb2.GameSales:
        """The sales of a game, at `at_least_version` or later."""
        request = rpc.GetSalesRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetSales, request, deadline)).sales

    def watch_sales(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchSalesResponse, None]:
        """The sales of a game at every version after `after_version`, and then as they change:
        `.sales`, and the names of the `.events` that made this version of its desk."""

        def asked(version: int) -> rpc.WatchSalesRequest:
            return rpc.WatchSalesRequest(name=name, after_version=version)

        return versions(self._connection, self._stub.WatchSales, asked, "sales", after_version)

    async def get_block(self, name: str, *, deadline: float | None = None) -> sales_pb2.SalesBlock:
        """A sales block: every sale that was ever made in it."""
        request = rpc.GetBlockRequest(name=name)
        return (await self._connection.call(self._stub.GetBlock, request, deadline)).block

    async def find_sale(
        self, name: str, *, card: int, deadline: float | None = None
    ) -> rpc.FindSaleResponse:
        """The `.sale` of a card, absent for one that is unsold; `.block`; and what `.replaced` it,
        absent where nothing did."""
        request = rpc.FindSaleRequest(name=name, card=card)
        return await self._connection.call(self._stub.FindSale, request, deadline)

    async def reconcile(
        self, name: str, *, deadline: float | None = None
    ) -> sales_pb2.Reconciliation:
        """What each seller has sold for a game, and all of them together."""
        request = rpc.ReconcileRequest(name=name)
        call = self._connection.call(self._stub.Reconcile, request, deadline)
        return (await call).reconciliation
