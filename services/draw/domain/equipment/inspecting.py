"""Registering equipment, and inspecting it before it is used (rule TNB-2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.equipment.state import (
    Defect,
    Examination,
    InService,
    Kept,
    OutOfService,
    Registered,
    Repair,
    Respect,
    Unknown,
)
from services.draw.domain.game.words import Selector
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import same_person

YEAR_NOT_OPEN = Reason(
    "YEAR_NOT_OPEN",
    "Equipment of {year} cannot be registered in {this_year}.",
    "Begin the id with this year, or with today's day.",
)
NOT_COMPARED = Reason(
    "NOT_COMPARED",
    "The objects were not found equal in {respects}, and no defect says why.",
    "Compare them in size, shape, weight and balance; of one that differs say what is wrong.",
    clause="TNB-2",
)
NO_SUCH_OBJECT = Reason(
    "NO_SUCH_OBJECT",
    "There is no object {ball} in this set of {numbers}.",
    "Read the object again; 0 stands for the receptacle or selector itself.",
)
SELECTOR_HAS_NO_OBJECTS = Reason(
    "SELECTOR_HAS_NO_OBJECTS",
    "This is an electronic selector: it has no objects to count or compare.",
    "Leave the count and the comparison out, and give what was found wrong as a defect.",
)
WITNESS_IS_INSPECTOR = Reason(
    "WITNESS_IS_INSPECTOR",
    "{person} made this inspection and cannot be its witness as well.",
    "Name another person who was there, or nobody.",
    alone=True,
)
INSPECTED_BY_REPAIRER = Reason(
    "INSPECTED_BY_REPAIRER",
    "{person} repaired this equipment and cannot be the one who inspects it now.",
    "Have another person inspect it.",
    clause="TNB-2",
    alone=True,
)


@dataclass(frozen=True, slots=True)
class RegisterEquipment:
    """Register a piece whose id begins with `year`; `this_year` is the one of the gaming day."""

    title: str
    selector: Selector
    numbers: int
    year: int
    this_year: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ExamineEquipment:
    """What somebody found who inspected it."""

    equal_in: tuple[Respect, ...]
    counted: int
    defects: tuple[Defect, ...]
    witness: str
    day: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EquipmentRegistered:
    """There is such a piece; it was not inspected yet."""

    title: str
    selector: Selector
    numbers: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EquipmentExamined:
    """It was inspected; `fit` when nothing is wrong and every object is there."""

    examination: Examination
    fit: bool


def register_equipment(command: RegisterEquipment, _: Unknown) -> Decision[EquipmentRegistered]:
    """Equipment is registered in the year with which its id begins."""
    if command.year != command.this_year:
        raise YEAR_NOT_OPEN(year=command.year, this_year=command.this_year)
    title, selector, numbers = command.title, command.selector, command.numbers
    return happened(EquipmentRegistered(title, selector, numbers, command.by, command.at))


def equipment_registered(_: Unknown, event: EquipmentRegistered) -> Registered:
    """It waits for its first inspection."""
    return Registered(event.title, event.selector, event.numbers)


@clause("TNB-2")
def examine_equipment(command: ExamineEquipment, equipment: Kept) -> Decision[EquipmentExamined]:
    """The objects are compared in size, shape, weight and balance, and counted, before use.

    What was repaired is inspected by another person. An inspection that finds something wrong is
    on record all the same; with it the equipment is out of service.
    """
    objects_exist(command.defects, equipment)
    if command.witness and same_person(command.witness, command.by):
        raise WITNESS_IS_INSPECTOR(person=command.by)
    for repair in _repairs(equipment):
        if same_person(repair.by, command.by):
            raise INSPECTED_BY_REPAIRER(person=command.by)
    _compared(command, equipment)
    examination = Examination(
        equal_in=tuple(sorted(command.equal_in, key=lambda respect: respect.value)),
        counted=command.counted,
        defects=command.defects,
        by=command.by,
        witness=command.witness,
        day=command.day,
        at=command.at,
    )
    complete = equipment.selector is Selector.ELECTRONIC or command.counted == equipment.numbers
    return happened(EquipmentExamined(examination, fit=complete and not command.defects))


def equipment_examined(equipment: Kept, event: EquipmentExamined) -> InService | OutOfService:
    """Found fit it is in service, or may return to it; otherwise it is out of service."""
    found = event.examination
    about = (equipment.title, equipment.selector, equipment.numbers)
    if event.fit and isinstance(equipment, OutOfService):
        return replace(equipment, examination=found)
    if event.fit:
        return InService(*about, examination=found)
    wrong = _wrong(found, equipment)
    if isinstance(equipment, OutOfService):
        defects = (*equipment.defects, *found.defects)
        return replace(equipment, reason=wrong, defects=defects, examination=None)
    return OutOfService(*about, reason=wrong, defects=found.defects, game="")


def _wrong(found: Examination, equipment: Kept) -> str:
    """What an inspection found wrong, in words."""
    said = [defect.said for defect in found.defects]
    if equipment.selector is Selector.RECEPTACLE and found.counted != equipment.numbers:
        said.append(f"{found.counted} of {equipment.numbers} objects were counted")
    return "; ".join(said)


def has_object(defect: Defect, equipment: Kept) -> bool:
    """Whether it is a defect of an object of the set, or of the thing itself."""
    return defect.ball <= (equipment.numbers if equipment.selector is Selector.RECEPTACLE else 0)


def objects_exist(defects: tuple[Defect, ...], equipment: Kept) -> None:
    """Refuse a defect of an object that the set does not have."""
    for defect in defects:
        if not has_object(defect, equipment):
            objects = equipment.numbers if equipment.selector is Selector.RECEPTACLE else 0
            raise NO_SUCH_OBJECT(ball=defect.ball, numbers=objects)


def _repairs(equipment: Kept) -> tuple[Repair, ...]:
    return equipment.repairs if isinstance(equipment, OutOfService) else ()


def _compared(command: ExamineEquipment, equipment: Kept) -> None:
    """Objects are compared in every respect; a selector has none to compare."""
    if equipment.selector is Selector.ELECTRONIC:
        if command.equal_in or command.counted:
            raise SELECTOR_HAS_NO_OBJECTS()
        return
    missing = [respect.said for respect in Respect if respect not in command.equal_in]
    if missing and not command.defects:
        raise NOT_COMPARED(respects=" and ".join(missing))
