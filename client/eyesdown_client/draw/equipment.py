"""The calls of equipment: registered, inspected, repaired, in and out of service."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable

from eyesdown.draw.v1 import equipment_pb2, equipment_service_pb2_grpc, game_pb2
from eyesdown.draw.v1 import equipment_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of
from eyesdown_client.draw.words import Selector


class EquipmentPhase(enum.IntEnum):
    """Where a piece of equipment stands."""

    REGISTERED = equipment_pb2.EQUIPMENT_PHASE_REGISTERED
    IN_SERVICE = equipment_pb2.EQUIPMENT_PHASE_IN_SERVICE
    OUT_OF_SERVICE = equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE
    RETIRED = equipment_pb2.EQUIPMENT_PHASE_RETIRED


class Respect(enum.IntEnum):
    """In what the objects of a set are compared with each other."""

    SIZE = equipment_pb2.RESPECT_SIZE
    SHAPE = equipment_pb2.RESPECT_SHAPE
    WEIGHT = equipment_pb2.RESPECT_WEIGHT
    BALANCE = equipment_pb2.RESPECT_BALANCE


def defect(what: str, ball: int = 0) -> equipment_pb2.Defect:
    """What is wrong with an object, or, without `ball`, with the receptacle or selector itself."""
    return equipment_pb2.Defect(ball=ball, what=what)


@fitting
class Equipment:
    """The calls of `EquipmentService`. A `name` is "venues/akl/equipment/2026-cage-2".

    `version` is the `Equipment.version` that the person saw.
    """

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = equipment_service_pb2_grpc.EquipmentServiceStub(connection.channel)

    async def register_equipment(
        self,
        *,
        venue: str,
        equipment_id: str,
        title: str,
        selector: Selector,
        numbers: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> equipment_pb2.Equipment:
        """Register a receptacle with its set of `numbers` objects, or a selector of 1 to `numbers`.

        `equipment_id` begins with the year ("2026-cage-2").
        """
        request = rpc.RegisterEquipmentRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            equipment_id=equipment_id,
            title=title,
            selector=game_pb2.Selector.ValueType(selector),
            numbers=numbers,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.RegisterEquipment, request, deadline)
        return (await call).equipment

    async def examine_equipment(
        self,
        name: str,
        *,
        version: int,
        equal_in: Iterable[Respect] = (),
        counted: int = 0,
        defects: Iterable[equipment_pb2.Defect] = (),
        witness: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> equipment_pb2.Equipment:
        """Record an inspection; what is not fit is out of service by it.

        Of a receptacle: `equal_in` what its objects were found equal, and how many were `counted`.
        """
        request = rpc.ExamineEquipmentRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            equal_in=[equipment_pb2.Respect.ValueType(each) for each in equal_in],
            counted=counted,
            defects=defects,
            witness=witness,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.ExamineEquipment, request, deadline)
        return (await call).equipment

    async def take_out_of_service(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        defects: Iterable[equipment_pb2.Defect] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> equipment_pb2.Equipment:
        """Take it out of service; `defects` (`defect(…)`) are to be repaired before it returns."""
        request = rpc.TakeOutOfServiceRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            defects=defects,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.TakeOutOfService, request, deadline)
        return (await call).equipment

    async def repair_equipment(
        self,
        name: str,
        *,
        version: int,
        done: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> equipment_pb2.Equipment:
        """Record what was `done` about its defects; another person inspects it then."""
        request = rpc.RepairEquipmentRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            done=done,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.RepairEquipment, request, deadline)
        return (await call).equipment

    async def return_to_service(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> equipment_pb2.Equipment:
        """Put it back into service after repair and a new inspection."""
        request = rpc.ReturnToServiceRequest(
            request_id=id_of(request_id), name=name, version=version, validate_only=validate_only
        )
        call = self._connection.call(self._stub.ReturnToService, request, deadline)
        return (await call).equipment

    async def retire_equipment(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> equipment_pb2.Equipment:
        """Give it up for good."""
        request = rpc.RetireEquipmentRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            validate_only=validate_only,
        )
        call = self._connection.call(self._stub.RetireEquipment, request, deadline)
        return (await call).equipment

    async def get_equipment(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> equipment_pb2.Equipment:
        """The equipment as it is now, at `at_least_version` or later."""
        request = rpc.GetEquipmentRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetEquipment, request, deadline)).equipment

    def list_equipment(
        self,
        *,
        venue: str = "-",
        phases: Iterable[EquipmentPhase] = (),
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[equipment_pb2.EquipmentRow, None]:
        """The equipment of a venue, or of every one the person may see, by id, the latest first."""
        request = rpc.ListEquipmentRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListEquipmentRequest.Filter(
                phases=[equipment_pb2.EquipmentPhase.ValueType(phase) for phase in phases]
            ),
        )
        return rows(self._connection, self._stub.ListEquipment, request, "equipment", deadline)

    def watch_equipment(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchEquipmentResponse, None]:
        """The equipment at every version after `after_version` and then as it changes, until it is
        given up: `.equipment`, and the names of the `.events` that made this version of it."""

        def asked(seen: int) -> rpc.WatchEquipmentRequest:
            return rpc.WatchEquipmentRequest(name=name, after_version=seen)

        stub = self._stub.WatchEquipment
        return versions(self._connection, stub, asked, "equipment", after_version)
