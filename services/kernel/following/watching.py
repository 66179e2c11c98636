"""Watching one aggregate: every version of it, and then each as it comes."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any, TypeVar

from services.kernel.following.heads import Heads
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import Snapshot

E = TypeVar("E")
S = TypeVar("S")


async def versions(
    aggregates: Aggregates[Any, E, S], heads: Heads, name: Name, after: int
) -> AsyncGenerator[Snapshot[E, S], None]:
    """The aggregate after each commit above version `after`, in order, until it has ended.

    `heads` say when there is more. Raises `NotFound` or `Unavailable`.
    """
    last = await aggregates.read(name)
    snapshots = await aggregates.versions(name, after=after)
    while True:
        for last in snapshots:
            if last.version > after:
                yield last
        if aggregates.decider.standing(last.state) is Standing.ENDED:
            return
        await heads.beyond(name, last.version)
        snapshots = await aggregates.since(last)
