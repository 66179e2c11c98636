"""What people see of a dispute: the resource, the row of a list."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import dispute_pb2
from services.draw.domain.dispute import state as disputes
from services.draw.domain.dispute.state import Dispute, Open, Ruled, Settled, State
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp

_record = Shape(disputes.FrozenRecord, dispute_pb2.FrozenRecord).to
_evidence = Shape(disputes.Evidence, dispute_pb2.Evidence).to
_ruling = Shape(disputes.Ruling, dispute_pb2.Ruling).to


def phase(dispute: State) -> dispute_pb2.DisputePhase.ValueType:
    """Where a dispute stands."""
    match dispute:
        case Open():
            return dispute_pb2.DISPUTE_PHASE_OPEN
        case Ruled():
            return dispute_pb2.DISPUTE_PHASE_RULED
        case Settled():
            return dispute_pb2.DISPUTE_PHASE_SETTLED
        case _:
            return dispute_pb2.DISPUTE_PHASE_UNSPECIFIED


def resource(snapshot: Snapshot[Any, State]) -> dispute_pb2.Dispute:
    """The dispute as GetDispute answers it; of one that is not there yet its name."""
    dispute = snapshot.state
    made = dispute_pb2.Dispute(name=str(snapshot.name), version=snapshot.version)
    if not isinstance(dispute, Dispute):
        return made
    made.phase = phase(dispute)
    made.about = dispute.about
    made.complainant = dispute.complainant
    made.opened_by = dispute.opened_by
    made.opened_at.CopyFrom(timestamp(dispute.opened_at))
    made.record.CopyFrom(_record(dispute.record))
    made.evidence.extend(map(_evidence, dispute.evidence))
    made.rulings.extend(map(_ruling, dispute.rulings))
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(dispute: State) -> dispute_pb2.DisputeRow:
    """The dispute as lists show it; name and version are filled in by the list."""
    if not isinstance(dispute, Dispute):
        raise TypeError("a dispute that was never opened has no row")
    made = dispute_pb2.DisputeRow(
        phase=phase(dispute),
        game=dispute.record.game,
        position=dispute.record.position,
        about=dispute.about,
    )
    if isinstance(dispute, Settled):
        finding = dispute.rulings[-1].finding
        made.finding = dispute_pb2.Finding.Value(f"FINDING_{finding.name}")
    return made
