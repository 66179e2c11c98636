"""Lists of equipment."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import equipment_pb2
from eyesdown.draw.v1 import equipment_service_pb2 as pb
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues

EquipmentLists = Lists[equipment_pb2.EquipmentRow]


def equipment_lists(heads: Heads, venues: Venues) -> EquipmentLists:
    """The lists of equipment."""
    return Lists(heads, venues, EQUIPMENT.kind, equipment_pb2.EquipmentRow)


def list_equipment(
    request: pb.ListEquipmentRequest, scope: Sequence[str], lists: EquipmentLists
) -> pb.ListEquipmentResponse:
    """One page of the equipment in the venues of `scope`, whenever it was registered.

    Raises `InvalidArgument`.
    """
    only = request.filter

    def wanted(row: equipment_pb2.EquipmentRow) -> bool:
        return not only.phases or row.phase in only.phases

    page = lists.page(request, scope, wanted, every_year=True)
    return pb.ListEquipmentResponse(equipment=page.rows, next_page_token=page.next_token)
