"""Lists of disputes."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import dispute_pb2
from eyesdown.draw.v1 import dispute_service_pb2 as pb
from services.draw.domain.dispute.dispute import DISPUTES
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues

DisputeLists = Lists[dispute_pb2.DisputeRow]


def dispute_lists(heads: Heads, venues: Venues) -> DisputeLists:
    """The lists of disputes."""
    return Lists(heads, venues, DISPUTES.kind, dispute_pb2.DisputeRow)


def list_disputes(
    request: pb.ListDisputesRequest, scope: Sequence[str], lists: DisputeLists
) -> pb.ListDisputesResponse:
    """One page of the disputes in the venues of `scope`. Raises `InvalidArgument`."""
    only = request.filter

    def wanted(row: dispute_pb2.DisputeRow) -> bool:
        in_phase = not only.phases or row.phase in only.phases
        return in_phase and (not only.game or only.game == row.game)

    page = lists.page(request, scope, wanted, only.day)
    return pb.ListDisputesResponse(disputes=page.rows, next_page_token=page.next_token)
