"""Closing a table: the closing count, what differs, and the second signature."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.paigow.domain.sitting.chips import Chips, worth
from services.paigow.domain.sitting.opening import known_chips, no_round
from services.paigow.domain.sitting.removal import removals_decided
from services.paigow.domain.sitting.staff import another
from services.paigow.domain.sitting.state import (
    Closed,
    Counted,
    Entry,
    FloatEntry,
    InPlay,
    Opened,
    Told,
)

SITTING_CLOSED = Reason(
    "SITTING_CLOSED",
    "The table is closed.",
    "Nothing more can be done in this sitting; open another.",
)
COUNT_DIFFERS = Reason(
    "COUNT_DIFFERS",
    "The closing count is {counted}, and the float must hold {expected}.",
    "Count again; if it stays so, a casino supervisor decides the difference, with a reason.",
)
COUNT_AGREES = Reason(
    "COUNT_AGREES",
    "The closing count agrees with what the float must hold.",
    "There is nothing to decide: a second person signs it.",
)
NOT_COUNTED = Reason(
    "NOT_COUNTED",
    "There is no closing count of this table.",
    "Count the float first.",
)
BEING_CLOSED = Reason(
    "BEING_CLOSED",
    "The closing count of this table is made.",
    "A second person signs it; for more play open another sitting.",
)
DISPUTE_OPEN = Reason(
    "DISPUTE_OPEN",
    "Dispute {dispute} has not been ruled and reviewed.",
    "Rule it and have it reviewed; then the float is counted.",
)


@dataclass(frozen=True, slots=True)
class CountFloat(Told):
    """The closing count, or before it is signed the opening count, by denomination; it takes the
    place of the one before."""

    chips: tuple[Chips, ...]


@dataclass(frozen=True, slots=True)
class DecideCount(Told):
    """Let a count stand that differs, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class SignClosing(Told):
    """A second person has counted the float."""


@dataclass(frozen=True, slots=True)
class FloatCounted:
    """The float was counted; `expected` is what it must hold."""

    chips: tuple[Chips, ...]
    total: int
    expected: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CountDecided:
    """A casino supervisor let the count stand; `difference` is less than 0 for missing chips."""

    difference: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SittingClosed:
    """Two persons answer for the closing count: the sitting is over."""

    by: str
    at: datetime


def count_float(command: CountFloat, table: InPlay | Counted) -> Decision[FloatCounted]:
    """The float is counted when no round is open and neither a removal nor a dispute waits."""
    no_round(table)
    removals_decided(table)
    for each in table.disputes:
        if not each.reviewed_by:
            raise DISPUTE_OPEN(dispute=each.dispute)
    known_chips(command.chips, table)
    total = worth(command.chips)
    by = command.by
    return happened(FloatCounted(command.chips, total, table.float_total, by.person, by.at))


def count_opening(command: CountFloat, table: Opened) -> Decision[FloatCounted]:
    """A count of the opening float that was wrong is made again, before it is signed."""
    known_chips(command.chips, table)
    total, by = worth(command.chips), command.by
    return happened(FloatCounted(command.chips, total, table.float_total, by.person, by.at))


def float_counted(table: Opened | InPlay | Counted, event: FloatCounted) -> Opened | Counted:
    """The count waits for its second signature."""
    if isinstance(table, Opened):
        first = FloatEntry(Entry.OPENING, event.chips, event.total, event.by, "", event.at)
        return replace(table, float_total=event.total, ledger=(first,))
    kept = {k: v for k, v in vars(table).items() if k not in ("count", "counted_by", "decided")}
    return Counted(**kept, count=event.chips, counted_by=event.by)


def decide_count(command: DecideCount, table: Counted) -> Decision[CountDecided]:
    """What differs is not signed away by those who counted."""
    difference = worth(table.count) - table.float_total
    if not difference:
        raise COUNT_AGREES()
    another(table.counted_by, command.by)
    by = command.by
    return happened(CountDecided(difference, command.reason.strip(), by.person, by.at))


def count_decided(table: Counted, event: CountDecided) -> Counted:
    """The count may be signed."""
    return replace(table, decided=event.reason)


def sign_closing(command: SignClosing, table: Counted) -> Decision[SittingClosed]:
    """Two persons answer for the closing count."""
    another(table.counted_by, command.by)
    counted = worth(table.count)
    if counted != table.float_total and not table.decided:
        expected = table.shown(table.float_total)
        raise COUNT_DIFFERS(counted=table.shown(counted), expected=expected)
    return happened(SittingClosed(command.by.person, command.by.at))


def sitting_closed(table: Counted, event: SittingClosed) -> Closed:
    """The sitting stays as it is, for good."""
    last = FloatEntry(
        Entry.CLOSING, table.count, worth(table.count), table.counted_by, event.by, event.at
    )
    kept = {k: v for k, v in vars(table).items() if k not in ("count", "counted_by", "decided")}
    return Closed(**{**kept, "ledger": (*table.ledger, last)})
