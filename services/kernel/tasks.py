"""Tasks that live together, and end for certain.

`asyncio.wait_for`, by which nats-py waits, can swallow a cancellation that comes together with its
answer (until Python 3.12). Whoever cancels once and waits, as a TaskGroup does, then waits for
ever. So here it is cancelled again until it has ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")

AGAIN = 0.2
"""Seconds after which a task that has not ended is cancelled again."""


async def end(tasks: Iterable[asyncio.Task[Any]], again: float = AGAIN) -> None:
    """Cancel tasks, and return when all have ended; what they raise then is not raised here.

    `again`: seconds after which one is cancelled again, more for one that has much to put away.
    """
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        ended, pending = await asyncio.wait(pending, timeout=again)
        for task in ended:
            if not task.cancelled():
                task.exception()  # looked at, so that asyncio does not complain


class Tasks:
    """Tasks that end with the block: `async with Tasks() as tasks:`."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> Tasks:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await end(self._running)
        if self._failed.done():
            self._failed.exception()  # looked at, so that asyncio does not complain
        self._failed.cancel()

    def start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine beside the others."""
        task = asyncio.create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def unless_failed(self, awaited: Awaitable[T]) -> T:
        """Wait for something; raises what one of the tasks has failed with, if that comes first."""
        waiting = asyncio.ensure_future(awaited)
        ends: set[asyncio.Future[Any]] = {waiting, self._failed}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self._failed.done():
                self._failed.result()
            return waiting.result()
        finally:
            waiting.cancel()

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not self._failed.done():
            self._failed.set_exception(error)
