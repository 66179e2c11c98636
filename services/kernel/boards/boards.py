"""Boards: the whole state of a game, desk, table or sitting, shown to rooms as one JSON frame.

Frames go to `eyesdown.in.board.<venue>.<kind>.<id>`, where the stream `BOARDS` keeps the last one
and republishes it on `eyesdown.board.<venue>.<kind>.<id>`; displays read only there, since a
subscriber on the input also sees what the stream refused. Any replica may publish any frame at
any time: compare-and-set on the stored frame, whose version travels in a header, lets a newer
one pass and an older one never.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

import structlog
from google.protobuf.message import Message
from nats.aio.client import Client

from services.kernel.boards.frame_json import frame_json
from services.kernel.journal.lastvalue import (
    Beaten,
    LastValue,
    LastValues,
    StoreDown,
    TooLarge,
    moment,
)
from services.kernel.names import Name

STREAM = "BOARDS"
VERSION = "Eyesdown-Version"
# Seconds in which a frame is published or given up.
PATIENCE = 10.0
# Boards whose last frame is remembered: more than are ever in play in a venue.
REMEMBERED = 4096

log = structlog.get_logger(__name__)


class Boards:
    """Publishes frames, each board's in the order of its versions whatever replicas do."""

    def __init__(
        self, client: Client, oversized: Callable[[Name], None] = lambda name: None
    ) -> None:
        """Publish through `client`; `oversized` is told of each frame too large to be published."""
        self._client = client
        self._values = LastValues(client, STREAM)
        self._oversized = oversized
        self._known: dict[str, tuple[int, int]] = {}  # subject: sequence and version
        self._reconnects = 0

    async def publish(
        self, name: Name, version: int, frame: Message, also: Collection[str] = ()
    ) -> bool:
        """Show `frame` as version `version` of `name`, unless that or a newer one is shown; before
        that in other venues, `also`, where it is shown too.

        True when this call stored it. A frame larger than the server takes is logged, told of
        and gives False: the board stays at its last frame. Raises `StoreDown`; calling again is
        always safe.
        """
        body = frame_json(frame)
        try:
            async with asyncio.timeout(PATIENCE):
                for venue in also:
                    await self._publish(_subject(name, venue), version, body)
                return await self._publish(_subject(name, name.venue), version, body)
        except TooLarge as error:
            log.error("frame_too_large", name=str(name), version=version, why=str(error))
            self._oversized(name)
            return False
        except TimeoutError as error:
            raise StoreDown(f"the board of {name} could not be published in time") from error

    async def last(self, name: Name) -> tuple[int, bytes] | None:
        """Version and JSON of the stored frame; None if there is none. Raises `StoreDown`."""
        kept = await self._values.read(_subject(name, name.venue))
        return (_version(kept), kept.body) if kept else None

    def showed(self, name: Name, version: int) -> bool:
        """Whether we know already that this version or a newer one is shown, wherever it is."""
        remembered = self._remembered(_subject(name, name.venue))
        return remembered is not None and remembered[1] >= version

    async def shows(self, name: Name, version: int) -> bool:
        """Whether this version or a newer one is shown. Raises `StoreDown`."""
        if self.showed(name, version):
            return True
        last = await self.last(name)
        return last is not None and last[0] >= version

    async def _publish(self, subject: str, version: int, body: bytes) -> bool:
        last = self._remembered(subject)
        while True:
            if last is None:
                kept = await self._values.read(subject)
                last = (kept.sequence, _version(kept)) if kept else (0, 0)
                self._remember(subject, last)
            sequence, shown = last
            if version <= shown:
                return False
            try:
                stored = await self._values.write(
                    subject, body, expected=sequence, headers={VERSION: str(version)}
                )
            except Beaten:
                last = None
                await moment()
            else:
                self._remember(subject, (stored, version))
                return True

    def _remembered(self, subject: str) -> tuple[int, int] | None:
        # After a reconnect the server may hold less than before.
        if self._client.stats["reconnects"] != self._reconnects:
            self._reconnects = self._client.stats["reconnects"]
            self._known.clear()
        return self._known.get(subject)

    def _remember(self, subject: str, last: tuple[int, int]) -> None:
        if len(self._known) >= REMEMBERED and subject not in self._known:
            del self._known[next(iter(self._known))]
        self._known[subject] = last


def _subject(name: Name, venue: str) -> str:
    """Where a frame lies for the displays of a venue."""
    return name.board_in(venue).replace("eyesdown.", "eyesdown.in.", 1)


def _version(kept: LastValue) -> int:
    """The version of a stored frame; 0, so that any frame replaces it, when it bears none."""
    text = kept.headers.get(VERSION, "")
    return int(text) if text.isascii() and text.isdigit() else 0
