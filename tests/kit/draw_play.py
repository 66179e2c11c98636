"""Requests to the draw, a game that is played with them, and what it leaves behind.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Sequence
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import Message
from nats.js.errors import NotFoundError

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import draw_service_pb2_grpc, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.store import Stored
from services.kernel.names import Name
from services.kernel.record.commit import Place, check_chain
from tests.kernel.serving.kit import Told, read
from tests.kit.draw import SOON, Hall
from tests.kit.draw_hall import PROFILE, Metadata, Person

SERIAL = "A 1204"
LINE, BINGO = game_pb2.STAGE_PART_SERIES, game_pb2.STAGE_SERIES
CALLER, SUPERVISOR = game_pb2.POST_CALLER, game_pb2.POST_SUPERVISOR
RECEPTACLE = game_pb2.SELECTOR_RECEPTACLE
ENDED_EARLY = "the lights went out"

# In quotes: the class is in the stubs alone.
Draw: TypeAlias = "draw_service_pb2_grpc.DrawServiceAsyncStub"


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


def stages() -> list[game_pb2.StagePrize]:
    """Version 3: 50 dollars for a line, 500 for the bingo."""
    money = (money_pb2.Money(currency="NZD", minor_units=cents) for cents in (5_000, 50_000))
    return [
        game_pb2.StagePrize(stage=stage, prize=prize)
        for stage, prize in zip((LINE, BINGO), money, strict=True)
    ]


def open_game(hall: Hall, **more: Any) -> pb.OpenGameRequest:
    """Open a new game in a room of its own; `more` are fields of the request."""
    chosen: dict[str, Any] = {
        "request_id": request_id(),
        "parent": f"venues/{hall.venue}",
        "profile": PROFILE,
        "game_version": 3,
        "stages": stages(),
        "serial_number": SERIAL,
        "selector": game_pb2.SELECTOR_ELECTRONIC,
        **more,
    }
    chosen.setdefault("game_id", hall.game_id())
    chosen.setdefault("rooms", [hall.room()])
    return pb.OpenGameRequest(**chosen)


async def ask(draw: Draw, method: str, request: Message, at: Metadata) -> Message:
    """The reply to a request of any method that gives one."""
    reply: Message = await getattr(draw, method)(request, metadata=at)
    return reply


class Play:
    """One game, played by the hall's people. `game` is what the last reply showed."""

    def __init__(self, hall: Hall, draw: Draw, game: game_pb2.Game) -> None:
        self.hall = hall
        self.draw = draw
        self.game = game
        self.caller: Person = hall.caller
        self.supervisor: Person = hall.supervisor

    @classmethod
    async def opened(cls, hall: Hall, draw: Draw, **more: Any) -> Play:
        """Open a game and put caller and supervisor at their posts."""
        opened = await draw.OpenGame(open_game(hall, **more), metadata=hall.manager.at)
        return await cls.staffed(hall, draw, opened.game)

    @classmethod
    async def staffed(cls, hall: Hall, draw: Draw, game: game_pb2.Game) -> Play:
        """A game that was opened, with caller and supervisor put at their posts."""
        play = cls(hall, draw, game)
        await play.assign(CALLER, hall.caller)
        await play.assign(SUPERVISOR, hall.supervisor)
        return play

    @classmethod
    async def announced(cls, hall: Hall, draw: Draw, **more: Any) -> Play:
        """As `opened`, and announced to the players."""
        play = await cls.opened(hall, draw, **more)
        await play.announce()
        return play

    @property
    def id(self) -> Name:
        """The game's name."""
        return Name.parse(self.game.name)

    @property
    def next(self) -> int:
        """The position of the next call, as the last reply showed it."""
        return self.game.next_position

    @property
    def numbers(self) -> list[int]:
        """The numbers called, in order."""
        return [call.number for call in self.game.calls]

    # -- the requests of this game ---------------------------------------------------------

    def assigning(self, post: game_pb2.Post.ValueType, person: str) -> pb.AssignStaffRequest:
        """Put a person at a post."""
        return pb.AssignStaffRequest(
            request_id=request_id(), name=self.game.name, post=post, person=person
        )

    def announcing(self, **more: Any) -> pb.AnnounceGameRequest:
        """Announce it as it was opened."""
        return pb.AnnounceGameRequest(
            **{
                "request_id": request_id(),
                "name": self.game.name,
                "version": self.game.version,
                "game_version": 3,
                "stages": stages(),
                "serial_number": SERIAL,
                **more,
            }
        )

    def selecting(self, position: int = 0, ball: int = 0) -> pb.SelectNumberRequest:
        """Select the next number."""
        return pb.SelectNumberRequest(
            request_id=request_id(),
            name=self.game.name,
            position=position or self.next,
            ball=ball,
        )

    def calling(self, position: int = 0) -> pb.CallNumberRequest:
        """Announce the selected number."""
        return pb.CallNumberRequest(
            request_id=request_id(), name=self.game.name, position=position or self.next
        )

    def confirming(self, position: int = 0, ball: int = 0) -> pb.ConfirmCallRequest:
        """Confirm the last call."""
        return pb.ConfirmCallRequest(
            request_id=request_id(),
            name=self.game.name,
            position=position or len(self.game.calls),
            ball=ball,
        )

    def calling_out(self, **more: Any) -> pb.CallOutRequest:
        """A player cries "line" after the last call that was heard."""
        return pb.CallOutRequest(
            **{
                "request_id": request_id(),
                "name": self.game.name,
                "room": self.game.rooms[0],
                "after_position": len(self.game.calls),
                "cry": game_pb2.CRY_LINE,
                **more,
            }
        )

    def deciding(self, call_out: int, **more: Any) -> pb.DecideCallOutRequest:
        """Decide a call out as not valid, unless `more` says otherwise."""
        return pb.DecideCallOutRequest(
            **{
                "request_id": request_id(),
                "name": self.game.name,
                "call_out": call_out,
                "verdict": game_pb2.VERDICT_NOT_VALID,
                **more,
            }
        )

    def ending(self, reason: str = ENDED_EARLY) -> pb.EndGameRequest:
        """End it early."""
        return pb.EndGameRequest(
            request_id=request_id(),
            name=self.game.name,
            version=self.game.version,
            reason=reason,
        )

    # -- playing it ------------------------------------------------------------------------

    async def assign(self, post: game_pb2.Post.ValueType, person: Person) -> None:
        """Put a person at a post, who then plays for us."""
        request = self.assigning(post, person.id)
        reply = await self.draw.AssignStaff(request, metadata=self.hall.manager.at)
        self.game = reply.game
        if post == CALLER:
            self.caller = person
        else:
            self.supervisor = person

    async def announce(self) -> None:
        """Announce the game."""
        reply = await self.draw.AnnounceGame(self.announcing(), metadata=self.caller.at)
        self.game = reply.game

    async def select(self, ball: int = 0) -> int:
        """Select the next number; the number."""
        reply = await self.draw.SelectNumber(self.selecting(ball=ball), metadata=self.caller.at)
        self.game = reply.game
        return reply.number

    async def call(self) -> None:
        """Announce the selected number."""
        reply = await self.draw.CallNumber(self.calling(), metadata=self.caller.at)
        self.game = reply.game

    async def confirm(self, ball: int = 0) -> None:
        """Confirm the last call."""
        request = self.confirming(ball=ball)
        reply = await self.draw.ConfirmCall(request, metadata=self.supervisor.at)
        self.game = reply.game

    async def round(self) -> int:
        """Select, announce and confirm a number; the number."""
        number = await self.select()
        await self.call()
        await self.confirm()
        return number

    async def call_out(self, **more: Any) -> int:
        """A call out; its number."""
        reply = await self.draw.CallOut(self.calling_out(**more), metadata=self.hall.steward.at)
        self.game = reply.game
        return reply.call_out

    async def decide(self, call_out: int, **more: Any) -> None:
        """Decide a call out."""
        request = self.deciding(call_out, **more)
        reply = await self.draw.DecideCallOut(request, metadata=self.supervisor.at)
        self.game = reply.game

    async def end(self, reason: str = ENDED_EARLY) -> None:
        """End the game."""
        reply = await self.draw.EndGame(self.ending(reason), metadata=self.supervisor.at)
        self.game = reply.game

    async def look(self, person: Person | None = None) -> game_pb2.Game:
        """The game as it is now, to the auditor or another person."""
        request = pb.GetGameRequest(name=self.game.name)
        at = (person or self.hall.auditor).at
        self.game = (await self.draw.GetGame(request, metadata=at)).game
        return self.game


