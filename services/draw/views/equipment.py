"""What people see of a piece of equipment: the resource, the row of a list."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import equipment_pb2, game_pb2
from services.draw.domain.equipment import state as pieces
from services.draw.domain.equipment.state import (
    Equipment,
    InService,
    OutOfService,
    Registered,
    Retired,
    State,
)
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp

_examination = Shape(pieces.Examination, equipment_pb2.Examination).to
_defect = Shape(pieces.Defect, equipment_pb2.Defect).to
_repair = Shape(pieces.Repair, equipment_pb2.Repair).to


def phase(equipment: State) -> equipment_pb2.EquipmentPhase.ValueType:
    """Where a piece of equipment stands."""
    match equipment:
        case Registered():
            return equipment_pb2.EQUIPMENT_PHASE_REGISTERED
        case InService():
            return equipment_pb2.EQUIPMENT_PHASE_IN_SERVICE
        case OutOfService():
            return equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE
        case Retired():
            return equipment_pb2.EQUIPMENT_PHASE_RETIRED
        case _:
            return equipment_pb2.EQUIPMENT_PHASE_UNSPECIFIED


def resource(snapshot: Snapshot[Any, State]) -> equipment_pb2.Equipment:
    """The equipment as GetEquipment answers it; of what is not there yet its name."""
    equipment = snapshot.state
    made = equipment_pb2.Equipment(name=str(snapshot.name), version=snapshot.version)
    if not isinstance(equipment, Equipment):
        return made
    made.phase = phase(equipment)
    made.title = equipment.title
    made.selector = game_pb2.Selector.Value(f"SELECTOR_{equipment.selector.name}")
    made.numbers = equipment.numbers
    if isinstance(equipment, InService | OutOfService) and equipment.examination is not None:
        made.examination.CopyFrom(_examination(equipment.examination))
    if isinstance(equipment, OutOfService | Retired):
        made.reason = equipment.reason
    if isinstance(equipment, OutOfService):
        made.defects.extend(map(_defect, equipment.defects))
        made.game = equipment.game
        if equipment.repairs:
            made.repair.CopyFrom(_repair(equipment.repairs[-1]))
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(equipment: State) -> equipment_pb2.EquipmentRow:
    """The equipment as lists show it; name and version are filled in by the list."""
    if not isinstance(equipment, Equipment):
        raise TypeError("equipment that was never registered has no row")
    made = equipment_pb2.EquipmentRow(
        phase=phase(equipment),
        title=equipment.title,
        selector=game_pb2.Selector.Value(f"SELECTOR_{equipment.selector.name}"),
        numbers=equipment.numbers,
    )
    if isinstance(equipment, InService):
        made.examined_on = equipment.examination.day
    if isinstance(equipment, OutOfService | Retired):
        made.reason = equipment.reason
    return made
