"""Every RPC of equipment: where it goes through, who may, how it goes wrong."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.draw.v1 import equipment_pb2
from eyesdown.draw.v1 import equipment_service_pb2 as equipment
from tests.kit.draw_beside import ALL_RESPECTS
from tests.kit.matrix.beside.common import (
    PLANNERS,
    READERS,
    SIGNERS,
    TEXT,
    UNKNOWN,
    VERSION,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG

CRACKED = equipment_pb2.Defect(ball=17, what="cracked")


ROWS: Mapping[str, Row] = {
    "RegisterEquipment": Row(
        "registered",
        "manager",
        lambda ground: ground.world.registering(),
        PLANNERS,
        other={"title": "Cage 3"},
        refused=(Refusal("registered", "YEAR_NOT_OPEN", changes={"equipment_id": "2001-cage"}),),
        malformed={
            "equipment_id": ("", "cage", "2026", "2026-Cage", "2026-a--b"),
            "title": ("", " x", LONG),
            "selector": (0, 9),
            "numbers": (0, 1000),
        },
    ),
    "ExamineEquipment": Row(
        "registered",
        "supervisor",
        {"equal_in": ALL_RESPECTS, "counted": 90},
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
        malformed={
            "version": VERSION,
            "equal_in": ([1, 1],),
            "equal_in[0]": ([0], [9]),
            "counted": (10_000,),
            "defects[0].ball": ([equipment_pb2.Defect(ball=1000, what="x")],),
            "defects[0].what": ([equipment_pb2.Defect()],),
            "witness": (LONG, " x"),
        },
    ),
    "TakeOutOfService": Row(
        "in service",
        "caller",
        {"reason": "it fell", "defects": [CRACKED]},
        frozenset((*PLANNERS, "caller")),
        other={"reason": "it burnt"},
        refused=(Refusal("retired", "EQUIPMENT_RETIRED"),),
        malformed={
            "version": VERSION,
            "reason": TEXT,
            "defects[0].ball": ([equipment_pb2.Defect(ball=1000, what="x")],),
            "defects[0].what": ([equipment_pb2.Defect()],),
        },
    ),
    "RepairEquipment": Row(
        "out",
        "manager",
        {"done": "ball 17 replaced"},
        PLANNERS,
        other={"done": "all replaced"},
        refused=(
            Refusal("in service", "NOT_OUT_OF_SERVICE"),
            Refusal("retired", "EQUIPMENT_RETIRED"),
        ),
        malformed={"version": VERSION, "done": TEXT},
    ),
    "ReturnToService": Row(
        "inspected again",
        "manager",
        {},
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("in service", "NOT_OUT_OF_SERVICE"),
            Refusal("out", "DEFECT_NOT_REPAIRED", "TNB-2"),
            Refusal("repaired", "NOT_INSPECTED_SINCE", "TNB-2"),
            Refusal("retired", "EQUIPMENT_RETIRED"),
        ),
        malformed={"version": VERSION},
    ),
    "RetireEquipment": Row(
        "registered",
        "manager",
        {"reason": "sold"},
        PLANNERS,
        other={"reason": "lost"},
        refused=(Refusal("retired", "EQUIPMENT_RETIRED"),),
        malformed={"version": VERSION, "reason": TEXT},
    ),
    "GetEquipment": Row("in service", "auditor", {}, READERS),
    "ListEquipment": Row(
        "in service",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.phases": (equipment.ListEquipmentRequest.Filter(phases=[UNKNOWN] * 9),),
        },
    ),
    "WatchEquipment": Row("in service", "auditor", {}, READERS),
}
