"""Cards are sold for a game on running services, and what was sold is counted."""

from __future__ import annotations

import asyncio
import hashlib

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as draw_pb
from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play
from tests.kit.matrix.draw.standing import voiding
from tests.kit.verify import Hallway, Verify, desk, nzd, request_id, span

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def opened(hall: Hall, one: Replica, cards_of: Hallway, **more: int) -> str:
    """A game whose cards are on sale; its name."""
    series = await cards_of.series(**more)
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    return play.game.name


async def test_cards_are_sold_and_counted(hall: Hall, one: Replica, cards_of: Hallway):
    game = await opened(hall, one, cards_of)
    sold = await cards_of.sell(game, 1, 6, 1_000)
    assert sold.block == f"venues/{hall.venue}/salesBlocks/{game.rpartition('/')[2]}-0000001"
    assert (sold.sale.sale, sold.sale.seller, sold.sale.receipts) == (1, "sue", nzd(1_000))
    single = await cards_of.sell(game, 13, 13, 200)
    assert (single.block, single.sale.sale) == (sold.block, 2)
    closed = await cards_of.close_sales(game)
    assert (closed.cards_sold, closed.receipts) == (7, nzd(1_200))
    block = hashlib.sha256(b"1-6\n13-13\n").digest()
    assert closed.cards_digest == hashlib.sha256((1).to_bytes(8, "big") + block).digest()
    refused = await told(cards_of.sell(game, 20, 20, 200))
    assert (refused.code, refused.reason) == (Status.FAILED_PRECONDITION, "SALES_CLOSED")


