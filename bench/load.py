"""The load: calls of requests that were made before, at a steady number at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import grpc

Metadata = tuple[tuple[str, str], ...]
Queue = Sequence[bytes]
"""The requests that one worker sends, each after the answer to the one before."""

QUIET = 0.05
"""Seconds in which a process that has nothing left to do uses less than a tenth of them."""
SETTLES_WITHIN = 60.0


class Method:
    """A unary method of a process, called with bytes: the load must cost the same for all."""

    def __init__(self, channel: grpc.aio.Channel, path: str, metadata: Metadata = ()) -> None:
        self._call: Any = channel.unary_unary(path)
        self._metadata = metadata

    async def __call__(self, request: bytes) -> bytes:
        """The reply; raises `grpc.aio.AioRpcError`."""
        reply: bytes = await self._call(request, metadata=self._metadata)
        return reply


@dataclass(frozen=True)
class Burst:
    """What a burst of calls took: seconds in all, and of each call."""

    seconds: float
    calls: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Calls in a second."""
        return len(self.calls) / self.seconds


async def burst(method: Method, queues: Sequence[Queue]) -> Burst:
    """Send all requests, one at a time of each queue."""
    took: list[float] = []

    async def work(queue: Queue) -> None:
        for request in queue:
            began = time.perf_counter()
            await method(request)
            took.append(time.perf_counter() - began)

    began = time.perf_counter()
    await asyncio.gather(*map(work, queues))
    return Burst(time.perf_counter() - began, tuple(took))


def cpu(pid: int) -> float:
    """Seconds of CPU, user and system, that a process has used, all its threads together."""
    return time.clock_gettime(~pid << 3 | 2)  # the kernel's number of a process's CPU clock


async def settled(pid: int) -> float:
    """Wait until a process has finished what the calls left it to do; its CPU seconds then."""
    async with asyncio.timeout(SETTLES_WITHIN):
        used = cpu(pid)
        while True:
            await asyncio.sleep(QUIET)
            before, used = used, cpu(pid)
            if used - before < QUIET / 10:
                return used
