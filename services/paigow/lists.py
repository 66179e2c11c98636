"""Lists of sittings."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues
from services.paigow.domain.sitting.sitting import SITTINGS

SittingLists = Lists[sitting_pb2.SittingRow]


def sitting_lists(heads: Heads, venues: Venues) -> SittingLists:
    """The lists of sittings."""
    return Lists(heads, venues, SITTINGS.kind, sitting_pb2.SittingRow)


def list_sittings(
    request: pb.ListSittingsRequest, scope: Sequence[str], lists: SittingLists
) -> pb.ListSittingsResponse:
    """One page of the sittings in the venues of `scope`. Raises `InvalidArgument`."""
    only = request.filter

    def wanted(row: sitting_pb2.SittingRow) -> bool:
        in_phase = not only.phases or row.phase in only.phases
        return in_phase and not (only.no_practice and row.practice)

    page = lists.page(request, scope, wanted, only.day)
    return pb.ListSittingsResponse(sittings=page.rows, next_page_token=page.next_token)
