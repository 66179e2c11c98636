"""Lists of sessions."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import session_pb2
from eyesdown.draw.v1 import session_service_pb2 as pb
from services.draw.domain.session.session import SESSIONS
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues

SessionLists = Lists[session_pb2.SessionRow]


def session_lists(heads: Heads, venues: Venues) -> SessionLists:
    """The lists of sessions."""
    return Lists(heads, venues, SESSIONS.kind, session_pb2.SessionRow)


def list_sessions(
    request: pb.ListSessionsRequest, scope: Sequence[str], lists: SessionLists
) -> pb.ListSessionsResponse:
    """One page of the sessions in the venues of `scope`. Raises `InvalidArgument`."""
    only = request.filter

    def wanted(row: session_pb2.SessionRow) -> bool:
        return not only.phases or row.phase in only.phases

    page = lists.page(request, scope, wanted, only.day)
    return pb.ListSessionsResponse(sessions=page.rows, next_page_token=page.next_token)
