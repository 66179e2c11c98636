"""Every RPC of equipment: where it goes through, who may, how it goes wrong.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import equipment_pb2
from eyesdown.draw.v1 import equipment_service_pb2 as equipment
from tests.kit.draw_beside import ALL_RESPECTS, World
from tests.kit.draw_beside_rows import (
    LISTED,
    LONG,
    PARENT,
    PLANNERS,
    READERS,
    SIGNERS,
    TEXT,
    UNKNOWN,
    VERSION,
    Refusal,
    Row,
    command,
    listing,
    named,
    on,
)

CRACKED = equipment_pb2.Defect(ball=17, what="cracked")


async def _register(world: World, _: Any) -> Any:
    return world.registering()


ROWS: dict[str, Row] = {
    "RegisterEquipment": Row(
        "registered",
        "manager",
        _register,
        PLANNERS,
        other={"title": "Cage 3"},
        refused=(Refusal("registered", "YEAR_NOT_OPEN", changes={"equipment_id": "2001-cage"}),),
        malformed={
            "request_id": ("", "7"),
            "parent": PARENT,
            "equipment_id": ("", "cage", "2026", "2026-Cage", "2026-a--b"),
            "title": ("", " x", LONG),
            "selector": (0, 9),
            "numbers": (0, 1000),
        },
    ),
    "ExamineEquipment": Row(
        "registered",
        "supervisor",
        on("ExamineEquipment", equal_in=ALL_RESPECTS, counted=90),
        SIGNERS,
        other={"counted": 89},
        refused=(
            Refusal("registered", "NOT_COMPARED", "TNB-2", changes={"equal_in": []}),
            Refusal("registered", "WITNESS_IS_INSPECTOR", changes={"witness": "SUP"}),
            Refusal(
                "registered",
                "NO_SUCH_OBJECT",
                changes={"defects": [equipment_pb2.Defect(ball=91, what="red")]},
            ),
            Refusal("repaired", "INSPECTED_BY_REPAIRER", "TNB-2", by="manager"),
            Refusal("retired", "EQUIPMENT_RETIRED"),
        ),
        malformed=command(
            "equipment",
            version=VERSION,
            equal_in=([1, 1], [0], [9]),
            counted=(10_000,),
            defects=([equipment_pb2.Defect(ball=1000, what="x")], [equipment_pb2.Defect()]),
            witness=(LONG, " x"),
        ),
    ),
    "TakeOutOfService": Row(
        "in service",
        "caller",
        on("TakeOutOfService", reason="it fell", defects=[CRACKED]),
        frozenset((*PLANNERS, "caller")),
        other={"reason": "it burnt"},
        refused=(Refusal("retired", "EQUIPMENT_RETIRED"),),
        malformed=command(
            "equipment",
            version=VERSION,
            reason=TEXT,
            defects=([equipment_pb2.Defect(ball=1000, what="x")], [equipment_pb2.Defect()]),
        ),
    ),
    "RepairEquipment": Row(
        "out",
        "manager",
        on("RepairEquipment", done="ball 17 replaced"),
        PLANNERS,
        other={"done": "all replaced"},
        refused=(
            Refusal("in service", "NOT_OUT_OF_SERVICE"),
            Refusal("retired", "EQUIPMENT_RETIRED"),
        ),
        malformed=command("equipment", version=VERSION, done=TEXT),
    ),
    "ReturnToService": Row(
        "inspected again",
        "manager",
        on("ReturnToService"),
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("in service", "NOT_OUT_OF_SERVICE"),
            Refusal("out", "DEFECT_NOT_REPAIRED", "TNB-2"),
            Refusal("repaired", "NOT_INSPECTED_SINCE", "TNB-2"),
            Refusal("retired", "EQUIPMENT_RETIRED"),
        ),
        malformed=command("equipment", version=VERSION),
    ),
    "RetireEquipment": Row(
        "registered",
        "manager",
        on("RetireEquipment", reason="sold"),
        PLANNERS,
        other={"reason": "lost"},
        refused=(Refusal("retired", "EQUIPMENT_RETIRED"),),
        malformed=command("equipment", version=VERSION, reason=TEXT),
    ),
    "GetEquipment": Row(
        "in service", "auditor", on("GetEquipment"), READERS, malformed=named("equipment")
    ),
    "ListEquipment": Row(
        "in service",
        "auditor",
        listing("ListEquipment"),
        READERS,
        malformed={
            **LISTED,
            "filter": (equipment.ListEquipmentRequest.Filter(phases=[UNKNOWN] * 9),),
        },
    ),
    "WatchEquipment": Row(
        "in service", "auditor", on("WatchEquipment"), READERS, malformed=named("equipment")
    ),
}
