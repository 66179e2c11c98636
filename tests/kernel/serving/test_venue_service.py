"""The venues and rooms over gRPC: only what the person asking may see."""

from __future__ import annotations

import tomllib

import grpc
import pytest

from eyesdown.common.v1 import venue_service_pb2 as pb
from tests.kernel.serving.kit import VENUES, House, told

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def venues(house: House, grants: dict[str, list[str]]) -> list[str]:
    reply = await house.venues.ListVenues(pb.ListVenuesRequest(), metadata=house.as_(grants))
    return [venue.name for venue in reply.venues]


@pytest.mark.parametrize(
    ("grants", "seen"),
    [
        ({"wlg": ["display"]}, ["venues/wlg"]),
        ({"wlg": ["caller"], "akl": ["seller"]}, ["venues/akl", "venues/wlg"]),
        ({"*": ["auditor"]}, ["venues/akl", "venues/mem", "venues/wlg"]),
        ({"xyz": ["operator"]}, []),
        ({"akl": []}, []),
        ({}, []),
    ],
)
async def test_only_venues_where_a_role_is_held_are_listed(house: House, grants, seen):
    assert await venues(house, grants) == seen


async def test_a_venue_is_shown_as_its_file_says(house: House):
    reply = await house.venues.ListVenues(pb.ListVenuesRequest(), metadata=house.as_("caller"))
    assert list(reply.venues) == [
        pb.Venue(
            name="venues/akl",
            title="Harbour Casino, Auckland",
            time_zone="Pacific/Auckland",
            currency="NZD",
            day_starts="06:00",
            profiles=tomllib.loads((VENUES / "akl.toml").read_text())["profiles"],
        )
    ]


async def test_rooms_come_in_the_order_of_the_file(house: House):
    request = pb.ListRoomsRequest(parent="venues/akl")
    reply = await house.venues.ListRooms(request, metadata=house.as_("display"))
    names = [room.name for room in reply.rooms]
    assert names == [f"venues/akl/rooms/{room}" for room in ("main", "mezzanine", "terrace")]
    assert reply.rooms[0] == pb.Room(
        name="venues/akl/rooms/main",
        title="Main gaming floor",
        displays=["north", "south"],
        heard_by="house public address",
    )


@pytest.mark.parametrize("parent", ["venues/akl", "venues/xyz"])
async def test_rooms_of_a_venue_without_a_role_are_denied(house: House, parent: str):
    request = pb.ListRoomsRequest(parent=parent)
    failed = await told(house.venues.ListRooms(request, metadata=house.as_({"wlg": ["operator"]})))
    assert failed.code is grpc.StatusCode.PERMISSION_DENIED


async def test_rooms_of_a_venue_that_there_is_not(house: House):
    request = pb.ListRoomsRequest(parent="venues/xyz")
    failed = await told(house.venues.ListRooms(request, metadata=house.as_({"*": ["operator"]})))
    assert failed.code is grpc.StatusCode.NOT_FOUND


@pytest.mark.parametrize("parent", ["", "akl", "venues/-", "venues/AKL", "venues/akl/rooms"])
async def test_rooms_of_what_is_no_venue(house: House, parent: str):
    request = pb.ListRoomsRequest(parent=parent)
    failed = await told(house.venues.ListRooms(request, metadata=house.as_({"*": ["operator"]})))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert list(failed.violations) == ["parent"]
