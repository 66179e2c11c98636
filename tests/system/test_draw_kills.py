"""The draw killed at its worst moments: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import random

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal.connection import Connection
from tests.kit.draw import SOON, Child, Hall, child
from tests.kit.draw_play import Play, record, shown
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDS = 5
"""Kills in each of the three tests."""


class Patient:
    """A game that is played on whatever happens to the process that serves it."""

    def __init__(self, play: Play, process: Child, nats: Connection) -> None:
        self.play = play
        self.nats = nats
        self._process = process
        self.told: list[int] = []

    @classmethod
    async def begin(cls, hall: Hall, process: Child, nats: Connection) -> Patient:
        """Start the process and announce a game."""
        running = await process.start()
        return cls(await Play.announced(hall, running.draw), process, nats)

    async def restart(self) -> None:
        """Start the process again. The board comes to the last version before any command."""
        running = await self._process.start()
        self.play.draw = running.draw
        on_record = await record(self.nats, self.play.id)
        frame = await shown(self.nats, self.play.id, len(on_record))
        assert frame["version"] == len(on_record)
        await self.play.look()
        assert self.play.game.version == len(on_record)
        assert [call["number"] for call in frame["calls"]] == self.play.numbers

    async def the_same_number(self, request: pb.SelectNumberRequest) -> None:
        """The selection again, and another one for the position: both tell the one number."""
        at = self.play.caller.at
        again = await self.play.draw.SelectNumber(request, metadata=at)
        version = len(await record(self.nats, self.play.id))
        assert await self.play.draw.SelectNumber(request, metadata=at) == again
        fresh = self.play.selecting(request.position)
        assert (await self.play.draw.SelectNumber(fresh, metadata=at)).number == again.number
        assert len(await record(self.nats, self.play.id)) == version
        if len(self.told) < request.position:
            self.told.append(again.number)
        assert self.told[request.position - 1] == again.number
        self.play.game = again.game

    async def finish_round(self) -> None:
        """Announce what is selected, and confirm it."""
        await self.play.look()
        if self.play.game.selected:
            await self.play.call()
        if self.play.game.calls and not self.play.game.calls[-1].confirmed:
            await self.play.confirm()

    async def check(self) -> None:
        """What was told to the caller is what was called, each once; the record is whole."""
        commits = await record(self.nats, self.play.id)
        assert [commit.version for commit in commits] == list(range(1, len(commits) + 1))
        requests = [commit.request_id for commit in commits]
        assert len(set(requests)) == len(requests)
        await self.play.look()
        assert self.play.numbers == self.told
        assert len(set(self.told)) == len(self.told)


async def test_killed_between_selection_and_announcement(hall: Hall, nats: Connection):
    async with child(hall) as process:
        game = await Patient.begin(hall, process, nats)
        for position in range(1, ROUNDS + 1):
            selection = game.play.selecting(position)
            told = await game.play.draw.SelectNumber(selection, metadata=hall.caller.at)
            calling = asyncio.ensure_future(
                game.play.draw.CallNumber(game.play.calling(position), metadata=hall.caller.at)
            )
            await asyncio.wait({calling}, timeout=random.choice((0, 0, 0.001, 0.002, 0.004)))
            await process.kill()
            await asyncio.gather(calling, return_exceptions=True)
            await game.restart()
            game.told.append(told.number)
            if game.play.game.selected:
                await game.the_same_number(selection)
            again = await game.play.draw.SelectNumber(selection, metadata=hall.caller.at)
            assert again == told
            await game.finish_round()
        await game.check()


async def test_killed_between_append_and_reply(hall: Hall, nats: Connection, nats_server: Nats):
    """The journal has the commit, and the service never hears of it."""
    async with Proxy(nats_server.url) as proxy, child(hall, proxy.url) as process:
        game = await Patient.begin(hall, process, nats)
        for position in range(1, ROUNDS + 1):
            commits = await nats.subscribe(game.play.id.subject)
            await nats.flush()
            await game.play.look()  # so that it is in the cache: a deaf service can read nothing
            version = game.play.game.version
            selection = game.play.selecting(position)
            proxy.deafen()
            outstanding = asyncio.ensure_future(
                game.play.draw.SelectNumber(selection, metadata=hall.caller.at)
            )
            await commits.next_msg(timeout=SOON)
            assert not outstanding.done()
            await process.kill()
            with pytest.raises(grpc.aio.AioRpcError) as lost:
                await outstanding
            assert lost.value.code() is grpc.StatusCode.UNAVAILABLE
            await proxy.heal()
            await commits.unsubscribe()
            await game.restart()
            assert game.play.game.version == version + 1
            assert game.play.game.selected
            await game.the_same_number(selection)
            await game.finish_round()
        await game.check()


async def test_killed_as_soon_as_a_commit_is_seen(hall: Hall, nats: Connection):
    async with child(hall) as process:
        game = await Patient.begin(hall, process, nats)
        for position in range(1, ROUNDS + 1):
            commits = await nats.subscribe(game.play.id.subject)
            await nats.flush()
            selection = game.play.selecting(position)
            outstanding = asyncio.ensure_future(
                game.play.draw.SelectNumber(selection, metadata=hall.caller.at)
            )
            await commits.next_msg(timeout=SOON)
            await process.kill()
            (first,) = await asyncio.gather(outstanding, return_exceptions=True)
            await commits.unsubscribe()
            await game.restart()
            await game.the_same_number(selection)
            if isinstance(first, pb.SelectNumberResponse):
                again = await game.play.draw.SelectNumber(selection, metadata=hall.caller.at)
                assert again == first
            await game.finish_round()
        await game.check()
