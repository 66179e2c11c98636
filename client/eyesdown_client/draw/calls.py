"""What all calls of games have in common."""

from __future__ import annotations

from eyesdown.draw.v1 import draw_service_pb2_grpc
from eyesdown_client.common.connection import Connection


class GameCalls:
    """A part of the calls of `DrawService`."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = draw_service_pb2_grpc.DrawServiceStub(connection.channel)
