"""The calls about the rooms of games, each with what it says to the service."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from tests.client.house import NAME

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
GAME = game_pb2.Game(name=NAME, version=3)

CALLS: dict[str, tuple[Any, Any, Any]] = {
    "ConfirmInRoom": (
        lambda draw: draw.confirm_in_room(
            NAME, room="main", position=7, heard=True, seen=True, request_id=RID
        ),
        rpc.ConfirmInRoomRequest(
            request_id=RID, name=NAME, room="main", position=7, heard=True, seen=True
        ),
        rpc.ConfirmInRoomResponse(game=GAME),
    ),
    "GoOnWithoutRooms": (
        lambda draw: draw.go_on_without_rooms(
            NAME, position=7, rooms=["main", "bar"], reason="dark", request_id=RID
        ),
        rpc.GoOnWithoutRoomsRequest(
            request_id=RID, name=NAME, position=7, rooms=["main", "bar"], reason="dark"
        ),
        rpc.GoOnWithoutRoomsResponse(game=GAME),
    ),
    "GetRooms": (
        lambda draw: draw.get_rooms("akl"),
        rpc.GetRoomsRequest(parent="venues/akl"),
        rpc.GetRoomsResponse(rooms=[rooms_pb2.RoomState(name="venues/akl/rooms/main")]),
    ),
}
