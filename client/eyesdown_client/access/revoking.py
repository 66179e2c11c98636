"""Who is shut out before their token ends. Any service answers, and it holds for all of them."""

from __future__ import annotations

from datetime import date

from eyesdown.common.v1 import access_pb2, access_service_pb2_grpc
from eyesdown.common.v1 import access_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of


@fitting
class Access:
    """Takes tokens back in a venue, and tells which were."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = access_service_pb2_grpc.AccessServiceStub(connection.channel)

    async def revoke_tokens(
        self,
        *,
        venue: str,
        person: str = "",
        token_id: str = "",
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> list[access_pb2.Revocation]:
        """Take back all tokens that a `person` has now, or the one with this `token_id` (its
        `jti`): what was taken back in the venue on this gaming day. Raises an `EyesdownError`."""
        request = rpc.RevokeTokensRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            person=person,
            token_id=token_id,
            reason=reason,
            validate_only=validate_only,
        )
        answer = await self._connection.call(self._stub.RevokeTokens, request, deadline)
        return list(answer.revocations)

    async def get_revocations(
        self, venue: str, day: date, *, deadline: float | None = None
    ) -> list[access_pb2.Revocation]:
        """What was taken back in a venue on a gaming day, the oldest first. Raises an
        `EyesdownError`."""
        request = rpc.GetRevocationsRequest(name=f"{parent_of(venue)}/revocations/{day}")
        answer = await self._connection.call(self._stub.GetRevocations, request, deadline)
        return list(answer.revocations)
