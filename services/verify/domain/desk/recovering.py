"""What was paid too much is recovered or written off, and what nobody collects lapses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Due, Reason, happened
from services.kernel.money import Money
from services.kernel.persons import same_person
from services.verify.domain.desk.paying import of_venue
from services.verify.domain.desk.prizes import PrizeKind, Recovery, Stage
from services.verify.domain.desk.settlement import settlement_of, with_settlement
from services.verify.domain.desk.state import Desk
from services.verify.domain.desk.state import State as DeskState

NOTHING_DUE = Reason(
    "NOTHING_DUE",
    "Nothing is to be recovered on share {share} of the {stage}.",
    "Look at the prizes of the game for what is.",
)
TOO_MUCH_RECOVERED = Reason(
    "TOO_MUCH_RECOVERED",
    "{due} is to be recovered on share {share} of the {stage}, and {amount} was given.",
    "Give an amount of the same currency that is more than nothing and not more than that.",
)
OWN_LOSS = Reason(
    "OWN_LOSS",
    "{person} made this payment, and another person writes it off.",
    "Have the game manager, or another person, write it off.",
    alone=True,
)


@dataclass(frozen=True, slots=True)
class RecordRecovery:
    """Of what is due on a share, `amount` came back or is given up, as `by` says in `venue`."""

    kind: PrizeKind
    stage: Stage
    share: int
    recovery: Recovery
    amount: Money
    reason: str
    venue: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LapsePrizes:
    """The instant has come at which something lapses."""

    at: datetime


@dataclass(frozen=True, slots=True)
class RecoveryRecorded:
    """So much came back, or is given up."""

    kind: PrizeKind
    stage: Stage
    share: int
    recovery: Recovery
    amount: Money
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PrizeLapsed:
    """Nobody has collected a share in time."""

    kind: PrizeKind
    stage: Stage
    share: int
    amount: Money
    at: datetime


def record_recovery(command: RecordRecovery, desk: Desk) -> Decision[RecoveryRecorded]:
    """Money comes back in one part or more, and never more than was paid too much. What is given up
    is the house's loss, and whoever paid it does not say so."""
    settlement = settlement_of(desk.settlements, command.kind, command.stage)
    account = settlement.account(command.share) if settlement is not None else None
    if account is None or not account.due or account.share.amount is None:
        raise NOTHING_DUE(share=command.share, stage=command.stage.title)
    of_venue(account.share.venue, command.venue)
    due = account.share.amount.of(account.due)
    amount = command.amount
    if amount.currency != due.currency or not 0 < amount.minor_units <= due.minor_units:
        title = command.stage.title
        raise TOO_MUCH_RECOVERED(
            due=due.shown, share=command.share, stage=title, amount=amount.shown
        )
    if command.recovery is Recovery.WRITTEN_OFF:
        _not_who_paid(command, desk)
    return happened(
        RecoveryRecorded(
            command.kind,
            command.stage,
            command.share,
            command.recovery,
            command.amount,
            command.reason.strip(),
            command.by,
            command.at,
        )
    )


def lapse_prizes(command: LapsePrizes, desk: Desk) -> Decision[PrizeLapsed]:
    """What is owed and was not collected in the profile's time is not paid any more. A payment that
    waits for its signature was collected in time."""
    return Decision(tuple(_lapsing(command, desk)))


def lapsing(desk: DeskState) -> Iterator[Due]:
    """When something of a desk lapses."""
    for each in desk.settlements if isinstance(desk, Desk) else ():
        if each.stands and each.lapses_at and any(account.owed for account in each.accounts):
            key = f"lapse-{each.kind.value}-{each.stage.value}-{each.round}"
            yield Due(key, each.lapses_at)


def recovery_recorded(desk: Desk, event: RecoveryRecorded) -> Desk:
    """So much less is due."""
    settlement = settlement_of(desk.settlements, event.kind, event.stage)
    account = settlement.account(event.share) if settlement is not None else None
    if settlement is None or account is None:
        return desk
    amount = event.amount.minor_units
    if event.recovery is Recovery.REPAID:
        account = replace(account, repaid=account.repaid + amount)
    else:
        account = replace(account, written_off=account.written_off + amount)
    settlements = with_settlement(desk.settlements, settlement.with_account(account))
    return replace(desk, settlements=settlements)


def prize_lapsed(desk: Desk, event: PrizeLapsed) -> Desk:
    """It is not owed any more."""
    settlement = settlement_of(desk.settlements, event.kind, event.stage)
    account = settlement.account(event.share) if settlement is not None else None
    if settlement is None or account is None:
        return desk
    account = replace(account, lapsed=account.lapsed + event.amount.minor_units)
    settlements = with_settlement(desk.settlements, settlement.with_account(account))
    return replace(desk, settlements=settlements)


def _not_who_paid(command: RecordRecovery, desk: Desk) -> None:
    for each in desk.payments:
        payment = each.payment
        of = (payment.kind, payment.stage, payment.share)
        ours = of == (command.kind, command.stage, command.share)
        if ours and same_person(payment.by, command.by):
            raise OWN_LOSS(person=payment.by)


def _lapsing(command: LapsePrizes, desk: Desk) -> Iterator[PrizeLapsed]:
    for each in desk.settlements:
        if not each.stands or each.lapses_at is None or each.lapses_at > command.at:
            continue
        waiting = {
            e.payment.share
            for e in desk.payments
            if e.waits and (e.payment.kind, e.payment.stage) == (each.kind, each.stage)
        }
        for account in each.accounts:
            number, prize = account.share.share, account.share.amount
            if account.owed and prize is not None and number not in waiting:
                amount = prize.of(account.owed)
                yield PrizeLapsed(each.kind, each.stage, number, amount, command.at)
