"""The pulse: each replica says every second that it is alive and how far it has read.

On `eyesdown.pulse.<venue>.<service>`, core NATS: a pulse that nobody heard is worth nothing
later. A display that misses its owner's pulse for 5 seconds says that it is offline.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from types import TracebackType

import structlog
from nats.aio.client import Client

from eyesdown.board.v1 import board_pb2
from services.kernel.boards.frame_json import frame_json
from services.kernel.record.shapes import timestamp
from services.kernel.tasks import end

log = structlog.get_logger(__name__)


class Pulse:
    """Beats while its block is open: `async with Pulse(…):`.

    Nothing stops it: while the client is disconnected it skips, and an error is logged once,
    until a beat succeeds again.
    """

    def __init__(
        self,
        client: Client,
        venues: Sequence[str],
        service: str,
        replica: str,
        position: Callable[[str], int],
        clock: Callable[[], datetime],
        every: float = 1.0,
    ) -> None:
        """Beat for each of `venues` (ids) every `every` seconds.

        `position` gives the last journal sequence that this replica has seen of a venue, `clock`
        the instant in UTC.
        """
        self._client = client
        self._venues = tuple(venues)
        self._service = service
        self._replica = replica
        self._position = position
        self._clock = clock
        self._every = every
        self._out = False
        self._beating: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Pulse:
        self._beating = asyncio.create_task(self._beat(), name="pulse")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._beating is not None:
            await end([self._beating])

    async def _beat(self) -> None:
        while True:
            try:
                await self._publish()
            except Exception as error:
                self._missed(repr(error))
            await asyncio.sleep(self._every)

    async def _publish(self) -> None:
        if not self._client.is_connected:
            self._missed("not connected")
            return
        for venue in self._venues:
            pulse = board_pb2.Pulse(
                at=timestamp(self._clock()),
                position=str(self._position(venue)),
                replica=self._replica,
            )
            subject = f"eyesdown.pulse.{venue}.{self._service}"
            await self._client.publish(subject, frame_json(pulse))
        if self._out:
            self._out = False
            log.info("pulse_back", service=self._service)

    def _missed(self, why: str) -> None:
        if not self._out:
            self._out = True
            log.warning("pulse_missed", service=self._service, why=why)
