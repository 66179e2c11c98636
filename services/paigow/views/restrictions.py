"""What people see of a venue's restrictions."""

from __future__ import annotations

from typing import Any

from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp
from services.paigow.domain.restrictions import Restriction, Restrictions

_RESTRICTION = Shape(Restriction, sitting_pb2.Restriction)


def resource(snapshot: Snapshot[Any, Restrictions]) -> sitting_pb2.Restrictions:
    """The restrictions of a venue and year."""
    made = sitting_pb2.Restrictions(
        name=str(snapshot.name),
        version=snapshot.version,
        restrictions=map(_RESTRICTION.to, snapshot.state.all),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(state: Restrictions) -> sitting_pb2.RestrictionsRow:
    """How many there are; name and version are filled in by a list."""
    return sitting_pb2.RestrictionsRow(restrictions=len(state.all))
