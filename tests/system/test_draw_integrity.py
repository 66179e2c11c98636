"""A draw whose journal is not whole, or takes nothing, says so and writes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal import integrity
from services.kernel.journal.connection import Connection
from services.kernel.journal.provision import journal
from services.kernel.names import stream
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica, replica
from tests.kit.draw_play import Play, open_game, record, refused
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
LOST = "eyesdown_journal_lost_commits"


@pytest_asyncio.fixture(loop_scope="module")
async def holey(tmp_path: Path, nats_server: Nats, nats: Connection) -> AsyncIterator[Hall]:
    """Venues whose journal allows what no other does: to delete commits."""
    hall = Hall(tmp_path / "holey", nats_server.url)
    await hall.provision()
    year = int(hall.day[:4])
    jetstream = nats.jetstream()
    await jetstream.delete_stream(stream(hall.venue, year))
    await jetstream.add_stream(journal(hall.venue, year, 1).evolve(deny_delete=False))
    yield hall


async def lose(nats: Connection, play: Play) -> None:
    """Take the last commit of a game away."""
    info = await nats.jetstream().get_last_msg(play.id.stream, play.id.subject)
    assert info.seq
    assert await nats.jetstream().delete_msg(play.id.stream, info.seq)


async def becomes(running: Replica, ready: bool) -> None:
    """Wait until readiness is so."""
    async with running.readiness() as states, asyncio.timeout(SOON):
        async for state in states:
            if state is ready:
                return


async def stands_still(hall: Hall, running: Replica, game: Play) -> None:
    """Nothing is put on record, and what there is can be read."""
    assert running.server is not None
    assert "lacks 1 commits" in running.server.ready.failing["journal"]
    assert await running.counted(LOST, venue=hall.venue) == 1
    assert await running.counted("eyesdown_ready", check="journal") == 0
    game.draw = running.draw
    before = game.game.version
    for command in (
        running.draw.CallOut(game.calling_out(), metadata=hall.steward.at),
        running.draw.OpenGame(open_game(hall), metadata=hall.manager.at),
    ):
        failed = await told(command)
        assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "JOURNAL_DAMAGED")
        assert f"venues/{hall.venue}" in failed.message
    assert (await game.look()).version == before
    elsewhere = open_game(hall, parent=f"venues/{hall.elsewhere}", rooms=["room-1"])
    await running.draw.OpenGame(elsewhere, metadata=hall.everywhere.at)


async def test_a_journal_with_a_hole_is_found_at_the_start(holey: Hall, nats: Connection):
    async with replica(holey, "before") as before:
        game = await Play.announced(holey, before.draw)
        broken = await Play.opened(holey, before.draw)
    await lose(nats, broken)
    async with replica(holey, "after") as after:
        await stands_still(holey, after, game)
    assert len(await record(nats, game.id)) == game.game.version


async def test_a_hole_is_found_while_it_runs(
    holey: Hall, nats: Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(integrity, "EVERY", 0.05)
    async with replica(holey, "running") as running:
        game = await Play.announced(holey, running.draw)
        broken = await Play.opened(holey, running.draw)
        await becomes(running, True)
        await lose(nats, broken)
        await becomes(running, False)
        await stands_still(holey, running, game)


async def test_a_journal_that_takes_nothing_is_not_ready_until_it_does(
    hall: Hall, nats_server: Nats
):
    """Reading and the connection are well, as with a full disk: only the append shows it."""
    async with (
        Proxy(nats_server.url) as proxy,
        replica(hall, "mute", NATS_URL=proxy.url) as running,
    ):
        play = await Play.announced(hall, running.draw)
        await becomes(running, True)
        selection = play.selecting()
        proxy.deafen()
        failed = await refused(running.draw, selection, hall.caller, 1)
        assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "OUTCOME_UNKNOWN")
        await becomes(running, False)
        assert running.server is not None
        assert "writes" in running.server.ready.failing
        await proxy.heal()
        await running.draw.SelectNumber(selection, metadata=hall.caller.at)
        await becomes(running, True)
        look = pb.GetGameRequest(name=play.game.name)
        reply = await running.draw.GetGame(look, metadata=hall.auditor.at)
        assert reply.game.version == play.game.version + 1
