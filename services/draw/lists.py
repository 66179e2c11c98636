"""Lists of games, from their heads: no game is folded for a list."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import islice

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.errors import InvalidArgument
from services.kernel.heads import Head, Heads
from services.kernel.names import Name
from services.kernel.venues import Venues

PAGE = 50


def list_games(
    request: pb.ListGamesRequest,
    scope: Sequence[str],
    venues: Venues,
    heads: Heads,
    now: datetime,
) -> pb.ListGamesResponse:
    """One page of the games in the venues of `scope`, newest id first, then by venue.

    A page goes on after the last game of the one before, so games that come in between neither
    repeat a row nor hide one. Raises `InvalidArgument`.
    """
    before = _read_token(request.page_token)
    games = (
        head
        for venue in scope
        for head in heads.rows(venue, _year(request, venues, venue, now), "games")
        if _wanted(head, request.filter) and (before is None or _key(head) < before)
    )
    ordered: Iterator[Head] = iter(sorted(games, key=_key, reverse=True))
    size = request.page_size or PAGE
    page = list(islice(ordered, size))
    more = next(ordered, None) is not None
    return pb.ListGamesResponse(
        games=[_row(head) for head in page],
        next_page_token=_token(page[-1]) if more else "",
    )


def _wanted(head: Head, wanted: pb.ListGamesRequest.Filter) -> bool:
    row = head.row
    if not isinstance(row, game_pb2.GameRow):
        return False
    return (
        (not wanted.phases or row.phase in wanted.phases)
        and (not wanted.day or head.name.id.startswith(f"{wanted.day}-"))
        and (not wanted.room or wanted.room in row.rooms)
    )


def _year(request: pb.ListGamesRequest, venues: Venues, venue: str, now: datetime) -> int:
    if not request.filter.day:
        return venues.get(venue).gaming_day(now).year
    try:
        return date.fromisoformat(request.filter.day).year
    except ValueError as wrong:
        raise InvalidArgument("filter.day", f"{request.filter.day} is no day") from wrong


def _key(head: Head) -> tuple[str, str]:
    return (head.name.id, head.name.venue)


def _token(head: Head) -> str:
    return base64.urlsafe_b64encode("/".join(_key(head)).encode()).decode()


def _read_token(token: str) -> tuple[str, str] | None:
    if not token:
        return None
    try:
        text = base64.b64decode(token.encode(), altchars=b"-_", validate=True).decode()
        game_id, venue = text.split("/")
        Name(venue, "games", game_id)
    except ValueError as wrong:  # that it is no base64, no UTF-8 or no name are all such
        raise InvalidArgument("page_token", "it is not one that a list gave") from wrong
    return game_id, venue


def _row(head: Head) -> game_pb2.GameRow:
    row = game_pb2.GameRow()
    row.MergeFromString(head.row.SerializeToString())
    row.name = str(head.name)
    row.version = head.version
    return row
