"""A clock that a test sets."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta


class TestClock:
    """Stands still until it is moved; who waits for an instant is woken at every move."""

    __test__ = False

    def __init__(self, start: datetime) -> None:
        self._now = start
        self._waiting: dict[asyncio.Event, datetime | None] = {}
        self._changed = asyncio.Event()

    def now(self) -> datetime:
        """The instant it is set to."""
        return self._now

    async def move(self, seconds: float) -> None:
        """Go on so many seconds; returns when everybody who waits has looked at it."""
        self._now += timedelta(seconds=seconds)
        woken = tuple(self._waiting)
        self._waiting.clear()
        for event in woken:
            event.set()
        while not all(event in self._waiting for event in woken):
            await self._change()

    async def wait(self, until: datetime | None, woken: asyncio.Event) -> None:
        """Return when `woken` is set, which a move does too."""
        self._waiting[woken] = until
        self._changed.set()
        try:
            await woken.wait()
        finally:
            self._waiting.pop(woken, None)

    async def waited_for(self, instant: datetime) -> None:
        """Wait until this is the next instant that somebody waits for."""
        while instant not in self._waiting.values():
            await self._change()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()
