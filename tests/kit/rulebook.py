"""The rules of a venue, put forward and approved for a test.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import hashlib
from typing import Any

import grpc

from eyesdown.common.v1 import profile_service_pb2 as pb
from eyesdown.common.v1 import profile_service_pb2_grpc, profiles_pb2
from tests.kit.door import request_id
from tests.kit.draw_hall import PROFILE, Person

DEMANDED = {"PROFILE_APPROVAL": "demanded"}
"""The setting under which nothing is opened without two persons' word."""


class RuleBook:
    """The book of a venue, on a running service; `mere` puts forward, `other` approves."""

    def __init__(self, channel: grpc.aio.Channel, hall: Any, profile: str = PROFILE) -> None:
        """`hall` is a hall or a floor, whose rules lie in its folder."""
        self.stub = profile_service_pb2_grpc.ProfileServiceStub(channel)
        self.venue: str = hall.venue
        self.parent = f"venues/{hall.venue}"
        self.profile = profile
        self.file = hall.folder / "rules" / "profiles" / f"{profile}.toml"
        self.mere: Person = hall.person("mere", "game_manager")
        self.other: Person = hall.person("carl", "casino_supervisor")

    @property
    def text(self) -> bytes:
        """The SHA-256 of the file as it is now."""
        return hashlib.sha256(self.file.read_bytes()).digest()

    def forwarding(self, **more: Any) -> pb.PutProfileForwardRequest:
        """A request; `more` are its fields."""
        fields = {
            "request_id": request_id(),
            "parent": self.parent,
            "profile": self.profile,
            "sha256": self.text,
            **more,
        }
        return pb.PutProfileForwardRequest(**fields)

    async def put_forward(self, **more: Any) -> pb.PutProfileForwardResponse:
        """The text is put forward by Mere."""
        return await self.stub.PutProfileForward(self.forwarding(**more), metadata=self.mere.at)

    def approving(
        self, made: pb.PutProfileForwardResponse, **more: Any
    ) -> pb.ApproveProfileRequest:
        """A request to approve it; `more` are its fields."""
        change = made.book.changes[made.change - 1]
        fields = {
            "request_id": request_id(),
            "name": made.book.name,
            "change": made.change,
            "sha256": change.sha256,
            **more,
        }
        return pb.ApproveProfileRequest(**fields)

    def withdrawing(
        self, made: pb.PutProfileForwardResponse, **more: Any
    ) -> pb.WithdrawProfileRequest:
        """A request to withdraw it; `more` are its fields."""
        fields = {
            "request_id": request_id(),
            "name": made.book.name,
            "change": made.change,
            "reason": "the inspector wants another text",
            **more,
        }
        return pb.WithdrawProfileRequest(**fields)

    async def approve(self, made: pb.PutProfileForwardResponse) -> profiles_pb2.ProfileBook:
        """It is approved by Carl."""
        reply = await self.stub.ApproveProfile(self.approving(made), metadata=self.other.at)
        return reply.book

    async def stand(self) -> pb.PutProfileForwardResponse:
        """Two persons stand for the text as it is; what the first of them did."""
        made = await self.put_forward()
        await self.approve(made)
        return made

    async def withdraw(self, made: pb.PutProfileForwardResponse) -> profiles_pb2.ProfileBook:
        """It is withdrawn by Carl."""
        reply = await self.stub.WithdrawProfile(self.withdrawing(made), metadata=self.other.at)
        return reply.book

    def change_the_file(self) -> None:
        """Another text of the same rules."""
        self.file.write_text(f"{self.file.read_text()}\n# another text\n")
