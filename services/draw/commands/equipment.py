"""What was given as a command of equipment: pure, so that anyone can make it again."""

from __future__ import annotations

from datetime import date
from typing import Any

from eyesdown.draw.v1 import equipment_events_pb2, equipment_pb2
from eyesdown.draw.v1 import equipment_service_pb2 as pb
from services.draw.domain.equipment.defects import (
    FailInGame,
    RepairEquipment,
    RetireEquipment,
    ReturnToService,
    TakeOut,
)
from services.draw.domain.equipment.equipment import Command
from services.draw.domain.equipment.inspecting import ExamineEquipment, RegisterEquipment
from services.draw.domain.equipment.state import Defect, Respect
from services.draw.domain.game.words import Selector
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.kernel.record.shapes import Shape

_DEFECT = Shape(Defect, equipment_pb2.Defect)


def command(given: Given) -> Command:
    """The command to a piece of equipment."""
    by, at = given.actor.person, given.at
    match given.request:
        case pb.RegisterEquipmentRequest() as request:
            return _register(given, request)
        case pb.ExamineEquipmentRequest() as request:
            return _examine(given, request)
        case pb.TakeOutOfServiceRequest() as request:
            return TakeOut(request.reason, _defects(request.defects), by, at)
        case pb.RepairEquipmentRequest() as request:
            return RepairEquipment(request.done, by, at)
        case pb.ReturnToServiceRequest():
            return ReturnToService(by, at)
        case pb.RetireEquipmentRequest() as request:
            return RetireEquipment(request.reason, by, at)
        case equipment_events_pb2.FailInGame() as order:
            return FailInGame(order.game, order.ball, order.what, by, at)
    raise TypeError(f"{given.method} is nothing that equipment is told")


def _register(given: Given, request: pb.RegisterEquipmentRequest) -> RegisterEquipment:
    return RegisterEquipment(
        title=request.title,
        selector=Selector(request.selector),
        numbers=request.numbers,
        year=int(request.equipment_id[:4]),
        this_year=date.fromisoformat(_facts(given).gaming_day).year,
        by=given.actor.person,
        at=given.at,
    )


def _examine(given: Given, request: pb.ExamineEquipmentRequest) -> ExamineEquipment:
    return ExamineEquipment(
        equal_in=tuple(Respect(each) for each in request.equal_in),
        counted=request.counted,
        defects=_defects(request.defects),
        witness=request.witness,
        day=_facts(given).gaming_day,
        by=given.actor.person,
        at=given.at,
    )


def _facts(given: Given) -> equipment_events_pb2.EquipmentFacts:
    return facts_of(given, equipment_events_pb2.EquipmentFacts)


def _defects(defects: Any) -> tuple[Defect, ...]:
    return tuple(_DEFECT.of(each) for each in defects)
