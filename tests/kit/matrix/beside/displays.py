"""Every RPC of displays: where it goes through, who may, how it goes wrong."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.draw.v1 import display_service_pb2 as displays
from tests.kit.matrix.beside.common import (
    READERS,
    TEXT,
    UNKNOWN,
    VERSION,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG

HANDS = frozenset(("steward", "supervisor", "deputy_supervisor", "game_manager", "operator"))
"""Who hangs screens up and takes them down."""


ROWS: Mapping[str, Row] = {
    "BindDisplay": Row(
        "bound",
        "steward",
        lambda ground: ground.world.binding(),
        HANDS,
        other={"room": "room-2"},
        refused=(
            Refusal("bound", "NO_SUCH_CODE", changes={"code": "22222"}),
            Refusal("bound", "HANGS_ELSEWHERE", changes={"display": "listed"}),
        ),
        malformed={
            "display": ("", "North", "7", "a.b", "a--b", "x" * 32),
            "room": ("", "Main", "a.b"),
            "code": ("", "7qk4m", "7QK4", "7QK4M7", "7QKO1"),
        },
    ),
    "RevokeDisplay": Row(
        "bound",
        "steward",
        {"reason": "stolen"},
        HANDS,
        other={"reason": "broken"},
        refused=(Refusal("revoked", "DISPLAY_REVOKED"),),
        malformed={"version": VERSION, "reason": TEXT},
    ),
    "GetDisplay": Row("bound", "auditor", {}, READERS),
    "WatchDisplay": Row("bound", "auditor", {}, READERS),
    "ListDisplays": Row(
        "bound",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.phases": (displays.ListDisplaysRequest.Filter(phases=[UNKNOWN] * 9),),
            "filter.room": (displays.ListDisplaysRequest.Filter(room=LONG),),
        },
    ),
}
