"""A display that says what is on its glass, as the page does, without a page.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from services.kernel.tasks import end

EVERY = 1.0
"""Seconds after which a display says again what it shows."""
BUILD = "0.1.0+a1b2c3d4"
"""What a page says of itself: its version, and a mark of what it was made from."""


@dataclass
class Display:
    """One display in a room of a test's hall, on its `side`: `since` keeps when each call came onto
    its glass."""

    nats: Connection
    venue: str
    room: str
    side: str = "left"
    build: str = BUILD
    skew: int = 0
    since: dict[int, tuple[int, datetime]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Its id in the venue, "left-7"."""
        return f"{self.side}-{self.room.rpartition('-')[2]}"

    @property
    def subject(self) -> str:
        """What it publishes on."""
        return f"eyesdown.shown.{self.venue}.{self.room}.{self.id}"

    async def show(
        self,
        game: game_pb2.Game | None,
        *,
        after: int = 0,
        changes: Mapping[str, Any] | None = None,
    ) -> None:
        """Say that the game is on the glass as it is, each new call `after` so many milliseconds
        from its announcement."""
        await self.say({**self.saying(game, after), **(changes or {})})

    def saying(self, game: game_pb2.Game | None, after: int = 0) -> dict[str, Any]:
        """What it would say."""
        for call in game.calls if game is not None else ():
            moment = call.called_at.ToDatetime(UTC) + timedelta(milliseconds=after)
            known = self.since.get(call.position)
            if known is None or known[0] != call.number:
                self.since[call.position] = (call.number, moment)
        now = _text(datetime.now(UTC))
        return {
            "display": self.id,
            "room": self.room,
            "name": game.name if game is not None else "",
            "version": game.version if game is not None else 0,
            "calls": [
                {"position": position, "number": number, "since": _text(moment)}
                for position, (number, moment) in sorted(self.since.items())[-12:]
            ],
            "build": self.build,
            "clockSkew": self.skew,
            "at": now,
            "since": now,
        }

    @asynccontextmanager
    async def staying(self, game: game_pb2.Game | None) -> AsyncIterator[None]:
        """Say it again and again, as a page does, while the block is open."""

        async def go_on() -> None:
            while True:
                await self.show(game)
                await asyncio.sleep(EVERY)

        saying = asyncio.create_task(go_on())
        try:
            yield
        finally:
            await end([saying])

    async def say(self, said: Any) -> None:
        """Say anything at all."""
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        await self.nats.publish(self.subject, body)
        await self.nats.flush()


def _text(moment: datetime) -> str:
    """As proto3 JSON has it."""
    return moment.isoformat().replace("+00:00", "Z")
