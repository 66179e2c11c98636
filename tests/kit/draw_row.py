"""How one RPC of the draw is written down for its tests.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from tests.kit.draw_play import Play

READERS = frozenset(
    (
        *("caller", "announcer", "supervisor", "deputy_supervisor", "game_manager"),
        *("steward", "cashier", "operator", "auditor"),
    )
)

Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Refusal:
    """What the law refuses: on a game at `phase`, the request with `changes`."""

    phase: str
    reason: str
    clause: str
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One RPC. `make` gives a request that goes through on a game at `phase`, asked by `by`.

    `other` makes another request of it, `stale` one that was made from an older state;
    `malformed` gives values that a field must not have.
    """

    phase: str
    by: str
    make: Callable[[Play], Message]
    roles: frozenset[str]
    other: Changes = field(default_factory=dict)
    stale: Callable[[Play], Changes] | None = None
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def fields(self) -> list[tuple[str, Any]]:
        """Every malformed field with a value."""
        return [(name, value) for name, values in self.malformed.items() for value in values]


NAMES = (
    *("", "games/2026-11-29-01", "venues/akl", "venues/akl/games/mine"),
    *("venues/akl/games/2026-11-29-A", "venues/AKL/games/2026-11-29-01"),
    "venues/akl/tables/2026-11-29-01",
)
NAMED = {"request_id": ("", "7", "not-a-uuid"), "name": NAMES}
NO_POST = Refusal("ended", "GAME_ENDED", "")
LONG = "x" * 500
UNKNOWN: Any = 9
"""A number that no enum here has."""
