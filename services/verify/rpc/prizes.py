"""Prizes are paid, and receipts looked up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prize_service_pb2_grpc, prizes_pb2, sales_pb2
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.names import Name, room_of
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now
from services.verify import names
from services.verify.codec.values import SEEN
from services.verify.domain.desk import desk as law
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.state import State
from services.verify.domain.roll import ROLLS, IssueReceipt, ReceiptIssued, Roll
from services.verify.facts.looking import Desks, Looking
from services.verify.views import prizes as views
from services.verify.views import roll as roll_views
from services.verify.views.desk import opened

Rolls = Aggregates[IssueReceipt, ReceiptIssued, Roll]


class PrizeRpc(prize_service_pb2_grpc.PrizeServiceServicer):
    """The RPCs of prizes."""

    def __init__(
        self,
        desks: Desks,
        rolls: Rolls,
        walk: Walk[law.Command, law.Event, State],
        looking: Looking,
        venues: Venues,
        feed: Feed,
        heads: Heads,
    ) -> None:
        self._desks = desks
        self._rolls = rolls
        self._walk = walk
        self._looking = looking
        self._venues = venues
        self._feed = feed
        self._heads = heads
        self._desk_list = Lists(heads, venues, DESKS.kind, sales_pb2.ClaimDeskRow)
        self._roll_list = Lists(heads, venues, ROLLS.kind, prizes_pb2.ReceiptRollRow)

    # -- looking ---------------------------------------------------------------------------

    async def GetPrizes(self, request: pb.GetPrizesRequest, _: Any) -> pb.GetPrizesResponse:
        name = named(request, DESKS.kind)
        await self._feed.hasten(names.game_of(name))
        snapshot = await self._desks.read(name, request.at_least_version)
        return pb.GetPrizesResponse(prizes=views.resource(snapshot))

    def WatchPrizes(
        self, request: pb.WatchPrizesRequest, _: Any
    ) -> AsyncIterator[pb.WatchPrizesResponse]:
        name = named(request, DESKS.kind)
        return watched(
            self._desks,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchPrizesResponse(prizes=views.resource(last), events=last.happened),
        )

    async def ListPrizes(self, request: pb.ListPrizesRequest, _: Any) -> pb.ListPrizesResponse:
        only = request.filter
        page = self._desk_list.page(
            request,
            call().scope,
            wanted=lambda row: (
                (not only.open or bool(row.owed.minor_units or row.due.minor_units))
                and not (only.no_practice and row.practice)
            ),
            day=only.day,
        )
        return pb.ListPrizesResponse(prizes=page.rows, next_page_token=page.next_token)

    async def GetReceiptRoll(
        self, request: pb.GetReceiptRollRequest, _: Any
    ) -> pb.GetReceiptRollResponse:
        snapshot = await self._rolls.read(named(request, ROLLS.kind))
        return pb.GetReceiptRollResponse(roll=roll_views.resource(snapshot))

    async def ListReceiptRolls(
        self, request: pb.ListReceiptRollsRequest, _: Any
    ) -> pb.ListReceiptRollsResponse:
        page = self._roll_list.page(request, call().scope, day=request.filter.day)
        return pb.ListReceiptRollsResponse(rolls=page.rows, next_page_token=page.next_token)

    # -- paying ----------------------------------------------------------------------------

    async def PayPrize(self, request: pb.PayPrizeRequest, _: Any) -> pb.PayPrizeResponse:
        name = await self._desk(request)
        made = await self._put(name, request)
        if request.validate_only:
            return pb.PayPrizeResponse(prizes=views.resource(made.snapshot))
        number = len(opened(made.state).payments)
        return pb.PayPrizeResponse(
            payment=await self._receipted(name, made, number),
            prizes=views.resource(made.snapshot),
        )

    async def SignPayment(self, request: pb.SignPaymentRequest, _: Any) -> pb.SignPaymentResponse:
        name = await self._desk(request)
        made = await self._put(name, request)
        return pb.SignPaymentResponse(
            payment=await self._receipted(name, made, request.payment),
            prizes=views.resource(made.snapshot),
        )

    async def RejectPayment(
        self, request: pb.RejectPaymentRequest, _: Any
    ) -> pb.RejectPaymentResponse:
        made = await self._walk(call(), await self._desk(request), request)
        return pb.RejectPaymentResponse(prizes=views.resource(made.snapshot))

    async def TellPlayers(self, request: pb.TellPlayersRequest, _: Any) -> pb.TellPlayersResponse:
        made = await self._walk(call(), await self._desk(request), request)
        return pb.TellPlayersResponse(prizes=views.resource(made.snapshot))

    async def RecordRecovery(
        self, request: pb.RecordRecoveryRequest, _: Any
    ) -> pb.RecordRecoveryResponse:
        made = await self._walk(call(), await self._desk(request), request)
        return pb.RecordRecoveryResponse(prizes=views.resource(made.snapshot))

    # -- how -------------------------------------------------------------------------------

    async def _desk(self, request: Any) -> Name:
        """The desk, as new as its game: who has won is what the draw says now."""
        name = named(request, DESKS.kind)
        await self._feed.up_to_date(names.game_of(name))
        return name

    async def _put(self, name: Name, request: Any) -> Outcome[law.Event, State]:
        facts: prizes_pb2.PaymentFacts | None = None
        if not await self._desks.answered(name, request.request_id):
            seen = await self._looking.game(name)
            venue = self._venues.get(room_of(name.venue, request.room)[0])
            day = venue.gaming_day(now()).isoformat()
            facts = prizes_pb2.PaymentFacts(seen=SEEN.to(seen), day=day)
        return await self._walk(call(), name, request, facts=facts)

    async def _receipted(
        self, name: Name, made: Outcome[law.Event, State], number: int
    ) -> pb.PaymentRecord:
        """A payment with its receipt, if that is there now; by itself it comes a moment later."""
        paid = opened(made.state).payments[number - 1]
        if not paid.waits:
            roll = names.roll_of(paid.payment.venue, paid.payment.day)
            await self._feed.hasten(name, roll)
            paid = opened((await self._desks.read(name)).state).payments[number - 1]
        return views.payment(paid)
