"""gRPC in: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.record.aggregates import Aggregates
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child, moment, named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now
from tests.kit.lost.domain import book
from tests.kit.lost.domain.book import BOOKS, Book
from tests.kit.lost.domain.item import item
from tests.kit.lost.domain.item.item import ITEMS
from tests.kit.lost.domain.item.state import State
from tests.kit.lost.v1 import lost_pb2, lost_service_pb2_grpc
from tests.kit.lost.v1 import lost_service_pb2 as pb
from tests.kit.lost.views import book_resource, item_resource

Items = Aggregates[item.Command, item.Event, State]
Books = Aggregates[book.Command, book.Event, Book]


class LostPropertyRpc(lost_service_pb2_grpc.LostPropertyServiceServicer):
    """The RPCs of lost property."""

    def __init__(
        self,
        items: Items,
        books: Books,
        walk: Walk[item.Command, item.Event, State],
        venues: Venues,
        heads: Heads,
        lists: Lists[lost_pb2.ItemRow],
    ) -> None:
        self._items = items
        self._books = books
        self._walk = walk
        self._venues = venues
        self._heads = heads
        self._lists = lists

    async def HandInItem(self, request: pb.HandInItemRequest, _: Any) -> pb.HandInItemResponse:
        name = child(request, ITEMS.kind, "item_id")
        moment(request, "keep_until")
        today = self._venues.get(name.venue).gaming_day(now())
        facts = lost_pb2.ItemFacts(gaming_day=today.isoformat())
        outcome = await self._walk(call(), name, request, facts=facts)
        return pb.HandInItemResponse(item=item_resource(outcome.snapshot))

    async def ClaimItem(self, request: pb.ClaimItemRequest, _: Any) -> pb.ClaimItemResponse:
        outcome = await self._walk(call(), named(request, ITEMS.kind), request)
        return pb.ClaimItemResponse(item=item_resource(outcome.snapshot))

    async def ReturnItem(self, request: pb.ReturnItemRequest, _: Any) -> pb.ReturnItemResponse:
        outcome = await self._walk(call(), named(request, ITEMS.kind), request)
        return pb.ReturnItemResponse(item=item_resource(outcome.snapshot))

    async def GetItem(self, request: pb.GetItemRequest, _: Any) -> pb.GetItemResponse:
        snapshot = await self._items.read(named(request, ITEMS.kind), request.at_least_version)
        return pb.GetItemResponse(item=item_resource(snapshot))

    async def ListItems(self, request: pb.ListItemsRequest, _: Any) -> pb.ListItemsResponse:
        phases = request.filter.phases
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: not phases or row.phase in phases,
            day=request.filter.day,
        )
        return pb.ListItemsResponse(items=page.rows, next_page_token=page.next_token)

    def WatchItem(
        self, request: pb.WatchItemRequest, _: Any
    ) -> AsyncIterator[pb.WatchItemResponse]:
        name = named(request, ITEMS.kind)
        return watched(
            self._items,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchItemResponse(item=item_resource(last), events=last.happened),
        )

    async def GetBook(self, request: pb.GetBookRequest, _: Any) -> pb.GetBookResponse:
        snapshot = await self._books.read(named(request, BOOKS.kind), request.at_least_version)
        return pb.GetBookResponse(book=book_resource(snapshot))
