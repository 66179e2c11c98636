"""Jackpots on the running services: fed by sales, won and paid at a desk, carried over."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from eyesdown.verify.v1 import claim_service_pb2 as claims
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2, prizes_pb2
from eyesdown.verify.v1 import prize_service_pb2 as prizes
from eyesdown.verify.v1 import sales_service_pb2 as sales
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON
from tests.kit.draw_play import BINGO, LINE, record, shown
from tests.kit.jackpots import Jackpots, full_card
from tests.kit.matrix.draw.standing import voiding
from tests.kit.prizes import PAID, Counter
from tests.kit.verify import Verify, nzd

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

WON, SHARED = jackpots_pb2.JACKPOT_PHASE_WON, jackpots_pb2.JACKPOT_PHASE_SHARED
ALL_PAID = jackpots_pb2.JACKPOT_PHASE_PAID
RUNNING = jackpots_pb2.JACKPOT_PHASE_RUNNING
JACKPOT = prizes_pb2.PRIZE_KIND_JACKPOT


def account(kind: str, table: Counter, share: int = 0) -> str:
    """An account of a game."""
    game = table.play.game.name.rpartition("/")[2]
    return f"{kind}:{game}/{share}" if share else f"{kind}:{game}"


async def test_a_jackpot_is_fed_by_sales_won_in_time_and_paid(jackpots: Jackpots, counter_of: Any):
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name))
    fed = await jackpots.once(name, lambda jackpot: jackpot.pool.minor_units > 500_00)
    assert fed.pool == nzd(502_00), "a tenth of the twenty dollars for twelve cards"
    await full_card(table, 1)
    await table.play.end()
    won = await jackpots.at(name, SHARED)
    assert (won.won_by, won.position, won.won) == (table.play.game.name, 15, nzd(502_00))
    assert await jackpots.balances(name) == {
        "house": -500_00,
        account("receipts", table): -2_00,
        account("payable", table, 1): 502_00,
    }
    assert won.next == f"{name}-2"
    assert (await jackpots.next_cycle(won.next)).pool == nzd(500_00)
    paid = await table.pay(1, 502_00, kind=JACKPOT, stage=BINGO)
    assert paid.state == PAID
    over = await jackpots.at(name, ALL_PAID)
    assert over.paid == nzd(502_00)
    assert await jackpots.balances(name) == {
        "house": -500_00,
        account("receipts", table): -2_00,
        "players": 502_00,
    }


async def test_a_watch_tells_what_happened_in_each_version(
    jackpots: Jackpots, counter_of: Any, nats: Connection
):
    """Of the desk, its prizes and its sales, and of a jackpot; as the journal has it."""
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name))
    await jackpots.once(name, lambda jackpot: jackpot.pool.minor_units > 500_00)
    verify, auditor = table.verify, table.hall.auditor.at
    watches: tuple[tuple[Any, Any, str], ...] = (
        (verify.claims.WatchDesk, claims.WatchDeskRequest(name=table.desk), "desk"),
        (verify.prizes.WatchPrizes, prizes.WatchPrizesRequest(name=table.desk), "prizes"),
        (verify.sales.WatchSales, sales.WatchSalesRequest(name=table.desk), "sales"),
        (verify.jackpots.WatchJackpot, pb.WatchJackpotRequest(name=name), "jackpot"),
    )
    for call, request, field in watches:
        told_of = [
            [each.type_url.rpartition(".")[2] for each in commit.events]
            for commit in await record(nats, Name.parse(request.name))
        ]
        assert any(told_of)
        watch = call(request, metadata=auditor)
        seen: list[list[str]] = []
        async with asyncio.timeout(SOON):
            async for reply in watch:
                assert getattr(reply, field).version == len(seen) + 1
                seen.append(list(reply.events))
                if len(seen) == len(told_of):
                    break
        watch.cancel()
        assert seen == told_of


@pytest.mark.case("B6")
async def test_case_B6_one_settlement_whatever_is_retried_reopened_and_played_on(
    jackpots: Jackpots, counter_of: Any, verify_two: Verify
):
    """Two replicas follow every commit, and whichever comes first carries it out."""
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name, stage=LINE))
    cards = await table.tie()
    lines = await table.win(*cards)
    await table.go_on(*cards)
    await jackpots.at(name, SHARED)
    assert (await jackpots.balances(name))[account("payable", table, 1)] == 251_00
    await table.go_on(*cards)  # the game moves on

    await table.void(lines[1])
    await table.until(lambda each: _jackpot(each, round_=2))
    balances = await jackpots.when(name, account("payable", table, 1), 502_00)
    assert account("payable", table, 2) not in balances

    request = table.paying(1, 502_00, kind=JACKPOT)
    first = await table.verify.prizes.PayPrize(request, metadata=table.cashier.at)
    again = await verify_two.prizes.PayPrize(request, metadata=table.cashier.at)
    assert again.payment == first.payment
    other = table.paying(1, 502_00, kind=JACKPOT)
    failed = await told(table.verify.prizes.PayPrize(other, metadata=table.second.at))
    assert failed.reason == "PRIZE_PAID_BEFORE"
    await table.play.end()
    await jackpots.at(name, ALL_PAID)
    kinds = await jackpots.kinds(name)
    assert kinds.count(jackpots_pb2.ENTRY_KIND_WON) == 1, "it was set apart once"
    assert kinds.count(jackpots_pb2.ENTRY_KIND_PAID) == 1
    assert (await jackpots.next_cycle(f"{name}-2")).pool == nzd(500_00)
    stub, at = jackpots.verify.jackpots, jackpots.hall.auditor.at
    paged: list[Any] = []
    asking = pb.ListEntriesRequest(name=name, page_size=2)
    while not paged or asking.page_token:
        page = await stub.ListEntries(asking, metadata=at)
        paged += [each.kind for each in page.entries]
        assert sum(each.minor_units for each in page.balances) == 0
        assert len(page.entries) == 2 or not page.next_page_token
        asking.page_token = page.next_page_token
    assert paged == kinds
    only = pb.ListJackpotsRequest.Filter(phases=[ALL_PAID])
    listing = pb.ListJackpotsRequest(parent=f"venues/{jackpots.hall.venue}", filter=only)
    async with asyncio.timeout(SOON):  # lists are some milliseconds behind the journal
        while True:
            rows = (await stub.ListJackpots(listing, metadata=at)).jackpots
            assert {each.phase for each in rows} <= {ALL_PAID}
            if name in {each.name for each in rows}:
                break


async def test_a_jackpot_carries_over_and_is_won(jackpots: Jackpots, counter_of: Any):
    name = (await jackpots.open()).name
    first: Counter = await counter_of(declare=jackpots.for_game(name, within=14))
    await full_card(first, 1)
    await first.play.end()
    await jackpots.once(name, lambda jackpot: any(each.ended for each in jackpot.games))
    assert (await jackpots.get(name)).pool == nzd(502_00), "fifteen calls were one too many"

    second: Counter = await counter_of(declare=jackpots.for_game(name, within=15))
    await full_card(second, 1)
    await second.play.end()
    won = await jackpots.at(name, SHARED)
    assert (won.won_by, won.won) == (second.play.game.name, nzd(504_00))
    assert (await jackpots.balances(name))[account("receipts", first)] == -2_00


async def test_a_game_that_was_declared_before_the_win_plays_for_the_next_cycle(
    jackpots: Jackpots, counter_of: Any
):
    name = (await jackpots.open()).name
    first: Counter = await counter_of(declare=jackpots.for_game(name))
    await full_card(first, 1)
    await first.play.end()
    await jackpots.at(name, SHARED)
    second: Counter = await counter_of(declare=jackpots.for_game(name))
    await full_card(second, 1)
    await second.play.end()
    won = await jackpots.at(f"{name}-2", SHARED)
    assert (won.won_by, won.won) == (second.play.game.name, nzd(502_00))
    settled = await second.until(lambda each: _jackpot(each, round_=1))
    assert settled.settlements[-1].jackpot == f"{name}-2"


async def test_a_void_game_takes_its_feed_back(jackpots: Jackpots, counter_of: Any):
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name))
    await jackpots.once(name, lambda jackpot: jackpot.pool == nzd(502_00))
    play = table.play
    request = voiding(play, start_over=False)
    play.game = (await play.draw.VoidGame(request, metadata=play.supervisor.at)).game
    await jackpots.once(name, lambda jackpot: any(each.void for each in jackpot.games))
    assert await jackpots.balances(name) == {"house": -500_00, "pool": 500_00}


async def test_a_win_of_which_no_winner_is_left_is_carried_over(
    jackpots: Jackpots, counter_of: Any
):
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name, stage=LINE))
    await table.call(await table.row(1))
    (line,) = await table.win(1)
    await table.go_on(1)
    await jackpots.at(name, SHARED)
    failed = await told(jackpots.carry_over(name))
    assert failed.reason == "JACKPOT_HAS_WINNERS"
    await table.void(line)
    await jackpots.at(name, WON)
    await table.play.end()
    await jackpots.once(name, lambda jackpot: any(each.ended for each in jackpot.games))
    carried = await jackpots.carry_over(name)
    assert carried.phase == jackpots_pb2.JACKPOT_PHASE_CARRIED_OVER
    assert (await jackpots.get(carried.next)).pool == nzd(1_002_00)


async def test_a_jackpot_is_closed_into_another_one(jackpots: Jackpots, counter_of: Any):
    name, other = (await jackpots.open()).name, (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name, stage=0))
    assert (await told(jackpots.close(name, other))).reason == "GAMES_NOT_OVER"
    await table.play.end()
    await jackpots.once(name, lambda jackpot: any(each.ended for each in jackpot.games))
    closed = await jackpots.close(name, other)
    assert (closed.phase, closed.next) == (jackpots_pb2.JACKPOT_PHASE_CARRIED_OVER, other)
    assert (await jackpots.get(other)).pool == nzd(1_002_00)
    later: Counter = await counter_of(declare=jackpots.for_game(name))
    game = later.play.game.name
    fed = await jackpots.once(other, lambda jackpot: jackpot.pool == nzd(1_004_00))
    assert [each.game for each in fed.games] == [game], "whoever names the old one gets the new"


async def test_two_jackpots_closed_into_each_other_at_once_leave_one_that_is_played_for(
    jackpots: Jackpots,
):
    name, other = (await jackpots.open()).name, (await jackpots.open()).name
    closings = (jackpots.close(name, other), jackpots.close(other, name))
    # Either may come first, or both before they hear of each other.
    await asyncio.gather(*closings, return_exceptions=True)
    held = 0
    async with asyncio.timeout(SOON):
        while held != 1_000_00:
            both = [await jackpots.get(each) for each in (name, other)]
            held = sum(each.pool.minor_units for each in both if each.phase == RUNNING)


async def test_players_see_what_they_play_for(
    jackpots: Jackpots, counter_of: Any, nats: Connection
):
    opened = await jackpots.open()
    table: Counter = await counter_of(declare=jackpots.for_game(opened.name))
    fed = await jackpots.once(opened.name, lambda jackpot: jackpot.pool == nzd(502_00))
    board = await shown(nats, Name.parse(opened.name), fed.version)
    assert (board["title"], board["amount"]) == ("Friday jackpot", "NZD 502.00")
    assert board["phase"] == "FRAME_JACKPOT_PHASE_IN_PLAY"
    game = table.play.game.name
    assert board["games"] == [{"game": game, "conditions": "bingo in 50 calls"}]
    await full_card(table, 1)
    await table.play.end()
    won = await jackpots.at(opened.name, SHARED)
    board = await shown(nats, Name.parse(opened.name), won.version)
    assert board["phase"] == "FRAME_JACKPOT_PHASE_WON"
    assert (board["wonBy"], board["position"]) == (game, 15)


async def test_what_is_declared_is_fixed_before_the_game(jackpots: Jackpots, counter_of: Any):
    name = (await jackpots.open()).name
    table: Counter = await counter_of()
    failed = await told(jackpots.declare(table.play.game.name, name))
    assert (failed.reason, failed.info.metadata["clause"]) == ("JACKPOT_TOO_LATE", "NZB-6.1")


def _jackpot(prizes: Any, round_: int) -> bool:
    return any(
        each.kind == JACKPOT and each.stands and each.round == round_ for each in prizes.settlements
    )
