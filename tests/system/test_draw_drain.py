"""A replica that is told to stop under load: nothing that it accepted is lost, nobody hangs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import read, told
from tests.kit.draw import SOON, Hall, Replica, child, replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Draw, Play, open_game, record, request_id, shown
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

GAMES = 100
CLIENTS = 40
EACH = 8
"""Call outs that each client makes."""
Status = grpc.StatusCode


@dataclass
class Client:
    """Somebody who calls one replica, and the next from when that does not answer.

    `answered` gives the replica that answered, by request id; `told` why another did not.
    """

    draws: Sequence[Draw]
    manager: Person
    steward: Person
    place: int = 0
    answered: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    async def ask(self, method: str, request: Any, person: Person) -> Any:
        """The reply to a request, from whichever replica gives one."""
        while self.place < len(self.draws):
            place = self.place
            asked = getattr(self.draws[place], method)(request, metadata=person.at, timeout=SOON)
            try:
                reply = await asked
            except grpc.aio.AioRpcError as error:
                self.told.append(_why(error))
                self.place = max(self.place, place + 1)
                continue
            assert request.request_id not in self.answered
            self.answered[request.request_id] = place
            return reply
        raise AssertionError(f"nobody answered {method}: {self.told}")

    async def open(self, hall: Hall) -> Name:
        """Open a game, all in one room: a room is taken with the announcement."""
        request = open_game(hall, rooms=["room-1"])
        reply = await self.ask("OpenGame", request, self.manager)
        return Name.parse(reply.game.name)

    async def call_out(self, game: Name) -> Any:
        """Call out in a game, which goes on record whatever stands there."""
        request = pb.CallOutRequest(
            request_id=request_id(), name=str(game), room="room-1", cry=game_pb2.CRY_LINE
        )
        return await self.ask("CallOut", request, self.steward)


def _why(error: grpc.aio.AioRpcError) -> str:
    """Why a replica does not answer: in its own words, or gRPC's when it has ended."""
    if dict(error.trailing_metadata() or ()):
        failed = read(error)
        assert failed.code is Status.UNAVAILABLE
        return failed.reason
    # A call that reaches a server in the instant in which it ends is cancelled by gRPC.
    assert error.code() in (Status.UNAVAILABLE, Status.CANCELLED), error
    return "no server"


def clients(hall: Hall, draws: Sequence[Draw], number: int) -> list[Client]:
    """Clients, each with people of its own."""
    return [
        Client(draws, hall.person(f"m{n}", "game_manager"), hall.person(f"s{n}", "steward"))
        for n in range(number)
    ]


async def under_way(running: Replica, kind: str, number: int) -> None:
    """Wait until so many calls of a kind have arrived."""
    async with asyncio.timeout(SOON):
        while await running.counted("eyesdown_calls_in_flight", kind=kind) < number:
            continue


async def check(nats: Connection, games: dict[Name, Client], of_each: int) -> None:
    """What was acknowledged is on record, each once and nothing else, and the boards show it."""
    for game, client in games.items():
        requests = [commit.request_id for commit in await record(nats, game)]
        assert len(requests) == len(set(requests)) == of_each
        assert set(requests) <= client.answered.keys()
        assert (await shown(nats, game, of_each))["version"] == of_each


