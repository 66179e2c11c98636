"""Sales of cards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from eyesdown.verify.v1 import sales_pb2, sales_service_pb2_grpc
from eyesdown.verify.v1 import sales_service_pb2 as pb
from services.kernel.errors import InvalidArgument, NotFound, Unavailable
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.orders import Order, Orders
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.players import Players, shown
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now
from services.verify import names
from services.verify.codec.values import ASKED, IN_USE, REPLACED, SALE, SPAN, STAGE
from services.verify.commands import desk as desk_commands
from services.verify.domain.block import block
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.block.replacing import replacement, takeable
from services.verify.domain.block.state import Block, Closed, Span
from services.verify.domain.block.state import State as BlockState
from services.verify.domain.catalogue import CATALOGUES, Catalogue
from services.verify.domain.desk import desk
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.selling import CARD_NOT_OFFERED, SALES_NOT_OPEN
from services.verify.domain.desk.state import Desk, NotOnSale, OnSale
from services.verify.domain.desk.state import State as DeskState
from services.verify.domain.game.game import Phase
from services.verify.facts.games import Games
from services.verify.facts.looking import Desks
from services.verify.rpc.timing import looking_up
from services.verify.views import block as block_views
from services.verify.views import desk as desk_views
from services.verify.views import sales as sales_views

Blocks = Aggregates[block.Command, block.Event, BlockState]


class SalesRpc(sales_service_pb2_grpc.SalesServiceServicer):
    """The RPCs of sales."""

    def __init__(
        self,
        desks: Desks,
        blocks: Blocks,
        catalogues: Aggregates[Any, Any, Catalogue],
        desk_walk: Walk[desk.Command, desk.Event, DeskState],
        block_walk: Walk[block.Command, block.Event, BlockState],
        venues: Venues,
        games: Games,
        feed: Feed,
        orders: Orders,
        heads: Heads,
        players: Players,
    ) -> None:
        self._desks = desks
        self._blocks = blocks
        self._catalogues = catalogues
        self._desk_walk = desk_walk
        self._block_walk = block_walk
        self._venues = venues
        self._games = games
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
                facts = await self._offered(name, request)
        outcome = await self._desk_walk(call(), name, request, facts=facts)
        return pb.OpenSalesResponse(sales=sales_views.resource(outcome.snapshot))

    async def CloseSales(self, request: pb.CloseSalesRequest, _: Any) -> pb.CloseSalesResponse:
        name = named(request, DESKS.kind)
        outcome = await self._desk_walk(call(), name, request)
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
            lambda last: pb.WatchSalesResponse(sales=sales_views.resource(last)),
        )

    # -- selling ---------------------------------------------------------------------------

    async def SellCards(self, request: pb.SellCardsRequest, _: Any) -> pb.SellCardsResponse:
        name = named(request, DESKS.kind)
        check = await self._players.check(name.venue, shown(request, "player"))
        facts = sales_pb2.SellCardsFacts(check=check)
        target, outcome = await self._in_block(name, request, facts)
        return pb.SellCardsResponse(block=str(target), sale=_last_sale(outcome))

    async def EnterLateSale(
        self, request: pb.EnterLateSaleRequest, _: Any
    ) -> pb.EnterLateSaleResponse:
        name = named(request, DESKS.kind)
        check = await self._players.check(name.venue, shown(request, "player"))
        facts = sales_pb2.SellCardsFacts(check=check)
        target, outcome = await self._in_block(name, request, facts)
        await self._feed.hasten(target)  # the desk adds it up
        return pb.EnterLateSaleResponse(block=str(target), sale=_last_sale(outcome))

    async def VoidSale(self, request: pb.VoidSaleRequest, _: Any) -> pb.VoidSaleResponse:
        name = named(request, BLOCKS.kind)
        outcome = await self._block_walk(call(), name, request)
        await self._feed.hasten(name)  # the desk counts it, and what was replaced is free again
        return pb.VoidSaleResponse(sale=_sale(outcome, request.sale))

    async def ReturnCards(self, request: pb.ReturnCardsRequest, _: Any) -> pb.ReturnCardsResponse:
        name = named(request, BLOCKS.kind)
        facts = None
        if not await self._blocks.answered(name, request.request_id):
            facts = await self._refundable(name)
        outcome = await self._block_walk(call(), name, request, facts=facts)
        await self._feed.hasten(name)  # the desk counts it, and what was replaced is free again
        return pb.ReturnCardsResponse(sale=_sale(outcome, request.sale))

    async def ReplaceCards(
        self, request: pb.ReplaceCardsRequest, _: Any
    ) -> pb.ReplaceCardsResponse:
        name = named(request, DESKS.kind)
        new, old = _span(request, "cards"), _span(request, "old_cards")
        check = await self._players.check(name.venue, shown(request, "player"))
        ours = await self._desk(name)
        target = await self._block_of(name, new.first)
        source = await self._old_block(ours, old.first)
        if not await self._blocks.answered(source, request.request_id):
            takeable(new, block_views.opened((await self._blocks.read(target)).state))
        facts = sales_pb2.ReplaceCardsFacts(
            new_game=ours.game,
            new_series=_on_sale(ours, new.first).series,
            new_block=str(target),
            restart_of=ours.restart_of,
            check=check,
        )
        await self._block_walk(call(), source, request, facts=facts)
        await self._feed.up_to_date(source)
        await self._feed.up_to_date(target)
        taken = block_views.opened((await self._blocks.read(target)).state)
        sale = SALE.to(replacement(taken, str(source), old, new))
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

    async def _offered(self, name: Name, request: pb.OpenSalesRequest) -> sales_pb2.OpenSalesFacts:
        """What is asked for, as the catalogue has it, and the game as the draw has it."""
        game = await self._games.latest(names.game_of(name))
        in_use = await self._in_use(Name(name.venue, CATALOGUES.kind, name.id[:4]))
        facts = sales_pb2.OpenSalesFacts(
            currency=self._venues.get(name.venue).currency,
            serial_number=game.game.serial_number,
            begun=game.game.first_number_called or game.game.phase in (Phase.ENDED, Phase.VOID),
            year=name.id[:4],
            game_version=game.place.version,
            stages=map(STAGE.to, game.game.stages),
        )
        for number, each in enumerate(request.series):
            if not each.series.startswith(f"venues/{name.venue}/"):
                what = "cards of another venue are not sold here"
                raise InvalidArgument(f"series[{number}].series", what)
            asked = facts.asked.add(series=each.series)
            entry = in_use.get(each.series)
            if entry is not None:
                asked.in_use.CopyFrom(IN_USE.to(entry))
            if each.HasField("cards"):
                _ordered(SPAN.of(each.cards), f"series[{number}].cards.last")
                asked.cards.CopyFrom(each.cards)
            ASKED.of(asked)
        return facts

    async def _refundable(self, name: Name) -> sales_pb2.ReturnCardsFacts | None:
        """Where sales are closed: whether money goes back for the game."""
        ours = block_views.opened((await self._blocks.read(name)).state)
        if not isinstance(ours, Closed):
            return None
        seen = await self._games.latest(Name.parse(ours.terms.game))
        return sales_pb2.ReturnCardsFacts(
            game_void=seen.game.phase is Phase.VOID,
            start_over=seen.game.start_over,
            game_version=seen.place.version,
            won=next((Stage(each.stage).title for each in seen.game.won), ""),
            restarted_as=next((each.game for each in seen.game.restarts), ""),
        )

    async def _in_use(self, name: Name) -> Catalogue:
        try:
            return (await self._catalogues.read(name)).state
        except NotFound:
            return Catalogue()

    async def _in_block(
        self,
        name: Name,
        request: pb.SellCardsRequest | pb.EnterLateSaleRequest,
        facts: sales_pb2.SellCardsFacts,
    ) -> tuple[Name, Outcome[block.Event, BlockState]]:
        """Tell the block of the cards of the request."""
        late = isinstance(request, pb.EnterLateSaleRequest)
        async with looking_up():
            target = await self._block_of(name, _span(request, "cards").first, late)
        return target, await self._block_walk(call(), target, request, facts=facts)

    async def _block_of(self, name: Name, card: int, late: bool = False) -> Name:
        """The block that a card of a game is sold in, opened if it is not."""
        ours = await self._desk(name)
        target = names.block_of(name, _block(ours, card).first)
        if await self._blocks.standing(target) is None:
            wanted = sales_pb2.RegisterBlock(card=card, late=late)
            order = Order(name, wanted, desk_commands.command)
            await self._orders.fire(self._desks, order, f"{target}/open", now())
            await self._feed.up_to_date(name)
        return target

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
    _ordered(span, f"{field}.last")
    return span


def _ordered(span: Span, field: str) -> None:
    if span.first > span.last:
        raise InvalidArgument(field, f"card {span.last} comes before card {span.first}")


def _last_sale(outcome: Outcome[Any, BlockState]) -> sales_pb2.Sale:
    """The sale that a commit made: the last one of that moment."""
    return _sale(outcome, len(block_views.opened(outcome.state).sales))


def _sale(outcome: Outcome[Any, BlockState], number: int) -> sales_pb2.Sale:
    made: sales_pb2.Sale = SALE.to(block_views.opened(outcome.state).sales[number - 1])
    return made
