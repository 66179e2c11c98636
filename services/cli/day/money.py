"""Jackpots, floats of tables, and the money of tournaments on a gaming day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eyesdown.paigow.v1 import events_pb2 as table_pb
from eyesdown.tournament.v1 import tournament_events_pb2 as pb
from services.cli.day.reading import Day, happened
from services.cli.day.tables import Cell, Table, summed
from services.kernel.money import Money
from services.kernel.names import Name
from services.kernel.record.codec import unpack
from services.verify.domain.jackpot.ledger import POOL, Entry, EntryKind
from services.verify.domain.jackpot.state import Cycle

HELD = (EntryKind.HELD, EntryKind.GIVEN_BACK)


def jackpot_table(day: Day, jackpots: Mapping[Name, Cycle]) -> Table:
    """What is played for, at the beginning of the day, what came and went, and at its end."""
    head = ("jackpot", "title", "at first", "seed", "held", "else", "won", "at last")
    rows = []
    for name, cycle in jackpots.items():
        row = _jackpot(day, name, cycle)
        if any(each.minor_units for each in row[2:] if isinstance(each, Money)):
            rows.append(row)
    note = (
        "The pool of each cycle. Held: shares of receipts, less what went back. Else: what did not "
        "divide, came from another cycle or went to one, or was made up."
    )
    return Table("jackpots", "Jackpots", head, rows, summed(rows, "together"), note)


def _jackpot(day: Day, name: Name, cycle: Cycle) -> tuple[Cell, ...]:
    entries = cycle.ledger.entries
    first = sum(_pool(each) for each in entries if each.at < day.begins)
    today = [each for each in entries if day.begins <= each.at < day.ends]
    sums = {
        "seed": sum(_pool(each) for each in today if each.kind is EntryKind.SEED),
        "held": sum(_pool(each) for each in today if each.kind in HELD),
        "won": sum(_pool(each) for each in today if each.kind is EntryKind.WON),
    }
    all_ = sum(map(_pool, today))
    cents = (
        *(first, sums["seed"], sums["held"], all_ - sum(sums.values())),
        *(sums["won"], first + all_),
    )
    return (name.id, cycle.terms.title, *(Money(day.venue.currency, each) for each in cents))


def _pool(entry: Entry) -> int:
    """What an entry brings to the pool; below nothing, what it takes."""
    cents = entry.amount.minor_units
    return cents * ((entry.target == POOL) - (entry.source == POOL))


@dataclass
class _Float:
    """The float of a table; amounts in minor units of `currency`, `counted` None before it was."""

    table: str = ""
    currency: str = ""
    practice: bool = False
    opening: int = 0
    fills: int = 0
    credits: int = 0
    counted: int | None = None
    expected: int = 0
    by: str = ""
    signed: str = ""

    def take(self, event: Any) -> None:
        """Something that happened at the table."""
        match event:
            case table_pb.SittingOpened():
                self.table, self.currency = event.table, event.currency
                self.practice = event.practice
                self.opening = sum(each.denomination * each.count for each in event.chips)
            case table_pb.FloatFilled():
                self.fills += event.entry.total
            case table_pb.FloatCredited():
                self.credits += event.entry.total
            case table_pb.FloatCounted():
                self.counted, self.expected, self.by = event.total, event.expected, event.by
            case table_pb.SittingClosed():
                self.signed = event.by


def float_table(day: Day) -> Table:
    """The floats of pai gow tables, from the opening count to the closing one."""
    head = (
        *("table", "opening", "fills", "credits", "counted", "difference", "result"),
        *("counted by", "signed by"),
    )
    rows = []
    for name in day.of("sittings"):
        found = _Float()
        for commit in day.commits(name):
            for packed in commit.events:
                found.take(unpack(packed, b""))
        if not found.practice:
            rows.append(_float(name, found))
    note = (
        "Difference: counted less what the float had to hold. Result: counted and credits, less "
        "opening and fills. Training tables are in no total and not here."
    )
    return Table("floats", "Floats of tables", head, rows, summed(rows, "together"), note)


def _float(name: Name, found: _Float) -> tuple[Cell, ...]:
    def money(cents: int) -> Money:
        return Money(found.currency, cents)

    opened = (
        *(f"{name.id} {found.table}", money(found.opening)),
        *(money(found.fills), money(found.credits)),
    )
    if found.counted is None:
        return (*opened, "not counted", "", "", "", "")
    result = found.counted + found.credits - found.opening - found.fills
    difference = found.counted - found.expected
    signed = found.signed or "not signed"
    return (*opened, *map(money, (found.counted, difference, result)), found.by, signed)


def tournament_table(day: Day) -> Table:
    """What tournaments took and paid on the day."""
    head = ("tournament", "fees", "refunds", "prizes paid")
    flows: dict[Name, list[int]] = {}
    for name, _, fee in happened(day, pb.ApplicationReceived):
        flows.setdefault(name, [0, 0, 0])[0] += fee.fee
    for name, _, refund in happened(day, pb.RefundPaid):
        flows.setdefault(name, [0, 0, 0])[1] += refund.amount
    for name, _, prize in happened(day, pb.PrizePaid):
        flows.setdefault(name, [0, 0, 0])[2] += _awards(day, name)[prize.award]
    rows = [_flow(day, name, flow) for name, flow in sorted(flows.items())]
    note = "What came in and went out on the day; each has its results and prize list on paper."
    return Table("tournaments", "Tournaments", head, rows, summed(rows, "together"), note)


def _flow(day: Day, name: Name, cents: Sequence[int]) -> tuple[Cell, ...]:
    return (name.id, *(Money(day.venue.currency, each) for each in cents))


def _awards(day: Day, name: Name) -> dict[int, int]:
    """The cash of every award of a tournament, in cents."""
    cash = {}
    for commit in day.commits(name):
        for packed in commit.events:
            event = unpack(packed, b"")
            match event:
                case pb.PlacingsConfirmed():
                    cash.update({each.award: each.cash for each in event.awards})
                case pb.GoodsDecided() | pb.HeldMoneyRuled():
                    cash[event.award.award] = event.award.cash
    return cash
