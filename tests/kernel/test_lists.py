"""Lists over the years: of the running one, of a day's, or of every one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.names import Name
from services.kernel.record.seal import Keys
from services.kernel.venues import Venues
from tests.kit.journal_memory import MemoryJournal
from tests.kit.toy.shelf import Requests, Shelf
from tests.kit.toy.v1 import toy_pb2

VENUES = Venues.load(Path(__file__).parents[2] / "venues")
OLD, NEW, OTHER = (
    Name(venue, "jars", id_)
    for venue, id_ in (("akl", "2025-big"), ("akl", "2026-11-29-03"), ("wlg", "2025-big"))
)


@pytest.fixture
async def lists(tmp_path: Path) -> AsyncIterator[Lists[toy_pb2.JarRow]]:
    """The lists of three jars, in November 2026."""
    journal = MemoryJournal()
    shelf = Shelf(journal, Keys.prepare(tmp_path / "keys"))
    for name in (OLD, NEW, OTHER):
        await shelf.send(Requests(name).open())
    heads = Heads(journal, ["jars"])
    for venue in ("akl", "wlg"):
        for year in (2025, 2026):
            await heads.follow(venue, year)

    def now() -> datetime:
        return datetime(2026, 11, 29, 8, tzinfo=UTC)

    yield Lists(heads, VENUES, "jars", toy_pb2.JarRow, now)
    await heads.close()


def names(lists: Lists[toy_pb2.JarRow], *venues: str, **how) -> list[str]:
    page = lists.page(pb.ListGamesRequest(), venues, **how)
    return [row.name for row in page.rows]


async def test_a_list_is_of_the_running_year_or_of_a_days(lists) -> None:
    assert names(lists, "akl") == [str(NEW)]
    assert names(lists, "akl", day="2026-11-29") == [str(NEW)]


async def test_a_list_of_every_year_has_what_is_kept_for_years(lists) -> None:
    assert names(lists, "akl", every_year=True) == [str(NEW), str(OLD)]
    assert names(lists, "akl", "wlg", every_year=True) == [str(NEW), str(OTHER), str(OLD)]
