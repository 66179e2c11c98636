"""Lost property, put together by hand: `python -m tests.kit.lost`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping

from services.kernel.base import Ready, standing_on
from services.kernel.following.lists import Lists
from services.kernel.following.reactions import Reaction
from services.kernel.kept import Kept
from services.kernel.serving.server import run
from services.kernel.settings import Settings, read
from services.kernel.walk import Walk
from tests.kit.lost.codec import BOOK_CODEC, ITEM_CODEC
from tests.kit.lost.commands import item_command
from tests.kit.lost.domain.book import BOOKS
from tests.kit.lost.domain.item.item import ITEMS
from tests.kit.lost.feeds import book_of, books_following_items, pass_on
from tests.kit.lost.rpc import LostPropertyRpc
from tests.kit.lost.v1 import lost_pb2, lost_service_pb2_grpc
from tests.kit.lost.views import item_frame, item_resource, lacks_key


async def serve(
    settings: Settings, environment: Mapping[str, str], stop: asyncio.Event, ready: Ready
) -> None:
    """Serve lost property until `stop` is set. Raises a `StartError`."""
    async with standing_on("lost", settings, environment, stop) as base:
        kept = Kept(base)
        items = kept.add(ITEMS, ITEM_CODEC, frame=item_frame, timer=pass_on, lacks_key=lacks_key)
        books = kept.add(BOOKS, BOOK_CODEC)
        kept.react(Reaction(ITEMS.kind, books, books_following_items, target=book_of))
        lost_rpc = LostPropertyRpc(
            items,
            books,
            Walk(items, item_command, base.people, base.venues, item_resource),
            base.venues,
            kept.heads,
            Lists(kept.heads, base.venues, ITEMS.kind, lost_pb2.ItemRow),
        )
        base.server.add(lost_service_pb2_grpc.add_LostPropertyServiceServicer_to_server, lost_rpc)
        await kept.serve(stop, ready)


if __name__ == "__main__":
    sys.exit(run(lambda stop: serve(read(os.environ), os.environ, stop, lambda server: None)))
