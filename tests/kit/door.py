"""Who may not play in a venue, put on its list for a test.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import grpc

from eyesdown.common.v1 import player_list_service_pb2 as pb
from eyesdown.common.v1 import player_list_service_pb2_grpc, players_pb2
from tests.kit.draw_hall import Person


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


class Door:
    """The list of a venue, on a running service; `keeper` enters bars, `other` lifts them."""

    def __init__(
        self, channel: grpc.aio.Channel, venue: str, keeper: Person, other: Person
    ) -> None:
        self.lists = player_list_service_pb2_grpc.PlayerListServiceStub(channel)
        self.venue = venue
        self.keeper = keeper
        self.other = other

    def barring(self, **more: object) -> pb.BarPlayerRequest:
        """A request; `more` are its fields."""
        fields = {
            "parent": f"venues/{self.venue}",
            "category": "self-excluded",
            "until": datetime.now(UTC) + timedelta(days=300),
            **more,
        }
        return pb.BarPlayerRequest(request_id=request_id(), **fields)  # type: ignore[arg-type]

    async def bar(self, **more: object) -> players_pb2.PlayerList:
        """Somebody may not play; the list."""
        made = await self.lists.BarPlayer(self.barring(**more), metadata=self.keeper.at)
        return made.list

    def lifting(self, made: players_pb2.PlayerList, **more: object) -> pb.LiftBarRequest:
        """A request to lift the last bar of a list; `more` are its fields."""
        fields = {"name": made.name, "bar": made.bars[-1].bar, **more}
        return pb.LiftBarRequest(request_id=request_id(), **fields)  # type: ignore[arg-type]

    async def lift(self, made: players_pb2.PlayerList) -> None:
        """The last bar of a list is lifted."""
        await self.lists.LiftBar(self.lifting(made), metadata=self.other.at)
