"""What waits for a second person at a claim desk: words that metrics count."""

from __future__ import annotations

from collections.abc import Iterator

from services.kernel.names import Name
from services.verify.domain.desk.state import Desk, State


def in_desk(name: Name, desk: State) -> Iterator[str]:
    """Payments above what one person may make."""
    if isinstance(desk, Desk) and not desk.practice:
        yield from ("payment" for each in desk.payments if each.waits)
