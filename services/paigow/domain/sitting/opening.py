"""Opening a table: its float, its limits, its fills and credits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from services.kernel.approval import Approval, stood_for
from services.kernel.law import Decision, Reason, happened
from services.paigow.domain.profile import PaiGowProfile, Rules
from services.paigow.domain.sitting.chips import Chips, worth
from services.paigow.domain.sitting.staff import another
from services.paigow.domain.sitting.state import (
    Entry,
    FloatEntry,
    InPlay,
    Limits,
    Opened,
    Table,
    Told,
    Unopened,
)

SITTING_DAY_NOT_OPEN = Reason(
    "SITTING_DAY_NOT_OPEN",
    "A sitting of {day} cannot be opened on the gaming day {today}.",
    "Begin the id with today's gaming day.",
)
CHIPS_SAID_TWICE = Reason(
    "CHIPS_SAID_TWICE",
    "Chips of {denomination} are counted twice.",
    "Count each denomination once.",
)
NO_SUCH_CHIP = Reason(
    "NO_SUCH_CHIP",
    "There are no chips of {denomination} at this table.",
    "Use the denominations with which the table was opened.",
)
NOT_IN_CHIPS = Reason(
    "NOT_IN_CHIPS",
    "{amount} cannot be made of chips whose smallest is {smallest}.",
    "Give an amount that is a multiple of the smallest chip.",
)
LIMITS_UPSIDE_DOWN = Reason(
    "LIMITS_UPSIDE_DOWN",
    "The least wager, {least}, is more than the most, {most}.",
    "Give the smaller amount as the least wager.",
)
FLOAT_NOT_SIGNED = Reason(
    "FLOAT_NOT_SIGNED",
    "The opening count of the float has one signature, and needs two.",
    "Have a second person count it and sign.",
)
FLOAT_SIGNED = Reason(
    "FLOAT_SIGNED",
    "The opening count was signed before and the table is open.",
    "Go on with the table; nothing has been changed.",
)
ROUND_OPEN = Reason(
    "ROUND_OPEN",
    "Round {round} is open.",
    "Finish the round first; until then nothing leaves the float but what the round pays.",
)
FLOAT_TOO_SMALL = Reason(
    "FLOAT_TOO_SMALL",
    "The float holds {held}, and this takes {needed}.",
    "Take a fill first.",
)


@dataclass(frozen=True, slots=True)
class OpenSitting(Told):
    """Open a table for its gaming `day`. `today` is the venue's gaming day at that moment.

    `chips` are the float as counted, each denomination of the table once (a count may be 0);
    `practice` marks a training table, whose tiles come in the order of a recorded shuffle.
    """

    profile: PaiGowProfile
    table: str
    currency: str
    practice: bool
    limits: Limits
    chips: tuple[Chips, ...]
    day: date
    today: date
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class SignOpening(Told):
    """A second person has counted the float."""


@dataclass(frozen=True, slots=True)
class SetLimits(Told):
    """Display other limits, from the next round on."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class TakeFill(Told):
    """Chips come to the float; `signed_by` received them with the game supervisor."""

    chips: tuple[Chips, ...]
    signed_by: str


@dataclass(frozen=True, slots=True)
class TakeCredit(Told):
    """Chips leave the float; `signed_by` took them over from the game supervisor."""

    chips: tuple[Chips, ...]
    signed_by: str


