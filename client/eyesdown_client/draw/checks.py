"""What is looked at around a game: rooms, hearing, equipment; and why something may not be done."""

from __future__ import annotations

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client.common.requests import id_of
from eyesdown_client.draw.calls import GameCalls


class Checks(GameCalls):
    """Attendance, hearing, inspection; explanations and call sheets."""

    async def record_attendance(
        self,
        name: str,
        *,
        room: str,
        players: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Record how many players were counted in a room of the game."""
        request = rpc.RecordAttendanceRequest(
            request_id=id_of(request_id),
            name=name,
            room=room,
            players=players,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RecordAttendance, request, deadline)).game

    async def check_hearing(
        self,
        name: str,
        *,
        room: str,
        heard: bool,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Say, as somebody who listens in a room, whether announcements are heard there."""
        request = rpc.CheckHearingRequest(
            request_id=id_of(request_id),
            name=name,
            room=room,
            heard=heard,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CheckHearing, request, deadline)).game

    async def inspect_equipment(
        self,
        name: str,
        *,
        objects: int,
        equal: bool,
        room: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Record what the supervisor found: how many `objects` (0 with the electronic selector),
        whether they are `equal` in all that matters, and in which `room` the receptacle stands."""
        request = rpc.InspectEquipmentRequest(
            request_id=id_of(request_id),
            name=name,
            objects=objects,
            equal=equal,
            room=room,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.InspectEquipment, request, deadline)).game

    async def explain_game(
        self, name: str, *, deadline: float | None = None
    ) -> rpc.ExplainGameResponse:
        """The `.game` and its `.next_steps`: what could be done now, by whom, or why it may not."""
        request = rpc.ExplainGameRequest(name=name)
        return await self._connection.call(self._stub.ExplainGame, request, deadline)

    async def get_call_sheet(
        self, name: str, *, position: int = 0, deadline: float | None = None
    ) -> game_pb2.Game:
        """The game as it was when call `position` was announced first; 0: as it is."""
        request = rpc.GetCallSheetRequest(name=name, position=position)
        return (await self._connection.call(self._stub.GetCallSheet, request, deadline)).game
