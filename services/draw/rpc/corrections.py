"""gRPC in, for what puts right what went wrong in a game: corrections, winners, signatures."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.draw.rpc.putting import Putting


class Corrections(Putting):
    """These RPCs of the draw service."""

    async def TakeBackCall(
        self, request: pb.TakeBackCallRequest, _: Any
    ) -> pb.TakeBackCallResponse:
        return pb.TakeBackCallResponse(game=await self._put(request))

    async def CorrectCall(self, request: pb.CorrectCallRequest, _: Any) -> pb.CorrectCallResponse:
        return pb.CorrectCallResponse(game=await self._put(request))

    async def VoidWinners(self, request: pb.VoidWinnersRequest, _: Any) -> pb.VoidWinnersResponse:
        return pb.VoidWinnersResponse(game=await self._put(request))

    async def ApproveProposal(
        self, request: pb.ApproveProposalRequest, _: Any
    ) -> pb.ApproveProposalResponse:
        return pb.ApproveProposalResponse(game=await self._put(request))

    async def RejectProposal(
        self, request: pb.RejectProposalRequest, _: Any
    ) -> pb.RejectProposalResponse:
        return pb.RejectProposalResponse(game=await self._put(request))
