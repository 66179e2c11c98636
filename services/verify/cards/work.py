"""Work that takes seconds, in a thread of its own, and how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Generic, TypeVar

T = TypeVar("T")

EVERY = 0.2
"""Seconds between two words on how far it is."""


class Left(Exception):
    """Nobody waits for the work any more."""


class Work(Generic[T]):
    """`work` is called in a thread with a function to tell how far it is; iterate over `progress`,
    then take `result`."""

    def __init__(self, work: Callable[[Callable[[int], None]], T]) -> None:
        self._work = work
        self._done = 0
        self._left = False
        self._result: list[T] = []

    @property
    def result(self) -> T:
        """What came of it."""
        return self._result[0]

    async def progress(self) -> AsyncGenerator[int, None]:
        """How far it is, from time to time, until it is done. Raises what the work raises.

        Whoever leaves the iteration ends the work at its next word, and waits for that.
        """
        task = asyncio.create_task(asyncio.to_thread(self._work, self._tell))
        told = 0
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=EVERY)
                if self._done != told:
                    told = self._done
                    yield told
            self._result.append(task.result())
        finally:
            self._left = True
            if not task.done():
                await asyncio.wait({task})
            if not task.cancelled():
                task.exception()

    def _tell(self, done: int) -> None:
        if self._left:
            raise Left
        self._done = done
