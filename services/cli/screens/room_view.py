"""What a room shows, followed on NATS as its displays follow it.

It subscribes first and then takes what is kept, so nothing falls between; pointers are ordered by
their sequence, frames by their version, never by when they come. A frame holds all calls, so any
number of frames may be missed and every call is still shown, one by one.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import TypeVar

import nats.errors
from google.protobuf import json_format
from google.protobuf.message import Message
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from eyesdown.board.v1 import board_pb2
from services.kernel.boards.boards import STREAM
from services.kernel.journal.connection import Connection
from services.kernel.journal.lastvalue import LastValues, StoreDown
from services.kernel.names import ROOM, VENUE, BadName
from services.kernel.tasks import end

M = TypeVar("M", bound=Message)

# Seconds without the owner's pulse after which a room is offline.
SILENCE = 5.0
# Seconds after which what could not be read is asked for again.
AGAIN = 0.25
# The board of a game: of this venue, or of the one that a linked game is drawn in.
_BOARD = re.compile(r"eyesdown\.board\.[a-z0-9-]+\.games\.[a-z0-9-]+")
# Which service owns what a room shows.
OWNER = "draw"


@dataclass(frozen=True, slots=True)
class RoomView:
    """A room at one moment.

    `showing` is the game that the room is pointed at, or empty; `frame` the last frame of it, None
    before the first; `played` how many of its calls are shown. `alive_at` is the last sign of life
    of the service, and `offline` that it is too long ago or the connection lost.
    """

    venue: str
    room: str
    alive_at: datetime
    showing: str = ""
    frame: board_pb2.GameFrame | None = None
    played: int = 0
    offline: bool = False

    @property
    def behind(self) -> bool:
        """Whether there are calls in the frame that are still to be shown."""
        return self.frame is not None and self.played < len(self.frame.calls)

    @property
    def glass(self) -> board_pb2.GameFrame | None:
        """The frame as it is to be shown: as it was at the last call that is played.

        Numbers are called only in play, so that is the phase while there are calls to come.
        """
        if self.frame is None or not self.behind:
            return self.frame
        frame = board_pb2.GameFrame()
        frame.CopyFrom(self.frame)
        del frame.calls[self.played :]
        frame.phase = board_pb2.GAME_PHASE_IN_PLAY
        frame.ended_because = frame.held_because = ""
        kept = [each for each in frame.call_outs if each.after_position < self.played]
        del frame.call_outs[:]
        frame.call_outs.extend(kept)
        for stage in frame.stages:
            if stage.won_on > self.played:
                stage.won_on = 0
        return frame


class Room:
    """Follows a room while its block is open, and gives a view at every change.

    ```python
    async with Room(connection, "akl", "main") as room:
        async for view in room: ...
    ```
    """

    def __init__(
        self,
        connection: Connection,
        venue: str,
        room: str,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        silence: float = SILENCE,
    ) -> None:
        """Follow a room by the ids of its venue and itself. Raises `BadName`."""
        if not VENUE.fullmatch(venue) or not ROOM.fullmatch(room):
            raise BadName(f"{venue}/{room} is no room: ids are lower case letters, digits, hyphens")
        self._connection = connection
        self._values = LastValues(connection, STREAM)
        self._venue = venue
        self._room = room
        self._clock = clock
        self._silence = silence
        self._pointer = board_pb2.RoomPointer()
        self._pointed_at = 0  # the pointer's stream sequence
        self._frame: board_pb2.GameFrame | None = None
        self._played = 0
        self._told_offline = False
        self._alive_at = clock()
        self._alive = asyncio.get_running_loop().time()
        self._dirty = True
        self._changed = asyncio.Event()
        self._stale = asyncio.Event()  # what is kept has to be read
        self._subscriptions: list[Subscription] = []
        self._board: Subscription | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ended = False
        self._unwatch: Callable[[], None] | None = None

    async def __aenter__(self) -> Room:
        self._unwatch = self._connection.link.watch(self._link_changed)
        for subject, take in (
            (f"eyesdown.room.{self._venue}.{self._room}", self._on_pointer),
            (f"eyesdown.pulse.{self._venue}.{OWNER}", self._on_pulse),
        ):
            self._subscriptions.append(await self._connection.subscribe(subject, cb=take))
        self._stale.set()
        self._reading = asyncio.create_task(self._keep_up(), name="room")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._unwatch is not None:
            self._unwatch()
        self._ended = True
        if self._reading is not None:
            await end([self._reading])
        for subscription in (*self._subscriptions, self._board):
            if subscription is not None:
                with suppress(nats.errors.Error):
                    await subscription.unsubscribe()

    def __aiter__(self) -> AsyncIterator[RoomView]:
        return self

    async def __anext__(self) -> RoomView:
        """The room at its next change: each call of a frame is one."""
        while True:
            self._changed.clear()
            if self._frame is not None and self._played < len(self._frame.calls):
                self._played += 1
                return self._view()
            if self._dirty or self._offline() != self._told_offline:
                return self._view()
            await self._wait()

    def _view(self) -> RoomView:
        self._told_offline = self._offline()
        self._dirty = False
        return RoomView(
            self._venue,
            self._room,
            self._alive_at,
            self._pointer.showing,
            self._frame,
            self._played,
            self._told_offline,
        )

    async def _wait(self) -> None:
        """Until something changes, or the pulse has been away for too long."""
        left = None
        if not self._told_offline:
            left = max(self._alive + self._silence - asyncio.get_running_loop().time(), 0.0)
        with suppress(TimeoutError):
            async with asyncio.timeout(left):
                await self._changed.wait()

    def _offline(self) -> bool:
        silent = asyncio.get_running_loop().time() - self._alive
        return not self._connection.link.up or silent >= self._silence

    # -- what comes ---------------------------------------------------------------------------

    async def _on_pulse(self, message: Msg) -> None:
        self._alive_at = self._clock()
        self._alive = asyncio.get_running_loop().time()
        if self._told_offline:
            self._changed.set()

    async def _on_pointer(self, message: Msg) -> None:
        sequence = (message.headers or {}).get("Nats-Sequence", "")
        if sequence.isdigit() and self._take_pointer(int(sequence), message.data):
            self._stale.set()

    async def _on_frame(self, message: Msg) -> None:
        self._take_frame(message.data)

    def _link_changed(self, up: bool) -> None:
        self._changed.set()
        if up:  # what was published meanwhile did not come, and it may be another server
            self._pointed_at = 0
            self._stale.set()

    # -- what is kept -------------------------------------------------------------------------

    async def _keep_up(self) -> None:
        while not self._ended:  # Python 3.11's wait_for can lose a cancellation
            await self._stale.wait()
            self._stale.clear()
            try:
                await self._read()
            except (StoreDown, nats.errors.Error):
                await asyncio.sleep(AGAIN)
                self._stale.set()

    async def _read(self) -> None:
        """Take what is kept, after subscribing to it: the pointer, and the board it points at."""
        kept = await self._values.read(f"eyesdown.in.room.{self._venue}.{self._room}")
        if kept is not None:
            self._take_pointer(kept.sequence, kept.body)
        board = self._pointer.board
        if self._board is None or self._board.subject != board:
            if self._board is not None:
                await self._board.unsubscribe()
                self._board = None
            if not _BOARD.fullmatch(board):
                return
            self._board = await self._connection.subscribe(board, cb=self._on_frame)
            await self._connection.flush()
        kept = await self._values.read(board.replace("eyesdown.", "eyesdown.in.", 1))
        if kept is not None:
            self._take_frame(kept.body)

    def _take_pointer(self, sequence: int, body: bytes) -> bool:
        pointer = _parsed(body, board_pb2.RoomPointer())
        if pointer is None or sequence <= self._pointed_at:
            return False
        self._pointed_at = sequence
        if pointer.showing != self._pointer.showing:
            self._frame, self._played = None, 0
            self._tell()
        self._pointer = pointer
        return True

    def _take_frame(self, body: bytes) -> None:
        frame = _parsed(body, board_pb2.GameFrame())
        if frame is None or frame.name != self._pointer.showing:
            return
        if self._frame is None:
            self._played = len(frame.calls)  # what was called before we came is not played again
        elif frame.version <= self._frame.version:
            return
        self._frame = frame
        self._played = min(self._played, len(frame.calls))
        self._tell()

    def _tell(self) -> None:
        self._dirty = True
        self._changed.set()


async def follow(connection: Connection, venue: str, room: str) -> AsyncGenerator[RoomView, None]:
    """The views of a room, for ever. Close it (`contextlib.aclosing`) when done."""
    async with Room(connection, venue, room) as views:
        async for view in views:
            yield view


def _parsed(body: bytes, message: M) -> M | None:
    """The message of a JSON body; None for what is none."""
    try:
        return json_format.Parse(body, message, ignore_unknown_fields=True)
    except (json_format.ParseError, UnicodeDecodeError):
        return None
