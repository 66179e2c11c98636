"""Cards are sold while NATS comes and goes: nothing is half done, and nobody is told otherwise."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import grpc
import pytest

from eyesdown.verify.v1 import sales_service_pb2 as pb
from tests.kit.draw import SOON, Hall, replica
from tests.kit.draw_hall import Metadata
from tests.kit.draw_play import Play
from tests.kit.nats import Nats
from tests.kit.verify import Hallway, Verify, nzd, verifying

pytest_plugins = ["tests.kit.verify"]

UNKNOWN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)
"""What says: repeat it with the same request_id, and it is not done twice."""


async def test_case_b21_a_sale_and_its_record_are_one_thing(tmp_path: Path):
    """A sale that could not be put on record was not made, and the seller is told so; repeated, it
    is made once."""
    async with Nats(tmp_path / "nats") as server:
        hall = Hall(tmp_path / "hall", server.url)
        await hall.provision()
        async with replica(hall, "one") as one, verifying(hall) as verify:
            cards_of = Hallway(hall, verify)
            series = await cards_of.series()
            play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
            game = play.game.name
            await cards_of.open_sales(game, series.name)
            await cards_of.sell(game, 1, 6, 1_000)
            for first in (7, 13, 19):
                request = cards_of.selling(game, first, first + 5, 1_000)
                at = cards_of.staff.seller.at
                await server.kill()
                with pytest.raises(grpc.aio.AioRpcError) as failed:
                    await verify.sales.SellCards(request, metadata=at, timeout=0.5)
                assert failed.value.code() in UNKNOWN
                waiting = asyncio.ensure_future(made(verify, request, at))
                await server.start()
                sold = await waiting
                assert (sold.sale.cards.first, sold.sale.receipts) == (first, nzd(1_000))
                assert await verify.sales.SellCards(request, metadata=at) == sold
            closed = await cards_of.close_sales(game)
            assert (closed.cards_sold, closed.receipts) == (24, nzd(4_000))


async def made(verify: Verify, request: pb.SellCardsRequest, at: Metadata) -> pb.SellCardsResponse:
    """What a seller gets who repeats a sale until it is answered."""
    async with asyncio.timeout(SOON):
        while True:
            with suppress(grpc.aio.AioRpcError):
                return await verify.sales.SellCards(request, metadata=at, timeout=SOON)
