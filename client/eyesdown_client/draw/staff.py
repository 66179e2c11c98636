"""The draw's calls for who stands where in a game; they are part of `Draw`."""

from __future__ import annotations

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client.common.requests import id_of
from eyesdown_client.draw.calls import GameCalls
from eyesdown_client.draw.words import Post


class Staff(GameCalls):
    """Posts taken, exchanged and left."""

    async def assign_staff(
        self,
        name: str,
        *,
        post: Post,
        person: str,
        room: str = "",
        swap: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Put a person (the subject of their token) at a post, in a `room` where that matters; who
        held it is relieved, or with `swap` takes the post that the person leaves for it."""
        request = rpc.AssignStaffRequest(
            request_id=id_of(request_id),
            name=name,
            post=game_pb2.Post.ValueType(post),
            person=person,
            room=room,
            swap=swap,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.AssignStaff, request, deadline)).game

    async def release_staff(
        self,
        name: str,
        *,
        post: Post,
        person: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Let an assistant or a deputy supervisor leave the post, with nobody in their place."""
        request = rpc.ReleaseStaffRequest(
            request_id=id_of(request_id),
            name=name,
            post=game_pb2.Post.ValueType(post),
            person=person,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ReleaseStaff, request, deadline)).game
