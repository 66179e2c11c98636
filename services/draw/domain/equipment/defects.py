"""Defects, repairs and the way back into service (rule TNB-2), and the end of a piece."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.equipment.inspecting import has_object, objects_exist
from services.draw.domain.equipment.state import (
    Defect,
    InService,
    Kept,
    OutOfService,
    Repair,
    Retired,
    State,
    Unknown,
)
from services.kernel.law import Decision, Reason, clause, happened

NOT_OUT_OF_SERVICE = Reason(
    "NOT_OUT_OF_SERVICE",
    "The equipment is not out of service, so there is nothing to repair or to return.",
    "Take it out of service first, and say what is wrong with it.",
)
DEFECT_NOT_REPAIRED = Reason(
    "DEFECT_NOT_REPAIRED",
    "This was found wrong and nothing has been done about it: {defects}.",
    "Record what was done about it, and have another person inspect the equipment.",
    clause="TNB-2",
)
NOT_INSPECTED_SINCE = Reason(
    "NOT_INSPECTED_SINCE",
    "The equipment was not inspected and found fit since it was taken out of service.",
    "Have it inspected, after a repair by another person than who repaired it.",
    clause="TNB-2",
)


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Take it out of service."""

    reason: str
    defects: tuple[Defect, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FailInGame:
    """It failed in a game, or the object `ball` of it proved defective (0: no object)."""

    game: str
    ball: int
    what: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RepairEquipment:
    """Say what was done about its defects."""

    done: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReturnToService:
    """Put it back into service."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RetireEquipment:
    """Give it up for good."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EquipmentTakenOut:
    """It is out of service, or something more is wrong with it. `game` is the game in which it
    showed, or empty."""

    reason: str
    defects: tuple[Defect, ...]
    game: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EquipmentRepaired:
    """Something was done about its defects."""

    repair: Repair


@dataclass(frozen=True, slots=True)
class EquipmentReturned:
    """It is back in service."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EquipmentRetired:
    """It is given up."""

    reason: str
    by: str
    at: datetime


@clause("TNB-2")
def take_out(command: TakeOut, equipment: Kept) -> Decision[EquipmentTakenOut]:
    """A defect takes it out of service, whoever finds it; what more is found later joins in."""
    objects_exist(command.defects, equipment)
    return happened(EquipmentTakenOut(command.reason, command.defects, "", command.by, command.at))


@clause("TNB-2")
def fail_in_game(command: FailInGame, equipment: State) -> Decision[EquipmentTakenOut]:
    """What a game has found wrong takes the equipment out of service before the next game.

    An object that the set has not is told in words; it is on record in the game by its number.
    """
    if isinstance(equipment, Unknown | Retired):
        return Decision()
    defect = Defect(command.ball, command.what)
    if not has_object(defect, equipment):
        defect = Defect(0, defect.said)
    reason = f"{command.what}, in a game"
    return happened(EquipmentTakenOut(reason, (defect,), command.game, command.by, command.at))


def equipment_taken_out(equipment: Kept, event: EquipmentTakenOut) -> OutOfService:
    """Whatever was inspected before counts no more."""
    defects = (*_open_defects(equipment), *event.defects)
    about = (equipment.title, equipment.selector, equipment.numbers)
    if isinstance(equipment, OutOfService):
        reason = f"{equipment.reason}; {event.reason}"
        game = event.game or equipment.game
        return OutOfService(*about, reason, defects, game, equipment.repairs)
    return OutOfService(*about, event.reason, defects, event.game)


@clause("TNB-2")
def repair_equipment(command: RepairEquipment, equipment: Kept) -> Decision[EquipmentRepaired]:
    """What was done about the defects is on record; whoever did it does not inspect it."""
    if not isinstance(equipment, OutOfService):
        raise NOT_OUT_OF_SERVICE(clause="")
    return happened(EquipmentRepaired(Repair(command.done, command.by, command.at)))


def equipment_repaired(equipment: OutOfService, event: EquipmentRepaired) -> OutOfService:
    """No defect is open; it waits for a new inspection."""
    repairs = (*equipment.repairs, event.repair)
    return replace(equipment, defects=(), repairs=repairs, examination=None)


@clause("TNB-2")
def return_to_service(command: ReturnToService, equipment: Kept) -> Decision[EquipmentReturned]:
    """It returns when every defect was acted on and another person has found it fit since."""
    if not isinstance(equipment, OutOfService):
        raise NOT_OUT_OF_SERVICE(clause="")
    if equipment.defects:
        raise DEFECT_NOT_REPAIRED(defects="; ".join(each.said for each in equipment.defects))
    if equipment.examination is None:
        raise NOT_INSPECTED_SINCE()
    return happened(EquipmentReturned(command.by, command.at))


def equipment_returned(equipment: OutOfService, _: EquipmentReturned) -> InService:
    """The inspection for which it returned counts."""
    if equipment.examination is None:
        raise TypeError("nothing returns to service without an inspection")
    about = (equipment.title, equipment.selector, equipment.numbers)
    return InService(*about, examination=equipment.examination)


def retire_equipment(command: RetireEquipment, _: Kept) -> Decision[EquipmentRetired]:
    """A piece is given up for good, whatever state it is in."""
    return happened(EquipmentRetired(command.reason, command.by, command.at))


def equipment_retired(equipment: Kept, event: EquipmentRetired) -> Retired:
    """It stays on record."""
    return Retired(equipment.title, equipment.selector, equipment.numbers, event.reason)


def _open_defects(equipment: Kept) -> tuple[Defect, ...]:
    return equipment.defects if isinstance(equipment, OutOfService) else ()
