"""Sales of cards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from eyesdown.common.v1 import players_pb2
from eyesdown.verify.v1 import sales_pb2, sales_service_pb2_grpc
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.errors import NotFound, Unavailable
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.orders import Order, Orders
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.record.aggregates import Outcome
from services.kernel.record.players import Players, shown
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.walk import Walk, now
from services.verify import names
from services.verify.codec.values import REPLACED, SALE, SPAN
from services.verify.commands import desk as desk_commands
from services.verify.domain.block import block
from services.verify.domain.block import state as block_state
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.block.replacing import replacement, takeable
from services.verify.domain.block.selling import BlockOpened, block_opened
from services.verify.domain.block.state import Block, Span
from services.verify.domain.block.state import State as BlockState
from services.verify.domain.desk import desk
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.selling import (
    CARD_NOT_OFFERED,
    SALES_NOT_OPEN,
    RegisterBlock,
    register_block,
)
from services.verify.domain.desk.state import Desk, NotOnSale, OnSale
from services.verify.domain.desk.state import State as DeskState
from services.verify.facts.looking import Blocks, Desks
from services.verify.facts.selling import Selling, ordered
from services.verify.rpc.timing import looking_up
from services.verify.views import block as block_views
from services.verify.views import desk as desk_views
from services.verify.views import sales as sales_views


class SalesRpc(sales_service_pb2_grpc.SalesServiceServicer):
    """The RPCs of sales."""

    def __init__(
        self,
        desks: Desks,
        blocks: Blocks,
        desk_walk: Walk[desk.Command, desk.Event, DeskState],
        block_walk: Walk[block.Command, block.Event, BlockState],
        selling: Selling,
        feed: Feed,
        orders: Orders,
        heads: Heads,
        players: Players,
    ) -> None:
        self._desks = desks
        self._blocks = blocks
        self._desk_walk = desk_walk
        self._block_walk = block_walk
        self._selling = selling
        self._feed = feed
        self._orders = orders
        self._heads = heads
        self._players = players

    # -- a game's sales --------------------------------------------------------------------

    async def OpenSales(self, request: pb.OpenSalesRequest, _: Any) -> pb.OpenSalesResponse:
        name = named(request, DESKS.kind)
        facts = None
        async with looking_up():
            await self._feed.up_to_date(names.game_of(name))  # it may have been opened just now
            if not await self._desks.answered(name, request.request_id):
                facts = await self._selling.offered(name, request)
        outcome = await self._desk_walk(call(), name, request, facts=facts)
        return pb.OpenSalesResponse(sales=sales_views.resource(outcome.snapshot))

    async def CloseSales(self, request: pb.CloseSalesRequest, _: Any) -> pb.CloseSalesResponse:
        name = named(request, DESKS.kind)
        outcome = await self._desk_walk(call(), name, request)
        if not request.validate_only:
            await self._settle(name)
        return pb.CloseSalesResponse(sales=sales_views.resource(outcome.snapshot))

    async def GetSales(self, request: pb.GetSalesRequest, _: Any) -> pb.GetSalesResponse:
        name = named(request, DESKS.kind)
        snapshot = await self._desks.read(name, request.at_least_version)
        return pb.GetSalesResponse(sales=sales_views.resource(snapshot))

    def WatchSales(
        self, request: pb.WatchSalesRequest, _: Any
    ) -> AsyncIterator[pb.WatchSalesResponse]:
        name = named(request, DESKS.kind)
        return watched(
            self._desks,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchSalesResponse(
                sales=sales_views.resource(last), events=last.happened
            ),
        )

    # -- selling ---------------------------------------------------------------------------

    async def SellCards(self, request: pb.SellCardsRequest, _: Any) -> pb.SellCardsResponse:
        name = named(request, DESKS.kind)
        target, sale = await self._in_block(name, request)
        return pb.SellCardsResponse(block=str(target), sale=sale)

    async def EnterLateSale(
        self, request: pb.EnterLateSaleRequest, _: Any
    ) -> pb.EnterLateSaleResponse:
        name = named(request, DESKS.kind)
        target, sale = await self._in_block(name, request)
        if sale is not None:
            await self._feed.hasten(target)  # the desk adds it up
        return pb.EnterLateSaleResponse(block=str(target), sale=sale)

    async def VoidSale(self, request: pb.VoidSaleRequest, _: Any) -> pb.VoidSaleResponse:
        name = named(request, BLOCKS.kind)
        outcome = await self._block_walk(call(), name, request)
        await self._feed.hasten(name)  # the desk counts it, and what was replaced is free again
        return pb.VoidSaleResponse(sale=_sale(outcome, request.sale))

    async def ReturnCards(self, request: pb.ReturnCardsRequest, _: Any) -> pb.ReturnCardsResponse:
        name = named(request, BLOCKS.kind)
        facts = None
        if not await self._blocks.answered(name, request.request_id):
            facts = await self._selling.refundable(await self._block(name))
        outcome = await self._block_walk(call(), name, request, facts=facts)
        await self._feed.hasten(name)  # the desk counts it, and what was replaced is free again
        return pb.ReturnCardsResponse(sale=_sale(outcome, request.sale))

    async def ReplaceCards(
        self, request: pb.ReplaceCardsRequest, _: Any
    ) -> pb.ReplaceCardsResponse:
        name = named(request, DESKS.kind)
        new, old = _span(request, "cards"), _span(request, "old_cards")
        check = await self._checked(name.venue, request)
        ours = await self._desk(name)
        target, supposed = await self._block_of(name, new.first, only=request.validate_only)
        source = await self._old_block(ours, old.first)
        if not await self._blocks.answered(source, request.request_id):
            takeable(new, supposed or await self._block(target))
        facts = sales_pb2.ReplaceCardsFacts(
            new_game=ours.game,
            new_series=_on_sale(ours, new.first).series,
            new_block=str(target),
            restart_of=ours.restart_of,
            check=check,
        )
        await self._block_walk(call(), source, request, facts=facts)
        if request.validate_only:
            return pb.ReplaceCardsResponse(block=str(target))
        await self._feed.up_to_date(source)
        await self._feed.up_to_date(target)
        sale = SALE.to(replacement(await self._block(target), str(source), old, new))
        return pb.ReplaceCardsResponse(block=str(target), sale=sale)

    # -- looking ---------------------------------------------------------------------------

    async def GetBlock(self, request: pb.GetBlockRequest, _: Any) -> pb.GetBlockResponse:
        snapshot = await self._blocks.read(named(request, BLOCKS.kind))
        return pb.GetBlockResponse(block=block_views.resource(snapshot))

    async def FindSale(self, request: pb.FindSaleRequest, _: Any) -> pb.FindSaleResponse:
        name = named(request, DESKS.kind)
        ours = await self._desk(name)
        first = _block(ours, request.card).first
        sales = ours.sales
        if not isinstance(sales, OnSale) or first not in sales.blocks:
            return pb.FindSaleResponse()
        target = names.block_of(name, first)
        await self._feed.up_to_date(name)
        found = block_views.opened((await self._blocks.read(target)).state)
        answer = pb.FindSaleResponse(block=str(target))
        sale, replaced = found.sale_of(request.card), found.replacement_of(request.card)
        if sale is not None:
            answer.sale.CopyFrom(SALE.to(sale))
        if replaced is not None:
            answer.replaced.CopyFrom(REPLACED.to(replaced))
        return answer

    async def Reconcile(self, request: pb.ReconcileRequest, _: Any) -> pb.ReconcileResponse:
        name = named(request, DESKS.kind)
        ours = await self._desk(name)
        if isinstance(ours.sales, NotOnSale):
            raise SALES_NOT_OPEN(game=ours.game)
        await self._feed.up_to_date(name)
        blocks: list[Block] = []
        for first in ours.sales.blocks:
            snapshot = await self._blocks.read(names.block_of(name, first))
            blocks.append(block_views.opened(snapshot.state))
        figures = [each for one in blocks for each in block_views.sellers(one)]
        currency = ours.sales.prices.card.currency
        sellers = [
            block_views.added((f for f in figures if f.seller == seller), seller, currency)
            for seller in sorted({each.seller for each in figures})
        ]
        offered = sum(len(offer.cards) for offer in ours.sales.offers)
        return pb.ReconcileResponse(
            reconciliation=sales_pb2.Reconciliation(
                game=ours.game,
                sellers=sellers,
                total=block_views.added(sellers, "", currency),
                cards_unsold=offered - sum(one.sold for one in blocks),
            )
        )

    # -- how -------------------------------------------------------------------------------

    async def _in_block(
        self,
        name: Name,
        request: pb.SellCardsRequest | pb.EnterLateSaleRequest,
    ) -> tuple[Name, sales_pb2.Sale | None]:
        """Tell the block of the cards of the request, and give back the sale; none comes of a
        rehearsal."""
        facts = sales_pb2.SellCardsFacts(check=await self._checked(name.venue, request))
        late, only = isinstance(request, pb.EnterLateSaleRequest), request.validate_only
        async with looking_up():
            first = _span(request, "cards").first
            target, supposed = await self._block_of(name, first, late, only)
        if supposed is not None:
            self._block_walk.suppose(call(), target, request, supposed, facts=facts)
            return target, None
        outcome = await self._block_walk(call(), target, request, facts=facts)
        return target, None if only else _last_sale(outcome)

    async def _checked(self, venue: str, request: Any) -> players_pb2.PlayerCheck | None:
        """What is answered about the player."""
        player = shown(request)
        return await self._players.check(venue, player, rehearsed=request.validate_only)

    async def _block_of(
        self, name: Name, card: int, late: bool = False, only: bool = False
    ) -> tuple[Name, block_state.OnSale | block_state.Closed | None]:
        """The block that a card of a game is sold in, opened if it is not; where it `only` would
        be, the block as it then is."""
        ours = await self._desk(name)
        target = names.block_of(name, _block(ours, card).first)
        if await self._blocks.standing(target) is not None:
            return target, None
        supposed = _supposed(RegisterBlock(card, late, now()), ours) if only else None
        if supposed is not None:
            return target, supposed
        if not only:
            wanted = sales_pb2.RegisterBlock(card=card, late=late)
            order = Order(name, wanted, desk_commands.command)
            await self._orders.fire(self._desks, order, f"{target}/open", now())
        await self._feed.up_to_date(name)
        return target, None

    async def _block(self, name: Name) -> Block:
        return block_views.opened((await self._blocks.read(name)).state)

    async def _old_block(self, ours: Desk, card: int) -> Name:
        """The block of the game that is started over, in which a card was sold."""
        if not ours.restart_of:
            raise NotFound(f"game that {ours.game} is played instead of")
        name = names.desk_of(Name.parse(ours.restart_of))
        return names.block_of(name, _block(await self._desk(name), card).first)

    async def _desk(self, name: Name) -> Desk:
        return desk_views.opened((await self._desks.read(name)).state)

    async def _settle(self, name: Name) -> None:
        """Have the blocks of a desk closed and counted now; by itself it happens a moment later."""
        with suppress(Unavailable):
            await self._feed.up_to_date(name)
            ours = await self._desk(name)
            for first in ours.sales.blocks if isinstance(ours.sales, OnSale) else ():
                await self._feed.up_to_date(names.block_of(name, first))


def _supposed(command: RegisterBlock, ours: Desk) -> block_state.OnSale | block_state.Closed | None:
    """The block that the desk would open; None where it is registered, and is opened by itself."""
    for each in register_block(command, ours).events:
        return block_opened(BlockOpened(each.terms, each.cards, each.late, each.at))
    return None


def _block(ours: Desk, card: int) -> Span:
    found = ours.sales.block(card) if isinstance(ours.sales, OnSale) else None
    if isinstance(ours.sales, NotOnSale):
        raise SALES_NOT_OPEN(game=ours.game)
    if found is None:
        raise CARD_NOT_OFFERED(card=card, game=ours.game)
    return found


def _on_sale(ours: Desk, card: int) -> Any:
    offer = ours.sales.offer(card) if isinstance(ours.sales, OnSale) else None
    if offer is None:
        raise CARD_NOT_OFFERED(card=card, game=ours.game)
    return offer


def _span(request: Any, field: str) -> Span:
    span = SPAN.of(getattr(request, field))
    ordered(span, f"{field}.last")
    return span


def _last_sale(outcome: Outcome[Any, BlockState]) -> sales_pb2.Sale:
    """The sale that a commit made: the last one of that moment."""
    return _sale(outcome, len(block_views.opened(outcome.state).sales))


def _sale(outcome: Outcome[Any, BlockState], number: int) -> sales_pb2.Sale:
    made: sales_pb2.Sale = SALE.to(block_views.opened(outcome.state).sales[number - 1])
    return made
