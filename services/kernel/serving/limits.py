"""How many calls are under way at a time. What is more is turned away at once.

A queue would make every answer late until nobody waits for it any more. Three kinds are counted
apart: calls, streams, and urgent calls (`urgent` in the contracts: a call out). Those are bounded
for each person alone, so that no flood of other calls, and nobody else's, ever takes their room.
How many calls of one method a person makes in a second is bounded too, whatever its kind: what
goes on record faster than any console has need of would fill a record for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from services.kernel import reasons
from services.kernel.errors import TooMany
from services.kernel.latest import Latest

CALL, URGENT, STREAM = "call", "urgent", "stream"
KINDS = (CALL, URGENT, STREAM)
BURST = 2.0
"""For how many seconds' worth of calls somebody may be ahead of their rate."""

_PACES = 10_000


class Limits:
    """Counts what is under way in this process.

    `calls` bounds the calls that are not urgent, `calls_each` those of one person and, apart from
    them, that person's urgent ones; `method_each` those of one method among them; `streams_each`
    the streams of one person. `rate` bounds the calls a second of one person and method.
    """

    def __init__(
        self,
        calls: int,
        calls_each: int,
        method_each: int,
        streams_each: int,
        rate: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._calls = calls
        self._method_each = method_each
        self._rate = rate
        self._apart = 1 / rate
        self._clock = clock
        self._paces: Latest[tuple[str, str], float] = Latest(_PACES)
        self._of_method: dict[tuple[str, str], int] = {}
        self._each = {CALL: calls_each, URGENT: calls_each, STREAM: streams_each}
        self._under_way = dict.fromkeys(KINDS, 0)
        self._of: dict[tuple[str, str], int] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    def under_way(self, kind: str) -> int:
        """How many of one of the `KINDS` are under way."""
        return self._under_way[kind]

    def begin(self, kind: str, person: str, method: str) -> Callable[..., None]:
        """Count one that begins; call what is given back, with anything, when it is over.

        Raises `TooMany`.
        """
        key, each, of = (kind, person), self._each[kind], (person, method)
        self._pace(of)
        mine, same = self._of.get(key, 0), self._of_method.get(of, 0)
        if mine >= each:
            reason = reasons.TOO_MANY_STREAMS if kind == STREAM else reasons.TOO_MANY_CALLS
            raise TooMany(reason, limit=each, whose="yours")
        if kind == CALL and self._under_way[kind] >= self._calls:
            raise TooMany(reasons.TOO_MANY_CALLS, limit=self._calls, whose="everybody's")
        if kind == CALL and same >= self._method_each:
            raise TooMany(
                reasons.TOO_MANY_CALLS, limit=self._method_each, whose="yours of this method"
            )
        self._under_way[kind] += 1
        self._of[key] = mine + 1
        if kind == CALL:
            self._of_method[of] = same + 1
        if kind != STREAM:
            self._idle.clear()
        return partial(self._end, key, of)

    async def answered(self) -> None:
        """Wait until no call is under way; streams do not count."""
        await self._idle.wait()

    def _pace(self, of: tuple[str, str]) -> None:
        """Raise `TooMany` for who calls a method faster than they may."""
        now = self._clock()
        ahead = self._paces.get(of, now)
        ahead = (ahead if ahead > now else now) + self._apart
        if ahead - now > BURST + 1e-6:  # sums of tenths are never quite what they are
            raise TooMany(reasons.CALLING_TOO_FAST, limit=f"{self._rate:g}")
        self._paces[of] = ahead

    def _end(self, key: tuple[str, str], of: tuple[str, str], *_: object) -> None:
        self._under_way[key[0]] -= 1
        _less(self._of, key)
        if key[0] == CALL:
            _less(self._of_method, of)
        if not self._under_way[CALL] and not self._under_way[URGENT]:
            self._idle.set()


def _less(counts: dict[tuple[str, str], int], key: tuple[str, str]) -> None:
    """One less; none leaves nothing, or everybody who ever called would stay in memory."""
    left = counts[key] - 1
    if left:
        counts[key] = left
    else:
        del counts[key]
