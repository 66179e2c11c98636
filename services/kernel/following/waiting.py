"""What waits for a second person, or for somebody's decision, now.

No row tells it, so each aggregate that is not over is looked at once at the start, and again when
it has a new last commit. One that this process brought there itself is known, and not read.
"""

from __future__ import annotations

import asyncio
import functools
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog
from prometheus_client import CollectorRegistry

from services.kernel.errors import Failure
from services.kernel.following.heads import Head
from services.kernel.law import Standing
from services.kernel.measuring import names
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import RECORD_DAMAGED, RECORD_TOO_NEW

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")

EVERY = 1.0
"""Seconds between two looks at what has changed."""
_NEVER_READ = (RECORD_DAMAGED, RECORD_TOO_NEW)
"""What told once does not change by looking again."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Kind:
    reached: Callable[[Name, int], Awaitable[Any]]
    waits: Callable[[Name, Any], Iterable[str]]
    moves: Callable[[Any], bool]


class Waiting:
    """Counts while it is `run`; `seen` is to be told of each head that is new. `venues` are the ids
    that may stand in a label."""

    def __init__(
        self,
        service: str,
        registry: CollectorRegistry,
        venues: Collection[str],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._service = service
        self._venues = frozenset(venues)
        self._pause = pause
        self._gauge = functools.cache(lambda: names.WAITING.register(registry))
        self._kinds: dict[str, _Kind] = {}
        self._changed: dict[Name, Head] = {}
        self._moving: dict[Name, Any] = {}
        self._parts: dict[Name, Counter[str]] = {}
        self._sums: dict[tuple[str, str], int] = defaultdict(int)

    def add(
        self,
        kept: Aggregates[C, E, S],
        waits: Callable[[Name, S], Iterable[str]],
        *,
        moves: Callable[[S], bool] = lambda state: False,
    ) -> None:
        """Count a kind too: `waits` tells a word of each thing that waits in an aggregate, `moves`
        whether that may change without a commit."""
        self._kinds[kept.decider.kind] = _Kind(kept.reached, waits, moves)

    def seen(self, head: Head) -> None:
        """An aggregate has a new last commit."""
        if head.name.kind in self._kinds:
            self._changed[head.name] = head

    async def run(self) -> None:
        """Look again and again, for ever."""
        while True:
            await self.look()
            await self._pause(EVERY)

    async def look(self) -> None:
        """Read what has changed, and count."""
        changed, self._changed = self._changed, {}
        for name, head in changed.items():
            self._moving.pop(name, None)
            if head.standing is Standing.ENDED:
                self._count(name, Counter())
            else:
                await self._look_at(head)
        for name, state in self._moving.items():
            self._count(name, _told(self._kinds[name.kind], name, state))

    async def _look_at(self, head: Head) -> None:
        name, kind = head.name, self._kinds[head.name.kind]
        try:
            state = (await kind.reached(name, head.version)).state
        except Failure as failure:
            if failure.reason not in _NEVER_READ:
                self._changed.setdefault(name, head)
            return
        if kind.moves(state):
            self._moving[name] = state
        else:
            self._count(name, _told(kind, name, state))

    def _count(self, name: Name, after: Counter[str]) -> None:
        before = self._parts.pop(name, Counter())
        if after:
            self._parts[name] = after
        venue = name.venue if name.venue in self._venues else ""
        for what in {*before, *after}:
            self._sums[venue, what] += after[what] - before[what]
            self._gauge()(self._service, venue, what).set(self._sums[venue, what])


def _told(kind: _Kind, name: Name, state: Any) -> Counter[str]:
    try:
        return Counter(kind.waits(name, state))
    except Exception:  # nobody's game stops for a figure
        log.exception("waiting_not_counted", name=str(name))
        return Counter()
