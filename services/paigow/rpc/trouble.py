"""The calls for what goes wrong at a table."""

from __future__ import annotations

from typing import Any

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.paigow.rpc.putting import Putting


class TroubleCalls(Putting):
    """Differences, irregularities, removals, directions and disputes."""

    async def DecideDifference(
        self, request: pb.DecideDifferenceRequest, _: Any
    ) -> pb.DecideDifferenceResponse:
        return pb.DecideDifferenceResponse(sitting=await self._put(request))

    async def CorrectDeal(self, request: pb.CorrectDealRequest, _: Any) -> pb.CorrectDealResponse:
        return pb.CorrectDealResponse(sitting=await self._put(request))

    async def CorrectDice(self, request: pb.CorrectDiceRequest, _: Any) -> pb.CorrectDiceResponse:
        return pb.CorrectDiceResponse(sitting=await self._put(request))

    async def CallOffRound(
        self, request: pb.CallOffRoundRequest, _: Any
    ) -> pb.CallOffRoundResponse:
        return pb.CallOffRoundResponse(sitting=await self._put(request))

    async def RecordExposure(
        self, request: pb.RecordExposureRequest, _: Any
    ) -> pb.RecordExposureResponse:
        return pb.RecordExposureResponse(sitting=await self._put(request))

    async def RecordViewed(
        self, request: pb.RecordViewedRequest, _: Any
    ) -> pb.RecordViewedResponse:
        return pb.RecordViewedResponse(sitting=await self._put(request))

    async def CallHandVoid(
        self, request: pb.CallHandVoidRequest, _: Any
    ) -> pb.CallHandVoidResponse:
        return pb.CallHandVoidResponse(sitting=await self._put(request))

    async def OrderReshuffle(
        self, request: pb.OrderReshuffleRequest, _: Any
    ) -> pb.OrderReshuffleResponse:
        return pb.OrderReshuffleResponse(sitting=await self._put(request))

    async def DeclareMisdeal(
        self, request: pb.DeclareMisdealRequest, _: Any
    ) -> pb.DeclareMisdealResponse:
        return pb.DeclareMisdealResponse(sitting=await self._put(request))

    async def RecordDisturbed(
        self, request: pb.RecordDisturbedRequest, _: Any
    ) -> pb.RecordDisturbedResponse:
        return pb.RecordDisturbedResponse(sitting=await self._put(request))

    async def RecordFouled(
        self, request: pb.RecordFouledRequest, _: Any
    ) -> pb.RecordFouledResponse:
        return pb.RecordFouledResponse(sitting=await self._put(request))

    async def RecordMixedHands(
        self, request: pb.RecordMixedHandsRequest, _: Any
    ) -> pb.RecordMixedHandsResponse:
        return pb.RecordMixedHandsResponse(sitting=await self._put(request))

    async def OrderRemoval(
        self, request: pb.OrderRemovalRequest, _: Any
    ) -> pb.OrderRemovalResponse:
        return pb.OrderRemovalResponse(sitting=await self._put(request))

    async def ShakeForRemoval(
        self, request: pb.ShakeForRemovalRequest, _: Any
    ) -> pb.ShakeForRemovalResponse:
        return pb.ShakeForRemovalResponse(sitting=await self._put(request))

    async def AcknowledgeNotice(
        self, request: pb.AcknowledgeNoticeRequest, _: Any
    ) -> pb.AcknowledgeNoticeResponse:
        return pb.AcknowledgeNoticeResponse(sitting=await self._put(request))

    async def DecideRemoval(
        self, request: pb.DecideRemovalRequest, _: Any
    ) -> pb.DecideRemovalResponse:
        return pb.DecideRemovalResponse(sitting=await self._put(request))

    async def Reinstate(self, request: pb.ReinstateRequest, _: Any) -> pb.ReinstateResponse:
        return pb.ReinstateResponse(sitting=await self._put(request))

    async def DirectToSetFirst(
        self, request: pb.DirectToSetFirstRequest, _: Any
    ) -> pb.DirectToSetFirstResponse:
        return pb.DirectToSetFirstResponse(sitting=await self._put(request))

    async def DirectEnglish(
        self, request: pb.DirectEnglishRequest, _: Any
    ) -> pb.DirectEnglishResponse:
        return pb.DirectEnglishResponse(sitting=await self._put(request))

    async def OpenDispute(self, request: pb.OpenDisputeRequest, _: Any) -> pb.OpenDisputeResponse:
        return pb.OpenDisputeResponse(sitting=await self._put(request))

    async def RuleDispute(self, request: pb.RuleDisputeRequest, _: Any) -> pb.RuleDisputeResponse:
        return pb.RuleDisputeResponse(sitting=await self._put(request))

    async def ReviewDispute(
        self, request: pb.ReviewDisputeRequest, _: Any
    ) -> pb.ReviewDisputeResponse:
        return pb.ReviewDisputeResponse(sitting=await self._put(request))
