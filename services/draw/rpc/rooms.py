"""gRPC in, for the rooms of games: parse, put on record, render."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import rooms_pb2
from services.draw.domain.game.game import GAMES
from services.draw.domain.game.state import Game, State
from services.draw.rooms.floor import Floor, Place, RoomNow, places
from services.draw.rpc.putting import Putting
from services.draw.views import rooms as views
from services.kernel.record.histories import Snapshot
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues


class RoomCalls(Putting):
    """What is said in rooms, and what their screens show; `_floor` knows it."""

    _floor: Floor
    _venues: Venues

    async def ConfirmInRoom(
        self, request: pb.ConfirmInRoomRequest, _: Any
    ) -> pb.ConfirmInRoomResponse:
        return pb.ConfirmInRoomResponse(game=await self._put(request))

    async def GoOnWithoutRooms(
        self, request: pb.GoOnWithoutRoomsRequest, _: Any
    ) -> pb.GoOnWithoutRoomsResponse:
        name = named(request, GAMES.kind)
        return pb.GoOnWithoutRoomsResponse(
            game=await self._put(request, self._acknowledging.at_once(name))
        )

    async def GetRooms(self, request: pb.GetRoomsRequest, _: Any) -> pb.GetRoomsResponse:
        made = pb.GetRoomsResponse()
        for venue in call().scope:
            made.rooms.extend(self._told(list(self._floor.rooms(venue)), venue))
        return made

    def _rooms_of(self, snapshot: Snapshot[Any, State]) -> list[rooms_pb2.RoomState]:
        """The rooms of a game, as they are now."""
        return [
            told
            for venue, room in self._places(snapshot)
            for told in self._told([self._floor.room((venue, room))], venue)
        ]

    async def _rooms_changed(self, snapshot: Snapshot[Any, State]) -> None:
        """Wait until one of a game's rooms stands otherwise."""
        await self._floor.changed(self._places(snapshot))

    def _told(self, rooms: list[RoomNow], venue: str) -> list[rooms_pb2.RoomState]:
        newest = self._floor.newest_page(venue)
        return [views.resource(room, self._venues, newest) for room in rooms]

    def _places(self, snapshot: Snapshot[Any, State]) -> list[Place]:
        """The rooms of a game that are known here still."""
        game = snapshot.state
        rooms = places(snapshot.name, game.rooms) if isinstance(game, Game) else ()
        return [place for place in rooms if place in self._floor]
