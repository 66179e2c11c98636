"""Prizes are paid: to a payee who is named, once, and above the profile's limit not before a second
person has signed; and every payment has its receipt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.verify.domain.desk.contesting import examined_here, nothing_to_sign, uncontested
from services.verify.domain.desk.examining import Seen, cited
from services.verify.domain.desk.prizes import Payment, PaymentWay, PrizeKind, Stage
from services.verify.domain.desk.settlement import (
    Account,
    Paid,
    Settlement,
    settlement_of,
    with_settlement,
)
from services.verify.domain.desk.state import Desk

NOT_SETTLED = Reason(
    "NOT_SETTLED",
    "The {stage} of {game} is not settled: {why}.",
    "Pay when it is: the stage was won, play went on after its call or is over, and every claim "
    "for it is decided.",
    clause="NZB-5.4",
)
NO_SUCH_SHARE = Reason(
    "NO_SUCH_SHARE",
    "Nobody has share {share} of the {stage}; those who called out and won have {shares}.",
    "Pay those who share. Who completed and did not call out has no share.",
    clause="NZB-5.4",
)
PRIZE_PAID = Reason(
    "PRIZE_PAID_BEFORE",
    "Share {share} of the {stage} was paid before: {paid}, by {receipt}.",
    "Nothing more is paid on it; look at that receipt.",
)
PRIZE_HAS_LAPSED = Reason(
    "PRIZE_HAS_LAPSED",
    "Share {share} of the {stage} was not collected in time and is not paid any more.",
    "Tell the player the date that it lapsed on.",
)
NOTHING_OWED = Reason(
    "NOTHING_OWED",
    "Share {share} of the {stage} comes to nothing.",
    "Show the player how the prize was divided.",
)
NOT_MONEY = Reason(
    "NOT_MONEY",
    "The prize for the {stage} is no amount of money on record.",
    "Hand it over as the game manager says; nothing is booked for it.",
)
AMOUNT_DIFFERS = Reason(
    "AMOUNT_DIFFERS",
    "{owed} is owed on share {share} of the {stage}, not {amount}.",
    "Pay {owed}, all of it at once.",
)
OTHER_VENUE_PAYS = Reason(
    "OTHER_VENUE_PAYS",
    "The player called out in {venue}, which pays and books this share; this is {here}.",
    "Have it paid there.",
)
PAYMENT_WAITS = Reason(
    "PAYMENT_WAITS",
    "Payment {payment} of share {share} waits for a second person's signature.",
    "Have another person sign or reject it.",
)
PAID_IN_PRACTICE = Reason(
    "PAID_IN_PRACTICE",
    "{game} is played for practice; nothing is paid for it.",
    "Tell the players so.",
)
DRAW_AHEAD = Reason(
    "DRAW_AHEAD",
    "By the draw's record others have won the {stage} than are settled here.",
    "Look again in a moment; what was put right there is being taken over.",
)


@dataclass(frozen=True, slots=True)
class PayPrize:
    """`by` pays what is owed on a share to `payee`, in `venue` on its gaming `day`."""

    kind: PrizeKind
    stage: Stage
    share: int
    amount: Money
    payee: str
    way: PaymentWay
    venue: str
    day: str
    seen: Seen
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TakeReceipt:
    """A payment has its number in a receipt roll."""

    payment: int
    roll: str
    receipt: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PaymentProposed:
    """A payment waits for a second signature."""

    payment: Payment


@dataclass(frozen=True, slots=True)
class PrizePaid:
    """A share was paid; its receipt follows."""

    payment: Payment


@dataclass(frozen=True, slots=True)
class ReceiptTaken:
    """A payment has its receipt."""

    payment: int
    roll: str
    receipt: int
    at: datetime


def pay_prize(command: PayPrize, desk: Desk) -> Decision[PaymentProposed | PrizePaid]:
    """A share is paid once and whole, by the venue in whose hall the player called out; above the
    profile's limit not before another person has signed."""
    settlement = standing(desk, command.kind, command.stage, command.seen.law)
    account = payable(desk, settlement, command.share, command.seen)
    for each in desk.payments:
        if each.waits and _is_of(each.payment, settlement, command.share):
            raise PAYMENT_WAITS(payment=each.payment.payment, share=command.share)
    of_venue(account.share.venue, command.venue)
    whole(command.amount, settlement, account)
    payment = _made(command, desk, settlement, account)
    if command.amount.minor_units > desk.prizes.signed_above:
        return happened(PaymentProposed(payment))
    return happened(PrizePaid(payment))


def take_receipt(command: TakeReceipt, desk: Desk) -> Decision[ReceiptTaken]:
    """A payment has one receipt."""
    known = next((e for e in desk.payments if e.payment.payment == command.payment), None)
    if known is None or known.receipt:
        return Decision()
    return happened(ReceiptTaken(command.payment, command.roll, command.receipt, command.at))


