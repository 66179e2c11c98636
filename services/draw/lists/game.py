"""Lists of games."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.draw.domain.game.game import GAMES
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.venues import Venues

GameLists = Lists[game_pb2.GameRow]


def game_lists(heads: Heads, venues: Venues) -> GameLists:
    """The lists of games."""
    return Lists(heads, venues, GAMES.kind, game_pb2.GameRow)


def list_games(
    request: pb.ListGamesRequest, scope: Sequence[str], lists: GameLists
) -> pb.ListGamesResponse:
    """One page of the games in the venues of `scope`. Raises `InvalidArgument`."""
    only = request.filter

    def wanted(row: game_pb2.GameRow) -> bool:
        in_phase = not only.phases or row.phase in only.phases
        return in_phase and (not only.room or only.room in row.rooms)

    page = lists.page(request, scope, wanted, only.day)
    return pb.ListGamesResponse(games=page.rows, next_page_token=page.next_token)
