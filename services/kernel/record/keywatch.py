"""Whether the keys are at hand for whatever is sealed and still to be opened.

A replica that lacks the key of a selected number could not announce it: it says that it is not
ready until the key is back in its folder.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from services.kernel.errors import Failure
from services.kernel.following.heads import Heads
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.histories import Snapshot
from services.kernel.serving.health import Readiness

S = TypeVar("S")

CHECK = "keys"
EVERY = 5.0
"""Seconds between two looks."""


@dataclass(frozen=True)
class _Kind:
    reached: Callable[[Name, int], Awaitable[Snapshot[Any, Any]]]
    lacks: Callable[[Any], bool]


class KeyWatch:
    """Keeps the check "keys" of `ready` true for the aggregates in `heads` of the kinds added."""

    def __init__(self, heads: Heads, ready: Readiness) -> None:
        self._heads = heads
        self._ready = ready
        self._kinds: dict[str, _Kind] = {}
        self._fine: dict[Name, int] = {}

    def add(
        self,
        kind: str,
        reached: Callable[[Name, int], Awaitable[Snapshot[Any, S]]],
        lacks: Callable[[S], bool],
    ) -> None:
        """Watch a kind too: `reached` gives an aggregate at a version or after, `lacks` says
        whether something in it waits for a key."""
        self._kinds[kind] = _Kind(reached, lacks)
        self._ready.set(CHECK, False, "it has not been looked yet")

    async def run(self) -> None:
        """Look again and again, for ever."""
        while True:
            lacking = await self._lacking()
            why = f"the key for {', '.join(map(str, lacking[:3]))} is not here" if lacking else ""
            self._ready.set(CHECK, not lacking, why)
            await asyncio.sleep(EVERY)

    async def _lacking(self) -> list[Name]:
        lacking = []
        for head in self._heads.all():
            kind = self._kinds.get(head.name.kind)
            if kind is None:
                continue
            if head.standing is not Standing.IN_PLAY:
                self._fine.pop(head.name, None)
            elif self._fine.get(head.name) != head.version:
                try:
                    last = await kind.reached(head.name, head.version)
                except Failure:
                    continue  # that it cannot be read at all is told elsewhere
                if kind.lacks(last.state):
                    lacking.append(head.name)
                else:
                    self._fine[head.name] = last.version
        return lacking
