"""The receipt roll: consecutive numbers, and one for each payment."""

from __future__ import annotations

from services.kernel.law import Standing
from services.verify.domain.desk.prizes import Payment, PaymentWay
from services.verify.domain.roll import ROLLS, IssueReceipt, Receipt, ReceiptIssued
from tests.kit.law import Given
from tests.verify.domain.claims import LINE
from tests.verify.domain.prizes import DAY, OF_STAGE
from tests.verify.domain.sales import GAME, at, nzd

DESK = GAME.replace("games", "claimDesks")


def payment(number: int) -> Payment:
    """A payment of a desk."""
    of = (OF_STAGE, LINE, 1, GAME, "line", (1,), nzd(5_000), "ref", PaymentWay.CASH)
    return Payment(number, *of, "akl", DAY, "cora", "", at(1))


def test_receipts_are_numbered_from_one_without_a_gap() -> None:
    roll = Given(ROLLS)
    for number, (desk, paid) in enumerate([(DESK, 1), (DESK, 2), (f"{DESK}-b", 1)], start=1):
        command = IssueReceipt(desk, payment(paid), at(number))
        receipt = Receipt(number, desk, payment(paid))
        roll = roll.when(command).then(ReceiptIssued(receipt, at(number)))
    assert [each.receipt for each in roll.state.receipts] == [1, 2, 3]


def test_a_payment_has_one_receipt() -> None:
    command = IssueReceipt(DESK, payment(1), at(1))
    issued = Given(ROLLS, ReceiptIssued(Receipt(1, DESK, payment(1)), at(1)))
    issued.when(command).nothing()


def test_a_roll_waits_for_nothing() -> None:
    assert ROLLS.standing(ROLLS.initial) is Standing.WAITING
    issued = Given(ROLLS, ReceiptIssued(Receipt(1, DESK, payment(1)), at(1)))
    assert ROLLS.standing(issued.state) is Standing.ENDED
