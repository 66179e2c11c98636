"""The caller's screen under Textual's own pilot, on a draw service that runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Static

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, Post
from services.cli.caller.app import Caller
from services.cli.caller.desk import Desk
from tests.kit.draw import SOON, Hall
from tests.kit.draw_hall import Person

PATIENCE = 1.0


@dataclass
class Screen:
    """A person's screen; `desk` is what it knows now."""

    app: Caller
    pilot: Pilot[None]
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def desk(self) -> Desk:
        """What the screen knows."""
        return self.app.desk

    def text(self, part: str) -> str:
        """What a part of the screen shows."""
        content = self.app.query_one(f"#{part}", Static).content
        assert isinstance(content, Text)
        return content.plain

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        await self.pilot.press(*keys)

    async def until(self, what: Callable[[Desk], bool]) -> Desk:
        """The desk once this holds of it, and is shown."""
        async with asyncio.timeout(SOON):
            while not what(self.desk):
                self.changed.clear()
                await self.changed.wait()
            await self.pilot.pause()  # it is on the screen as well
        return self.desk

    async def done(self, *keys: str) -> Desk:
        """Press keys; the desk when nothing is unanswered any more."""
        await self.press(*keys)
        return await self.until(lambda desk: not desk.queue)


@asynccontextmanager
async def screen_of(
    hall: Hall, address: str, person: Person, post: Post, game: game_pb2.Game
) -> AsyncIterator[Screen]:
    """The screen of somebody at a post of a game, while the block is open."""
    token = person.at[0][1].removeprefix("Bearer ")
    role = post.name.lower()
    async with Eyesdown(address, token=token, role=role) as eyesdown:
        changed = asyncio.Event()
        # Keys are a second apart, so that none is a bounce; what was heard is never in the future.
        seconds = count()
        app = Caller(
            eyesdown.draw,
            post,
            game,
            clock=lambda: datetime.now(UTC) + timedelta(seconds=next(seconds)),
            patience=PATIENCE,
            changed=lambda desk: changed.set(),
        )
        async with app.run_test(size=(100, 32)) as pilot:
            yield Screen(app, pilot, changed)
