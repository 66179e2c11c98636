"""The rooms of games: what their screens show, and what somebody there says of a call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of
from eyesdown_client.draw.calls import GameCalls


class Rooms(GameCalls):
    """Acknowledgements of calls, room by room."""

    async def confirm_in_room(
        self,
        name: str,
        *,
        room: str,
        position: int,
        heard: bool = False,
        seen: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Say, as somebody in a room, that all there `heard` the call, or that it is `seen` there.

        A screen proves that a number was shown, and nothing of who heard it.
        """
        request = rpc.ConfirmInRoomRequest(
            request_id=id_of(request_id),
            name=name,
            room=room,
            position=position,
            heard=heard,
            seen=seen,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ConfirmInRoom, request, deadline)).game

    async def go_on_without_rooms(
        self,
        name: str,
        *,
        position: int,
        rooms: Iterable[str],
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Let the next number come although `rooms` are not known to have call `position`, the last
        one. It stands on record as a breach."""
        request = rpc.GoOnWithoutRoomsRequest(
            request_id=id_of(request_id),
            name=name,
            position=position,
            rooms=rooms,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.GoOnWithoutRooms, request, deadline)).game

    async def get_rooms(
        self, venue: str = "-", *, deadline: float | None = None
    ) -> Sequence[rooms_pb2.RoomState]:
        """The rooms of a venue, or of every one that you may see, each with what is on its screens
        and how it stands."""
        request = rpc.GetRoomsRequest(parent=parent_of(venue))
        return (await self._connection.call(self._stub.GetRooms, request, deadline)).rooms
