"""Prizes on the running services: by player, as a share of receipts, of a void game, for practice;
and the audit that decides all of it again."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as draw_pb
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from tests.cli.command import eyesdown
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import BINGO, LINE, RECEPTACLE, Play
from tests.kit.prizes import PAID, Counter, cents, money, playing_for
from tests.kit.verify import Hallway, desk, nzd, request_id

pytest_plugins = ["tests.kit.prizes"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def audited(table: Counter) -> None:
    """The audit decides every commit again, and finds the same."""
    done = await eyesdown(
        *("audit", "verify", "--venue", table.hall.venue),
        data=table.hall.folder,
        more=table.hall.environment("audit"),
    )
    assert (done.code, done.err) == (0, ""), done.out
    for kind in ("claimDesks", "receiptRolls", "salesBlocks"):
        assert kind not in done.out, f"nothing is found wrong with {kind}"


async def test_nzb_5_4_a_player_with_two_cards_has_one_share(counter_of: Any):
    """The same name, however it is spelt, is one player until a supervisor says that it is two."""
    table: Counter = await counter_of(sold=((1, 18),))
    cards = await table.tie((1, 7, 13))
    ann = await table.play.call_out(player="Ann Lee")
    bob = await table.play.call_out(player="Bob Roy")
    again = await table.play.call_out(player="ANN  LEE")
    for number, card in zip((ann, bob, again), cards, strict=True):
        await table.examined(number, card)
        await table.settled(number)
    await table.go_on(*cards)
    line = await table.line()
    assert [list(each.share.call_outs) for each in line.accounts] == [[ann, again], [bob]]
    assert cents(*line.accounts) == [2_500, 2_500]

    apart = table.telling(ann, again, same=False)
    reply = await table.verify.prizes.TellPlayers(apart, metadata=table.hall.supervisor.at)
    (line,) = reply.prizes.settlements
    assert (line.round, cents(*line.accounts)) == (2, [1_667, 1_667, 1_667])
    assert money(line.odd_cents) == 1
    paid = await table.pay(1, 1_667)
    assert paid.state == PAID
    await audited(table)


async def test_a_share_of_the_receipts_is_fixed_when_sales_close(
    hall: Hall, one: Replica, cards_of: Hallway
):
    series = await cards_of.series()
    stages = [
        game_pb2.StagePrize(stage=LINE, share=1_250),
        game_pb2.StagePrize(stage=BINGO, prize=nzd(50_000)),
    ]
    play = await Play.opened(
        hall,
        one.draw,
        serial_number=series.serial_number,
        selector=RECEPTACLE,
        stages=stages,
        sales=game_pb2.SALES_VERIFY,
    )
    game = play.game.name
    await cards_of.watch_for(game)
    await cards_of.open_sales(game, series.name)
    await cards_of.sell(game, 1, 18, 3_000)
    await cards_of.close_sales(game)
    request = draw_pb.WatchGameRequest(name=game, after_version=play.game.version)
    watch = one.draw.WatchGame(request, metadata=hall.auditor.at)
    async for reply in watch:
        if reply.game.HasField("sales_closed"):
            break
    watch.cancel()
    now = await play.look()
    # 12.5 % of 30 dollars
    assert [(each.stage, each.prize.minor_units) for each in now.stages] == [
        (LINE, 375),
        (BINGO, 50_000),
    ]
    looked = pb.GetPrizesRequest(name=desk(game))
    prizes = (await cards_of.verify.prizes.GetPrizes(looked, metadata=hall.auditor.at)).prizes
    assert prizes.stages[0].prize == nzd(375)


async def test_no_cards_are_put_on_sale_for_nothing(hall: Hall, one: Replica, cards_of: Hallway):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.watch_for(play.game.name)
    request = cards_of.opening(play.game.name, series.name, prices=sales_pb2.Prices(card=nzd(0)))
    failed = await told(cards_of.verify.sales.OpenSales(request, metadata=hall.manager.at))
    assert failed.reason == "PRICE_IS_NOTHING"


async def voided(table: Counter, start_over: bool = False) -> None:
    """The supervisor makes the game void."""
    await table.play.look()
    request = draw_pb.VoidGameRequest(
        request_id=request_id(),
        name=table.play.game.name,
        version=table.play.game.version,
        reason="a ball is missing",
        why_not_corrected="nobody knows since when",
        start_over=start_over,
    )
    reply = await table.play.draw.VoidGame(request, metadata=table.play.supervisor.at)
    table.play.game = reply.game


async def test_what_was_won_in_a_void_game_is_paid_and_its_money_goes_back_by_the_manager_alone(
    counter_of: Any, cards_of: Hallway
):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    await table.win(1)
    await voided(table)
    prizes = await table.until(lambda each: each.over)
    assert cents(*prizes.settlements[0].accounts) == [5_000]
    assert (await table.pay()).state == PAID
    block = f"{table.desk.replace('claimDesks', 'salesBlocks')}-0000001"
    returning = sales.ReturnCardsRequest(request_id=request_id(), name=block, sale=1)
    stub, staff = cards_of.verify.sales, cards_of.staff
    failed = await told(stub.ReturnCards(returning, metadata=staff.seller.at))
    assert failed.reason == "WON_BEFORE_VOID"
    assert "the line had been won" in failed.message
    reply = await stub.ReturnCards(returning, metadata=staff.manager.at)
    assert reply.sale.fate == sales_pb2.FATE_RETURNED


async def test_a_practice_game_is_settled_and_never_paid(counter_of: Any, hall: Hall, one: Replica):
    table: Counter = await counter_of(practice=True)
    await table.call(await table.row(1))
    await table.win(1)
    await table.go_on(1)
    await table.line()
    failed = await told(table.verify.prizes.PayPrize(table.paying(), metadata=table.cashier.at))
    assert failed.reason == "PAID_IN_PRACTICE"

    async def listed(**only: bool) -> bool:
        request = pb.ListPrizesRequest(
            parent=f"venues/{hall.venue}",
            page_size=500,
            filter=pb.ListPrizesRequest.Filter(day=hall.day, **only),
        )
        reply = await table.verify.prizes.ListPrizes(request, metadata=hall.auditor.at)
        return table.desk in {each.name for each in reply.prizes}

    assert await listed()
    assert not await listed(no_practice=True)


async def test_names_of_payees_lie_with_the_people_and_the_record_is_decided_again(
    counter_of: Any,
):
    table: Counter = await counter_of(**playing_for(300_000))
    await table.call(await table.row(1))
    (number,) = await table.win(1)
    await table.go_on(1)
    paid = await table.pay(1, 300_000, payee="Xanthippe Quill")
    assert "Xanthippe" not in str(paid)
    stub, second = table.verify.prizes, table.hall.manager.at
    await stub.RejectPayment(table.rejecting(), metadata=second)
    await table.pay(1, 300_000, payee="Xanthippe Quill")
    await stub.SignPayment(table.signing(2), metadata=second)
    await table.void(number)
    await table.until(lambda each: not each.settlements[0].stands)
    await stub.RecordRecovery(await table.recovering(1, 100_000), metadata=second)
    await audited(table)
