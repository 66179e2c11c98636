"""`eyesdown display`: what it prints, and what it asks."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.draw.v1 import display_pb2, display_service_pb2
from services.kernel.rights.displaykey import DisplayKey
from tests.cli.command import Done, eyesdown
from tests.client.house import House

NORTH = "venues/akl/displays/2026-north"
BOUND = display_pb2.DisplayRow(
    name=NORTH, version=3, phase=display_pb2.DISPLAY_PHASE_BOUND, display="north", room="main"
)
REVOKED = display_pb2.DisplayRow(
    name="venues/akl/displays/2026-bar",
    version=2,
    phase=display_pb2.DISPLAY_PHASE_REVOKED,
    display="bar",
    room="terrace",
    reason="stolen\x1b[2J",
)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    await house.start()
    listed = display_service_pb2.ListDisplaysResponse(displays=[BOUND, REVOKED])
    house.answers("ListDisplays", listed)
    yield house
    await house.stop()


async def run(house: House, folder: Path, *arguments: str) -> Done:
    more = {"EYESDOWN_DRAW": f"127.0.0.1:{house.port}", "EYESDOWN_TOKEN": "t1"}
    return await eyesdown("display", *arguments, data=folder, more=more)


async def test_a_screen_is_bound(house: House, tmp_path: Path):
    shown = display_pb2.Display(name=NORTH, display="north", room="main")
    house.answers("BindDisplay", display_service_pb2.BindDisplayResponse(display=shown))
    done = await run(house, tmp_path, "bind", "akl/main", "north", "7qk4m")
    assert (done.code, done.err) == (0, "")
    assert done.out == "akl/north is bound, in the room main.\n"
    (asked,) = [each.request for each in house.calls]
    assert (asked.parent, asked.room, asked.display) == ("venues/akl", "main", "north")
    assert asked.code == "7QK4M"


async def test_a_screen_is_cut_off_at_the_version_that_was_listed(house: House, tmp_path: Path):
    shown = display_pb2.Display(name=NORTH, display="north", room="main")
    house.answers("RevokeDisplay", display_service_pb2.RevokeDisplayResponse(display=shown))
    done = await run(house, tmp_path, "revoke", "akl/north", "--reason", "stolen")
    assert (done.code, done.out) == (0, "akl/north is revoked, its screen is cut off.\n")
    asked = house.calls[-1].request
    assert (asked.name, asked.version, asked.reason) == (NORTH, 3, "stolen")


async def test_what_was_never_bound_is_not_revoked(house: House, tmp_path: Path):
    done = await run(house, tmp_path, "revoke", "akl/south", "--reason", "stolen")
    assert (done.code, done.err) == (1, "Error: No screen was ever bound to akl/south\n")


async def test_displays_are_listed_with_those_of_the_venues_file(house: House, tmp_path: Path):
    rooms = [
        venue_service_pb2.Room(name="venues/akl/rooms/main", displays=["north", "south"]),
        venue_service_pb2.Room(name="venues/akl/rooms/terrace", displays=["bar"]),
    ]
    house.answers("ListRooms", venue_service_pb2.ListRoomsResponse(rooms=rooms))
    done = await run(house, tmp_path, "list", "--venue", "akl")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "display    room     phase        why",
        "akl/bar    terrace  revoked      stolen [2J",
        "akl/north  main     bound",
        "akl/south  main     never bound",
    ]


async def test_displays_are_listed_as_json(house: House, tmp_path: Path):
    done = await run(house, tmp_path, "list", "--venue", "akl", "--json")
    assert [json.loads(line)["display"] for line in done.out.splitlines()] == ["north", "bar"]


@pytest.mark.parametrize(
    "arguments", [("bind", "akl", "n", "c"), ("revoke", "akl", "--reason", "x")]
)
async def test_what_is_no_name_is_told(house: House, tmp_path: Path, arguments: tuple[str, ...]):
    done = await run(house, tmp_path, *arguments)
    assert done.code == 2
    assert "is not of the form akl/" in done.err


async def test_a_key_is_made_once_and_its_public_part_is_printed(tmp_path: Path):
    file = tmp_path / "display.key"
    first, again = [await eyesdown("display", "key", str(file), data=tmp_path) for _ in range(2)]
    assert (first.code, first.err) == (0, "")
    assert first.out == again.out == DisplayKey.of(file).public + "\n"
