"""How far our clock is from the NATS server's: a metric, and a warning when it is too far.

Instants in the journal come from the services' clocks, and timers fire by them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

import structlog

from services.kernel.journal.connection import Connection
from services.kernel.journal.jetstream import ApiError, Lost, NotSent, Requests
from services.kernel.serving.telemetry import Telemetry
from services.kernel.walk import now

MOST = 1.0
"""Seconds that a clock may be off before somebody has to look at it."""
EVERY = 30.0
WITHIN = 0.5
"""Seconds in which the server must answer: its instant lies somewhere within them."""

log = structlog.get_logger(__name__)


class Skew:
    """Compares the clocks while it is `run`. `STREAM` is any stream that is always there."""

    STREAM = "BOARDS"

    def __init__(
        self,
        connection: Connection,
        telemetry: Telemetry,
        clock: Callable[[], datetime] = now,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._requests = Requests(connection)
        self._telemetry = telemetry
        self._clock = clock
        self._pause = pause
        self._far = False

    async def run(self) -> None:
        """Compare every 30 seconds, for ever."""
        try:
            while True:
                try:
                    self._tell(await self.measure())
                except (ApiError, NotSent, Lost) as away:
                    log.debug("clock_not_compared", why=str(away))
                await self._pause(EVERY)
        finally:
            await self._requests.close()

    async def measure(self) -> float:
        """Seconds that our clock is ahead of the server's, negative for behind; exact to half of
        what the answer took. Raises `ApiError`, `NotSent` or `Lost`."""
        before = self._clock()
        info = await self._requests.api(f"STREAM.INFO.{self.STREAM}", within=WITHIN)
        between = before + (self._clock() - before) / 2
        return (between - datetime.fromisoformat(info["ts"])).total_seconds()

    def _tell(self, seconds: float) -> None:
        self._telemetry.unasked.skew(seconds)
        far = abs(seconds) > MOST
        if far and not self._far:
            log.warning("clock_skew", seconds=round(seconds, 3), most=MOST)
        elif self._far and not far:
            log.info("clock_in_step", seconds=round(seconds, 3))
        self._far = far
