"""The house's own eye, for those who may look through it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from eyesdown.verify.v1 import eye_service_pb2 as pb
from eyesdown.verify.v1 import eye_service_pb2_grpc
from services.kernel.following.feed import Feed
from services.kernel.names import Name
from services.kernel.serving.validation import named
from services.verify import names
from services.verify.domain.desk.desk import DESKS
from services.verify.eye.eye import Eye
from services.verify.views import sight as views


class EyeRpc(eye_service_pb2_grpc.EyeServiceServicer):
    """The RPCs of the house's own eye."""

    def __init__(self, eye: Eye, feed: Feed) -> None:
        self._eye = eye
        self._feed = feed

    async def GetSight(self, request: pb.GetSightRequest, _: Any) -> pb.GetSightResponse:
        desk = await self._desk(request)
        sight = await self._eye.look(names.game_of(desk))
        return pb.GetSightResponse(sight=views.resource(desk, sight))

    async def WatchSight(
        self, request: pb.WatchSightRequest, _: Any
    ) -> AsyncIterator[pb.WatchSightResponse]:
        desk = await self._desk(request)
        watched = self._eye.sights(names.game_of(desk), request.after_version)
        async with aclosing(watched) as sights:
            async for sight in sights:
                yield pb.WatchSightResponse(sight=views.resource(desk, sight))

    async def _desk(self, request: Any) -> Name:
        """The desk, as new as its game if that can be had: a call out of this moment is at it."""
        name = named(request, DESKS.kind)
        await self._feed.hasten(names.game_of(name))
        return name
