"""gRPC in, for equipment: parse, put on record, render."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import equipment_events_pb2, equipment_service_pb2_grpc
from eyesdown.draw.v1 import equipment_service_pb2 as pb
from services.draw.domain.equipment.equipment import EQUIPMENT, Command, Event
from services.draw.domain.equipment.state import State
from services.draw.lists.equipment import EquipmentLists, list_equipment
from services.draw.views.equipment import resource
from services.kernel.following.heads import Heads
from services.kernel.following.watching import versions
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates, Outcome
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
        lists: EquipmentLists,
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
        outcome = await self._put(name, request)
        return pb.RegisterEquipmentResponse(equipment=resource(outcome.snapshot))

    async def ExamineEquipment(
        self, request: pb.ExamineEquipmentRequest, _: Any
    ) -> pb.ExamineEquipmentResponse:
        outcome = await self._put(named(request, EQUIPMENT.kind), request)
        return pb.ExamineEquipmentResponse(equipment=resource(outcome.snapshot))

    async def TakeOutOfService(
        self, request: pb.TakeOutOfServiceRequest, _: Any
    ) -> pb.TakeOutOfServiceResponse:
        outcome = await self._put(named(request, EQUIPMENT.kind), request)
        return pb.TakeOutOfServiceResponse(equipment=resource(outcome.snapshot))

    async def RepairEquipment(
        self, request: pb.RepairEquipmentRequest, _: Any
    ) -> pb.RepairEquipmentResponse:
        outcome = await self._put(named(request, EQUIPMENT.kind), request)
        return pb.RepairEquipmentResponse(equipment=resource(outcome.snapshot))

    async def ReturnToService(
        self, request: pb.ReturnToServiceRequest, _: Any
    ) -> pb.ReturnToServiceResponse:
        outcome = await self._put(named(request, EQUIPMENT.kind), request)
        return pb.ReturnToServiceResponse(equipment=resource(outcome.snapshot))

    async def RetireEquipment(
        self, request: pb.RetireEquipmentRequest, _: Any
    ) -> pb.RetireEquipmentResponse:
        outcome = await self._put(named(request, EQUIPMENT.kind), request)
        return pb.RetireEquipmentResponse(equipment=resource(outcome.snapshot))

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
        return list_equipment(request, call().scope, self._lists)

    async def WatchEquipment(
        self, request: pb.WatchEquipmentRequest, _: Any
    ) -> AsyncIterator[pb.WatchEquipmentResponse]:
        name = named(request, EQUIPMENT.kind)
        watched = versions(self._equipment, self._heads, name, request.after_version)
        async with aclosing(watched) as snapshots:
            async for last in snapshots:
                yield pb.WatchEquipmentResponse(
                    equipment=resource(last),
                    events=[type(event).__name__ for event in last.events],
                )

    # -- how -------------------------------------------------------------------------------

    async def _put(self, name: Name, request: Message) -> Outcome[Event, State]:
        today = self._venues.get(name.venue).gaming_day(now())
        facts = equipment_events_pb2.EquipmentFacts(gaming_day=today.isoformat())
        return await self._walk(call(), name, request, facts=facts)
