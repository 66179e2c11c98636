"""What all calls of tournaments, and of the tables of their sessions, have in common."""

from __future__ import annotations

from eyesdown.tournament.v1 import table_service_pb2_grpc, tournament_service_pb2_grpc
from eyesdown_client.common.connection import Connection


class TournamentCalls:
    """A part of the calls of `TournamentService`."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = tournament_service_pb2_grpc.TournamentServiceStub(connection.channel)


class SessionTableCalls:
    """A part of the calls of `SessionTableService`."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = table_service_pb2_grpc.SessionTableServiceStub(connection.channel)
