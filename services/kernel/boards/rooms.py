"""Rooms: what each room shows. A room shows one thing in play.

A pointer lies on `eyesdown.in.room.<venue>.<room>` in the stream `BOARDS`, which republishes it
on `eyesdown.room.<venue>.<room>`. Whoever starts something in a room takes the pointer by
compare-and-set *before* "announced" is committed: of two that want the room, one gets it.

**The lease.** Between taking the pointer and the commit the aggregate is not yet in play, and
by its state alone somebody else could take the room away again: then both would commit. So for
`LEASE` after it was taken a pointer is respected although its holder is not in play yet. When a
process dies between the two steps, the room is free again after that. This holds only if a
command that takes rooms is over well before its lease: **its deadline must be below `LEASE`**,
by more than the clocks may differ. The age of a pointer is reckoned from the server's instant of
storing it, the same for all replicas, to the `now` of whoever wants the room; a `now` that lags
makes the lease longer, which is safe, and one that runs ahead makes it shorter by as much.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from google.protobuf import json_format
from google.protobuf.timestamp_pb2 import Timestamp
from nats.aio.client import Client

from eyesdown.board.v1 import board_pb2
from services.kernel.boards.boards import STREAM
from services.kernel.boards.frame_json import frame_json
from services.kernel.journal.lastvalue import Beaten, LastValue, LastValues, StoreDown, moment
from services.kernel.law import Reason, Standing
from services.kernel.names import VENUE, BadName, Name, expect_id, room_of
from services.kernel.record.shapes import timestamp

LEASE = timedelta(seconds=30)
# Seconds in which rooms are taken or given up.
PATIENCE = 10.0
# Seconds in which it is told, or not, what comes next: who opened it waits for that.
TELLING = 2.0
# A pointer that was put back was first stored at this instant, not at that of its message.
STORED_AT = "Eyesdown-Stored-At"

ROOM_IN_PLAY = Reason(
    "ROOM_IN_PLAY",
    "The room {room} still shows {holder}, which is in play.",
    "Wait until that has ended, or leave this room out.",
)
ROOM_BEING_TAKEN = Reason(
    "ROOM_BEING_TAKEN",
    "The room {room} was taken a moment ago for {holder}, which is about to begin.",
    "If that does not begin, the room is free again within half a minute: try again then.",
)

# How an aggregate stands, None if it does not exist, from the journal's leader: a view that lags
# would give away the room of something that has just come into play.
StandingOf = Callable[[Name], Awaitable[Standing | None]]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Hold:
    """A pointer that was taken: its new sequence, when, and what was there before."""

    room: str
    sequence: int
    taken_at: Timestamp
    before: LastValue | None


@dataclass(frozen=True, slots=True)
class Taken:
    """What one call of `Rooms.take` took for `name`, to be released if nothing comes of it."""

    name: Name
    holds: tuple[Hold, ...]


class Rooms:
    """Takes rooms and gives them back."""

    def __init__(self, client: Client) -> None:
        self._values = LastValues(client, STREAM)

    async def take(
        self,
        name: Name,
        rooms: Sequence[str],
        version: int,
        now: datetime,
        standing: StandingOf,
    ) -> Taken:
        """Point all `rooms` (ids) at `name`, from its version `version` on, or none of them.

        Taking again is harmless and renews the lease; once `name` is in play its pointers are
        left as they are. Rooms are taken in the order of their ids and nobody waits for
        anybody: of two that want the same rooms at once one gets them and none is stuck. Raises
        `Refused` with ROOM_IN_PLAY or ROOM_BEING_TAKEN, `StoreDown`, or `BadName` for a room
        that is no id; then what this call had taken is given back.
        """
        holds: list[Hold] = []
        try:
            async with asyncio.timeout(PATIENCE):
                for room in sorted(set(rooms)):
                    hold = await self._take(name, room, version, now, standing)
                    if hold is not None:
                        holds.append(hold)
        except TimeoutError as error:
            await self._give_back(name, holds)
            raise StoreDown(f"the rooms of {name} could not be taken in time") from error
        except BaseException:
            await self._give_back(name, holds)
            raise
        return Taken(name, tuple(holds))

    async def look(
        self, name: Name, rooms: Sequence[str], now: datetime, standing: StandingOf
    ) -> None:
        """Take nothing, and raise what `take` would raise now."""
        try:
            async with asyncio.timeout(PATIENCE):
                for room in sorted(set(rooms)):
                    kept = await self._values.read(_subject(name.venue, room))
                    holder = _holder(kept)
                    if kept is not None and holder is not None and holder != name:
                        await _check(room, holder, _age(kept, now), standing)
        except TimeoutError as error:
            raise StoreDown(f"the rooms of {name} could not be seen in time") from error

    async def expect(self, name: Name, rooms: Sequence[str]) -> None:
        """Have screens of `rooms` that are switched on now find that `name` comes next; nothing is
        taken by it, and whose a room is stays as it was. A failure is logged and not raised: a
        screen that was there before has seen the board."""
        try:
            async with asyncio.timeout(TELLING):
                for room in sorted(set(rooms)):
                    await self._expect(name, room)
        except (TimeoutError, StoreDown) as error:
            log.warning("next_not_told", name=str(name), why=repr(error))

    async def release(self, taken: Taken, standing: StandingOf) -> None:
        """Give back what `take` took, when the command was refused afterwards.

        Not for a command whose append may still be under way (its outcome is unknown, its
        deadline passed): that would take the room from something in play. Each pointer becomes
        what it was before, or points at nothing; one that changed since (a retry of the same
        aggregate may have taken it again) and those of an aggregate in play are left. A failure
        is logged and not raised: the refusal is what the caller is to hear, and the lease ends
        by itself.
        """
        try:
            if taken.holds and await standing(taken.name) is not Standing.IN_PLAY:
                await self._give_back(taken.name, taken.holds)
        except Exception as error:
            log.warning("rooms_not_given_back", name=str(taken.name), why=repr(error))

    async def pointer(self, venue: str, room: str) -> board_pb2.RoomPointer | None:
        """What a room shows; None when it shows nothing. Raises `StoreDown`, `BadName`."""
        return _pointer(await self._values.read(_subject(venue, room)))

    async def _take(
        self, name: Name, room: str, version: int, now: datetime, standing: StandingOf
    ) -> Hold | None:
        subject = _subject(name.venue, room)
        ours = board_pb2.RoomPointer(
            showing=str(name),
            board=name.board_in(room_of(name.venue, room)[0]),
            since_version=version,
            taken_at=timestamp(now),
        )
        while True:
            kept = await self._values.read(subject)
            holder, ours.next = _holder(kept), _next(kept, name)
            if holder == name:
                if await standing(name) is Standing.IN_PLAY:
                    return None
            elif kept is not None and holder is not None:
                await _check(room, holder, _age(kept, now), standing)
            try:
                sequence = await self._values.write(
                    subject, frame_json(ours), expected=kept.sequence if kept else 0
                )
            except Beaten:
                await moment()
            else:
                return Hold(room, sequence, ours.taken_at, kept)

    async def _expect(self, name: Name, room: str) -> None:
        subject = _subject(name.venue, room)
        while True:
            kept = await self._values.read(subject)
            pointer, headers = _parsed(kept) or board_pb2.RoomPointer(), {}
            if str(name) in (pointer.showing, pointer.next):
                return
            pointer.next = str(name)
            if kept is not None:  # the lease runs on from when the room was taken
                headers[STORED_AT] = _stored_at(kept).isoformat()
            expected = kept.sequence if kept else 0
            try:
                await self._values.write(subject, frame_json(pointer), expected, headers)
            except Beaten:
                await moment()
            else:
                return

    async def _give_back(self, name: Name, holds: Sequence[Hold]) -> None:
        for hold in reversed(holds):
            try:
                await self._give_one_back(name, hold)
            except StoreDown as error:
                log.warning("room_not_given_back", name=str(name), room=hold.room, why=str(error))

    async def _give_one_back(self, name: Name, hold: Hold) -> None:
        """Unless somebody took it since: then it is not ours to give back."""
        subject, sequence = _subject(name.venue, hold.room), hold.sequence
        body, headers = frame_json(board_pb2.RoomPointer()), {}
        if hold.before is not None:
            body = hold.before.body
            headers[STORED_AT] = _stored_at(hold.before).isoformat()
        while True:
            try:
                await self._values.write(subject, body, sequence, headers)
            except Beaten:
                kept = await self._values.read(subject)
                pointer = _pointer(kept)
                if kept is None or pointer is None or pointer.taken_at != hold.taken_at:
                    return
                # It was told meanwhile what comes next, and is to be found still.
                restored = _parsed(hold.before) or board_pb2.RoomPointer()
                restored.next = pointer.next
                sequence, body = kept.sequence, frame_json(restored)
            else:
                return


async def _check(room: str, holder: Name, age: timedelta, standing: StandingOf) -> None:
    """Refuse a room that its holder plays in, or has just taken to play in."""
    stands = await standing(holder)
    if stands is Standing.IN_PLAY:
        raise ROOM_IN_PLAY(room=room, holder=holder)
    if stands is not Standing.ENDED and age < LEASE:
        raise ROOM_BEING_TAKEN(room=room, holder=holder)


def _subject(venue: str, room: str) -> str:
    """Where a room's pointer lies; `room` is its id in the venue, or the name of another venue's
    room that plays along."""
    where, room_id = room_of(expect_id(VENUE, "venue", venue), room)
    return f"eyesdown.in.room.{where}.{room_id}"


def _stored_at(kept: LastValue) -> datetime:
    put_back = kept.headers.get(STORED_AT)
    return datetime.fromisoformat(put_back) if put_back else kept.stored_at


def _age(kept: LastValue, now: datetime) -> timedelta:
    return now - _stored_at(kept)


def _pointer(kept: LastValue | None) -> board_pb2.RoomPointer | None:
    pointer = _parsed(kept)
    return pointer if pointer is not None and pointer.showing else None


def _parsed(kept: LastValue | None) -> board_pb2.RoomPointer | None:
    if kept is None:
        return None
    try:
        return json_format.Parse(kept.body, board_pb2.RoomPointer(), ignore_unknown_fields=True)
    except (json_format.ParseError, UnicodeDecodeError) as error:
        log.warning("room_pointer_unreadable", sequence=kept.sequence, why=str(error))
        return None


def _next(kept: LastValue | None, name: Name) -> str:
    """What comes next in a room that `name` takes: it is not that itself."""
    pointer = _parsed(kept)
    return pointer.next if pointer is not None and pointer.next != str(name) else ""


def _holder(kept: LastValue | None) -> Name | None:
    """Whom a pointer names; None for nobody. What is no pointer keeps nobody out."""
    pointer = _pointer(kept)
    try:
        return Name.parse(pointer.showing) if pointer else None
    except BadName as error:
        log.warning("room_pointer_unreadable", showing=pointer and pointer.showing, why=str(error))
        return None