@dataclass(frozen=True, slots=True)
class SittingOpened:
    """A table was opened under the options in force, its float counted by one person."""

    profile: str
    rules: Rules
    table: str
    currency: str
    practice: bool
    day: str
    limits: Limits
    chips: tuple[Chips, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OpeningSigned:
    """A second person signed the opening count: the table is open for play."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LimitsSet:
    """The sign shows other limits."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class FloatFilled:
    """Chips came to the float."""

    entry: FloatEntry


@dataclass(frozen=True, slots=True)
class FloatCredited:
    """Chips left the float."""

    entry: FloatEntry


def open_sitting(command: OpenSitting, _: Unopened) -> Decision[SittingOpened]:
    """A table is opened on its gaming day, its float counted and its limits in its own chips."""
    stood_for(command.approval)
    if command.day != command.today:
        raise SITTING_DAY_NOT_OPEN(day=command.day, today=command.today)
    opened = SittingOpened(
        command.profile.id,
        command.profile.rules,
        command.table.strip(),
        command.currency,
        command.practice,
        command.day.isoformat(),
        command.limits,
        command.chips,
        command.by.person,
        command.by.at,
    )
    table = sitting_opened(Unopened(), opened)
    _each_once(command.chips, table)
    _limits_in_chips(command.limits, table)
    return happened(opened)


def sitting_opened(_: Unopened, event: SittingOpened) -> Opened:
    """There is a table, waiting for the second signature."""
    total = worth(event.chips)
    first = FloatEntry(Entry.OPENING, event.chips, total, event.by, "", event.at)
    return Opened(
        event.profile,
        event.rules,
        event.table,
        event.currency,
        event.practice,
        event.day,
        event.limits,
        tuple(sorted(each.denomination for each in event.chips)),
        total,
        (first,),
    )


def sign_opening(command: SignOpening, table: Opened) -> Decision[OpeningSigned]:
    """Two persons answer for the opening count."""
    another(table.ledger[0].by, command.by)
    return happened(OpeningSigned(command.by.person, command.by.at))


def opening_signed(table: Opened, event: OpeningSigned) -> InPlay:
    """The table is open for play."""
    first = replace(table.ledger[0], signed_by=event.by)
    return InPlay(**{**vars(table), "ledger": (first,)})


def set_limits(command: SetLimits, table: InPlay) -> Decision[LimitsSet]:
    """Limits change between rounds, for all boxes at once."""
    no_round(table)
    _limits_in_chips(command.limits, table)
    return Decision() if command.limits == table.limits else happened(LimitsSet(command.limits))


def limits_set(table: Table, event: LimitsSet) -> Table:
    """The sign shows them."""
    return replace(table, limits=event.limits)


def take_fill(command: TakeFill, table: InPlay) -> Decision[FloatFilled]:
    """A fill may come at any time; two persons sign it."""
    return happened(FloatFilled(_entry(command, Entry.FILL, table)))


def take_credit(command: TakeCredit, table: InPlay) -> Decision[FloatCredited]:
    """Nothing leaves the float while a round is open; two persons sign a credit."""
    no_round(table)
    entry = _entry(command, Entry.CREDIT, table)
    float_holds(entry.total, table)
    return happened(FloatCredited(entry))


def float_filled(table: Table, event: FloatFilled) -> Table:
    """The float has more."""
    total = table.float_total + event.entry.total
    return replace(table, float_total=total, ledger=(*table.ledger, event.entry))


def float_credited(table: Table, event: FloatCredited) -> Table:
    """The float has less."""
    total = table.float_total - event.entry.total
    return replace(table, float_total=total, ledger=(*table.ledger, event.entry))


def in_chips(amount: int, table: Table) -> None:
    """Refused for an amount that the table's chips cannot make."""
    if amount % table.smallest:
        smallest = table.shown(table.smallest)
        raise NOT_IN_CHIPS(amount=table.shown(amount), smallest=smallest)


def no_round(table: Table) -> None:
    """Refused while a round is open."""
    if table.round is not None:
        raise ROUND_OPEN(round=table.round.number)


def float_holds(amount: int, table: Table) -> None:
    """Refused when the float has less."""
    if table.float_total < amount:
        raise FLOAT_TOO_SMALL(held=table.shown(table.float_total), needed=table.shown(amount))


def known_chips(chips: Iterable[Chips], table: Table) -> None:
    """Each denomination once, and only those of the table."""
    _each_once(chips, table)
    for each in chips:
        if each.denomination not in table.denominations:
            raise NO_SUCH_CHIP(denomination=table.shown(each.denomination))


def _entry(command: TakeFill | TakeCredit, entry: Entry, table: InPlay) -> FloatEntry:
    known_chips(command.chips, table)
    by = command.by
    another(command.signed_by, by)
    return FloatEntry(
        entry, command.chips, worth(command.chips), by.person, command.signed_by, by.at
    )


def _each_once(chips: Iterable[Chips], table: Table) -> None:
    seen = set()
    for each in chips:
        if each.denomination in seen:
            raise CHIPS_SAID_TWICE(denomination=table.shown(each.denomination))
        seen.add(each.denomination)


def _limits_in_chips(limits: Limits, table: Table) -> None:
    if limits.least > limits.most:
        least, most = table.shown(limits.least), table.shown(limits.most)
        raise LIMITS_UPSIDE_DOWN(least=least, most=most)
    for amount in (limits.least, limits.most):
        in_chips(amount, table)
