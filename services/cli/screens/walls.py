"""The walls of several rooms at once: each followed as its display follows it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from eyesdown.board.v1 import board_pb2
from services.cli.screens.frame_words import describe
from services.cli.screens.room_view import Room, RoomView
from services.kernel.journal.connection import WAITED_FOR, connect
from services.kernel.journal.tls import Tls
from services.kernel.names import Name, room_of
from services.kernel.settings import StartError
from services.kernel.tasks import end

SHOWN_WITHIN = 10.0
"""Seconds in which a wall must show what is on record."""


class NotShown(StartError):
    """A wall does not show what is on record."""


class Walls:
    """What each room shows, and every call that it has shown."""

    def __init__(self, venue: str, rooms: Sequence[str], say: Callable[[str], None]) -> None:
        self._venue = venue
        self._rooms = tuple(rooms)
        self._say = say
        self._views: dict[str, RoomView] = {}
        self._calls: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._changed = asyncio.Condition()

    @classmethod
    @asynccontextmanager
    async def hung(
        cls,
        nats: str,
        venue: str,
        rooms: Sequence[str],
        say: Callable[[str], None],
        tls: Tls | None = None,
    ) -> AsyncIterator[Walls]:
        """Follow these rooms of a venue (ids) while the block is open; `say` prints a line."""
        connection = await connect(nats, name="walls", tls=tls, patience=WAITED_FOR)
        walls = cls(venue, rooms, say)
        try:
            async with asyncio.TaskGroup() as group:
                following = [
                    group.create_task(walls._follow(Room(connection, venue, room)))
                    for room in rooms
                ]
                try:
                    yield walls
                finally:
                    await end(following)
        finally:
            await connection.close()

    async def show(self, game: str, version: int) -> None:
        """Wait until every wall of the game shows at least this version, and print what they show.

        Raises `NotShown`.
        """
        try:
            async with asyncio.timeout(SHOWN_WITHIN), self._changed:
                await self._changed.wait_for(lambda: not self._behind(game, version))
        except TimeoutError as late:
            rooms = ", ".join(self._behind(game, version))
            raise NotShown([f"version {version} of {game} is not shown in: {rooms}"]) from late
        told: dict[str, list[str]] = defaultdict(list)
        for room, view in self._views.items():
            if view.showing == game and view.frame is not None:
                told[describe(view.frame)].append(room)
        for text, rooms_alike in told.items():
            self._say(f"  {self._venue}: {', '.join(sorted(rooms_alike))} | {text}")

    def calls(self, room: str, game: str) -> list[int]:
        """The numbers of a game that a room's wall has shown, in the order it showed them."""
        return self._calls[room, game]

    def _behind(self, game: str, version: int) -> list[str]:
        """The rooms of the game whose walls do not show the version yet; all, if none is known."""
        frames = {
            room: view.frame
            for room, view in self._views.items()
            if view.frame is not None and view.frame.name == game
        }
        of_game = next((self._here(frame) for frame in frames.values()), self._rooms)
        return [
            room
            for room in of_game
            if room not in frames or frames[room].version < version or self._views[room].behind
        ]

    def _here(self, frame: board_pb2.GameFrame) -> Sequence[str]:
        """The rooms of a game that are followed here; it may be linked with other venues."""
        there = Name.parse(frame.name).venue
        places = [room_of(there, room) for room in frame.rooms]
        return [room for venue, room in places if venue == self._venue and room in self._rooms]

    async def _follow(self, room: Room) -> None:
        async with room:
            async for view in room:
                frame = view.frame
                async with self._changed:
                    if frame is not None:
                        shown = self._calls[view.room, frame.name]
                        shown.extend(call.number for call in frame.calls[len(shown) : view.played])
                    self._views[view.room] = view
                    self._changed.notify_all()
