"""Frames reach the rooms in the order of their versions, whatever replicas do."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from datetime import UTC, datetime

import pytest
from prometheus_client import CollectorRegistry
from structlog.testing import capture_logs

from eyesdown.board.v1 import board_pb2
from services.kernel.boards.boards import Boards
from services.kernel.boards.frame_json import frame_json
from services.kernel.following.unasked import Unasked
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.provision import provision
from services.kernel.names import Name
from services.kernel.record.shapes import timestamp

pytest_plugins = ["tests.kit.nats"]

DEADLINE = 60


def game(venue: str) -> Name:
    return Name(venue, "games", "2026-11-29-07")


def frame(name: Name, version: int) -> board_pb2.GameFrame:
    return board_pb2.GameFrame(name=str(name), version=version)


async def shown_until(subscription, version: int) -> list[int]:
    """The versions that a display receives up to and with `version`."""
    versions = []
    async with asyncio.timeout(DEADLINE):
        async for message in subscription.messages:
            versions.append(json.loads(message.data)["version"])
            assert int(message.headers["Eyesdown-Version"]) == versions[-1]
            if versions[-1] == version:
                return versions
    raise AssertionError("the subscription ended")


async def test_a_frame_is_json_with_its_defaults_written():
    shown = board_pb2.GameFrame(
        name="venues/akl/games/2026-11-29-07",
        version=3,
        at=timestamp(datetime(2026, 11, 29, 7, 30, tzinfo=UTC)),
        phase=board_pb2.GAME_PHASE_IN_PLAY,
        calls=[board_pb2.FrameCall(position=1, number=42)],
        stages=[board_pb2.FrameStage(title="kī", prize="$100")],
    )
    assert frame_json(shown).decode() == (
        '{"name":"venues/akl/games/2026-11-29-07","version":3,"at":"2026-11-29T07:30:00Z",'
        '"phase":"GAME_PHASE_IN_PLAY","profile":"","gameVersion":0,"serialNumber":"","numbers":0,'
        '"calls":[{"position":1,"number":42,"confirmed":false,"letter":"","struck":[],'
        '"takenBack":false,"afterTheEnd":false}],'
        '"stages":[{"title":"kī","prize":"$100","wonOn":0,"pattern":""}],'
        '"callOuts":[],"endedBecause":"","rooms":[],"practice":false,"stageInPlay":"","count":0,'
        '"leastShown":0,"heldBecause":"","session":""}'
    )


async def test_a_frame_is_kept_and_shown(client, venue):
    name = game(venue)
    display = await client.subscribe(f"eyesdown.board.{venue}.>")
    boards = Boards(client)
    assert await boards.last(name) is None
    assert await boards.publish(name, 1, frame(name, 1))
    assert await boards.last(name) == (1, frame_json(frame(name, 1)))
    message = await display.next_msg(timeout=DEADLINE)
    assert (message.subject, message.data) == (name.board, frame_json(frame(name, 1)))


async def test_two_replicas_race_200_versions_and_no_display_sees_one_go_back(
    client, connect, venue
):
    name = game(venue)
    display = await client.subscribe(f"eyesdown.board.{venue}.>")
    await client.flush()
    stored: list[int] = []

    # More than a service has under way. All 400 at once, the last would have no answer in time.
    under_way = asyncio.Semaphore(24)

    async def publish(boards: Boards, version: int) -> None:
        async with under_way:
            if await boards.publish(name, version, frame(name, version)):
                stored.append(version)

    frames = []
    for replica in (Boards(await connect()), Boards(await connect())):
        # About in order, as two tails see them, and never quite.
        versions = sorted(range(1, 201), key=lambda version: version + random.uniform(0, 12))
        frames += [(place, replica, version) for place, version in enumerate(versions)]
    frames.sort(key=lambda one: one[0])
    await asyncio.gather(*(publish(replica, version) for _, replica, version in frames))

    seen = await shown_until(display, 200)
    assert seen == sorted(set(seen))
    assert sorted(stored) == seen, "a display saw a frame that was refused, or missed one"
    assert await Boards(client).last(name) == (200, frame_json(frame(name, 200)))


async def test_replicas_that_take_turns_show_every_version_once(client, connect, venue):
    name = game(venue)
    display = await client.subscribe(name.board)
    await client.flush()
    replicas = Boards(await connect()), Boards(await connect())
    for version in range(1, 21):
        done = await asyncio.gather(
            *(boards.publish(name, version, frame(name, version)) for boards in replicas)
        )
        assert sorted(done) == [False, True]
    assert await shown_until(display, 20) == list(range(1, 21))


async def test_case_b4_a_slow_older_frame_is_dropped(client, connect, venue):
    name = game(venue)
    display = await client.subscribe(name.board)
    await client.flush()
    slow, quick = Boards(client), Boards(await connect())
    assert await slow.publish(name, 1, frame(name, 1))
    assert await quick.publish(name, 3, frame(name, 3))
    # The slow one still believes that version 1 is the last: only the server knows better.
    assert not await slow.publish(name, 2, frame(name, 2))
    assert not await slow.publish(name, 3, frame(name, 3))
    assert await slow.last(name) == (3, frame_json(frame(name, 3)))
    assert await slow.publish(name, 4, frame(name, 4))
    assert await shown_until(display, 4) == [1, 3, 4]


async def test_a_frame_that_other_venues_show_is_there_before_it_is_at_home(client, venue):
    name = game(venue)
    boards = Boards(client)
    display = await client.subscribe("eyesdown.board.>")
    await client.flush()
    also = [f"{venue}-b", f"{venue}-c"]
    assert await boards.publish(name, 1, frame(name, 1), also)
    assert not await boards.publish(name, 1, frame(name, 1), also)
    subjects = []
    while name.board not in subjects:
        message = await display.next_msg(timeout=DEADLINE)
        if venue in message.subject:
            assert message.data == frame_json(frame(name, 1))
            subjects.append(message.subject)
    there = f"games.{venue}-{name.id}"
    assert subjects == [f"eyesdown.board.{each}.{there}" for each in also] + [name.board]


async def test_boards_do_not_mix(client, venue):
    boards = Boards(client)
    one, other = game(venue), Name(venue, "sittings", "2026-11-29-07")
    assert await boards.publish(one, 5, frame(one, 5))
    assert await boards.publish(other, 1, frame(other, 1))
    assert await boards.last(one) == (5, frame_json(frame(one, 5)))
    assert await boards.last(other) == (1, frame_json(frame(other, 1)))


async def test_a_board_that_was_removed_behind_our_back_is_shown_again(client, venue):
    name, boards = game(venue), Boards(client)
    assert await boards.publish(name, 7, frame(name, 7))
    await client.jetstream().purge_stream(
        "BOARDS", subject=f"eyesdown.in.board.{venue}.games.{name.id}"
    )
    assert await boards.publish(name, 8, frame(name, 8))
    assert await boards.last(name) == (8, frame_json(frame(name, 8)))


async def test_a_server_that_came_back_with_less_is_shown_everything_again(
    spare_server, nats_connect
):
    name, back = game("akl"), asyncio.Event()
    client = await nats_connect(spare_server.url)
    client.link.watch(lambda up: back.set() if up else None)
    boards = Boards(client)
    await provision(client, [], datetime(2026, 7, 1, tzinfo=UTC))
    assert await boards.publish(name, 5, frame(name, 5))
    await spare_server.stop()
    shutil.rmtree(spare_server.folder / "jetstream")
    await spare_server.start()
    async with asyncio.timeout(DEADLINE):
        await back.wait()
    await provision(client, [], datetime(2026, 7, 1, tzinfo=UTC))
    assert await boards.publish(name, 5, frame(name, 5))


@pytest.mark.parametrize("header", [{}, {"Eyesdown-Version": "many"}])
async def test_what_bears_no_version_is_replaced(client, venue, header):
    name = game(venue)
    subject = f"eyesdown.in.board.{venue}.games.{name.id}"
    await client.jetstream().publish(subject, b"?", headers={"Other": "x", **header})
    assert await Boards(client).last(name) == (0, b"?")
    assert await Boards(client).publish(name, 1, frame(name, 1))


async def test_a_frame_too_large_is_told_and_the_board_stays(client, venue):
    name = game(venue)
    registry = CollectorRegistry()
    counted = Unasked("draw", registry, {venue})
    boards = Boards(client, lambda large: counted.oversized(large.venue))
    assert await boards.publish(name, 1, frame(name, 1))
    huge = board_pb2.GameFrame(version=2, serial_number="x" * client.max_payload)
    with capture_logs() as logs:
        assert not await boards.publish(name, 2, huge)
    assert [(entry["event"], entry["version"]) for entry in logs] == [("frame_too_large", 2)]
    labels = {"service": "draw", "venue": venue}
    assert registry.get_sample_value("eyesdown_frames_too_large_total", labels) == 1
    assert await boards.last(name) == (1, frame_json(frame(name, 1)))
    assert await boards.publish(name, 3, frame(name, 3)), "the connection is as good as before"


async def test_without_a_connection_publishing_says_so(connect, venue):
    client = await connect()
    boards = Boards(client)
    await client.close()
    with pytest.raises(StoreDown, match="BOARDS"):
        await boards.publish(game(venue), 1, frame(game(venue), 1))
