"""How the process itself does: its event loop, its connection to NATS, and the room on disks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from services.kernel.build import Build
from services.kernel.journal.connection import Connection
from services.kernel.journal.jetstream import ApiError, Lost, NotSent, Requests
from services.kernel.measuring import names
from services.kernel.serving.telemetry import Telemetry

BEAT = 0.5
"""Seconds between two looks at the event loop."""
EVERY = 60
"""Beats between two questions for the room on disks."""
WITHIN = 2.0

log = structlog.get_logger(__name__)


class Vitals:
    """Measures while it is `run`."""

    def __init__(
        self,
        connection: Connection,
        telemetry: Telemetry,
        software: Build,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        service, registry = telemetry.service, telemetry.registry
        self._link = connection.link
        self._requests = Requests(connection)
        self._service = service
        self._pause = pause
        self._lag = names.LOOP_LAG.register(registry)(service)
        self._up = names.NATS_UP.register(registry)(service)
        self._lost = names.NATS_LOST.register(registry)(service)
        self._used = names.STORAGE_USED.register(registry)
        self._limit = names.STORAGE_LIMIT.register(registry)
        names.ABOUT.register(registry)(service, software.version, software.mark).set(1)
        self._up.set(self._link.up)

    async def run(self) -> None:
        """Measure, for ever."""
        unwatch = self._link.watch(self._changed)
        time, beats = asyncio.get_running_loop().time, 0
        try:
            while True:
                if beats % EVERY == 0:
                    await self._look()
                beats, began = beats + 1, time()
                await self._pause(BEAT)
                self._lag.observe(max(time() - began - BEAT, 0))
        finally:
            unwatch()
            await self._requests.close()

    async def _look(self) -> None:
        """Ask how much the account stores. A NATS that does not say leaves it as it was."""
        try:
            info = await self._requests.api("INFO", within=WITHIN)
        except (ApiError, NotSent, Lost) as away:
            log.debug("storage_not_looked_at", why=str(away))
            return
        self._used(self._service).set(int(info.get("storage", 0)))
        most = int(info.get("limits", {}).get("max_storage", -1))
        if most > 0:
            self._limit(self._service).set(most)

    def _changed(self, up: bool) -> None:
        self._up.set(up)
        if not up:
            self._lost.inc()
