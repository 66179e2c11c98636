"""Watching one aggregate: every version of it, and then each as it comes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, TypeVar

from services.kernel.following.heads import Heads
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import Snapshot

E = TypeVar("E")
S = TypeVar("S")
T = TypeVar("T")


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


async def watched(
    aggregates: Aggregates[Any, E, S],
    heads: Heads,
    name: Name,
    after: int,
    say: Callable[[Snapshot[E, S]], T],
) -> AsyncGenerator[T, None]:
    """What `say` makes of each of these versions, for a stream. Raises as `versions` does."""
    async with aclosing(versions(aggregates, heads, name, after)) as snapshots:
        async for last in snapshots:
            yield say(last)
