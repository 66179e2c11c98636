"""Codes are not to be guessed: who was wrong too often waits."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

from services.kernel.law import Reason

WRONG = 5
"""How many codes of one person may be wrong within `WITHIN` seconds, at each replica."""
WITHIN = 600.0
TOO_MANY_CODES = Reason(
    "TOO_MANY_CODES",
    "Too many codes were wrong.",
    "Wait ten minutes, read the code from the screen itself, or have another person bind it.",
)


class Guessing:
    """Counts wrong codes by person."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)

    def wrong(self, person: str) -> None:
        """A code of this person was wrong."""
        self._wrong[person].append(self._clock())

    def too_many(self, person: str) -> bool:
        """Whether this person may not try another one now."""
        tries = self._wrong[person]
        while tries and tries[0] <= self._clock() - WITHIN:
            tries.popleft()
        if not tries:
            del self._wrong[person]
        return len(tries) >= WRONG
