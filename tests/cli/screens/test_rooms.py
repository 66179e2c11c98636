"""`eyesdown rooms`, and what is said of rooms elsewhere: on paper, and asked of a service that
runs."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC
from pathlib import Path

import pytest
import pytest_asyncio
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from eyesdown_client import Post
from services.cli.draw.call_sheet import board
from services.cli.screens.rooms import listed, table
from services.cli.screens.rooms_words import dark_or_late, had
from services.kernel.journal.connection import Connection
from tests.cli.caller.screen import screen_of
from tests.cli.command import eyesdown
from tests.kit import draw as kit
from tests.kit.draw import SOON, Replica, provisioned
from tests.kit.draw_play import Play
from tests.kit.glass import BUILD, Display
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

SHOWING, LATE = rooms_pb2.SCREEN_STATE_SHOWING, rooms_pb2.SCREEN_STATE_LATE
DARK, AWAITED = rooms_pb2.SCREEN_STATE_DARK, rooms_pb2.SCREEN_STATE_AWAITED
GAME = "venues/akl/games/2026-11-29-07"
HEARD = Timestamp(seconds=1)
ROOMS = (
    rooms_pb2.RoomState(
        name="venues/akl/rooms/main",
        state=LATE,
        screens=[
            rooms_pb2.Screen(
                display="north", state=SHOWING, showing=GAME, version=41, heard_at=HEARD,
                age=400, clock_skew=-2_500, skewed=True, build="2", old_page=False,
            ),
            rooms_pb2.Screen(
                display="south", state=LATE, showing=GAME, version=38, heard_at=HEARD,
                age=1_900, build="1", old_page=True,
            ),
        ],
    ),
    rooms_pb2.RoomState(
        name="venues/akl/rooms/terrace",
        state=DARK,
        screens=[
            rooms_pb2.Screen(display="bar", state=DARK),
            rooms_pb2.Screen(display="door", state=DARK, heard_at=HEARD, age=190_000, build="2"),
        ],
    ),
    rooms_pb2.RoomState(name="venues/wlg/rooms/lounge", state=DARK),
)  # fmt: skip


async def test_what_needs_a_look_on_paper():
    assert list(listed(ROOMS)) == [
        "room         screen  what",
        "akl/main     north   its clock is 2.5 s behind",
        "akl/main     south   late, an old page, 1",
        "akl/terrace  bar     dark: the room is dark",
        "akl/terrace  door    dark, heard of 3 min ago",
    ]
    silent = rooms_pb2.RoomState(name="venues/wlg/rooms/bar", state=DARK)
    silent.screens.extend(rooms_pb2.Screen(display=each, state=DARK) for each in ("e", "n", "w"))
    assert list(listed([silent])) == [
        "room     screen   what",
        "wlg/bar  e, n, w  dark: the room is dark",
    ]
    assert list(listed(ROOMS[2:])) == ["0 screens in 1 rooms, and nothing is wrong with any."]


async def test_every_screen_on_paper():
    assert list(table(ROOMS)) == [
        "room         screen  state    shows              heard of   clock         page",
        "akl/main     north   showing  2026-11-29-07 v41  0 s ago    2.5 s behind  2",
        "akl/main     south   late     2026-11-29-07 v38  1 s ago    0.0 s behind  1",
        "akl/terrace  bar     dark                        never",
        "akl/terrace  door    dark                        3 min ago  0.0 s behind  2",
        "wlg/lounge   none",
    ]


async def test_what_the_caller_is_told():
    told = "DARK: akl/terrace (bar, door); LATE: akl/main (south)"
    assert dark_or_late(ROOMS) == told
    assert dark_or_late(ROOMS[2:]) == ""


async def test_what_rooms_had_of_a_call_stands_on_the_master_board():
    game = game_pb2.Game(name=GAME, numbers=90)
    game.calls.add(position=1, number=5)
    for room, glass, after, showing in (
        ("main", game_pb2.ON_GLASS_SHOWN, 420, 2),
        ("bar", game_pb2.ON_GLASS_LATE, 3_400, 1),
        ("terrace", game_pb2.ON_GLASS_LATE, 0, 1),
        ("door", game_pb2.ON_GLASS_AWAITED, 0, 0),
        ("venues/wlg/rooms/main", game_pb2.ON_GLASS_DARK, 0, 0),
    ):
        game.acknowledgements.add(
            position=1, room=room, glass=glass, milliseconds=after, showing=showing, screens=2
        )
    game.confirmations.add(position=1, room="bar", heard=True, seen=True, by="sam")
    game.breaches.add(position=1, rooms=["venues/wlg/rooms/main"], by="sue", reason="dark")
    told = (
        "main after 420 ms; bar after 3400 ms, late (1 of 2 screens); terrace not in time "
        "(1 of 2 screens); door not known then; wlg/main dark; heard and seen in bar by sam; "
        "gone on without wlg/main, by sue: dark"
    )
    assert had(game, 1) == told
    assert had(game, 2) == ""
    assert f"        {told}" in list(board(game, UTC))


# -- asked of a service ------------------------------------------------------------------------


class Hall(kit.Hall):
    displays = ("left",)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Hall:
    return await provisioned(Hall, tmp_path_factory.mktemp("hall"), nats_server)


def address(one: Replica) -> str:
    assert one.server is not None
    return f"127.0.0.1:{one.server.port}"


async def until(hall: Hall, one: Replica, state: rooms_pb2.ScreenState.ValueType) -> None:
    """Wait until a room is so; dark is one that was never heard of once the draw has listened for
    long enough."""
    asked = rpc.GetRoomsRequest(parent=f"venues/{hall.venue}")
    async with asyncio.timeout(SOON):
        while not any(
            room.state == state
            for room in (await one.draw.GetRooms(asked, metadata=hall.auditor.at)).rooms
        ):
            pass


async def test_rooms_asks_the_draw_and_ends_with_1_while_a_screen_needs_a_look(
    hall: Hall, one: Replica, nats: Connection, tmp_path: Path
):
    reaching = {
        "EYESDOWN_DRAW": address(one),
        "EYESDOWN_TOKEN": hall.auditor.at[0][1].removeprefix("Bearer "),
    }
    left = Display(nats, hall.venue, hall.room())
    venue = ("--venue", hall.venue)
    await until(hall, one, DARK)
    async with left.staying(None):
        await until(hall, one, SHOWING)
        whole, some, lines = [
            await eyesdown("rooms", *venue, *how, data=tmp_path, more=reaching)
            for how in (["--all"], [], ["--json"])
        ]
    assert (whole.code, whole.err) == (1, ""), "nearly all are dark"
    (row,) = (line.split() for line in whole.out.splitlines() if f"/{left.room} " in line)
    assert (row[1], row[2], row[-1]) == (left.id, "showing", BUILD)
    assert f"{hall.venue}/{left.room} " not in some.out
    assert "the room is dark" in some.out
    rooms = [json.loads(line) for line in lines.out.splitlines()]
    (found,) = (each for each in rooms if each["name"].endswith(f"/{left.room}"))
    assert found["state"] == "SCREEN_STATE_SHOWING"


async def test_the_caller_s_screen_names_what_is_dark_until_it_is_back(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    (room,) = play.game.rooms
    async with screen_of(hall, address(one), hall.caller, Post.CALLER, play.game) as caller:
        await caller.until(lambda desk: any(each.state == DARK for each in desk.rooms))
        left = Display(nats, hall.venue, room)
        assert f"DARK: {hall.venue}/{room} ({left.id})" in caller.text("outs")
        async with left.staying(play.game):
            await caller.until(lambda desk: desk.rooms[0].state == SHOWING)
            assert "DARK" not in caller.text("outs")
