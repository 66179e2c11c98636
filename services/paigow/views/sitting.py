"""What people see of a sitting: the resource, the row of a list.

The order of a recorded shuffle is in neither before it is dealt.
"""

from __future__ import annotations

from typing import Any

from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp
from services.paigow.domain.profile import Rules
from services.paigow.domain.sitting import state as sittings
from services.paigow.domain.sitting.boxes import first_boxes
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.next_steps import NextStep, next_steps
from services.paigow.domain.sitting.rounds import Bank, Round
from services.paigow.domain.sitting.state import (
    Closed,
    Counted,
    InPlay,
    Opened,
    State,
    Table,
    Unopened,
)

_ASSIGNMENT = Shape(sittings.Assignment, sitting_pb2.Assignment)
_BANK = Shape(Bank, sitting_pb2.Bank)
_CHIPS = Shape(Chips, sitting_pb2.Chips)
_DIFFERENCE = Shape(sittings.Difference, sitting_pb2.Difference)
_DISPUTE = Shape(sittings.Dispute, sitting_pb2.Dispute)
_NEXT_STEP = Shape(NextStep, sitting_pb2.NextStep)
_ENTRY = Shape(sittings.FloatEntry, sitting_pb2.FloatEntry)
_LIMITS = Shape(sittings.Limits, sitting_pb2.Limits)
_REMOVAL = Shape(sittings.Removal, sitting_pb2.Removal)
_ROUND = Shape(Round, sitting_pb2.Round)
_RULES = Shape(Rules, sitting_pb2.Rules)
_SEAT = Shape(sittings.Seat, sitting_pb2.Seat)


def phase(sitting: State) -> sitting_pb2.Phase.ValueType:
    """Where a sitting stands."""
    match sitting:
        case Opened():
            return sitting_pb2.PHASE_OPENED
        case InPlay():
            return sitting_pb2.PHASE_STOPPED if sitting.difference else sitting_pb2.PHASE_IN_PLAY
        case Counted():
            return sitting_pb2.PHASE_COUNTED
        case Closed():
            return sitting_pb2.PHASE_CLOSED
        case _:
            return sitting_pb2.PHASE_UNSPECIFIED


def resource(snapshot: Snapshot[Any, State]) -> sitting_pb2.Sitting:
    """The sitting as GetSitting answers it; of one that is not there yet its name."""
    if snapshot.version == 0:
        return sitting_pb2.Sitting(name=str(snapshot.name))
    table = opened(snapshot.state)
    made = sitting_pb2.Sitting(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=phase(snapshot.state),
        profile=table.profile,
        rules=_RULES.to(table.rules),
        table=table.table,
        currency=table.currency,
        practice=table.practice,
        limits=_LIMITS.to(table.limits),
        denominations=table.denominations,
        float_total=table.float_total,
        ledger=map(_ENTRY.to, table.ledger),
        staff=map(_ASSIGNMENT.to, table.staff),
        seats=map(_SEAT.to, table.seats),
        off=table.off,
        tiles=sitting_pb2.Mixed.Value(f"MIXED_{table.tiles.mixed.name}"),
        tiles_because=table.tiles.because,
        bank=_BANK.to(table.round.bank if table.round else table.bank),
        rounds=len(table.rounds),
        removals=map(_REMOVAL.to, table.removals),
        first_boxes=first_boxes(table),
        english_only=table.direction.english_only,
        disputes=map(_DISPUTE.to, table.disputes),
        next_steps=map(_NEXT_STEP.to, next_steps(snapshot.state)),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    if table.round is not None:
        made.round.CopyFrom(_ROUND.to(table.round))
    if table.rounds:
        made.last_round.CopyFrom(_ROUND.to(table.rounds[-1]))
    if table.difference is not None:
        made.difference.CopyFrom(_DIFFERENCE.to(table.difference))
    if isinstance(table, Counted):
        made.count.extend(map(_CHIPS.to, table.count))
    return made


def round_of(state: State, number: int) -> sitting_pb2.Round | None:
    """One round, in play or over; None where there was none of that number."""
    table = opened(state)
    if table.round is not None and table.round.number == number:
        found: sitting_pb2.Round = _ROUND.to(table.round)
        return found
    return next((_ROUND.to(each) for each in table.rounds if each.number == number), None)


def row(state: State) -> sitting_pb2.SittingRow:
    """The sitting as lists show it; name and version are filled in by the list."""
    table = opened(state)
    return sitting_pb2.SittingRow(
        phase=phase(state),
        profile=table.profile,
        table=table.table,
        currency=table.currency,
        practice=table.practice,
        limits=_LIMITS.to(table.limits),
        float_total=table.float_total,
        rounds=len(table.rounds),
        seats=len(table.seats),
        disputes=len(table.disputes),
    )


def lacks_key(state: State) -> bool:
    """Whether a recorded shuffle cannot be dealt here, for want of its key."""
    shoe = state.tiles.shoe if isinstance(state, InPlay) else None
    return shoe is not None and shoe.value is None


def opened(state: State) -> Table:
    """What every opened sitting has."""
    if isinstance(state, Unopened):
        raise TypeError("a sitting that was never opened has no view")
    return state
