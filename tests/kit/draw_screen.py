"""A screen that belongs to no room, as the services hear it and it hears them.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
import secrets
from types import TracebackType
from typing import Self

from google.protobuf import json_format
from nats.aio.subscription import Subscription

from eyesdown.board.v1 import board_pb2
from services.kernel.journal.connection import Connection, connect

ASKS_EVERY = 0.3
SOON = 60.0


class Screen:
    """`async with Screen(url) as screen:`; it asks until it is told something."""

    def __init__(self, url: str) -> None:
        """`url` is one of a user who may speak for screens."""
        self._url = url
        self.key = secrets.token_hex(16)

    async def __aenter__(self) -> Self:
        self._client: Connection = await connect(self._url, name="screen")
        self._told: Subscription = await self._client.subscribe(f"eyesdown.pairing.told.{self.key}")
        await self._client.flush()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._client.close()

    async def ask(self) -> None:
        """Ask once."""
        asked = b'{"build": "1", "size": "1920x1080"}'
        await self._client.publish(f"eyesdown.pairing.ask.{self.key}", asked)

    async def told(self) -> board_pb2.PairingTold:
        """What it is told next; asks until then."""
        async with asyncio.timeout(SOON):
            while True:
                await self.ask()
                try:
                    message = await self._told.next_msg(ASKS_EVERY)
                except TimeoutError:
                    continue
                return json_format.Parse(message.data, board_pb2.PairingTold())

    async def until_bound(self) -> board_pb2.PairingTold:
        """How it is to come in."""
        while not (told := await self.told()).secret:
            pass
        return told
