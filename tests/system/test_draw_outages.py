"""The draw without its NATS for a while, and the draw being stopped."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal.connection import Connection
from services.kernel.record import keywatch
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica, child, replica
from tests.kit.draw_hall import connected
from tests.kit.draw_play import Play, record, refused, shown
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(loop_scope="module")
async def spare(tmp_path: Path) -> AsyncIterator[tuple[Nats, Hall]]:
    """A NATS server of the test's own, and venues on it."""
    async with Nats(tmp_path / "nats") as server:
        hall = Hall(tmp_path / "hall", server.url)
        await hall.provision()
        yield server, hall


async def becomes(states: AsyncIterator[bool], ready: bool) -> None:
    """Wait until readiness is so."""
    async with asyncio.timeout(SOON):
        async for state in states:
            if state is ready:
                return
    raise AssertionError("the watch of readiness ended")


async def test_the_draw_outlives_its_nats(spare: tuple[Nats, Hall]):
    server, hall = spare
    async with replica(hall, "tough") as one, one.readiness() as states:
        await becomes(states, True)
        play = await Play.announced(hall, one.draw)
        for _ in range(3):
            await play.round()
            selection = play.selecting()
            await server.kill()
            await becomes(states, False)
            failed = await refused(one.draw, selection, hall.caller, 0.5)
            assert failed.code is Status.UNAVAILABLE
            assert failed.reason in ("JOURNAL_DOWN", "OUTCOME_UNKNOWN")
            waiting = asyncio.ensure_future(
                one.draw.SelectNumber(selection, metadata=hall.caller.at, timeout=SOON)
            )
            await server.start()
            selected = await waiting
            await becomes(states, True)
            again = await one.draw.SelectNumber(selection, metadata=hall.caller.at)
            assert again == selected
            play.game = selected.game
            await play.call()
            assert play.numbers[-1] == selected.number
            await play.confirm()
        async with connected(server.url) as nats:
            commits = await record(nats, play.id)
            assert len(commits) == play.game.version
            frame = await shown(nats, play.id, play.game.version)
            assert [call["number"] for call in frame["calls"]] == play.numbers
            assert await play.look() == play.game


async def test_a_query_without_nats_is_unavailable(spare: tuple[Nats, Hall]):
    server, hall = spare
    async with replica(hall, "tough") as one, one.readiness() as states:
        await becomes(states, True)
        play = await Play.announced(hall, one.draw)
        await server.kill()
        await becomes(states, False)
        look = pb.GetGameRequest(name=play.game.name)
        failed = await told(one.draw.GetGame(look, metadata=hall.auditor.at))
        assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "JOURNAL_DOWN")
        await server.start()
        await becomes(states, True)
        assert await play.look() == play.game


async def test_a_watcher_goes_on_when_nats_is_back(spare: tuple[Nats, Hall]):
    server, hall = spare
    async with replica(hall, "tough") as one:
        play = await Play.announced(hall, one.draw)
        watching = one.draw.WatchGame(
            pb.WatchGameRequest(name=play.game.name), metadata=hall.auditor.at
        )
        seen: list[int] = []
        async with asyncio.timeout(SOON):
            async for reply in watching:
                seen.append(reply.game.version)
                if reply.game.version == 4:
                    await server.kill()
                    await server.start()
                    await play.round()
                if reply.game.version == 7:
                    break
        assert seen == [1, 2, 3, 4, 5, 6, 7]
        watching.cancel()


# -- stopping ----------------------------------------------------------------------------------


async def test_what_is_under_way_is_finished_before_the_end(
    hall: Hall, nats: Connection, nats_server: Nats
):
    """SIGTERM while a command waits for the journal: it is answered, then the process ends."""
    async with (
        Proxy(nats_server.url) as proxy,
        child(hall, proxy.url, STOP_GRACE=f"{SOON:g}") as process,
    ):
        running = await process.start()
        play = await Play.announced(hall, running.draw)
        async with running.readiness() as states:
            await becomes(states, True)
            commits = await nats.subscribe(play.id.subject)
            await nats.flush()
            proxy.deafen()
            request = play.selecting()
            outstanding = asyncio.ensure_future(
                running.draw.SelectNumber(request, metadata=hall.caller.at, timeout=SOON)
            )
            await commits.next_msg(timeout=SOON)
            process.terminate()
            await becomes(states, False)
            assert not outstanding.done()
            await proxy.heal()
            reply = await outstanding
        assert await process.ended() == 0
        assert len(await record(nats, play.id)) == reply.game.version
        # The board is of that version too, although nobody serves it any more.
        assert (await shown(nats, play.id, reply.game.version))["version"] == reply.game.version


