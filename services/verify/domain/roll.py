"""The receipt roll: the prize receipts of a venue's gaming day, numbered from 1 without a gap.

A payment is made at a claim desk and its number given here, so between the two it is paid and its
receipt is to come. The same payment has one receipt, however often it is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decider, Decision, Standing, happened
from services.verify.domain.desk.prizes import Payment


@dataclass(frozen=True, slots=True)
class Receipt:
    """A receipt: number `receipt` of its roll, for a payment that was made at a `desk`."""

    receipt: int
    desk: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class IssueReceipt:
    """A payment was made at a desk, and needs its receipt."""

    desk: str
    payment: Payment
    at: datetime


@dataclass(frozen=True, slots=True)
class ReceiptIssued:
    """A payment has its number."""

    receipt: Receipt
    at: datetime


@dataclass(frozen=True)
class Roll:
    """The receipts of the day, in order."""

    receipts: tuple[Receipt, ...] = ()


def decide(command: IssueReceipt, roll: Roll) -> Decision[ReceiptIssued]:
    """The next number, for each payment once."""
    of = (command.desk, command.payment.payment)
    if any((each.desk, each.payment.payment) == of for each in roll.receipts):
        return Decision()
    receipt = Receipt(len(roll.receipts) + 1, command.desk, command.payment)
    return happened(ReceiptIssued(receipt, command.at))


def evolve(roll: Roll, event: ReceiptIssued) -> Roll:
    """One receipt more."""
    return Roll((*roll.receipts, event.receipt))


def standing(roll: Roll) -> Standing:
    """A roll waits for nothing; a payment of its day that comes late gets the next number."""
    return Standing.ENDED if roll.receipts else Standing.WAITING


ROLLS: Decider[IssueReceipt, ReceiptIssued, Roll] = Decider(
    kind="receiptRolls",
    initial=Roll(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(IssueReceipt,),
)
