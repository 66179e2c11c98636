"""Every frame of a game's board, as a display gets them.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from google.protobuf import json_format
from nats.aio.msg import Msg

from eyesdown.board.v1 import board_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kit.draw import SOON


class Frames:
    """The frames of a board in the order in which they came; `texts` as they were sent."""

    def __init__(self) -> None:
        self.all: list[board_pb2.GameFrame] = []
        self.texts: list[str] = []
        self._came = asyncio.Condition()

    async def came(self, message: Msg) -> None:
        """Take a frame."""
        text = message.data.decode()
        async with self._came:
            self.texts.append(text)
            self.all.append(json_format.Parse(text, board_pb2.GameFrame()))
            self._came.notify_all()

    async def at(self, version: int) -> board_pb2.GameFrame:
        """The first frame of this version or a later one."""
        async with asyncio.timeout(SOON), self._came:
            await self._came.wait_for(lambda: any(f.version >= version for f in self.all))
        return next(frame for frame in self.all if frame.version >= version)


@asynccontextmanager
async def frames_of(nats: Connection, name: Name) -> AsyncIterator[Frames]:
    """The frames of a game, from now on."""
    frames = Frames()
    subscription = await nats.subscribe(name.board, cb=frames.came)
    await nats.flush()
    try:
        yield frames
    finally:
        await subscription.unsubscribe()
