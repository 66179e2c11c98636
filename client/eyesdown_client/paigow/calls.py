"""What all calls to a pai gow table have in common."""

from __future__ import annotations

from typing import Any, TypedDict

from eyesdown.paigow.v1 import paigow_service_pb2 as rpc
from eyesdown.paigow.v1 import paigow_service_pb2_grpc, sitting_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.requests import id_of


class How(TypedDict, total=False):
    """How a call is made: under which `request_id` (a UUID; None makes one), decided and not done
    (`validate_only`), within how many seconds (`deadline`)."""

    request_id: str | None
    validate_only: bool
    deadline: float | None


class SittingCalls:
    """Puts a command to a sitting, by the name of its RPC."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = paigow_service_pb2_grpc.PaiGowServiceStub(connection.channel)

    async def _tell(self, method: str, name: str, how: How, **fields: Any) -> sitting_pb2.Sitting:
        answer = await self._ask(method, how, name=name, **fields)
        sitting: sitting_pb2.Sitting = answer.sitting
        return sitting

    async def _ask(self, method: str, how: How, **fields: Any) -> Any:
        request = getattr(rpc, f"{method}Request")(
            request_id=id_of(how.get("request_id")),
            validate_only=how.get("validate_only", False),
            **fields,
        )
        return await self._connection.call(
            getattr(self._stub, method), request, how.get("deadline")
        )