async def test_an_idle_draw_ends_at_once_and_well(hall: Hall):
    async with child(hall) as process:
        running = await process.start()
        play = await Play.announced(hall, running.draw)
        watching = running.draw.WatchGame(
            pb.WatchGameRequest(name=play.game.name), metadata=hall.auditor.at
        )
        await watching.read()
        process.terminate()
        assert await process.ended() == 0
        log = process.log.read_text()
        assert "Traceback" not in log
        assert "stopped" in log


async def test_a_draw_whose_journal_lost_commits_ends(spare: tuple[Nats, Hall]):
    """What it shows and decides on is no more: it must not go on as if nothing was."""
    server, hall = spare
    async with child(hall) as process:
        running = await process.start()
        play = await Play.announced(hall, running.draw)
        await play.look()
        await server.stop()
        shutil.rmtree(server.folder / "jetstream")
        await server.start()
        await hall.provision()
        assert await process.ended() == 2
        assert "went back" in process.log.read_text()


async def test_a_draw_without_streams_says_so_and_does_not_start(tmp_path: Path):
    async with Nats(tmp_path / "nats") as server:
        hall = Hall(tmp_path / "hall", server.url)
        async with child(hall) as process:
            with pytest.raises(AssertionError, match="run `eyesdown provision`"):
                await process.start()
            assert await process.ended() == 2
            assert "Traceback" not in process.log.read_text()


async def test_a_draw_without_the_key_of_an_open_selection_is_not_ready(
    spare: tuple[Nats, Hall], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """It refuses nothing and damages nothing; with the key back it goes on as if always there."""
    monkeypatch.setattr(keywatch, "EVERY", 0.05)
    _, hall = spare
    async with replica(hall, "first") as first:
        play = await Play.announced(hall, first.draw)
        await play.round()
        selection = play.selecting()
        selected = await first.draw.SelectNumber(selection, metadata=hall.caller.at)
        play.game = selected.game
    keys = tmp_path / "other-keys"
    async with replica(hall, "bare", KEYS=str(keys)) as bare, bare.readiness() as states:
        await becomes(states, False)
        for command in (
            bare.draw.SelectNumber(selection, metadata=hall.caller.at),
            bare.draw.SelectNumber(play.selecting(2), metadata=hall.caller.at),
            bare.draw.CallNumber(play.calling(2), metadata=hall.caller.at),
            bare.draw.EndGame(play.ending(), metadata=hall.supervisor.at),
        ):
            failed = await told(command)
            assert (failed.code, failed.reason) == (Status.UNAVAILABLE, "KEY_MISSING")
        assert bare.server is not None
        assert play.game.name in bare.server.ready.failing["keys"]
        play.draw = bare.draw
        assert await play.look() == play.game
        own = next(keys.glob("*.key"))
        own.unlink()
        shutil.copy(hall.folder / "keys" / own.name, own)
        await becomes(states, True)
        assert await bare.draw.SelectNumber(selection, metadata=hall.caller.at) == selected
        await play.call()
        assert play.numbers[-1] == selected.number


async def test_a_draw_whose_keys_anybody_can_read_does_not_start(hall: Hall, one: Replica):
    keys = hall.folder / "open-keys"
    keys.mkdir()
    (keys / "0001.key").write_text("ab" * 32)
    (keys / "0001.key").chmod(0o644)
    async with child(hall, KEYS=str(keys)) as process:
        with pytest.raises(AssertionError, match="0600"):
            await process.start()
        assert await process.ended() == 2
        assert "Traceback" not in process.log.read_text()
