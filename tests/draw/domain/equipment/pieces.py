"""Equipment for tests: a cage with 75 balls, its commands and events, each with a usual value.

Ines inspects, Rob repairs, Mere registers.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

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
from services.draw.domain.equipment.equipment import EQUIPMENT, Command, Event
from services.draw.domain.equipment.inspecting import (
    EquipmentExamined,
    EquipmentRegistered,
    ExamineEquipment,
    RegisterEquipment,
)
from services.draw.domain.equipment.state import Defect, Examination, Repair, Respect, State
from services.draw.domain.game.parts import Selector
from tests.kit.law import Given

MERE, INES, ROB = "mere", "ines", "rob"
CAGE = "Cage 2"
DAY = "2026-11-29"
GAME = "venues/mem/games/2026-11-29-07"
ALL = tuple(Respect)
BALLS, ELECTRONIC = Selector.RECEPTACLE, Selector.ELECTRONIC
CRACKED = Defect(17, "cracked")


def at(second: int = 0) -> datetime:
    """An instant, by its second."""
    return datetime(2026, 11, 29, 6, 0, tzinfo=UTC) + timedelta(seconds=second)


# -- commands --------------------------------------------------------------------------------------


def register(year: int = 2026, this_year: int = 2026) -> RegisterEquipment:
    return RegisterEquipment(CAGE, BALLS, 75, year, this_year, MERE, at())


def examine(
    equal_in: tuple[Respect, ...] = ALL,
    counted: int = 75,
    defects: tuple[Defect, ...] = (),
    *,
    witness: str = "",
    by: str = INES,
) -> ExamineEquipment:
    return ExamineEquipment(equal_in, counted, defects, witness, DAY, by, at())


def take_out(*defects: Defect, by: str = MERE) -> TakeOut:
    return TakeOut("looks wrong", defects, by, at())


def fail(ball: int = 17, what: str = "defective: cracked") -> FailInGame:
    return FailInGame(GAME, ball, what, "service:draw", at())


def repair(by: str = ROB) -> RepairEquipment:
    return RepairEquipment("ball 17 replaced", by, at())


def return_(by: str = MERE) -> ReturnToService:
    return ReturnToService(by, at())


def retire() -> RetireEquipment:
    return RetireEquipment("sold", MERE, at())


# -- events ----------------------------------------------------------------------------------------


def registered(selector: Selector = BALLS, numbers: int = 75) -> EquipmentRegistered:
    return EquipmentRegistered(CAGE, selector, numbers, MERE, at())


def examined(
    equal_in: tuple[Respect, ...] = ALL,
    counted: int = 75,
    defects: tuple[Defect, ...] = (),
    *,
    witness: str = "",
    by: str = INES,
    fit: bool = True,
) -> EquipmentExamined:
    found = Examination(equal_in, counted, defects, by, witness, DAY, at())
    return EquipmentExamined(found, fit)


def taken_out(*defects: Defect) -> EquipmentTakenOut:
    return EquipmentTakenOut("looks wrong", defects, "", MERE, at())


def failed(defect: Defect, what: str = "defective: cracked") -> EquipmentTakenOut:
    return EquipmentTakenOut(f"{what}, in a game", (defect,), GAME, "service:draw", at())


def repaired(by: str = ROB) -> EquipmentRepaired:
    return EquipmentRepaired(Repair("ball 17 replaced", by, at()))


def returned() -> EquipmentReturned:
    return EquipmentReturned(MERE, at())


def retired() -> EquipmentRetired:
    return EquipmentRetired("sold", MERE, at())


def piece(*events: Event) -> Given[Command, Event, State]:
    """A piece of equipment after these events."""
    return Given(EQUIPMENT, *events)


IN_SERVICE = (registered(), examined())
OUT = (*IN_SERVICE, taken_out(CRACKED))
REPAIRED = (*OUT, repaired())
SELECTOR = (registered(ELECTRONIC, 90),)
