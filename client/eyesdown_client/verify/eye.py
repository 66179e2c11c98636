"""The house's own eye: which sold cards were not called out, which claims do not agree."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from eyesdown.verify.v1 import eye_pb2, eye_service_pb2_grpc
from eyesdown.verify.v1 import eye_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import versions


@fitting
class Eye:
    """The calls of `EyeService`. A `name` is a desk's, "venues/akl/claimDesks/2026-11-29-07": the
    game's id. For supervisors, and never for the hall."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = eye_service_pb2_grpc.EyeServiceStub(connection.channel)

    async def get_sight(self, name: str, *, deadline: float | None = None) -> eye_pb2.Sight:
        """What is seen of the sold cards of a game now."""
        request = rpc.GetSightRequest(name=name)
        return (await self._connection.call(self._stub.GetSight, request, deadline)).sight

    def watch_sight(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchSightResponse, None]:
        """What is seen of a game, if its version is above `after_version`, and then each time that
        it is something else."""

        def asked(version: int) -> rpc.WatchSightRequest:
            return rpc.WatchSightRequest(name=name, after_version=version)

        return versions(self._connection, self._stub.WatchSight, asked, "sight", after_version)
