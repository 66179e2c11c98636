"""Every RPC of displays: where it goes through, who may, how it goes wrong.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import display_service_pb2 as displays
from tests.kit.draw_beside import World
from tests.kit.draw_beside_rows import (
    LISTED,
    LONG,
    PARENT,
    READERS,
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

HANDS = frozenset(("steward", "supervisor", "deputy_supervisor", "game_manager", "operator"))
"""Who hangs screens up and takes them down."""


async def _bind(world: World, _: Any) -> Any:
    return await world.binding()


ROWS: dict[str, Row] = {
    "BindDisplay": Row(
        "bound",
        "steward",
        _bind,
        HANDS,
        other={"room": "room-2"},
        refused=(
            Refusal("bound", "NO_SUCH_CODE", changes={"code": "22222"}),
            Refusal("bound", "HANGS_ELSEWHERE", changes={"display": "listed"}),
        ),
        malformed={
            "request_id": ("", "7"),
            "parent": PARENT,
            "display": ("", "North", "7", "a.b", "a--b", "x" * 32),
            "room": ("", "Main", "a.b"),
            "code": ("", "7qk4m", "7QK4", "7QK4M7", "7QKO1"),
        },
    ),
    "RevokeDisplay": Row(
        "bound",
        "steward",
        on("RevokeDisplay", reason="stolen"),
        HANDS,
        other={"reason": "broken"},
        refused=(Refusal("revoked", "DISPLAY_REVOKED"),),
        malformed=command("displays", version=VERSION, reason=TEXT),
    ),
    "GetDisplay": Row("bound", "auditor", on("GetDisplay"), READERS, malformed=named("displays")),
    "WatchDisplay": Row(
        "bound", "auditor", on("WatchDisplay"), READERS, malformed=named("displays")
    ),
    "ListDisplays": Row(
        "bound",
        "auditor",
        listing("ListDisplays"),
        READERS,
        malformed={
            **LISTED,
            "filter": (
                displays.ListDisplaysRequest.Filter(phases=[UNKNOWN] * 9),
                displays.ListDisplaysRequest.Filter(room=LONG),
            ),
        },
    ),
}
