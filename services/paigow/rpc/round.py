"""The calls of a round, in the order of play."""

from __future__ import annotations

from typing import Any

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.paigow.rpc.putting import Putting


class RoundCalls(Putting):
    """From the shuffle to the settlement."""

    async def ShuffleTiles(
        self, request: pb.ShuffleTilesRequest, _: Any
    ) -> pb.ShuffleTilesResponse:
        return pb.ShuffleTilesResponse(
            sitting=await self._put(request, await self._chance(request))
        )

    async def StackTiles(self, request: pb.StackTilesRequest, _: Any) -> pb.StackTilesResponse:
        return pb.StackTilesResponse(sitting=await self._put(request))

    async def PerformLaja(self, request: pb.PerformLajaRequest, _: Any) -> pb.PerformLajaResponse:
        return pb.PerformLajaResponse(sitting=await self._put(request))

    async def CutTiles(self, request: pb.CutTilesRequest, _: Any) -> pb.CutTilesResponse:
        return pb.CutTilesResponse(
            sitting=await self._put(request, await self._playing_together(request))
        )

    async def PlaceWager(self, request: pb.PlaceWagerRequest, _: Any) -> pb.PlaceWagerResponse:
        return pb.PlaceWagerResponse(sitting=await self._put(request))

    async def TakeBackWager(
        self, request: pb.TakeBackWagerRequest, _: Any
    ) -> pb.TakeBackWagerResponse:
        return pb.TakeBackWagerResponse(sitting=await self._put(request))

    async def CloseWagers(self, request: pb.CloseWagersRequest, _: Any) -> pb.CloseWagersResponse:
        return pb.CloseWagersResponse(sitting=await self._put(request))

    async def PlaceBankersWager(
        self, request: pb.PlaceBankersWagerRequest, _: Any
    ) -> pb.PlaceBankersWagerResponse:
        return pb.PlaceBankersWagerResponse(sitting=await self._put(request))

    async def MatchBankersWager(
        self, request: pb.MatchBankersWagerRequest, _: Any
    ) -> pb.MatchBankersWagerResponse:
        return pb.MatchBankersWagerResponse(sitting=await self._put(request))

    async def ShakeDice(self, request: pb.ShakeDiceRequest, _: Any) -> pb.ShakeDiceResponse:
        return pb.ShakeDiceResponse(sitting=await self._put(request))

    async def DealHand(self, request: pb.DealHandRequest, _: Any) -> pb.DealHandResponse:
        return pb.DealHandResponse(sitting=await self._put(request))

    async def PlaceBankersTiles(
        self, request: pb.PlaceBankersTilesRequest, _: Any
    ) -> pb.PlaceBankersTilesResponse:
        return pb.PlaceBankersTilesResponse(sitting=await self._put(request))

    async def SetHand(self, request: pb.SetHandRequest, _: Any) -> pb.SetHandResponse:
        return pb.SetHandResponse(sitting=await self._put(request))

    async def SetHouseWay(self, request: pb.SetHouseWayRequest, _: Any) -> pb.SetHouseWayResponse:
        return pb.SetHouseWayResponse(sitting=await self._put(request))

    async def SetBankersHand(
        self, request: pb.SetBankersHandRequest, _: Any
    ) -> pb.SetBankersHandResponse:
        return pb.SetBankersHandResponse(sitting=await self._put(request))

    async def ExposeCoBankersTiles(
        self, request: pb.ExposeCoBankersTilesRequest, _: Any
    ) -> pb.ExposeCoBankersTilesResponse:
        return pb.ExposeCoBankersTilesResponse(sitting=await self._put(request))

    async def ConfirmHouseWay(
        self, request: pb.ConfirmHouseWayRequest, _: Any
    ) -> pb.ConfirmHouseWayResponse:
        return pb.ConfirmHouseWayResponse(sitting=await self._put(request))

    async def ReportNotHouseWay(
        self, request: pb.ReportNotHouseWayRequest, _: Any
    ) -> pb.ReportNotHouseWayResponse:
        return pb.ReportNotHouseWayResponse(sitting=await self._put(request))

    async def ExposeBankersHand(
        self, request: pb.ExposeBankersHandRequest, _: Any
    ) -> pb.ExposeBankersHandResponse:
        return pb.ExposeBankersHandResponse(sitting=await self._put(request))

    async def ExposeHand(self, request: pb.ExposeHandRequest, _: Any) -> pb.ExposeHandResponse:
        return pb.ExposeHandResponse(sitting=await self._put(request))

    async def CollectWager(
        self, request: pb.CollectWagerRequest, _: Any
    ) -> pb.CollectWagerResponse:
        return pb.CollectWagerResponse(sitting=await self._put(request))

    async def ClearPush(self, request: pb.ClearPushRequest, _: Any) -> pb.ClearPushResponse:
        return pb.ClearPushResponse(sitting=await self._put(request))

    async def PayWinner(self, request: pb.PayWinnerRequest, _: Any) -> pb.PayWinnerResponse:
        return pb.PayWinnerResponse(sitting=await self._put(request))

    async def HandOverRest(
        self, request: pb.HandOverRestRequest, _: Any
    ) -> pb.HandOverRestResponse:
        return pb.HandOverRestResponse(sitting=await self._put(request))