async def test_what_runs_is_answered_and_what_comes_goes_to_another_replica(
    hall: Hall, nats: Connection, nats_server: Nats
):
    """Two hundred commands wait for the journal when the signal comes: half of them are stored
    and not acknowledged, half stand behind those."""
    async with (
        Proxy(nats_server.url) as proxy,
        child(hall, proxy.url, STOP_GRACE=f"{SOON:g}") as process,
        replica(hall, "other") as other,
    ):
        running = await process.start()
        both = clients(hall, (running.draw, other.draw), 2)
        games = await asyncio.gather(*(both[n % 2].open(hall) for n in range(GAMES)))
        of = {game: both[n % 2] for n, game in enumerate(games)}
        commits = await nats.subscribe(f"eyesdown.journal.{hall.venue}.*.games.*")
        await nats.flush()
        proxy.deafen()
        outstanding = [
            asyncio.ensure_future(of[game].call_out(game)) for _ in range(2) for game in games
        ]
        async with asyncio.timeout(SOON):
            for _ in games:
                await commits.next_msg(timeout=SOON)
        await commits.unsubscribe()
        assert not any(each.done() for each in outstanding)
        await under_way(running, "urgent", 2 * GAMES)
        async with running.readiness() as states:
            process.terminate()
            async with asyncio.timeout(SOON):
                async for state in states:
                    if not state:
                        break
        (late,) = clients(hall, (running.draw, other.draw), 1)
        new = await asyncio.gather(*(late.open(hall) for _ in range(20)))
        assert late.told == ["STOPPING"] * 20  # all of them asked before the first was answered
        assert not any(each.done() for each in outstanding)
        await proxy.heal()
        async with asyncio.timeout(SOON):
            await asyncio.gather(*outstanding)
        assert await process.ended() == 0
        assert not both[0].told
        assert not both[1].told  # what it had accepted it answered itself
        await check(nats, of, of_each=3)
        await check(nats, dict.fromkeys(new, late), of_each=1)
        assert "Traceback" not in process.log.read_text()


async def test_a_replica_that_stops_under_load_takes_nothing_with_it(hall: Hall, nats: Connection):
    """Clients that never pause; the signal comes while they are at it."""
    async with child(hall, STOP_GRACE=f"{SOON:g}") as process, replica(hall, "other") as other:
        running = await process.start()
        people = clients(hall, (running.draw, other.draw), CLIENTS)
        games: dict[Name, Client] = {}
        enough = asyncio.Event()

        async def play(client: Client) -> None:
            game = await client.open(hall)
            games[game] = client
            for _ in range(EACH):
                await client.call_out(game)
                if sum(len(each.answered) for each in people) >= CLIENTS * EACH / 2:
                    enough.set()

        playing = [asyncio.ensure_future(play(client)) for client in people]
        await asyncio.wait_for(enough.wait(), SOON)
        process.terminate()
        async with asyncio.timeout(SOON):
            await asyncio.gather(*playing)
        assert await process.ended() == 0
        await check(nats, games, of_each=1 + EACH)
        places = [place for client in people for place in client.answered.values()]
        assert places.count(0) >= CLIENTS * EACH / 2
        assert places.count(1) > 0
        assert "Traceback" not in process.log.read_text()


async def ends(stream: Any) -> str:
    """Why a stream ends."""
    try:
        while await stream.read() is not grpc.aio.EOF:
            continue
    except grpc.aio.AioRpcError as error:
        return _why(error)
    return "it is over"


@pytest.mark.parametrize("way", ["cut", "stall"])
async def test_without_its_nats_it_still_ends_in_time(hall: Hall, nats_server: Nats, way: str):
    """Its calls are told to repeat what they asked, its boards stay for the other replicas."""
    grace = 3.0
    async with (
        Proxy(nats_server.url) as proxy,
        child(hall, proxy.url, STOP_GRACE=str(grace)) as process,
    ):
        running = await process.start()
        play = await Play.announced(hall, running.draw)
        watching = running.draw.WatchGame(
            pb.WatchGameRequest(name=play.game.name), metadata=hall.auditor.at
        )
        await watching.read()
        if way == "cut":
            await proxy.cut()
        else:
            proxy.stall()
        request = play.selecting()
        outstanding = asyncio.ensure_future(
            running.draw.SelectNumber(request, metadata=hall.caller.at, timeout=SOON)
        )
        await under_way(running, "call", 1)
        process.terminate()
        async with asyncio.timeout(SOON):
            failed = await told(outstanding)
            assert failed.code is Status.UNAVAILABLE
            assert failed.reason in ("JOURNAL_DOWN", "OUTCOME_UNKNOWN")
            assert await ends(watching) == "STOPPING"
            assert await process.ended() == 0
        assert "Traceback" not in process.log.read_text()
        await proxy.heal()
    async with replica(hall, "other") as other:
        reply = await other.draw.SelectNumber(request, metadata=hall.caller.at)
        assert reply.game.selected
