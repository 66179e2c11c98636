"""How equipment is written in the journal: event class by message, and the row that lists show."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import equipment_events_pb2 as messages
from services.draw.domain.equipment import defects, inspecting
from services.draw.domain.equipment.equipment import Event
from services.draw.domain.equipment.state import State
from services.draw.views.equipment import row
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape

SHAPES: tuple[Shape[Any], ...] = (
    Shape(inspecting.EquipmentRegistered, messages.EquipmentRegistered),
    Shape(inspecting.EquipmentExamined, messages.EquipmentExamined),
    Shape(defects.EquipmentTakenOut, messages.EquipmentTakenOut),
    Shape(defects.EquipmentRepaired, messages.EquipmentRepaired),
    Shape(defects.EquipmentReturned, messages.EquipmentReturned),
    Shape(defects.EquipmentRetired, messages.EquipmentRetired),
)

CODEC: Codec[Event, State] = Codec(shapes=SHAPES, row=row)
