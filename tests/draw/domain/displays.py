"""Commands to a display, and events of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from services.draw.domain.display import BindDisplay, DisplayBound, DisplayRevoked, RevokeDisplay

AT = datetime(2026, 11, 29, 8, tzinfo=UTC)
HASH = b"h" * 32
BIND = BindDisplay("north", "main", "7QK4M", True, HASH, "", "stu", AT)
BOUND = DisplayBound("north", "main", HASH, "stu", AT)
REVOKED = DisplayRevoked("stolen", "mere", AT)


def bind(**changes: Any) -> BindDisplay:
    """The steward binds the screen that shows 7QK4M."""
    return replace(BIND, **changes)


def revoke() -> RevokeDisplay:
    """The manager cuts it off."""
    return RevokeDisplay("stolen", "mere", AT)
