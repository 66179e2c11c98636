"""A room followed on a real NATS: what is kept, what comes, and what comes late or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from eyesdown.board.v1 import board_pb2
from services.cli.screens.room_view import Room, RoomView, follow
from services.kernel.boards.boards import Boards
from services.kernel.boards.frame_json import frame_json
from services.kernel.boards.pulse import Pulse
from services.kernel.boards.rooms import Rooms
from services.kernel.journal.connection import Connection
from services.kernel.law import Standing
from services.kernel.names import BadName, Name

if TYPE_CHECKING:  # a plugin is loaded by pytest, before anybody imports it
    from tests.kit.nats import Connect
    from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.nats"]

DEADLINE = 60.0
NEVER = 3600.0
"""Seconds without a pulse after which a room is offline, where no test waits for that."""
AT = datetime(2026, 11, 29, 7, 30, tzinfo=UTC)
NUMBERS = (17, 88, 3, 41, 60, 90, 5)


def frame(game: Name, version: int, calls: int, **fields) -> board_pb2.GameFrame:
    """A frame of so many calls, in play unless `fields` say otherwise."""
    called = [
        board_pb2.FrameCall(position=position, number=number)
        for position, number in enumerate(NUMBERS[:calls], 1)
    ]
    given = {"phase": board_pb2.GAME_PHASE_IN_PLAY, "numbers": 90, **fields}
    return board_pb2.GameFrame(name=str(game), version=version, calls=called, **given)


class Floor:
    """The draw's side of a venue with one room, `main`."""

    def __init__(self, connection: Connection, venue: str) -> None:
        self.connection = connection
        self.venue = venue
        self.boards = Boards(connection)
        self.rooms = Rooms(connection)

    def game(self, number: int) -> Name:
        return Name(self.venue, "games", f"2026-11-29-0{number}")

    async def take(self, game: Name) -> None:
        async def ended(name: Name) -> Standing:
            return Standing.ENDED

        await self.rooms.take(game, ["main"], 1, AT, ended)

    async def show(self, game: Name, version: int, calls: int, **fields) -> None:
        assert await self.boards.publish(game, version, frame(game, version, calls, **fields))


@pytest.fixture
def floor(nats_connection: Connection, provisioned: str) -> Floor:
    return Floor(nats_connection, provisioned)


async def until(room: Room, seen: Callable[[RoomView], bool]) -> list[RoomView]:
    """The views up to the first that is so."""
    views = []
    async with asyncio.timeout(DEADLINE):
        async for view in room:
            views.append(view)
            if seen(view):
                return views
    raise AssertionError("the views ended")


def at(version: int) -> Callable[[RoomView], bool]:
    """Shows all of this version."""
    return lambda view: view.frame is not None and view.frame.version == version and not view.behind


async def test_what_is_kept_is_shown_at_once_and_not_played_again(floor: Floor):
    game = floor.game(1)
    await floor.take(game)
    await floor.show(game, 9, calls=3)
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        views = await until(room, at(9))
    with_frame = [view for view in views if view.frame is not None]
    assert [view.played for view in with_frame] == [3]
    assert with_frame[0].showing == str(game)
    assert with_frame[0].glass == frame(game, 9, calls=3)


async def test_a_room_that_shows_nothing_waits(floor: Floor):
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        first = await anext(room)
        assert (first.showing, first.frame, first.offline) == ("", None, False)
        game = floor.game(1)
        await floor.take(game)
        await floor.show(game, 2, calls=0)
        views = await until(room, at(2))
    assert {view.showing for view in views} <= {"", str(game)}


async def test_every_call_is_shown_though_frames_are_missed(floor: Floor):
    game = floor.game(1)
    await floor.take(game)
    await floor.show(game, 2, calls=0)
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        await until(room, at(2))
        await floor.show(
            game,
            14,
            calls=4,
            phase=board_pb2.GAME_PHASE_PAUSED,
            call_outs=[
                board_pb2.FrameCallOut(call_out=1, after_position=2, status="not valid"),
                board_pb2.FrameCallOut(call_out=2, after_position=4, status="undecided"),
            ],
            stages=[board_pb2.FrameStage(title="line", won_on=4)],
        )
        views = await until(room, at(14))
    glasses = [view.glass for view in views if view.glass is not None]
    assert [[call.number for call in glass.calls] for glass in glasses] == [
        [17],
        [17, 88],
        [17, 88, 3],
        [17, 88, 3, 41],
    ]
    paused, playing = board_pb2.GAME_PHASE_PAUSED, board_pb2.GAME_PHASE_IN_PLAY
    assert [glass.phase for glass in glasses] == [playing, playing, playing, paused]
    assert [len(glass.call_outs) for glass in glasses] == [0, 0, 1, 2]
    assert [glass.stages[0].won_on for glass in glasses] == [0, 0, 0, 4]


