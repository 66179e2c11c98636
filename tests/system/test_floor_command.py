"""The floor and the commits of a real draw service: by its client and by `eyesdown floor`."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.journal.v1 import commit_pb2
from eyesdown_client import Eyesdown
from services.kernel.journal.connection import Connection
from tests.cli.command import start
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import Play, stored_of

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


def client(hall: Hall, replica: Replica) -> Eyesdown:
    """The auditor's client."""
    assert replica.server is not None
    token = hall.auditor.at[0][1].removeprefix("Bearer ")
    return Eyesdown(f"127.0.0.1:{replica.server.port}", token=token)


async def test_each_change_of_a_game_comes_to_the_floor(hall: Hall, one: Replica, two: Replica):
    positions: dict[str, int] = {}
    async with client(hall, two) as eyesdown, asyncio.timeout(SOON):
        floor = eyesdown.journal.watch_floor(positions=positions)
        async with aclosing(floor) as changes:
            play = await Play.announced(hall, one.draw)
            await play.round()
            versions, rows = [], []
            async for change in changes:
                if change.name == play.game.name:
                    row = game_pb2.GameRow()
                    assert change.row.Unpack(row)
                    versions.append(change.version)
                    rows.append(row.called)
                    if change.version == play.game.version:
                        break
        # However many were there before the watch began: each once, and in order.
        assert versions == list(range(versions[0], play.game.version + 1))
        assert rows[-1] == 1
        await play.end()
        async with aclosing(eyesdown.journal.watch_floor(positions=positions)) as changes:
            change = await anext(changes)
            assert (change.name, change.version) == (play.game.name, play.game.version)
            assert change.standing == commit_pb2.STANDING_ENDED


async def test_commits_are_read_as_the_journal_holds_them(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    await play.round()
    await play.select()
    stored = await stored_of(nats, play.id)
    async with client(hall, one) as eyesdown, asyncio.timeout(SOON):
        read = [
            each
            async for each in eyesdown.journal.read_commits(hall.venue, kinds=["games"])
            if each.name == play.game.name
        ]
    assert [(each.sequence, each.commit) for each in read] == [
        (each.sequence, each.body) for each in stored
    ]
    assert [list(each.events) for each in read[-4:]] == [
        ["NumberSelected"],
        ["NumberCalled"],
        ["CallConfirmed"],
        ["NumberSelected"],
    ]


async def test_the_command_prints_a_line_for_each_change(hall: Hall, one: Replica):
    assert one.server is not None
    token = hall.auditor.at[0][1].removeprefix("Bearer ")
    play = await Play.announced(hall, one.draw)
    process = await start(
        *("floor", "--venue", hall.venue, "--draw", f"127.0.0.1:{one.server.port}"),
        data=hall.folder,
        more={"EYESDOWN_TOKEN": token},
    )
    assert process.stdout is not None

    async def line_of(version: int) -> str:
        assert process.stdout is not None
        wanted = f"{play.game.name} v{version}  "
        while wanted not in (line := (await process.stdout.readline()).decode()):
            assert line
        return line.partition(wanted)[2].rstrip("\n")

    try:
        async with asyncio.timeout(60):
            room = play.game.rooms[0]
            assert await line_of(4) == f"in play · 0 of 90 called · {room}"
            await play.select()
            await play.call()
            assert await line_of(6) == f"in play · 1 of 90 called · {room}"
            await play.confirm()
            await play.end()
            assert await line_of(8) == f"ended early · 1 of 90 called · {room}"
    finally:
        process.terminate()
        await process.communicate()
