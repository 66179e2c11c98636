"""Equipment as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from services.draw.domain.equipment import defects, inspecting
from services.draw.domain.equipment.defects import (
    EquipmentRepaired,
    EquipmentRetired,
    EquipmentReturned,
    EquipmentTakenOut,
    FailInGame,
    RepairEquipment,
    RetireEquipment,
    ReturnToService,
    TakeOut,
)
from services.draw.domain.equipment.inspecting import (
    EquipmentExamined,
    EquipmentRegistered,
    ExamineEquipment,
    RegisterEquipment,
)
from services.draw.domain.equipment.state import (
    InService,
    OutOfService,
    Registered,
    Retired,
    State,
    Unknown,
)
from services.kernel.law import Decider, Decision, Reason, Standing

EQUIPMENT_RETIRED = Reason(
    "EQUIPMENT_RETIRED",
    "This equipment was given up: {reason}.",
    "Register it anew under another id if it is to be used again.",
)

Command = (
    RegisterEquipment
    | ExamineEquipment
    | TakeOut
    | FailInGame
    | RepairEquipment
    | ReturnToService
    | RetireEquipment
)
Event = (
    EquipmentRegistered
    | EquipmentExamined
    | EquipmentTakenOut
    | EquipmentRepaired
    | EquipmentReturned
    | EquipmentRetired
)


def decide(command: Command, equipment: State) -> Decision[Event]:
    """What a command leads to."""
    match command, equipment:
        case RegisterEquipment(), Unknown():
            return inspecting.register_equipment(command, equipment)
        case FailInGame(), _:
            return defects.fail_in_game(command, equipment)
        case _, Retired():
            raise EQUIPMENT_RETIRED(reason=equipment.reason)
        case ExamineEquipment(), Registered() | InService() | OutOfService():
            return inspecting.examine_equipment(command, equipment)
        case TakeOut(), Registered() | InService() | OutOfService():
            return defects.take_out(command, equipment)
        case RepairEquipment(), Registered() | InService() | OutOfService():
            return defects.repair_equipment(command, equipment)
        case ReturnToService(), Registered() | InService() | OutOfService():
            return defects.return_to_service(command, equipment)
        case RetireEquipment(), Registered() | InService() | OutOfService():
            return defects.retire_equipment(command, equipment)
    raise TypeError(f"{type(command).__name__} does not come to {type(equipment).__name__}")


_FOLDS = {
    EquipmentRegistered: inspecting.equipment_registered,
    EquipmentExamined: inspecting.equipment_examined,
    EquipmentTakenOut: defects.equipment_taken_out,
    EquipmentRepaired: defects.equipment_repaired,
    EquipmentReturned: defects.equipment_returned,
    EquipmentRetired: defects.equipment_retired,
}


def evolve(equipment: State, event: Event) -> State:
    """The equipment after an event; checks no rule."""
    fold = _FOLDS[type(event)]
    return fold(equipment, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(equipment: State) -> Standing:
    """How the equipment stands in lists."""
    match equipment:
        case InService():
            return Standing.IN_PLAY
        case Retired():
            return Standing.ENDED
        case _:
            return Standing.WAITING


EQUIPMENT: Decider[Command, Event, State] = Decider(
    kind="equipment",
    initial=Unknown(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(RegisterEquipment,),
    anytime=(FailInGame,),
)
