"""What went wrong elsewhere with prizes, tried on the running services."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2, sales_pb2
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import CALLER, RECEPTACLE, SUPERVISOR, Play, open_game
from tests.kit.listing import once
from tests.kit.prizes import PAID, WAITS, Counter, cents, money, playing_for
from tests.kit.verify import Hallway, Verify, verifying

pytest_plugins = ["tests.kit.prizes"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest.mark.case("B5")
async def test_case_B5_a_prize_is_paid_once_whatever_is_retried(
    counter_of: Any, verify: Verify, verify_two: Verify
):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    await table.win(1)
    early = await told(verify.prizes.PayPrize(table.paying(), metadata=table.cashier.at))
    assert (early.reason, early.info.metadata["clause"]) == ("NOT_SETTLED", "NZB-5.4")
    await table.go_on(1)
    line = await table.line()
    assert (line.position, cents(*line.accounts)) == (5, [5_000])

    request = table.paying()
    first = await verify.prizes.PayPrize(request, metadata=table.cashier.at)
    assert first.payment.state == PAID
    for replica in (verify, verify_two, verify):
        again = await replica.prizes.PayPrize(request, metadata=table.cashier.at)
        assert again.payment == first.payment
    for somebody in (table.cashier, table.second, table.hall.supervisor):
        for replica in (verify, verify_two):
            failed = await told(replica.prizes.PayPrize(table.paying(), metadata=somebody.at))
            assert failed.reason == "PRIZE_PAID_BEFORE"
            assert "NZD 50.00" in failed.localized.message
    paid = await table.prizes()
    (account,) = paid.settlements[0].accounts
    assert (money(account.paid), money(account.owed)) == (5_000, 0)
    assert len(paid.payments) == 1


@pytest.mark.case("B5")
async def test_case_B5_two_cashiers_who_pay_at_once_pay_once(
    counter_of: Any, verify: Verify, verify_two: Verify
):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    await table.win(1)
    await table.go_on(1)
    await table.line()
    tried = await asyncio.gather(
        verify.prizes.PayPrize(table.paying(), metadata=table.cashier.at),
        verify_two.prizes.PayPrize(table.paying(), metadata=table.second.at),
        return_exceptions=True,
    )
    assert sum(isinstance(each, pb.PayPrizeResponse) for each in tried) == 1, tried
    assert len((await table.prizes()).payments) == 1


@pytest.mark.case("B5")
async def test_case_B5_a_stage_that_was_paid_is_settled_once_however_the_game_goes_on(
    counter_of: Any,
):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    (number,) = await table.win(1)
    await table.go_on(1)
    await table.pay()
    again = await told(
        table.verify.claims.DecideClaim(table.deciding(number), metadata=table.play.supervisor.at)
    )
    assert again.reason == "CLAIM_DECIDED"
    await table.go_on(1)
    await table.play.end()
    prizes = await table.until(lambda each: each.over)
    assert [each.round for each in prizes.settlements] == [1]
    assert money(prizes.settlements[0].accounts[0].owed) == 0
    assert len(prizes.payments) == 1


@pytest.mark.case("B9")
async def test_case_B9_one_prize_is_divided_in_the_order_of_sale_and_stays_so_after_a_restart(
    hall: Hall, counter_of: Any
):
    table: Counter = await counter_of(sold=((13, 18), (1, 6), (7, 12)), **playing_for(10_000))
    cards = await table.tie((1, 7, 13))
    await table.win(*cards)
    await table.go_on(*cards)
    line = await table.line()
    by_sale = [cards[2], cards[0], cards[1]]
    assert [list(each.share.cards) for each in line.accounts] == [[card] for card in by_sale]
    assert cents(*line.accounts) == [3_334, 3_334, 3_334]
    assert (money(line.odd_cents), line.odd_cents_to) == (2, prizes_pb2.ODD_CENTS_ROUND_UP)
    async with verifying(hall, "v-after") as after:
        request = pb.GetPrizesRequest(name=table.desk)
        again = await after.prizes.GetPrizes(request, metadata=hall.auditor.at)
    assert again.prizes.settlements[0] == line


@pytest.mark.case("B15")
async def test_case_B15_each_venue_pays_and_books_what_its_own_players_won(
    hall: Hall, one: Replica, cards_of: Hallway, counter_of: Any, verify: Verify
):
    far = f"venues/{hall.elsewhere}/rooms/{hall.room()}"
    series = await cards_of.series()
    opening = open_game(
        hall,
        rooms=[hall.room(), far],
        serial_number=series.serial_number,
        selector=RECEPTACLE,
    )
    opened = await one.draw.OpenGame(opening, metadata=hall.everywhere.at)
    play = Play(hall, one.draw, opened.game)
    await play.assign(CALLER, hall.caller)
    await play.assign(SUPERVISOR, hall.supervisor)
    deputy = hall.person("dee", "deputy_supervisor", venue=hall.elsewhere)
    posting = play.assigning(game_pb2.POST_DEPUTY_SUPERVISOR, "dee")
    posting.room = far
    play.game = (await one.draw.AssignStaff(posting, metadata=hall.manager.at)).game
    table: Counter = await counter_of(series=series, play=play)
    cards = await table.tie()
    here = await play.call_out()
    steward = hall.person("fay", "steward", venue=hall.elsewhere)
    heard = await one.draw.CallOut(play.calling_out(room=far), metadata=steward.at)
    play.game, there = heard.game, heard.call_out
    await table.examined(here, cards[0])
    claims = verify.claims
    await claims.CollectCard(table.collecting(there, cards[1], room=far), metadata=deputy.at)
    await claims.ReadCard(table.reading(there, room=far), metadata=deputy.at)
    await table.confirm(there)
    await claims.DecideClaim(table.deciding(there, room=far), metadata=deputy.at)
    await table.settled(there)
    await table.go_on(*cards)
    line = await table.line()
    assert [each.share.venue for each in line.accounts] == [hall.venue, hall.elsewhere]
    assert cents(*line.accounts) == [2_500, 2_500]

    wrong = await told(verify.prizes.PayPrize(table.paying(2, 2_500), metadata=table.cashier.at))
    assert wrong.reason == "OTHER_VENUE_PAYS"
    request = table.paying(2, 2_500, room=far)
    nobody = await told(verify.prizes.PayPrize(request, metadata=table.cashier.at))
    assert nobody.code is Status.PERMISSION_DENIED
    cashier = hall.person("cleo", "cashier", venue=hall.elsewhere)
    paid = (await verify.prizes.PayPrize(request, metadata=cashier.at)).payment
    assert paid.payment.venue == hall.elsewhere
    assert paid.roll.startswith(f"venues/{hall.elsewhere}/receiptRolls/")
    ours = await table.pay(1, 2_500)
    assert ours.roll.startswith(f"venues/{hall.venue}/receiptRolls/")
    roll = await verify.prizes.GetReceiptRoll(
        pb.GetReceiptRollRequest(name=paid.roll), metadata=cashier.at
    )
    assert [each.payment.payment for each in roll.roll.receipts] == [1]
    assert money(roll.roll.paid) == 2_500


@pytest.mark.case("B2")
async def test_case_B2_a_voided_winner_who_was_not_paid_reopens_the_settlement(counter_of: Any):
    table: Counter = await counter_of()
    cards = await table.tie()
    first, second = await table.win(*cards)
    await table.go_on(*cards)
    assert cents(*(await table.line()).accounts) == [2_500, 2_500]
    await table.void(first)
    prizes = await table.until(lambda each: each.settlements[0].round == 2)
    accounts = prizes.settlements[0].accounts
    assert [(list(e.share.call_outs), e.wins, money(e.owed)) for e in accounts] == [
        ([second], True, 5_000),
        ([first], False, 0),
    ]
    assert [money(each.due) for each in accounts] == [0, 0]
    nobody = await told(
        table.verify.prizes.PayPrize(table.paying(1, 2_500), metadata=table.cashier.at)
    )
    assert (nobody.reason, nobody.info.metadata["clause"]) == ("NO_SUCH_SHARE", "NZB-5.4")
    assert (await table.pay(2, 5_000)).state == PAID


@pytest.mark.case("B2")
async def test_case_B2_a_voided_winner_who_was_paid_owes_it_back(counter_of: Any):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    (number,) = await table.win(1)
    await table.go_on(1)
    await table.pay()
    await table.void(number)
    prizes = await table.until(lambda each: not each.settlements[0].stands)
    (account,) = prizes.settlements[0].accounts
    assert (account.wins, money(account.due)) == (False, 5_000)
    stub, manager = table.verify.prizes, table.hall.manager
    part = await table.recovering(1, 2_000)
    same = await table.recovering(1, 2_000)  # what came back is entered by another person as well
    await stub.RecordRecovery(part, metadata=table.cashier.at)
    assert (await told(stub.RecordRecovery(same, metadata=manager.at))).reason == "STALE"
    given_up = await table.recovering(1, 3_000, recovery=prizes_pb2.RECOVERY_WRITTEN_OFF)
    own = await told(stub.RecordRecovery(given_up, metadata=table.cashier.at))
    assert own.reason == "OWN_LOSS"
    reply = await stub.RecordRecovery(given_up, metadata=manager.at)
    (account,) = reply.prizes.settlements[0].accounts
    assert (money(account.repaid), money(account.written_off), money(account.due)) == (
        2_000,
        3_000,
        0,
    )
    nothing = await told(stub.RecordRecovery(await table.recovering(1, 1), metadata=manager.at))
    assert nothing.reason == "NOTHING_DUE"


async def test_above_the_limit_another_person_signs(counter_of: Any):
    table: Counter = await counter_of(**playing_for(250_000))
    await table.call(await table.row(1))
    await table.win(1)
    await table.go_on(1)
    waits = await table.pay(1, 250_000)
    assert (waits.state, waits.receipt) == (WAITS, 0)
    stub = table.verify.prizes
    own = await told(stub.SignPayment(table.signing(), metadata=table.cashier.at))
    assert own.reason == "OWN_PAYMENT"
    signed = await stub.SignPayment(table.signing(), metadata=table.hall.manager.at)
    payment = signed.payment.payment
    assert (payment.by, payment.second) == ("cora", "mere")
    assert (signed.payment.state, signed.payment.receipt > 0) == (PAID, True)
    roll = await stub.GetReceiptRoll(
        pb.GetReceiptRollRequest(name=signed.payment.roll), metadata=table.cashier.at
    )
    numbers = [each.receipt for each in roll.roll.receipts]
    assert numbers == list(range(1, len(numbers) + 1)), "consecutive"
    assert roll.roll.receipts[signed.payment.receipt - 1].payment == payment


async def test_the_desk_ends_when_all_is_paid(counter_of: Any):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    await table.win(1)
    await table.play.end()
    prizes = await table.until(lambda each: each.over and bool(each.settlements))
    assert not prizes.ended, "the line is still to be paid"
    listing = pb.ListPrizesRequest(
        parent=f"venues/{table.hall.venue}", filter=pb.ListPrizesRequest.Filter(open=True)
    )

    async def listed(day: str = "") -> dict[str, sales_pb2.ClaimDeskRow]:
        listing.filter.day = day
        at = table.hall.auditor.at
        rows = (await table.verify.prizes.ListPrizes(listing, metadata=at)).prizes
        return {each.name: each for each in rows}

    row = (await once(listed, lambda rows: table.desk in rows))[table.desk]
    assert (money(row.settled), money(row.owed)) == (5_000, 5_000)
    day = table.play.id.id[: len("2026-01-01")]
    assert (await listed(day))[table.desk] == row
    assert not await listed(f"{day[:4]}-01-01")
    await table.pay()
    assert (await table.until(lambda each: each.ended)).over
    await once(listed, lambda rows: table.desk not in rows)
