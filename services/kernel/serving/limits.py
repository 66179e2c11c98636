"""How many calls are under way at a time. What is more is turned away at once.

A queue would make every answer late until nobody waits for it any more. Three kinds are counted
apart: calls, streams, and urgent calls (`urgent` in the contracts: a call out). Those are bounded
for each person alone, so that no flood of other calls, and nobody else's, ever takes their room.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from services.kernel import reasons
from services.kernel.errors import TooMany

CALL, URGENT, STREAM = "call", "urgent", "stream"
KINDS = (CALL, URGENT, STREAM)


class Limits:
    """Counts what is under way in this process.

    `calls` bounds the calls that are not urgent, `calls_each` those of one person and, apart from
    them, that person's urgent ones; `streams_each` the streams of one person.
    """

    def __init__(self, calls: int, calls_each: int, streams_each: int) -> None:
        self._calls = calls
        self._each = {CALL: calls_each, URGENT: calls_each, STREAM: streams_each}
        self._under_way = Counter[str]()
        self._of = Counter[tuple[str, str]]()
        self._idle = asyncio.Event()
        self._idle.set()

    def under_way(self, kind: str) -> int:
        """How many of one of the `KINDS` are under way."""
        return self._under_way[kind]

    def begin(self, kind: str, person: str) -> Callable[..., None]:
        """Count one that begins; call what is given back, with anything, when it is over.

        Raises `TooMany`.
        """
        key, each = (kind, person), self._each[kind]
        if self._of[key] >= each:
            reason = reasons.TOO_MANY_STREAMS if kind == STREAM else reasons.TOO_MANY_CALLS
            raise TooMany(reason, limit=each, whose="yours")
        if kind == CALL and self._under_way[kind] >= self._calls:
            raise TooMany(reasons.TOO_MANY_CALLS, limit=self._calls, whose="everybody's")
        self._under_way[kind] += 1
        self._of[key] += 1
        self._look()
        return lambda *_: self._end(key)

    async def answered(self) -> None:
        """Wait until no call is under way; streams do not count."""
        await self._idle.wait()

    def _end(self, key: tuple[str, str]) -> None:
        self._under_way[key[0]] -= 1
        self._of[key] -= 1
        if not self._of[key]:
            del self._of[key]  # or everybody who ever called would stay in memory
        self._look()

    def _look(self) -> None:
        if self._under_way[CALL] or self._under_way[URGENT]:
            self._idle.clear()
        else:
            self._idle.set()
