"""The calls that open and close a table, and seat its players."""

from __future__ import annotations

from typing import Any

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.names import venue_of
from services.kernel.record.players import shown
from services.paigow.rpc.putting import Putting


class TableCalls(Putting):
    """Opening, closing, staff, float and boxes."""

    async def SignOpening(self, request: pb.SignOpeningRequest, _: Any) -> pb.SignOpeningResponse:
        return pb.SignOpeningResponse(sitting=await self._put(request))

    async def DecideCount(self, request: pb.DecideCountRequest, _: Any) -> pb.DecideCountResponse:
        return pb.DecideCountResponse(sitting=await self._put(request))

    async def SignClosing(self, request: pb.SignClosingRequest, _: Any) -> pb.SignClosingResponse:
        return pb.SignClosingResponse(sitting=await self._put(request))

    async def AssignStaff(self, request: pb.AssignStaffRequest, _: Any) -> pb.AssignStaffResponse:
        return pb.AssignStaffResponse(sitting=await self._put(request))

    async def SetLimits(self, request: pb.SetLimitsRequest, _: Any) -> pb.SetLimitsResponse:
        return pb.SetLimitsResponse(sitting=await self._put(request))

    async def TakeFill(self, request: pb.TakeFillRequest, _: Any) -> pb.TakeFillResponse:
        return pb.TakeFillResponse(sitting=await self._put(request))

    async def TakeCredit(self, request: pb.TakeCreditRequest, _: Any) -> pb.TakeCreditResponse:
        return pb.TakeCreditResponse(sitting=await self._put(request))

    async def SeatPlayer(self, request: pb.SeatPlayerRequest, _: Any) -> pb.SeatPlayerResponse:
        seen = shown(request)
        seen.member_number = seen.member_number or request.player
        facts = await self._playing_together(request)
        venue, rehearsed = venue_of(request.name), request.validate_only
        check = await self._players.check(venue, seen, rehearsed=rehearsed)
        if check is not None:
            facts.check.CopyFrom(check)
        return pb.SeatPlayerResponse(sitting=await self._put(request, facts))

    async def LeaveBox(self, request: pb.LeaveBoxRequest, _: Any) -> pb.LeaveBoxResponse:
        return pb.LeaveBoxResponse(sitting=await self._put(request))

    async def MarkAbsent(self, request: pb.MarkAbsentRequest, _: Any) -> pb.MarkAbsentResponse:
        return pb.MarkAbsentResponse(sitting=await self._put(request))

    async def GiveBank(self, request: pb.GiveBankRequest, _: Any) -> pb.GiveBankResponse:
        return pb.GiveBankResponse(sitting=await self._put(request))

    async def CountFloat(self, request: pb.CountFloatRequest, _: Any) -> pb.CountFloatResponse:
        return pb.CountFloatResponse(sitting=await self._put(request))
