"""A screen that hangs for days: thousands of calls, and it does not grow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from google.protobuf import json_format

from eyesdown.board.v1 import board_pb2
from services.kernel.boards.boards import Boards
from services.kernel.boards.rooms import Rooms
from services.kernel.journal.connection import Connection
from services.kernel.law import Standing
from services.kernel.names import Name
from tests.kit.draw import Replica
from tests.kit.draw_frames import frames_of
from tests.kit.draw_hall import connected
from tests.kit.draw_play import Play
from tests.kit.nats import Nats
from tests.kit.screens import Displayed, Screen, Wall

pytest_plugins = ["tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES, CALLS = 25, 80
WARM = 3
"""After so many games everything is loaded and compiled that ever will be."""


class Hurried(Displayed):
    """A hall whose profile sets no least time."""

    least_shown = 0


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Hurried:
    made = Hurried(tmp_path_factory.mktemp("hall"), nats_server)
    await made.provision()
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nats(nats_server: Nats) -> AsyncIterator[Connection]:
    """A connection as the draw has."""
    async with connected(nats_server.url) as connection:
        yield connection


async def heap(screen: Screen) -> float:
    """What the page holds after everything that it needs no more was collected, in bytes."""
    session = await screen.context.new_cdp_session(screen.page)
    await session.send("HeapProfiler.enable")
    await session.send("HeapProfiler.collectGarbage")
    used = (await session.send("Runtime.getHeapUsage"))["usedSize"]
    await session.detach()
    return float(used)


class Again:
    """A game that was played, shown again as another one: as the draw shows it, without it."""

    def __init__(self, nats: Connection, texts: Sequence[str], play: Play) -> None:
        """`texts` are the frames of `play`, in order."""
        self.texts = texts
        self.was = play.id
        self.room = play.game.rooms[0]
        self.boards = Boards(nats)
        self.rooms = Rooms(nats)

    async def show(self, name: Name, screen: Screen) -> None:
        """Take the room, and show every frame once the screen has the game."""

        async def ended(_: Name) -> Standing:
            return Standing.ENDED

        await self.rooms.take(name, [self.room], 1, datetime.now(UTC), ended)
        for text in self.texts:
            renamed = text.replace(str(self.was), str(name))
            frame = json_format.Parse(renamed, board_pb2.GameFrame())
            await self.boards.publish(name, frame.version, frame)
            if text is self.texts[0]:
                await screen.shows(f"[data-name='{name}']")


@pytest.mark.timeout(900)
async def test_two_thousand_calls_leave_the_page_as_small_as_it_was(
    hall: Hurried, one: Replica, wall: Wall, nats: Connection
):
    play = await Play.announced(hall, one.draw, rooms=[hall.room()])
    async with wall.hung(play.game.rooms[0]) as screen, frames_of(nats, play.id) as frames:
        for _ in range(CALLS):
            await play.round()
        await play.end()
        await frames.at(play.game.version)
        again = Again(nats, frames.texts, play)
        before = 0.0
        for number in range(WARM + GAMES):
            if number == WARM:
                before = await heap(screen)
            await screen.page.evaluate("window.seen.length = 0")
            name = Name(hall.venue, play.id.kind, hall.game_id())
            await again.show(name, screen)
            await screen.whole(play.game.version)
            assert (await screen.seen())[-CALLS:] == list(enumerate(play.numbers, 1))
        grown = await heap(screen) / before - 1
        assert grown < 0.1, f"the page grew by {grown:.0%}"
