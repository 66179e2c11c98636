"""What the rows of sessions, equipment, disputes and displays have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.kit.draw_beside import World
from tests.kit.matrix.draw.common import READERS as READERS
from tests.kit.matrix.draw.common import UNKNOWN as UNKNOWN

PLANNERS = frozenset(("game_manager", "supervisor", "operator"))
SIGNERS = frozenset(("game_manager", "supervisor"))
WITNESSES = frozenset(
    (
        *("steward", "caller", "supervisor", "announcer", "deputy_supervisor"),
        *("game_manager", "operator"),
    )
)
DAYS = ("today", "2026-02-30")
DAY_IDS = ("", "7", "2026-11-29", "2026-11-29-A", "2026-13-40-01", "2026-11-29-a--b")
VERSION = (0,)
TEXT = ("", " x", "x ", "a\nb", "x" * 5_000)


@dataclass
class Ground:
    """A session, a piece of equipment, a dispute or a display, and the world that it stands in."""

    world: World
    thing: Any
