"""A game is started over: its cards are replaced at no cost, and what was paid is counted once."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as pb
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play
from tests.kit.restarts import find, replacing, started_over
from tests.kit.verify import Hallway, Verify, desk, nzd, request_id, span

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def reconciled(cards_of: Hallway, game: str) -> Any:
    """What was sold, all sellers together."""
    request = pb.ReconcileRequest(name=desk(game))
    at = cards_of.staff.auditor.at
    return (await cards_of.verify.sales.Reconcile(request, metadata=at)).reconciliation.total


async def test_tnb_14_cards_are_replaced_at_no_cost_and_the_old_ones_are_dead(
    hall: Hall, one: Replica, cards_of: Hallway, verify_two: Verify
):
    old, new = await started_over(hall, one, cards_of)
    request, at = replacing(new, (1, 6), (31, 36)), cards_of.staff.seller.at
    made = await cards_of.verify.sales.ReplaceCards(request, metadata=at)
    assert (made.sale.kind, made.sale.receipts) == (sales_pb2.KIND_REPLACEMENT, nzd(0))
    assert (made.sale.old, made.sale.cards) == (span(1, 6), span(31, 36))
    for verify in (cards_of.verify, verify_two):
        assert await verify.sales.ReplaceCards(request, metadata=at) == made
    dead = await find(cards_of, old, 3)
    assert (dead.replaced.block, dead.replaced.first) == (made.block, 31)
    assert not (await find(cards_of, old, 7)).HasField("replaced")
    assert (await find(cards_of, new, 33)).sale == made.sale
    assert (await reconciled(cards_of, old)).receipts == nzd(2_000)
    total = await reconciled(cards_of, new)
    assert (total.receipts, total.cards_sold, total.cards_replacing) == (nzd(0), 0, 6)
    closed = await cards_of.close_sales(new)
    assert (closed.cards_sold, closed.receipts) == (6, nzd(0))


async def test_a_card_is_replaced_once_and_by_a_card_that_is_free(
    hall: Hall, one: Replica, cards_of: Hallway
):
    _, new = await started_over(hall, one, cards_of)
    stub, at = cards_of.verify.sales, cards_of.staff.seller.at
    await cards_of.sell(new, 31, 36, 1_000)

    async def refused(old: tuple[int, int], cards: tuple[int, int]) -> str:
        failed = await told(stub.ReplaceCards(replacing(new, old, cards), metadata=at))
        assert failed.code is Status.FAILED_PRECONDITION
        return failed.reason

    assert await refused((1, 2), (31, 32)) == "CARD_SOLD"
    await stub.ReplaceCards(replacing(new, (1, 2), (37, 38)), metadata=at)
    assert await refused((2, 3), (41, 42)) == "REPLACED_BEFORE"
    assert await refused((12, 13), (41, 42)) == "OLD_CARD_NOT_SOLD"
    assert await refused((3, 4), (41, 41)) == "NOT_ALL_REPLACED"
    assert await refused((61, 61), (41, 41)) == "CARD_NOT_OFFERED"


async def test_tnb_14_a_replacement_that_comes_back_frees_the_old_card_and_no_money_goes_back(
    hall: Hall, one: Replica, cards_of: Hallway
):
    old, new = await started_over(hall, one, cards_of)
    stub, seller, second = (
        cards_of.verify.sales,
        cards_of.staff.seller,
        cards_of.staff.second_seller,
    )
    made = await stub.ReplaceCards(replacing(new, (1, 6), (31, 36)), metadata=seller.at)
    source = (await find(cards_of, old, 1)).block
    back = pb.ReturnCardsRequest(request_id=request_id(), name=source, sale=1)
    failed = await told(stub.ReturnCards(back, metadata=second.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "GAME_STARTED_OVER")
    undo = pb.VoidSaleRequest(
        request_id=request_id(), name=made.block, sale=made.sale.sale, reason="wrong cards"
    )
    await stub.VoidSale(undo, metadata=second.at)
    assert not (await find(cards_of, old, 1)).HasField("replaced")
    again = await stub.ReplaceCards(replacing(new, (1, 6), (41, 46)), metadata=seller.at)
    assert (await find(cards_of, old, 6)).replaced.first == again.sale.cards.first == 41


async def test_two_tills_that_replace_at_once_replace_each_card_once(
    hall: Hall, one: Replica, cards_of: Hallway, verify_two: Verify
):
    """And whoever finds the new cards taken meanwhile is told, and the old ones are free again."""
    old, new = await started_over(hall, one, cards_of)
    tills = [(cards_of.verify, cards_of.staff.seller), (verify_two, cards_of.staff.second_seller)]
    tries = [
        verify.sales.ReplaceCards(replacing(new, (1, 2), (31, 32)), metadata=person.at)
        for verify, person in tills
    ] + [
        verify.sales.ReplaceCards(replacing(new, (3, 4), (31, 32)), metadata=person.at)
        for verify, person in tills
    ]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert sum(isinstance(each, pb.ReplaceCardsResponse) for each in done) == 1
    told_ = {each.code() for each in done if isinstance(each, grpc.aio.AioRpcError)}
    assert told_ == {Status.FAILED_PRECONDITION}
    replaced = [
        card for card in (1, 2, 3, 4) if (await find(cards_of, old, card)).HasField("replaced")
    ]
    assert replaced in ([1, 2], [3, 4])


async def test_a_game_that_is_not_started_over_has_no_cards_to_replace(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    stub, at = cards_of.verify.sales, cards_of.staff.seller.at
    request = replacing(play.game.name, (1, 2), (31, 32))
    failed = await told(stub.ReplaceCards(request, metadata=at))
    assert failed.code is Status.NOT_FOUND
    for person in (hall.stranger, hall.person("cal", "caller")):
        failed = await told(stub.ReplaceCards(request, metadata=person.at))
        assert failed.code is Status.PERMISSION_DENIED
