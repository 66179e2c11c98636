"""What the rows of a game have in common. PYTEST_DONT_REWRITE: it asserts nothing."""

from __future__ import annotations

from typing import Any

from tests.kit.matrix.row import Refusal

READERS = frozenset(
    (
        *("caller", "announcer", "supervisor", "deputy_supervisor", "game_manager"),
        *("steward", "cashier", "operator", "auditor"),
    )
)
NOT_ANNOUNCED = Refusal("waiting", "NOT_ANNOUNCED", "NZB-5.6(a)(i)")
ENDED = Refusal("ended", "GAME_ENDED")
TEXT = ("", "x" * 5_000)
"""Where something has to be said, and not too much of it."""
UNKNOWN: Any = 9
"""A number that no enum here has."""
