"""Lists of tournaments."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as pb
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues
from services.tournament.names import TOURNAMENTS

TournamentLists = Lists[tournament_pb2.TournamentRow]


def tournament_lists(heads: Heads, venues: Venues) -> TournamentLists:
    """The lists of tournaments."""
    return Lists(heads, venues, TOURNAMENTS, tournament_pb2.TournamentRow)


def list_tournaments(
    request: pb.ListTournamentsRequest, scope: Sequence[str], lists: TournamentLists
) -> pb.ListTournamentsResponse:
    """One page of the tournaments in the venues of `scope`. Raises `InvalidArgument`."""
    phases = request.phases

    def wanted(row: tournament_pb2.TournamentRow) -> bool:
        return not phases or row.phase in phases

    page = lists.page(request, scope, wanted)
    return pb.ListTournamentsResponse(tournaments=page.rows, next_page_token=page.next_token)
