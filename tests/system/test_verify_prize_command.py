"""`eyesdown prizes` and `eyesdown receipts`, typed by a cashier who has seconds; and the client's
prizes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from eyesdown_client import Eyesdown, PaymentState, Recovery, Stage, money
from tests.cli.command import Done, eyesdown
from tests.kit.draw_hall import Person
from tests.kit.prizes import Counter, playing_for
from tests.kit.verify import Hallway

pytest_plugins = ["tests.kit.prizes"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def typed(cards_of: Hallway, person: Person, *arguments: str) -> Done:
    """What a person who types this gets."""
    token = dict(person.at)["authorization"].removeprefix("Bearer ")
    more = {
        "EYESDOWN_VERIFY": f"127.0.0.1:{cards_of.verify.server.port}",
        "EYESDOWN_TOKEN": token,
    }
    return await eyesdown(*arguments, data=cards_of.hall.folder, more=more)


async def shared(counter_of: Any, prize: int = 10_000) -> tuple[Counter, str]:
    """A line that two players share, and the game as it is typed."""
    table: Counter = await counter_of(**playing_for(prize))
    cards = await table.tie()
    await table.win(*cards)
    await table.go_on(*cards)
    await table.line()
    return table, f"{table.hall.venue}/{table.play.id.id}"


async def test_prizes_are_shown_and_paid_with_their_receipts(counter_of: Any, cards_of: Hallway):
    table, game = await shared(counter_of, 10_001)
    cashier, room = table.cashier, table.play.game.rooms[0]
    lines = (await typed(cards_of, cashier, "prizes", "show", game)).out.splitlines()
    on = table.play.game.won[0].position
    assert lines[0] == f"{table.play.game.name}   in play"
    assert lines[1] == "  bingo: NZD 500.00, not settled"
    assert lines[2] == f"  line: NZD 100.01, won on call {on}"
    assert lines[3] == "    NZD 0.01 is added by the house"
    assert lines[4].split()[:2] == ["share", "1"]
    assert lines[4].endswith("NZD 50.01  OWED NZD 50.01")

    pay = ("prizes", "pay", game, "line", "50.01", "--to", "Ann Lee", "--room", room)
    paid = await typed(cards_of, cashier, *pay)
    assert (paid.code, paid.err) == (0, "")
    day = f"{table.hall.venue}/{table.hall.day}"
    assert paid.out.startswith(
        "payment 1: NZD 50.01 for the line, share 1, cash, by cora; receipt "
    )
    assert paid.out.endswith(f" of {day}\n")
    again = await typed(cards_of, cashier, *pay)
    assert again.code == 1
    assert "was paid before" in again.err
    for amount, told in (("50", "is owed on share 2"), ("50.001", "is no amount of NZD")):
        wrong = await typed(
            cards_of, cashier, *pay[:4], amount, *pay[5:], "--share", "2", "--way", "cheque"
        )
        assert (wrong.code, told in wrong.err) == (1, True), wrong

    roll = (await typed(cards_of, cashier, "receipts", "show", day)).out.splitlines()
    assert roll[0].startswith(f"venues/{table.hall.venue}/receiptRolls/{table.hall.day}   ")
    assert "NZD 50.01" in roll[-1]
    assert roll[-1].split()[1] == table.play.id.id
    days = (await typed(cards_of, cashier, "receipts", "list", "--venue", table.hall.venue)).out
    assert table.hall.day in days.splitlines()[1]
    listed = await typed(
        cards_of, cashier, "prizes", "list", "--venue", table.hall.venue, "--open", "--no-practice"
    )
    assert any(line.startswith(game) and "NZD 50.01" in line for line in listed.out.splitlines())
    as_json = await typed(cards_of, cashier, "prizes", "show", game, "--json")
    assert json.loads(as_json.out)["payments"][0]["state"] == "PAYMENT_STATE_PAID"


async def test_above_the_limit_one_proposes_and_another_signs(counter_of: Any, cards_of: Hallway):
    table, game = await shared(counter_of, 400_000)
    room = table.play.game.rooms[0]
    pay = ("prizes", "pay", game, "line", "2000", "--to", "Ann Lee", "--room", room)
    waits = await typed(cards_of, table.cashier, *pay)
    assert waits.out.endswith("; WAITS for a second person's signature\n")
    reject = ("prizes", "reject", game, "1", "--reason", "not Ann Lee", "--room", room)
    rejected = await typed(cards_of, table.second, *reject)
    assert "payment 1: NZD 2,000.00 for the line, share 1, cash, by cora; rejected" in rejected.out
    await typed(cards_of, table.cashier, *pay)
    signed = await typed(cards_of, table.second, "prizes", "sign", game, "2", "--room", room)
    assert ", signed by carl; receipt " in signed.out


async def test_players_are_told_and_what_was_too_much_is_recovered(
    counter_of: Any, cards_of: Hallway
):
    table, game = await shared(counter_of)
    room, supervisor = table.play.game.rooms[0], table.hall.supervisor
    one = await typed(cards_of, supervisor, "prizes", "players", game, "1", "2")
    assert "NZD 100.00  OWED NZD 100.00" in one.out
    two = await typed(cards_of, supervisor, "prizes", "players", game, "1", "2", "--apart")
    assert two.out.count("OWED NZD 50.00") == 2
    await table.pay(1, 5_000)
    await table.void(1)
    await table.until(lambda each: each.settlements[0].round > 3)
    shown = (await typed(cards_of, supervisor, "prizes", "show", game)).out
    assert "has not won, paid NZD 50.00, TO RECOVER NZD 50.00" in shown
    recover = (
        "prizes",
        "recover",
        game,
        "line",
        "20.00",
        "--reason",
        "brought back",
        "--room",
        room,
    )
    back = await typed(cards_of, table.cashier, *recover)
    assert "came back NZD 20.00, TO RECOVER NZD 30.00" in back.out
    lost = await typed(
        cards_of,
        supervisor,
        *recover[:4],
        "30.00",
        "--reason",
        "gone",
        "--room",
        room,
        "--write-off",
    )
    assert "written off NZD 30.00" in lost.out


async def test_a_room_of_another_venue_is_typed_with_its_venue(counter_of: Any, cards_of: Hallway):
    table, game = await shared(counter_of)
    far = f"{table.hall.elsewhere}/main"
    pay = ("prizes", "pay", game, "line", "50", "--to", "Ann Lee", "--room", far)
    refused = await typed(cards_of, table.hall.everywhere, *pay)
    assert "which pays and books this share" in refused.err


async def test_prizes_are_paid_through_the_client(counter_of: Any, cards_of: Hallway):
    table, _ = await shared(counter_of)
    room = table.play.game.rooms[0]
    address = f"127.0.0.1:{cards_of.verify.server.port}"

    def person(who: Person) -> Eyesdown:
        return Eyesdown(address, token=dict(who.at)["authorization"].removeprefix("Bearer "))

    async with person(table.cashier) as cora, person(table.hall.manager) as mere:
        paid = await cora.prizes.pay_prize(
            table.desk,
            stage=Stage.PART_SERIES,
            amount=money("NZD", 5_000),
            payee="Ann Lee",
            room=room,
        )
        assert PaymentState(paid.state) is PaymentState.PAID
        told = await mere.prizes.tell_players(table.desk, call_outs=[1, 2])
        assert told.settlements[0].round == 2
        apart = await mere.prizes.tell_players(table.desk, call_outs=[1, 2], same=False)
        assert apart.settlements[0].round == 3
        await table.void(1)
        prizes = await cora.prizes.get_prizes(table.desk)
        assert prizes.settlements[0].accounts[-1].due == money("NZD", 5_000)
        watch = cora.prizes.watch_prizes(table.desk, after_version=prizes.version - 1)
        assert (await anext(watch)).prizes == prizes
        await watch.aclose()
        back = await mere.prizes.record_recovery(
            table.desk,
            version=prizes.version,
            stage=Stage.PART_SERIES,
            amount=money("NZD", 5_000),
            reason="never came back",
            room=room,
            recovery=Recovery.WRITTEN_OFF,
        )
        assert back.settlements[0].accounts[-1].due == money("NZD", 0)
        names = [row.name async for row in cora.prizes.list_prizes(venue=table.hall.venue)]
        assert table.desk in names
        rolls = [row.name async for row in cora.prizes.list_receipt_rolls(venue=table.hall.venue)]
        assert rolls == [table.roll]
        roll = await cora.prizes.get_receipt_roll(table.roll)
        assert roll.receipts[paid.receipt - 1].payment.share == 1


async def test_a_payment_is_signed_or_rejected_through_the_client(
    counter_of: Any, cards_of: Hallway
):
    table, _ = await shared(counter_of, 400_000)
    room = table.play.game.rooms[0]
    address = f"127.0.0.1:{cards_of.verify.server.port}"
    token = dict(table.second.at)["authorization"].removeprefix("Bearer ")
    for share in (1, 2):
        await table.pay(share, 200_000)
    async with Eyesdown(address, token=token) as carl:
        signed = await carl.prizes.sign_payment(table.desk, payment=1, room=room)
        assert signed.payment.second == "carl"
        left = await carl.prizes.reject_payment(
            table.desk, payment=2, reason="not the player", room=room
        )
        states = [PaymentState(each.state) for each in left.payments]
        assert states == [PaymentState.PAID, PaymentState.REJECTED]
