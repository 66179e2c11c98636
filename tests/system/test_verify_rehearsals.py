"""`validate_only` at the till, the desk and the printer's: decided, and nothing of it is left. What
holds of every one is asked in the matrices; here is what these leave beside their own record."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from eyesdown.common.v1 import players_pb2
from eyesdown.verify.v1 import card_service_pb2 as cards
from eyesdown.verify.v1 import cards_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.door import Door
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play
from tests.kit.matrix.cards import CARDS, ONE_CARD
from tests.kit.matrix.claims import CLAIMS
from tests.kit.matrix.jackpots import JACKPOTS
from tests.kit.matrix.prizes import PRIZES
from tests.kit.matrix.row import changed
from tests.kit.prizes import Counter
from tests.kit.restarts import replacing, started_over
from tests.kit.verify import Hallway, Verify, desk, generate, last, nzd, request_id, series_id, span

pytest_plugins = ["tests.kit.prizes"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


def rehearsal(request: Message) -> Any:
    return changed(request, {"validate_only": True})


async def on_sale(hall: Hall, one: Replica, cards_of: Hallway) -> str:
    """A game for which nothing was sold yet."""
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    return play.game.name


async def end_of(nats: Connection, stream: str) -> int:
    return (await nats.jetstream().stream_info(stream)).state.last_seq


async def test_all_that_is_put_on_record_is_rehearsed():
    for matrix in (CARDS, CLAIMS, PRIZES, JACKPOTS):
        for rpc in matrix.rpcs.values():
            assert rpc.rehearses == rpc.commands, rpc.name


async def test_the_first_sale_of_a_block_is_rehearsed_and_opens_none(
    hall: Hall, one: Replica, cards_of: Hallway
):
    game = await on_sale(hall, one, cards_of)
    before = await cards_of.look(game)
    selling = rehearsal(cards_of.selling(game, 1, 6, 1_000))
    stub, at = cards_of.verify.sales, cards_of.staff.seller.at
    reply = await stub.SellCards(selling, metadata=at)
    block = f"venues/{hall.venue}/salesBlocks/{game.rpartition('/')[2]}-0000001"
    assert reply == sales.SellCardsResponse(block=block)
    for changes, reason in (
        ({"receipts": nzd(999)}, "RECEIPTS_DIFFER"),
        ({"cards": span(61, 66)}, "CARD_NOT_OFFERED"),
        ({"cards": span(55, 66)}, "OTHER_CARDS"),
    ):
        wrong = changed(selling, changes)
        assert (await told(stub.SellCards(wrong, metadata=at))).reason == reason
    assert await cards_of.look(game) == before
    asking = sales.GetBlockRequest(name=block)
    assert (await told(stub.GetBlock(asking, metadata=at))).code is Status.NOT_FOUND
    sold = await stub.SellCards(changed(selling, {"validate_only": False}), metadata=at)
    assert (sold.block, sold.sale.sale) == (block, 1)
    again = rehearsal(cards_of.selling(game, 7, 12, 1_000))
    assert await stub.SellCards(again, metadata=at) == reply  # and not the sale before it


async def test_a_late_sale_is_rehearsed_where_nothing_was_sold(
    hall: Hall, one: Replica, cards_of: Hallway
):
    game = await on_sale(hall, one, cards_of)
    late = sales.EnterLateSaleRequest(
        request_id=request_id(),
        name=desk(game),
        cards=span(7),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub",
        validate_only=True,
    )
    stub, at = cards_of.verify.sales, cards_of.staff.manager.at
    assert (await told(stub.EnterLateSale(late, metadata=at))).reason == "SALES_STILL_OPEN"
    before = await cards_of.close_sales(game)
    reply = await stub.EnterLateSale(late, metadata=at)
    assert reply.block
    assert not reply.HasField("sale")
    failed = await told(stub.EnterLateSale(changed(late, {"seller": "mere"}), metadata=at))
    assert failed.reason == "OWN_LATE_SALE"
    assert await cards_of.look(game) == before


async def test_cards_are_not_replaced_in_a_rehearsal(hall: Hall, one: Replica, cards_of: Hallway):
    _, game = await started_over(hall, one, cards_of)
    before = await cards_of.look(game)
    request = rehearsal(replacing(game, (1, 6), (31, 36)))
    stub, at = cards_of.verify.sales, cards_of.staff.seller.at
    reply = await stub.ReplaceCards(request, metadata=at)
    assert reply.block
    assert not reply.HasField("sale")
    wrong = changed(request, {"cards": span(55, 66), "old_cards": span(1, 12)})
    assert (await told(stub.ReplaceCards(wrong, metadata=at))).reason == "OTHER_CARDS"
    assert await cards_of.look(game) == before


async def test_who_may_not_play_is_not_found_out_without_a_trace(
    hall: Hall, one: Replica, verify: Verify, cards_of: Hallway
):
    """Turned away is who is sold to; and that stands on record."""
    keeper, other = hall.person("gina", "game_manager"), hall.person("carl", "casino_supervisor")
    await Door(verify.channel, hall.venue, keeper, other).bar(member_number="M 1")
    game = await on_sale(hall, one, cards_of)
    stub, at = cards_of.verify.sales, cards_of.staff.seller.at
    for number in ("M 1", "M 2"):
        shown = players_pb2.PlayerShown(member_number=number)
        selling = cards_of.selling(game, 1, 6, 1_000, shown=shown, validate_only=True)
        assert (await stub.SellCards(selling, metadata=at)).block
    selling = cards_of.selling(
        game, 1, 6, 1_000, shown=players_pb2.PlayerShown(member_number="M 1")
    )
    assert (await told(stub.SellCards(selling, metadata=at))).reason == "MAY_NOT_PLAY"


async def test_no_cards_are_kept_of_a_series_that_is_rehearsed(
    hall: Hall, cards_of: Hallway, nats: Connection
):
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    staging = cards.StageCardsRequest(parent=f"venues/{hall.venue}", content=ONE_CARD)
    part = (await stub.StageCards(staging, metadata=at)).part
    made = generate(hall, validate_only=True)
    loaded = cards.LoadSeriesRequest(
        request_id=request_id(),
        parent=made.parent,
        series_id=series_id(hall),
        serial_number="L 7",
        layout=made.layout,
        parts=[part],
        validate_only=True,
    )
    before = await end_of(nats, "OBJ_BLOBS")
    series: tuple[tuple[Any, Any, int], ...] = (
        (stub.GenerateSeries, made, 0),
        (stub.LoadSeries, loaded, 1),
    )
    for call, request, done in series:
        reply = await last(call(request, metadata=at))
        name = f"{request.parent}/cardSeries/{request.series_id}"
        assert (reply.done, reply.series) == (done, cards_pb2.CardSeries(name=name))
        failed = await told(stub.GetSeries(cards.GetSeriesRequest(name=name), metadata=at))
        assert failed.code is Status.NOT_FOUND
    assert await end_of(nats, "OBJ_BLOBS") == before


async def test_the_file_of_a_rehearsal_is_read_and_compared(hall: Hall, cards_of: Hallway):
    stub, at = cards_of.verify.cards, cards_of.staff.operator.at
    series = await cards_of.series()
    export = cards.ExportCardsRequest(name=series.name, form=cards.EXPORT_FORM_CSV, last_card=6)
    pieces = [reply.content async for reply in stub.ExportCards(export, metadata=at)]

    async def loading(content: bytes) -> Any:
        staging = cards.StageCardsRequest(parent=f"venues/{hall.venue}", content=content)
        part = (await stub.StageCards(staging, metadata=at)).part
        request = cards.LoadSeriesRequest(
            request_id=request_id(),
            parent=f"venues/{hall.venue}",
            series_id=series_id(hall),
            serial_number="L 8",
            layout=series.cards.layout,
            parts=[part],
            validate_only=True,
        )
        return await last(stub.LoadSeries(request, metadata=at))

    assert (await told(loading(b"".join(pieces)))).reason == "SAME_CARD"
    failed = await told(loading(ONE_CARD.replace(b",88", b",91")))
    assert failed.violations["parts"]


async def test_nobodys_name_is_kept_of_a_payment_that_is_rehearsed(
    hall: Hall, counter_of: Callable[..., Awaitable[Counter]], nats: Connection
):
    counter = await counter_of()
    await counter.call(await counter.row(1))
    await counter.win(1)
    await counter.go_on(1)
    await counter.line()
    before = await end_of(nats, f"KV_PEOPLE_{hall.venue}")
    request = counter.paying(validate_only=True)
    reply = await counter.verify.prizes.PayPrize(request, metadata=counter.cashier.at)
    assert not reply.HasField("payment")
    assert reply.prizes == await counter.prizes()
    assert await end_of(nats, f"KV_PEOPLE_{hall.venue}") == before
    await counter.pay()
    assert await end_of(nats, f"KV_PEOPLE_{hall.venue}") > before
