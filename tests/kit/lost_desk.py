"""Lost property as its clients see it: replicas in this process, and what is said to them.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.journal.v1 import journal_service_pb2, journal_service_pb2_grpc
from services.kernel.record.shapes import timestamp
from services.kernel.serving.server import Server
from services.kernel.settings import read
from tests.kit.draw import SOON, Replica
from tests.kit.draw_hall import Hall, Person
from tests.kit.lost.__main__ import serve
from tests.kit.lost.v1 import lost_pb2, lost_service_pb2_grpc
from tests.kit.lost.v1 import lost_service_pb2 as pb

MARK = "K.T. in the handle"
CLAIMANT = "Kiri Tane"


def new_id() -> str:
    """A request id that was never used."""
    return str(uuid.uuid4())


def after(seconds: float) -> Timestamp:
    """An instant from now on."""
    return timestamp(datetime.now(UTC) + timedelta(seconds=seconds))


class Desk:
    """One replica of the service, and what people of its hall do there."""

    def __init__(self, hall: Hall, replica: Replica) -> None:
        self.hall = hall
        self.replica = replica
        self.parent = f"venues/{hall.venue}"
        stub = lost_service_pb2_grpc.LostPropertyServiceStub
        self._stub: Any = stub(replica.channel)
        self.journal: Any = journal_service_pb2_grpc.JournalServiceStub(replica.channel)

    async def call(self, method: str, request: Any, person: Person | None = None) -> Any:
        """What an RPC answers, to the steward unless to somebody else."""
        who = person or self.hall.steward
        return await getattr(self._stub, method)(request, metadata=who.at, timeout=SOON)

    # -- commands ----------------------------------------------------------------------------

    def hand_in(self, **more: Any) -> pb.HandInItemRequest:
        """A black umbrella with `MARK`, kept for a month."""
        chosen: dict[str, Any] = {
            "request_id": new_id(),
            "parent": self.parent,
            "item_id": self.hall.game_id(),
            "what": "black umbrella",
            "mark": MARK,
            "keep_until": after(30 * 24 * 3600),
            **more,
        }
        return pb.HandInItemRequest(**chosen)

    async def lying(self, **more: Any) -> lost_pb2.Item:
        """An item that was just handed in."""
        item: lost_pb2.Item = (await self.call("HandInItem", self.hand_in(**more))).item
        return item

    def claim(self, item: lost_pb2.Item, mark: str = MARK) -> pb.ClaimItemRequest:
        """`CLAIMANT` says that it is hers, and how it is marked."""
        return pb.ClaimItemRequest(
            request_id=new_id(), name=item.name, mark=mark, claimant=CLAIMANT
        )

    async def claimed(self, item: lost_pb2.Item) -> lost_pb2.Item:
        """The item, claimed."""
        made: lost_pb2.Item = (await self.call("ClaimItem", self.claim(item))).item
        return made

    def give_back(self, item: lost_pb2.Item) -> pb.ReturnItemRequest:
        """Return it, as it is here."""
        return pb.ReturnItemRequest(request_id=new_id(), name=item.name, version=item.version)

    async def returned(self, item: lost_pb2.Item) -> lost_pb2.Item:
        """The item, returned."""
        made: lost_pb2.Item = (await self.call("ReturnItem", self.give_back(item))).item
        return made

    # -- queries -----------------------------------------------------------------------------

    async def item(self, name: str) -> lost_pb2.Item:
        """An item as it is now."""
        made: lost_pb2.Item = (await self.call("GetItem", pb.GetItemRequest(name=name))).item
        return made

    async def rows(self, **more: Any) -> list[lost_pb2.ItemRow]:
        """All rows of a list, three a page."""
        rows: list[lost_pb2.ItemRow] = []
        token = ""
        while True:
            chosen = {"parent": self.parent, "page_size": 3, **more}
            page = await self.call("ListItems", pb.ListItemsRequest(page_token=token, **chosen))
            assert len(page.items) <= 3
            rows += page.items
            token = page.next_page_token
            if not token:
                return rows

    async def watched(self, item: lost_pb2.Item) -> list[pb.WatchItemResponse]:
        """Every version of an item, until it is gone."""
        request = pb.WatchItemRequest(name=item.name)
        async with asyncio.timeout(SOON):
            watching = self._stub.WatchItem(request, metadata=self.hall.auditor.at)
            return [reply async for reply in watching]

    async def changed(self, name: str, version: int) -> journal_service_pb2.Change:
        """Wait until the floor says that an aggregate has so many commits."""
        request = journal_service_pb2.WatchFloorRequest(parent=self.parent)
        floor = self.journal.WatchFloor(request, metadata=self.hall.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for reply in floor:
                    change: journal_service_pb2.Change = reply.change
                    if change.name == name and change.version >= version:
                        return change
        finally:
            floor.cancel()
        raise AssertionError("the floor ended")

    async def book(self, version: int) -> lost_pb2.Book:
        """The book of the day, once it has so many commits."""
        name = f"{self.parent}/books/{self.hall.day}"
        await self.changed(name, version)
        request = pb.GetBookRequest(name=name, at_least_version=version)
        book: lost_pb2.Book = (await self.call("GetBook", request)).book
        return book

    async def counts(self, wanted: float, series: str, **labels: str) -> None:
        """Wait until a metric of the service comes to what is wanted, and no further."""
        async with asyncio.timeout(SOON):
            while (value := await self.replica.counted(series, service="lost", **labels)) < wanted:
                pass
        assert value == wanted


@asynccontextmanager
async def running(hall: Hall, name: str = "one", **more: str) -> AsyncIterator[Desk]:
    """A replica of the service in this process; `more` are settings."""
    environment = hall.environment(name, STOP_GRACE="2", **more)
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve(read(environment), environment, stop, ready.set_result), name=f"lost {name}"
    )
    waited: set[asyncio.Future[Any]] = {serving, ready}
    await asyncio.wait(waited, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
    try:
        if serving.done():
            await serving
        server = ready.result()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            at = f"127.0.0.1:{server.metrics_port}"
            yield Desk(hall, Replica(channel, at, server, stop))
    finally:
        stop.set()
        await serving
