"""A payment above the profile's limit is signed by a second person, or rejected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.kernel.persons import same_person
from services.verify.domain.desk.examining import Seen
from services.verify.domain.desk.paying import (
    PrizePaid,
    changed,
    of_venue,
    payable,
    standing,
    whole,
)
from services.verify.domain.desk.prizes import Payment
from services.verify.domain.desk.state import Desk

NO_SUCH_PAYMENT = Reason(
    "NO_SUCH_PAYMENT",
    "No payment {payment} waits for a signature at this desk.",
    "Look at the payments of the game.",
)
OWN_PAYMENT = Reason(
    "OWN_PAYMENT",
    "{person} makes this payment, and the second signature is another person's.",
    "Have another person sign it.",
    alone=True,
)


@dataclass(frozen=True, slots=True)
class SignPayment:
    """`by` signs a payment as the second person, in `venue` on its gaming `day`."""

    payment: int
    venue: str
    day: str
    seen: Seen
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RejectPayment:
    """A payment that waits is not made, as `by` says in `venue`."""

    payment: int
    reason: str
    venue: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PaymentRejected:
    """A payment that waited was not made."""

    payment: int
    by: str
    reason: str
    at: datetime


def sign_payment(command: SignPayment, desk: Desk) -> Decision[PrizePaid]:
    """The second signature is another person's, whatever roles the first one holds. What was
    proposed is looked at once more."""
    payment = _waiting(desk, command.payment)
    if same_person(payment.by, command.by):
        raise OWN_PAYMENT(person=payment.by)
    of_venue(payment.venue, command.venue)
    settlement = standing(desk, payment.kind, payment.stage, command.seen.law)
    account = payable(desk, settlement, payment.share, command.seen)
    whole(payment.amount, settlement, account)
    return happened(PrizePaid(replace(payment, second=command.by, day=command.day, at=command.at)))


def reject_payment(command: RejectPayment, desk: Desk) -> Decision[PaymentRejected]:
    """Who made it may take it back, and anybody else may refuse to sign."""
    of_venue(_waiting(desk, command.payment).venue, command.venue)
    reason = command.reason.strip()
    return happened(PaymentRejected(command.payment, command.by, reason, command.at))


def payment_rejected(desk: Desk, event: PaymentRejected) -> Desk:
    """Nothing was paid."""
    return changed(desk, event.payment, waits=False, rejected=True)


def _waiting(desk: Desk, number: int) -> Payment:
    for each in desk.payments:
        if each.waits and each.payment.payment == number:
            return each.payment
    raise NO_SUCH_PAYMENT(payment=number)