async def test_a_change_without_a_call_is_shown(floor: Floor):
    game = floor.game(1)
    await floor.take(game)
    await floor.show(game, 5, calls=2)
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        await until(room, at(5))
        await floor.show(game, 6, calls=2, phase=board_pb2.GAME_PHASE_PAUSED)
        views = await until(room, at(6))
    assert [view.played for view in views] == [2]


async def test_a_frame_that_comes_late_is_dropped(floor: Floor):
    game = floor.game(1)
    await floor.take(game)
    await floor.show(game, 5, calls=2)
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        await until(room, at(5))
        for body in (
            frame_json(frame(game, 4, calls=1)),
            frame_json(frame(game, 5, calls=7)),
            frame_json(frame(floor.game(2), 9, calls=7)),
            b"\xff",
            b"[]",
        ):
            await floor.connection.publish(game.board, body)
        await floor.show(game, 6, calls=3)
        views = await until(room, at(6))
    shown = [view.frame.version for view in views if view.frame is not None]
    assert shown == [6]


async def test_the_room_moves_on_to_the_next_game(floor: Floor):
    first, second = floor.game(1), floor.game(2)
    await floor.take(first)
    await floor.show(first, 90, calls=7, phase=board_pb2.GAME_PHASE_ENDED)
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        await until(room, at(90))
        await floor.show(second, 2, calls=0)
        await floor.take(second)
        views = await until(room, at(2))
        await floor.show(second, 5, calls=1)
        views += await until(room, at(5))
    assert views[-1].showing == str(second)
    assert all(view.frame is None or view.frame.name == str(second) for view in views)
    assert views[-1].played == 1


async def test_a_pointer_that_comes_late_is_dropped(floor: Floor):
    first, second = floor.game(1), floor.game(2)
    await floor.take(first)
    await floor.take(second)
    await floor.show(second, 2, calls=0)
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        await until(room, at(2))
        late = board_pb2.RoomPointer(showing=str(first), board=first.board)
        subject = f"eyesdown.room.{floor.venue}.main"
        for headers in ({"Nats-Sequence": "1"}, {"Nats-Sequence": "x"}, None):
            await floor.connection.publish(subject, frame_json(late), headers=headers)
        await floor.show(second, 3, calls=0)
        views = await until(room, at(3))
    assert {view.showing for view in views} == {str(second)}


async def test_without_a_pulse_it_is_offline_until_there_is_one(floor: Floor):
    async with Room(floor.connection, floor.venue, "main", silence=0.05) as room:
        silent = (await until(room, lambda view: view.offline))[-1]
        async with Pulse(
            floor.connection,
            [floor.venue],
            "draw",
            "one",
            lambda venue: 7,
            lambda: AT,
            every=0.01,
        ):
            alive = (await until(room, lambda view: not view.offline))[-1]
        assert alive.alive_at > silent.alive_at
        assert (await until(room, lambda view: view.offline))[-1].alive_at >= alive.alive_at


async def test_a_lost_connection_is_offline_and_what_was_missed_is_read(
    floor: Floor, nats_connect: Connect, nats_proxy: Proxy
):
    game = floor.game(1)
    await floor.take(game)
    await floor.show(game, 2, calls=1)
    connection = await nats_connect(nats_proxy.url)
    async with Room(connection, floor.venue, "main", silence=NEVER) as room:
        await until(room, at(2))
        await nats_proxy.cut()
        lost = (await until(room, lambda view: view.offline))[-1]
        assert at(2)(lost)
        await floor.show(game, 9, calls=4)
        await nats_proxy.heal()
        views = await until(room, lambda view: at(9)(view) and not view.offline)
    await connection.close()  # before the proxy goes
    played = [view.played for view in views if view.frame and view.frame.version == 9]
    assert sorted(set(played)) == [2, 3, 4]


async def test_a_pointer_to_another_kind_is_no_game(floor: Floor):
    subject = f"eyesdown.in.room.{floor.venue}.main"
    pointer = board_pb2.RoomPointer(
        showing=f"venues/{floor.venue}/sittings/2026-1",
        board=f"eyesdown.board.{floor.venue}.sittings.2026-1",
    )
    async with Room(floor.connection, floor.venue, "main", silence=NEVER) as room:
        await floor.connection.jetstream().publish(subject, frame_json(pointer))
        views = await until(room, lambda view: view.showing == pointer.showing)
        assert views[-1].frame is None
        await floor.take(floor.game(1))
        await floor.show(floor.game(1), 1, calls=0)
        await until(room, at(1))


async def test_follow_gives_the_same_views(floor: Floor):
    game = floor.game(1)
    await floor.take(game)
    await floor.show(game, 3, calls=1)
    views = follow(floor.connection, floor.venue, "main")
    async with asyncio.timeout(DEADLINE):
        async for view in views:
            if at(3)(view):
                break
    await views.aclose()


@pytest.mark.parametrize(("venue", "room"), [("akl", "*"), (">", "main"), ("akl", "a.b"), ("", "")])
async def test_what_is_no_room_is_refused(nats_connection: Connection, venue: str, room: str):
    with pytest.raises(BadName, match="is no room"):
        Room(nats_connection, venue, room)
