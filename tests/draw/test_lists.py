"""Lists over the years: sessions of the running one, equipment whenever it was registered."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyesdown.draw.v1 import equipment_events_pb2, game_pb2
from eyesdown.draw.v1.equipment_pb2 import EquipmentRow
from eyesdown.draw.v1.equipment_service_pb2 import ListEquipmentRequest, RegisterEquipmentRequest
from services.draw.codec.equipment import CODEC
from services.draw.commands.equipment import command as equipment_command
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.rpc.game import played_in
from services.kernel.build import Build
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.commit import Actor, Given
from services.kernel.record.seal import Keys, Sealer
from services.kernel.venues import Venues
from tests.kit.journal_memory import MemoryJournal

VENUES = Venues.load(Path(__file__).parents[2] / "venues")
OLD, NEW, OTHER = (
    Name(venue, "equipment", id_)
    for venue, id_ in (("akl", "2025-cage"), ("akl", "2026-cage"), ("wlg", "2025-cage"))
)


@pytest.fixture
async def lists(tmp_path: Path) -> AsyncIterator[Lists[EquipmentRow]]:
    """The lists of three cages, in November 2026."""
    journal = MemoryJournal()
    sealer = Sealer(Keys.prepare(tmp_path / "keys"))
    cages = Aggregates(EQUIPMENT, CODEC, journal, sealer, software=Build("0.0.test"))
    for name in (OLD, NEW, OTHER):
        request = RegisterEquipmentRequest(
            request_id=str(uuid.uuid5(uuid.NAMESPACE_URL, str(name))),
            parent=f"venues/{name.venue}",
            equipment_id=name.id,
            title="Cage",
            selector=game_pb2.SELECTOR_RECEPTACLE,
            numbers=90,
        )
        given = Given(
            at=datetime(name.year, 11, 29, 8, tzinfo=UTC),
            actor=Actor("mere", 5),
            request_id=request.request_id,
            method="eyesdown.draw.v1.EquipmentService/RegisterEquipment",
            request=request,
            facts=equipment_events_pb2.EquipmentFacts(gaming_day=f"{name.year}-11-29"),
        )
        await cages.transact(name, given, equipment_command, time.monotonic() + 10)
    heads = Heads(journal, [EQUIPMENT.kind])
    for venue in ("akl", "wlg"):
        for year in (2025, 2026):
            await heads.follow(venue, year)

    def now() -> datetime:
        return datetime(2026, 11, 29, 8, tzinfo=UTC)

    yield Lists(heads, VENUES, EQUIPMENT.kind, EquipmentRow, now)
    await heads.close()


async def test_a_list_is_of_the_running_year_or_of_every_one(lists: Lists[EquipmentRow]) -> None:
    running = lists.page(ListEquipmentRequest(), ["akl"])
    assert [row.name for row in running.rows] == [str(NEW)]
    before = lists.page(ListEquipmentRequest(), ["akl"], year=2025)
    assert [row.name for row in before.rows] == [str(OLD)]
    ever = lists.page(ListEquipmentRequest(), ["akl", "wlg"], every_year=True)
    assert [row.name for row in ever.rows] == [str(NEW), str(OTHER), str(OLD)]


async def test_equipment_is_listed_whenever_it_was_registered(lists: Lists[EquipmentRow]) -> None:
    first = lists.page(ListEquipmentRequest(page_size=1), ["akl"], every_year=True)
    assert [row.name for row in first.rows] == [str(NEW)]
    request = ListEquipmentRequest(page_size=1, page_token=first.next_token)
    second = lists.page(request, ["akl"], every_year=True)
    assert [row.name for row in second.rows] == [str(OLD)]
    assert second.next_token == ""


async def test_a_list_is_of_what_a_row_means_to_its_venue(lists: Lists[EquipmentRow]) -> None:
    there = lists.page(
        ListEquipmentRequest(),
        ["akl", "wlg"],
        every_year=True,
        of=lambda name, row: name.venue == "wlg" and row.title == "Cage",
    )
    assert [row.name for row in there.rows] == [str(OTHER)]


def test_a_game_is_found_by_its_room_from_whichever_venue_it_is_named() -> None:
    name, full = Name("akl", "games", "2026-11-29-07"), "venues/{}/rooms/main".format
    own = game_pb2.GameRow(rooms=["main"])
    linked = game_pb2.GameRow(rooms=["main", full("wlg")])
    assert all(played_in(room, name, own) for room in ("", "main", full("akl")))
    assert not played_in(full("wlg"), name, own)
    assert played_in(full("wlg"), name, linked)
    assert not played_in("terrace", name, linked)