async def refused(
    draw: Draw, selection: pb.SelectNumberRequest, person: Person, within: float
) -> Told:
    """What the draw says to a selection that it cannot put on record `within` so many seconds.

    Where the machine does other things gRPC gives up first, and it is asked again.
    """
    async with asyncio.timeout(SOON):
        while True:
            try:
                await draw.SelectNumber(selection, metadata=person.at, timeout=within)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.DEADLINE_EXCEEDED:
                    return read(error)
            else:
                raise AssertionError("it was put on record")


# -- what it leaves --------------------------------------------------------------------------


async def record(nats: Connection, name: Name) -> list[commit_pb2.Commit]:
    """Every commit of an aggregate, its chain and versions checked."""
    return [commit_pb2.Commit.FromString(stored.body) for stored in await stored_of(nats, name)]


async def stored_of(nats: Connection, name: Name) -> Sequence[Stored]:
    """Every commit of an aggregate as the journal holds it; its chain is checked."""
    journal = NatsJournal(nats)
    try:
        commits = await journal.load(name, leader=True)
    finally:
        await journal.close()
    check_chain(commits, Place.start(name))  # each names the hash and follows the version before
    return commits


async def shown(nats: Connection, name: Name, version: int, venue: str = "") -> dict[str, Any]:
    """The frame on the board of `name`, or on the one that another venue has of it, once it is of
    `version` or newer."""
    board = name.board_in(venue or name.venue)
    updates = await nats.subscribe(board)
    try:
        last = await _stored(nats, board.replace("eyesdown.", "eyesdown.in.", 1))
        async with asyncio.timeout(SOON):
            while last is None or last["version"] < version:
                last = json.loads((await updates.next_msg(timeout=SOON)).data)
        return last
    finally:
        await updates.unsubscribe()


async def pointer(nats: Connection, venue: str, room: str) -> dict[str, Any] | None:
    """What a room shows now."""
    return await _stored(nats, f"eyesdown.in.room.{venue}.{room}")


async def _stored(nats: Connection, subject: str) -> dict[str, Any] | None:
    try:
        message = await nats.jetstream().get_last_msg("BOARDS", subject)
    except NotFoundError:
        return None
    body: dict[str, Any] = json.loads(message.data or b"{}")
    return body
