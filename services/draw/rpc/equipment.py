"""gRPC in, for equipment: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import equipment_events_pb2, equipment_pb2, equipment_service_pb2_grpc
from eyesdown.draw.v1 import equipment_service_pb2 as pb
from services.draw.domain.equipment.equipment import EQUIPMENT, Command, Event
from services.draw.domain.equipment.state import State
from services.draw.views.equipment import resource
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child, named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now

Pieces = Aggregates[Command, Event, State]


class EquipmentRpc(equipment_service_pb2_grpc.EquipmentServiceServicer):
    """The RPCs of equipment."""

    def __init__(
        self,
        equipment: Pieces,
        walk: Walk[Command, Event, State],
        venues: Venues,
        heads: Heads,
        lists: Lists[equipment_pb2.EquipmentRow],
    ) -> None:
        self._equipment = equipment
        self._walk = walk
        self._venues = venues
        self._heads = heads
        self._lists = lists

    # -- commands --------------------------------------------------------------------------

    async def RegisterEquipment(
        self, request: pb.RegisterEquipmentRequest, _: Any
    ) -> pb.RegisterEquipmentResponse:
        name = child(request, EQUIPMENT.kind, "equipment_id")
        return pb.RegisterEquipmentResponse(equipment=await self._put(name, request))

    async def ExamineEquipment(
        self, request: pb.ExamineEquipmentRequest, _: Any
    ) -> pb.ExamineEquipmentResponse:
        name = named(request, EQUIPMENT.kind)
        return pb.ExamineEquipmentResponse(equipment=await self._put(name, request))

    async def TakeOutOfService(
        self, request: pb.TakeOutOfServiceRequest, _: Any
    ) -> pb.TakeOutOfServiceResponse:
        name = named(request, EQUIPMENT.kind)
        return pb.TakeOutOfServiceResponse(equipment=await self._put(name, request))

    async def RepairEquipment(
        self, request: pb.RepairEquipmentRequest, _: Any
    ) -> pb.RepairEquipmentResponse:
        name = named(request, EQUIPMENT.kind)
        return pb.RepairEquipmentResponse(equipment=await self._put(name, request))

    async def ReturnToService(
        self, request: pb.ReturnToServiceRequest, _: Any
    ) -> pb.ReturnToServiceResponse:
        name = named(request, EQUIPMENT.kind)
        return pb.ReturnToServiceResponse(equipment=await self._put(name, request))

    async def RetireEquipment(
        self, request: pb.RetireEquipmentRequest, _: Any
    ) -> pb.RetireEquipmentResponse:
        name = named(request, EQUIPMENT.kind)
        return pb.RetireEquipmentResponse(equipment=await self._put(name, request))

    # -- reading ---------------------------------------------------------------------------

    async def GetEquipment(
        self, request: pb.GetEquipmentRequest, _: Any
    ) -> pb.GetEquipmentResponse:
        name = named(request, EQUIPMENT.kind)
        snapshot = await self._equipment.read(name, request.at_least_version)
        return pb.GetEquipmentResponse(equipment=resource(snapshot))

    async def ListEquipment(
        self, request: pb.ListEquipmentRequest, _: Any
    ) -> pb.ListEquipmentResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: not only.phases or row.phase in only.phases,
            every_year=True,
        )
        return pb.ListEquipmentResponse(equipment=page.rows, next_page_token=page.next_token)

    def WatchEquipment(
        self, request: pb.WatchEquipmentRequest, _: Any
    ) -> AsyncIterator[pb.WatchEquipmentResponse]:
        name = named(request, EQUIPMENT.kind)
        return watched(
            self._equipment,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchEquipmentResponse(equipment=resource(last), events=last.happened),
        )

    # -- how -------------------------------------------------------------------------------

    async def _put(self, name: Name, request: Message) -> equipment_pb2.Equipment:
        today = self._venues.get(name.venue).gaming_day(now())
        facts = equipment_events_pb2.EquipmentFacts(gaming_day=today.isoformat())
        outcome = await self._walk(call(), name, request, facts=facts)
        return resource(outcome.snapshot)