async def test_sales_close_by_themselves_at_the_first_number(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    await cards_of.sell(play.game.name, 7, 12, 1_000)
    reply = await one.draw.AnnounceGame(
        play.announcing(serial_number=series.serial_number), metadata=play.caller.at
    )
    play.game = reply.game
    await play.round()
    assert (await cards_of.counted(play.game.name)).cards_sold == 6


async def test_sales_close_with_a_game_that_ends_before_any_number(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    await cards_of.sell(play.game.name, 7, 12, 1_000)
    await play.end()
    assert (await cards_of.counted(play.game.name)).receipts == nzd(1_000)


async def test_no_card_is_sold_twice_whatever_the_tills_do(
    hall: Hall, one: Replica, cards_of: Hallway, verify_two: Verify
):
    game = await opened(hall, one, cards_of)
    tills = [
        (verify, person)
        for verify in (cards_of.verify, verify_two)
        for person in (cards_of.staff.seller, cards_of.staff.second_seller)
    ]
    tries = [
        verify.sales.SellCards(cards_of.selling(game, 1, 6, 1_000), metadata=person.at)
        for verify, person in tills
        for _ in range(4)
    ]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(each, pb.SellCardsResponse) for each in done) == 1
    for each in done:
        if isinstance(each, grpc.aio.AioRpcError):
            assert each.code() is Status.FAILED_PRECONDITION
    assert (await cards_of.close_sales(game)).cards_sold == 6


async def test_case_b14_cards_for_the_next_game_do_not_count_in_this_one(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    names = []
    for _ in range(2):
        play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
        await cards_of.open_sales(play.game.name, series.name)
        names.append(play.game.name)
    now, later = names
    await cards_of.sell(later, 1, 6, 1_000)
    await cards_of.sell(now, 1, 6, 1_000)
    await cards_of.sell(now, 7, 7, 200)
    assert (await cards_of.close_sales(now)).cards_sold == 7
    assert (await cards_of.look(later)).phase == sales_pb2.SALES_PHASE_OPEN
    assert (await cards_of.close_sales(later)).cards_sold == 6


async def test_a_sale_is_voided_by_a_second_person_alone(
    hall: Hall, one: Replica, cards_of: Hallway
):
    game = await opened(hall, one, cards_of)
    sold = await cards_of.sell(game, 1, 6, 1_000)
    void = pb.VoidSaleRequest(
        request_id=request_id(), name=sold.block, sale=1, reason="keyed for another game"
    )
    stub, staff = cards_of.verify.sales, cards_of.staff
    refused = await told(stub.VoidSale(void, metadata=staff.seller.at))
    assert refused.reason == "SECOND_PERSON_NEEDED"
    voided = await stub.VoidSale(void, metadata=staff.second_seller.at)
    assert (voided.sale.fate, voided.sale.by) == (sales_pb2.FATE_VOIDED, "tom")
    await cards_of.sell(game, 1, 6, 1_000)
    assert (await cards_of.close_sales(game)).receipts == nzd(1_000)


async def test_case_b15_what_was_taken_is_told_by_venue_and_seller(
    hall: Hall, one: Replica, cards_of: Hallway
):
    game = await opened(hall, one, cards_of)
    staff, stub = cards_of.staff, cards_of.verify.sales
    await cards_of.sell(game, 1, 6, 1_000)
    other = cards_of.selling(game, 7, 18, 2_000)
    back = await stub.SellCards(other, metadata=staff.second_seller.at)
    await stub.SellCards(cards_of.selling(game, 20, 20, 200), metadata=staff.second_seller.at)
    returned = pb.ReturnCardsRequest(request_id=request_id(), name=back.block, sale=2)
    await stub.ReturnCards(returned, metadata=staff.second_seller.at)
    await cards_of.close_sales(game)
    late = pb.EnterLateSaleRequest(
        request_id=request_id(),
        name=desk(game),
        cards=span(30),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub in her till",
    )
    await stub.EnterLateSale(late, metadata=staff.manager.at)
    asked = pb.ReconcileRequest(name=desk(game))
    told_ = (await stub.Reconcile(asked, metadata=staff.auditor.at)).reconciliation
    sue, tom = told_.sellers
    assert (sue.seller, sue.cards_sold, sue.receipts) == ("sue", 7, nzd(1_200))
    assert (sue.cards_late, sue.receipts_late) == (1, nzd(200))
    assert (tom.seller, tom.cards_sold, tom.receipts) == ("tom", 1, nzd(200))
    assert (tom.cards_returned, tom.returned) == (12, nzd(2_000))
    assert (told_.total.cards_sold, told_.total.receipts) == (8, nzd(1_400))
    assert told_.cards_unsold == 52


async def test_a_late_sale_stands_apart_from_what_was_counted(
    hall: Hall, one: Replica, cards_of: Hallway
):
    game = await opened(hall, one, cards_of, cards=3_000)
    await cards_of.close_sales(game)
    late = pb.EnterLateSaleRequest(
        request_id=request_id(),
        name=desk(game),
        cards=span(2_000),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub in her till",
    )
    stub, staff = cards_of.verify.sales, cards_of.staff
    made = await stub.EnterLateSale(late, metadata=staff.manager.at)
    assert made.block.endswith("-0001993"), "996 cards are sold together, so no strip is cut"
    assert (made.sale.kind, made.sale.evidence) == (sales_pb2.KIND_LATE, "the stub in her till")
    found = await cards_of.look(game)
    assert (found.cards_sold, found.late_cards, found.late_receipts) == (0, 1, nzd(200))
    refused = await told(cards_of.sell(game, 1, 6, 1_000))
    assert refused.reason == "SALES_CLOSED"


async def test_a_late_sale_that_was_none_is_voided_beside_the_count(
    hall: Hall, one: Replica, cards_of: Hallway
):
    game = await opened(hall, one, cards_of)
    await cards_of.sell(game, 1, 6, 1_000)
    await cards_of.close_sales(game)
    late = pb.EnterLateSaleRequest(
        request_id=request_id(),
        name=desk(game),
        cards=span(30),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub in her till",
    )
    stub, staff = cards_of.verify.sales, cards_of.staff
    made = await stub.EnterLateSale(late, metadata=staff.manager.at)
    void = pb.VoidSaleRequest(request_id=request_id(), name=made.block, sale=2, reason="no stub")
    for person in (staff.seller, staff.manager):
        assert (await told(stub.VoidSale(void, metadata=person.at))).reason == (
            "SECOND_PERSON_NEEDED"
        )
    for _ in ("the first time", "and a retry"):
        voided = await stub.VoidSale(void, metadata=staff.second_seller.at)
        assert voided.sale.fate == sales_pb2.FATE_VOIDED
    found = await cards_of.look(game)
    assert (found.cards_sold, found.receipts) == (6, nzd(1_000))
    assert (found.late_cards, found.back_cards, found.back_receipts) == (1, 1, nzd(200))
    counted = pb.VoidSaleRequest(request_id=request_id(), name=made.block, sale=1, reason="keyed")
    refused = await told(stub.VoidSale(counted, metadata=staff.second_seller.at))
    assert refused.reason == "SALE_COUNTED"


async def test_money_goes_back_for_a_game_that_is_void_and_not_started_over(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    sold = await cards_of.sell(play.game.name, 1, 6, 1_000)
    announcing = play.announcing(serial_number=series.serial_number)
    play.game = (await one.draw.AnnounceGame(announcing, metadata=play.caller.at)).game
    await play.round()
    await cards_of.counted(play.game.name)
    stub, staff = cards_of.verify.sales, cards_of.staff
    back = pb.ReturnCardsRequest(request_id=request_id(), name=sold.block, sale=1)
    assert (await told(stub.ReturnCards(back, metadata=staff.seller.at))).reason == "SALE_COUNTED"
    await one.draw.VoidGame(voiding(play, start_over=False), metadata=play.supervisor.at)
    for _ in ("the first time", "and a retry"):
        returned = await stub.ReturnCards(back, metadata=staff.seller.at)
        assert returned.sale.fate == sales_pb2.FATE_RETURNED
    found = await cards_of.look(play.game.name)
    assert (found.cards_sold, found.receipts) == (6, nzd(1_000))
    assert (found.back_cards, found.back_receipts) == (6, nzd(1_000))


async def test_a_game_that_is_never_started_over_gives_money_back_by_the_game_manager(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    sold = await cards_of.sell(play.game.name, 1, 6, 1_000)
    await cards_of.sell(play.game.name, 7, 12, 1_000)
    announcing = play.announcing(serial_number=series.serial_number)
    play.game = (await one.draw.AnnounceGame(announcing, metadata=play.caller.at)).game
    await play.round()
    await cards_of.counted(play.game.name)
    await one.draw.VoidGame(voiding(play), metadata=play.supervisor.at)
    stub, staff = cards_of.verify.sales, cards_of.staff
    first = pb.ReturnCardsRequest(request_id=request_id(), name=sold.block, sale=1)
    refused = await told(stub.ReturnCards(first, metadata=staff.seller.at))
    assert refused.reason == "NOT_OPENED_AGAIN"
    assert refused.info.metadata["clause"] == "TNB-14-cards"
    returned = await stub.ReturnCards(first, metadata=staff.manager.at)
    assert returned.sale.fate == sales_pb2.FATE_RETURNED

    await Play.opened(hall, one.draw, serial_number="B 9", restart_of=play.game.name)
    request = draw_pb.WatchGameRequest(name=play.game.name, after_version=play.game.version)
    watch = one.draw.WatchGame(request, metadata=hall.auditor.at)
    async for reply in watch:
        if "RestartFollowed" in reply.events:
            break
    watch.cancel()
    second = pb.ReturnCardsRequest(request_id=request_id(), name=sold.block, sale=2)
    refused = await told(stub.ReturnCards(second, metadata=staff.manager.at))
    assert refused.reason == "GAME_STARTED_OVER"


async def test_two_series_of_two_serial_numbers_are_not_sold_for_one_game(
    hall: Hall, one: Replica, cards_of: Hallway
):
    first, other = await cards_of.series(), await cards_of.series(first_card=61)
    play = await Play.opened(hall, one.draw, serial_number="")
    failed = await told(cards_of.open_sales(play.game.name, first.name, other.name))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "SERIES_OF_ANOTHER_GAME")
    same = await cards_of.series(first_card=61, serial_number=first.serial_number)
    opened = await cards_of.open_sales(play.game.name, first.name, same.name)
    assert len(opened.offers) == 2
