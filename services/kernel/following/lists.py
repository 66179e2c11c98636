"""Lists of aggregates, from their heads: none is folded for a list.

The newest id comes first, then it goes by venue. A page goes on after the last row of the one
before, so what comes in between neither repeats a row nor hides one.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from google.protobuf.message import Message

from services.kernel.errors import InvalidArgument
from services.kernel.following.heads import Head, Heads
from services.kernel.names import Name
from services.kernel.venues import Venues
from services.kernel.walk import now

R = TypeVar("R", bound=Message)

PAGE = 50
"""Rows of a page whose size nobody asked for."""


class Asked(Protocol):
    """What a list's request has: how many rows, and the token of the page before (or empty)."""

    page_size: int
    page_token: str


@dataclass(frozen=True)
class Page(Generic[R]):
    """Some rows, and the token that the next ones are asked for with; empty when there are none."""

    rows: tuple[R, ...]
    next_token: str


class Lists(Generic[R]):
    """The lists of one kind of aggregate.

    `row` is the message of its summaries; their fields `name` and `version` are filled in here.
    """

    def __init__(
        self,
        heads: Heads,
        venues: Venues,
        kind: str,
        row: type[R],
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._heads = heads
        self._venues = venues
        self._kind = kind
        self._row = row
        self._clock = clock

    def page(
        self,
        request: Asked,
        scope: Sequence[str],
        wanted: Callable[[R], bool] = lambda row: True,
        day: str = "",
        year: int = 0,
        every_year: bool = False,
        of: Callable[[Name, R], bool] = lambda name, row: True,
    ) -> Page[R]:
        """One page of the rows that are `wanted` in the venues of `scope`; `of` chooses by what a
        row means to its venue, and gets its name as well.

        With `day`, the request's `filter.day`, of the ids that begin with that gaming day; without
        one of a `year`, of each venue's running one, or of `every_year`. Raises `InvalidArgument`.
        """
        before = self._read_token(request.page_token)
        found = (
            head
            for venue in scope
            for head in self._heads.rows(
                venue, None if every_year else year or self._year(venue, day), self._kind
            )
            if (before is None or _key(head) < before)
            and (not day or f"{head.name.id}-".startswith(f"{day}-"))
            and isinstance(head.row, self._row)
            and wanted(head.row)
            and of(head.name, head.row)
        )
        ordered: Iterator[Head] = iter(sorted(found, key=_key, reverse=True))
        heads = tuple(islice(ordered, request.page_size or PAGE))
        more = next(ordered, None) is not None
        return Page(tuple(map(self._filled, heads)), _token(heads[-1]) if more else "")

    def _year(self, venue: str, day: str) -> int:
        if not day:
            return self._venues.get(venue).gaming_day(self._clock()).year
        try:
            return date.fromisoformat(day).year
        except ValueError as wrong:
            raise InvalidArgument("filter.day", f"{day} is no day") from wrong

    def _read_token(self, token: str) -> tuple[str, str] | None:
        if not token:
            return None
        try:
            text = base64.b64decode(token.encode(), altchars=b"-_", validate=True).decode()
            id_, venue = text.split("/")
            Name(venue, self._kind, id_)
        except ValueError as wrong:  # that it is no base64, no UTF-8 or no name are all such
            raise InvalidArgument("page_token", "it is not one that a list gave") from wrong
        return id_, venue

    def _filled(self, head: Head) -> R:
        row: Any = self._row()
        row.CopyFrom(head.row)
        row.name, row.version = str(head.name), head.version
        filled: R = row
        return filled


def _key(head: Head) -> tuple[str, str]:
    return (head.name.id, head.name.venue)


def _token(head: Head) -> str:
    return base64.urlsafe_b64encode("/".join(_key(head)).encode()).decode()
