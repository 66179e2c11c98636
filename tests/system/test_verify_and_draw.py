"""Verify and draw as they run in a house: each in its own process, knowing each other's contracts
alone; and the audit of what they leave."""

from __future__ import annotations

import asyncio

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from tests.cli.command import eyesdown
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica, child
from tests.kit.draw_play import Play
from tests.kit.verify import Hallway

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def until_closed(replica: Replica, hall: Hall, game: str) -> game_pb2.Game:
    """The game once the draw knows that its sales are closed."""
    request = draw.WatchGameRequest(name=game)
    watch = replica.draw.WatchGame(request, metadata=hall.auditor.at)
    try:
        async with asyncio.timeout(SOON):
            async for reply in watch:
                if reply.game.HasField("sales_closed"):
                    return reply.game
    finally:
        watch.cancel()
    raise AssertionError("the draw never heard that sales are closed")


async def test_the_first_number_waits_until_verify_has_closed_the_sales(
    hall: Hall, cards_of: Hallway
):
    series = await cards_of.series()
    async with child(hall) as process:
        replica = await process.start()
        play = await Play.opened(
            hall,
            replica.draw,
            serial_number=series.serial_number,
            sales=game_pb2.SALES_VERIFY,
        )
        await cards_of.open_sales(play.game.name, series.name)
        await cards_of.sell(play.game.name, 1, 6, 1_000)
        announcing = play.announcing(serial_number=series.serial_number)
        play.game = (await replica.draw.AnnounceGame(announcing, metadata=play.caller.at)).game
        failed = await told(replica.draw.SelectNumber(play.selecting(), metadata=play.caller.at))
        assert failed.reason == "SALES_NOT_CLOSED"
        closed = await cards_of.close_sales(play.game.name)
        play.game = await until_closed(replica, hall, play.game.name)
        known = play.game.sales_closed
        assert (known.cards_sold, known.cards_digest) == (6, closed.cards_digest)
        assert list(known.series_digests) == [series.cards.digest]
        await play.round()


async def test_what_verify_leaves_is_decided_again_and_comes_to_the_same(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    await cards_of.sell(play.game.name, 1, 6, 1_000)
    await cards_of.close_sales(play.game.name)
    done = await eyesdown(
        *("audit", "verify", "--venue", hall.venue),
        data=hall.folder,
        more=hall.environment("audit"),
    )
    assert (done.code, done.err) == (0, ""), done.out
    assert "claimDesks" not in done.out, "nothing is found wrong with a desk"