def standing(desk: Desk, kind: PrizeKind, stage: Stage, law: str) -> Settlement:
    """A settlement of which can be paid. Raises NOT_SETTLED and PAID_IN_PRACTICE."""
    if desk.practice:
        raise PAID_IN_PRACTICE(game=desk.game)
    settlement = settlement_of(desk.settlements, kind, stage)
    if settlement is None or not settlement.stands:
        why = settlement.reason if settlement is not None else "it is not won, or not for good"
        title = settlement.title if settlement is not None else stage.title
        law = cited(NOT_SETTLED.clause, law)
        raise NOT_SETTLED(clause=law, stage=title, game=desk.game, why=why)
    return settlement


def payable(desk: Desk, settlement: Settlement, share: int, seen: Seen) -> Account:
    """The share of a player, if nothing speaks against paying it now."""
    account = entitled(settlement, share, seen.law)
    uncontested(desk, settlement, seen.law)
    nothing_to_sign(settlement, seen)
    examined_here(desk, settlement, account, seen.law)
    won = {n for each in seen.won if each.stage == settlement.stage.value for n in each.call_outs}
    if won != settlement.call_outs:
        raise DRAW_AHEAD(stage=settlement.title)
    if account.share.amount is None:
        raise NOT_MONEY(stage=settlement.title)
    if account.owed:
        return account
    if account.lapsed:
        raise PRIZE_HAS_LAPSED(share=share, stage=settlement.title)
    if not account.received:
        raise NOTHING_OWED(share=share, stage=settlement.title)
    paid = account.share.amount.of(account.received).shown
    receipt = _receipt(desk, settlement, share)
    raise PRIZE_PAID(share=share, stage=settlement.title, paid=paid, receipt=receipt)


def of_venue(venue: str, here: str) -> None:
    """The venue in whose hall a player called out pays and books it, and no other."""
    if venue != here:
        raise OTHER_VENUE_PAYS(venue=venue, here=here)


@clause("NZB-5.4")
def entitled(settlement: Settlement, share: int, law: str) -> Account:
    """Only who called out after the announcement of the same number, and has won, has a share."""
    account = settlement.account(share)
    if account is None or not account.wins:
        shares = " and ".join(str(each.share) for each in settlement.shares)
        law = cited(NO_SUCH_SHARE.clause, law)
        raise NO_SUCH_SHARE(clause=law, share=share, stage=settlement.title, shares=shares)
    return account


def whole(amount: Money, settlement: Settlement, account: Account) -> None:
    """What is paid is what is owed, in the same currency."""
    if account.share.amount is None:
        raise NOT_MONEY(stage=settlement.title)
    owed = account.share.amount.of(account.owed)
    if amount != owed:
        share, stage = account.share.share, settlement.title
        raise AMOUNT_DIFFERS(owed=owed.shown, share=share, stage=stage, amount=amount.shown)


def payment_proposed(desk: Desk, event: PaymentProposed) -> Desk:
    """It waits."""
    return replace(desk, payments=(*desk.payments, Paid(event.payment, waits=True)))


def prize_paid(desk: Desk, event: PrizePaid) -> Desk:
    """The player has the money."""
    payment = event.payment
    made = Paid(payment, waits=False)
    payments = tuple(e for e in desk.payments if e.payment.payment != payment.payment)
    in_order = sorted((*payments, made), key=lambda each: each.payment.payment)
    desk = replace(desk, payments=tuple(in_order))
    settlement = settlement_of(desk.settlements, payment.kind, payment.stage)
    account = settlement.account(payment.share) if settlement is not None else None
    if settlement is None or account is None:
        return desk
    more = replace(account, paid=account.paid + payment.amount.minor_units)
    settlements = with_settlement(desk.settlements, settlement.with_account(more))
    return replace(desk, settlements=settlements)


def receipt_taken(desk: Desk, event: ReceiptTaken) -> Desk:
    """The receipt can be handed out."""
    return changed(desk, event.payment, roll=event.roll, receipt=event.receipt)


def changed(desk: Desk, number: int, **changes: object) -> Desk:
    """The desk with a payment as it is now; `changes` are fields of `Paid`."""
    payments = tuple(
        replace(each, **changes) if each.payment.payment == number else each  # type: ignore[arg-type]  # fields of Paid
        for each in desk.payments
    )
    return replace(desk, payments=payments)


# -- how -------------------------------------------------------------------------------------------


def _made(command: PayPrize, desk: Desk, settlement: Settlement, account: Account) -> Payment:
    return Payment(
        len(desk.payments) + 1,
        command.kind,
        command.stage,
        command.share,
        desk.game,
        settlement.title,
        account.share.cards,
        command.amount,
        command.payee,
        command.way,
        command.venue,
        command.day,
        command.by,
        "",
        command.at,
    )


def _receipt(desk: Desk, settlement: Settlement, share: int) -> str:
    """What people can look up of the last payment of a share."""
    made = [e for e in desk.payments if not e.waits and _is_of(e.payment, settlement, share)]
    last = next((each for each in reversed(made) if not each.rejected), None)
    if last is None:
        return "no payment"
    number = f"receipt {last.receipt}" if last.receipt else "a receipt that is to come"
    return f"{number} of {last.payment.day}"


def _is_of(payment: Payment, settlement: Settlement, share: int) -> bool:
    of = (payment.kind, payment.stage, payment.share)
    return of == (settlement.kind, settlement.stage, share)
