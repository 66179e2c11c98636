"""What payments lead to: a receipt in the roll of the venue and day, and its number at the desk."""

from __future__ import annotations

from datetime import UTC, datetime

from google.protobuf.message import Message

from eyesdown.verify.v1 import desk_events_pb2, prizes_pb2, sales_pb2
from services.kernel.following.happenings import Happening
from services.kernel.law import Due, Standing
from services.kernel.names import Name
from services.kernel.record.commit import Actor, ProfileRef
from services.verify.commands import desk as desk_commands
from services.verify.commands import roll as receipt_commands
from services.verify.feeds.desk import desks_following_rolls, lapse
from services.verify.feeds.roll import rolls_following_desks
from tests.verify.domain.sales import GAME

DESK = Name.parse(GAME.replace("/games/", "/claimDesks/"))
ROLL = Name("wlg", "receiptRolls", "2026-11-28")
PAYMENT = prizes_pb2.Payment(payment=3, venue="wlg", day="2026-11-28", by="cora")


def happening(name: Name, event: Message) -> Happening:
    """A commit with this event."""
    at = datetime(2026, 11, 29, 8, tzinfo=UTC)
    who, profile = Actor("cora", 8, "desk-1"), ProfileRef("nz-casino-bingo", b"p" * 32)
    row = sales_pb2.ClaimDeskRow()
    return Happening(name, 7, 20260000000007, at, who, (event,), "", Standing.IN_PLAY, row, profile)


def test_a_payment_gets_its_receipt_where_it_was_paid() -> None:
    paid = happening(DESK, desk_events_pb2.PrizePaid(payment=PAYMENT))
    (order,) = rolls_following_desks(paid)
    assert order.target == ROLL
    assert order.request == prizes_pb2.IssueReceipt(desk=str(DESK), payment=PAYMENT)
    assert order.make is receipt_commands.command


def test_one_that_waits_for_its_signature_gets_none() -> None:
    waits = happening(DESK, desk_events_pb2.PaymentProposed(payment=PAYMENT))
    assert list(rolls_following_desks(waits)) == []


def test_the_desk_takes_the_number_over() -> None:
    receipt = prizes_pb2.Receipt(receipt=17, desk=str(DESK), payment=PAYMENT)
    issued = happening(ROLL, prizes_pb2.ReceiptIssued(receipt=receipt))
    (order,) = desks_following_rolls(issued)
    assert order.target == DESK
    assert order.request == prizes_pb2.TakeReceipt(payment=3, roll=str(ROLL), receipt=17)
    assert order.make is desk_commands.command


def test_what_nobody_collects_lapses_by_an_order_that_follows_from_the_desk_alone() -> None:
    due = Due("lapse-1-1-1", datetime(2027, 1, 1, tzinfo=UTC))
    order = lapse(DESK, due)
    assert (order.target, order.request) == (DESK, prizes_pb2.LapsePrizes())
