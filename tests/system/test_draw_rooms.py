"""What the rooms show: one game in play in a room, each board true to the journal."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import read, told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import LINE, Play, open_game, pointer, record, request_id, shown, stages

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def test_a_room_points_at_its_game_once_it_is_announced(
    hall: Hall, one: Replica, nats: Connection
):
    rooms = [hall.room(), hall.room()]
    play = await Play.opened(hall, one.draw, rooms=rooms)
    for room in rooms:
        opened = await pointer(nats, hall.venue, room)
        assert opened is not None
        assert (opened["showing"], opened["next"]) == ("", play.game.name)
    await play.announce()
    for room in rooms:
        showing = await pointer(nats, hall.venue, room)
        assert showing is not None
        assert showing["showing"] == play.game.name
        assert (showing["board"], showing["next"]) == (play.id.board, "")
        assert showing["sinceVersion"] == play.game.version
    frame = await shown(nats, play.id, play.game.version)
    assert frame["rooms"] == rooms


async def test_a_room_that_is_named_in_full_is_the_same_room(
    hall: Hall, one: Replica, nats: Connection
):
    room = hall.room()
    full = f"venues/{hall.venue}/rooms/{room}"
    twice = open_game(hall, rooms=[room, full])
    failed = await told(one.draw.OpenGame(twice, metadata=hall.manager.at))
    assert failed.code == Status.INVALID_ARGUMENT, "it is one room, and rooms are named once"

    play = await Play.announced(hall, one.draw, rooms=[full])
    assert play.game.rooms == [room]
    await play.round()
    said = pb.ConfirmInRoomRequest(
        request_id=request_id(), name=play.game.name, room=full, position=1, heard=True
    )
    for spelling in (full, room):  # the same request, whichever way it is repeated
        said.room = spelling
        await one.draw.ConfirmInRoom(said, metadata=hall.steward.at)
    await play.call_out(room=full)
    game = await play.look()
    assert [each.room for each in game.confirmations] == [room]
    assert [each.room for each in game.call_outs] == [room]
    assert full.encode() not in b"".join(
        each.command.SerializeToString() for each in await record(nats, play.id)
    ), "what goes on record has one form"


async def test_an_opening_that_is_repeated_late_takes_nothing_from_the_game_that_comes_next(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    room = hall.room()
    opening = open_game(hall, rooms=[room])
    for _ in range(2):
        game = (await one.draw.OpenGame(opening, metadata=hall.manager.at)).game
        kept = await pointer(nats, hall.venue, room)
        assert kept is not None
        assert kept["next"] == game.name
    play = await Play.staffed(hall, one.draw, game)
    await play.announce()
    await play.end()
    await Play.announced(hall, one.draw, rooms=[room])
    later = await Play.opened(hall, one.draw, rooms=[room])
    for replica in (one, two):
        await replica.draw.OpenGame(opening, metadata=hall.manager.at)
        kept = await pointer(nats, hall.venue, room)
        assert kept is not None
        assert kept["next"] == later.game.name


async def test_a_room_shows_one_game_in_play(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    shared, other = hall.room(), hall.room()
    first = await Play.announced(hall, one.draw, rooms=[shared])
    second = await Play.opened(hall, two.draw, rooms=[other, shared])
    before = await pointer(nats, hall.venue, shared)
    failed = await told(two.draw.AnnounceGame(second.announcing(), metadata=hall.caller.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "ROOM_IN_PLAY")
    assert failed.info.metadata["holder"] == first.game.name
    assert await pointer(nats, hall.venue, shared) == before
    released = await pointer(nats, hall.venue, other)
    assert released is None or not released["showing"]
    assert await second.look() == second.game

    await first.end()
    await second.announce()
    for room in (shared, other):
        showing = await pointer(nats, hall.venue, room)
        assert showing is not None
        assert showing["showing"] == second.game.name


async def test_of_two_announcements_for_a_room_one_is_made(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    for _ in range(12):
        shared, left, right = hall.room(), hall.room(), hall.room()
        plays = [
            await Play.opened(hall, one.draw, rooms=[left, shared]),
            await Play.opened(hall, two.draw, rooms=[shared, right]),
        ]
        replies = await asyncio.gather(
            *(play.draw.AnnounceGame(play.announcing(), metadata=hall.caller.at) for play in plays),
            return_exceptions=True,
        )
        won = [n for n, reply in enumerate(replies) if isinstance(reply, pb.AnnounceGameResponse)]
        assert len(won) == 1
        lost = replies[1 - won[0]]
        assert isinstance(lost, grpc.aio.AioRpcError)
        assert lost.code() is Status.FAILED_PRECONDITION
        assert read(lost).reason in ("ROOM_IN_PLAY", "ROOM_BEING_TAKEN")
        winner, loser = plays[won[0]], plays[1 - won[0]]
        await winner.look()
        for room in winner.game.rooms:
            showing = await pointer(nats, hall.venue, room)
            assert showing is not None
            assert showing["showing"] == winner.game.name
        alone = right if won[0] == 0 else left
        showing = await pointer(nats, hall.venue, alone)
        assert showing is None or not showing["showing"]
        # The loser is as it was, and goes on as soon as the winner has ended.
        assert await loser.look() == loser.game
        await winner.end()
        await loser.announce()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"serial_number": "B 7"}, "SERIAL_DIFFERS"),
        ({"game_version": 2}, "ANNOUNCED_OTHER_VERSION"),
        ({"stages": [stages()[0]]}, "PRIZE_NOT_ANNOUNCED"),
    ],
)
async def test_an_announcement_that_the_law_refuses_leaves_the_rooms(
    changes: dict, reason: str, hall: Hall, one: Replica, nats: Connection
):
    room = hall.room()
    ended = await Play.announced(hall, one.draw, rooms=[room])
    await ended.end()
    play = await Play.opened(hall, one.draw, rooms=[room])
    before = await pointer(nats, hall.venue, room)
    failed = await told(one.draw.AnnounceGame(play.announcing(**changes), metadata=hall.caller.at))
    assert failed.reason == reason
    failed = await told(one.draw.AnnounceGame(play.announcing(), metadata=hall.second_caller.at))
    assert failed.reason == "NOT_THE_CALLER"
    stale = play.announcing(version=play.game.version - 1)
    failed = await told(one.draw.AnnounceGame(stale, metadata=hall.caller.at))
    assert failed.code is Status.ABORTED
    assert await pointer(nats, hall.venue, room) == before


async def test_a_game_that_ended_keeps_the_room_until_the_next(
    hall: Hall, one: Replica, nats: Connection
):
    """Between games the room shows the last one, and is not blank (case B7)."""
    play = await Play.announced(hall, one.draw)
    await play.round()
    await play.end()
    showing = await pointer(nats, hall.venue, play.game.rooms[0])
    assert showing is not None
    assert showing["showing"] == play.game.name
    frame = await shown(nats, play.id, play.game.version)
    assert (frame["phase"], frame["endedBecause"]) == (
        "GAME_PHASE_ENDED",
        "the lights went out",
    )


# -- boards ------------------------------------------------------------------------------------


async def test_every_command_brings_the_board_to_its_version(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.opened(hall, one.draw)
    for step in (
        play.announce,
        play.select,
        play.call,
        play.confirm,
        play.call_out,
        lambda: play.decide(1),
        play.end,
    ):
        await step()
        frame = await shown(nats, play.id, play.game.version)
        assert frame["version"] == play.game.version
        assert frame["name"] == play.game.name
        assert [call["number"] for call in frame["calls"]] == play.numbers


async def test_frames_never_go_back_whichever_replica_publishes(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    updates = await nats.subscribe(play.id.board)
    await nats.flush()
    for number in range(1, 13):
        play.draw = (one, two)[number % 2].draw
        await play.round()
    seen: list[dict] = []
    async with asyncio.timeout(SOON):
        async for message in updates.messages:
            seen.append(json.loads(message.data))
            if seen[-1]["version"] == play.game.version:
                break
    versions = [frame["version"] for frame in seen]
    assert versions == sorted(set(versions))
    for one_frame, next_frame in pairwise(seen):
        called = [call["number"] for call in one_frame["calls"]]
        assert [call["number"] for call in next_frame["calls"]][: len(called)] == called
    assert [call["number"] for call in seen[-1]["calls"]] == play.numbers
    await updates.unsubscribe()


async def test_the_stages_on_the_board_are_those_in_play(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    await play.round()
    await play.call_out()
    await play.decide(1, verdict=1, stages=[LINE])
    frame = await shown(nats, play.id, play.game.version)
    assert frame["stages"] == [
        {"title": "line", "prize": "NZD 50.00", "wonOn": 1, "pattern": "any_row"},
        {"title": "bingo", "prize": "NZD 500.00", "wonOn": 0, "pattern": "full_card"},
    ]
    assert [each["status"] for each in frame["callOuts"]] == ["valid"]
    assert len(await record(nats, play.id)) == play.game.version
