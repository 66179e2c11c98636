"""Lists of session tables."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues
from services.tournament.domain.table.table import TABLES

TableLists = Lists[table_pb2.SessionTableRow]


def table_lists(heads: Heads, venues: Venues) -> TableLists:
    """The lists of session tables."""
    return Lists(heads, venues, TABLES.kind, table_pb2.SessionTableRow)


def list_tables(
    request: pb.ListTablesRequest, scope: Sequence[str], lists: TableLists
) -> pb.ListTablesResponse:
    """One page of the tables in the venues of `scope`. Raises `InvalidArgument`."""
    only = request.filter

    def wanted(row: table_pb2.SessionTableRow) -> bool:
        seated = row.phase != table_pb2.TABLE_PHASE_UNSPECIFIED
        in_phase = not only.phases or row.phase in only.phases
        return seated and in_phase and only.tournament in ("", row.tournament)

    page = lists.page(request, scope, wanted)
    return pb.ListTablesResponse(tables=page.rows, next_page_token=page.next_token)
