"""How soon a call is on every display, beside one bare publish to as many subscribers; and whether
each of them gets every frame, once and in order.

From the journal's acknowledgement of a call, which a subscriber sees on the draw's own inbox, to
the last of the subscribers: what lies between is the frame, written, stored and republished.
"""

from __future__ import annotations

import asyncio
import json
import socket
import statistics
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvloop

from bench.audience import Audience, Heard
from bench.figures import Value, quantile, spread, table
from bench.games import Floor, request_id
from bench.house import Serving, draw, hall
from bench.load import burst, settled
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.names import Name
from services.kernel.serving import logs
from tests.kit.draw_hall import Hall

Samples = defaultdict[str, list[float]]

BARE = "bench.bare"


@dataclass(frozen=True)
class Size:
    """How much is measured: in each of so many `rounds` so many `games` of `calls` numbers, each
    call awaited at all `subscribers`; then, in all `rooms` at once, `each` games of `called`
    numbers. A game has 90 numbers."""

    subscribers: int = 1_000
    rounds: int = 4
    games: int = 2
    calls: int = 60
    rooms: int = 20
    each: int = 3
    called: int = 84


class Bare:
    """Publishes as little as can be: bytes on a socket."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        self._link = socket.create_connection((where.hostname or "", where.port or 4222))
        self._link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        login = {"verbose": False, "user": where.username, "pass": where.password}
        self._link.sendall(f"CONNECT {json.dumps(login)}\r\nPING\r\n".encode())
        heard = b""
        while b"PONG\r\n" not in heard:
            heard += self._link.recv(4096)

    def publish(self, mark: int, size: int) -> float:
        """Publish so many bytes; when that began."""
        body = f"{mark}\n".encode().ljust(size, b".")
        began = time.perf_counter()
        self._link.sendall(b"PUB %s %d\r\n%s\r\n" % (BARE.encode(), size, body))
        return began

    def close(self) -> None:
        """No more of it."""
        self._link.close()


class Calling:
    """One game that is called number by number, each frame awaited at every subscriber."""

    def __init__(self, floor: Floor, audience: Audience) -> None:
        self._floor = floor
        self._audience = audience
        self._board = floor.first.board
        hall = floor.hall
        self._methods = {
            rpc: floor.method(rpc, person.at)
            for rpc, person in (
                ("SelectNumber", hall.caller),
                ("CallNumber", hall.caller),
                ("ConfirmCall", hall.supervisor),
            )
        }

    async def call(self, position: int) -> tuple[float, int]:
        """Call the next number: seconds from the journal to the last subscriber, and bytes."""
        await self._do("SelectNumber", pb.SelectNumberRequest, position)
        await settled(self._floor.serving.pid)
        began = time.perf_counter()
        heard = await self._do("CallNumber", pb.CallNumberRequest, position)
        took = heard.at - self._audience.acknowledged(began)
        await self._do("ConfirmCall", pb.ConfirmCallRequest, position)
        return took, heard.size

    async def _do(self, rpc: str, request: Any, position: int) -> Heard:
        asked = request(
            request_id=request_id(), name=str(self._floor.first), position=position
        ).SerializeToString()
        reply = await self._methods[rpc](asked)
        # All three answer with the game as their first field.
        version = pb.CallNumberResponse.FromString(reply).game.version
        return await self._audience.all(f"{self._board} {version}")


async def measure(size: Size, folder: Path) -> dict[str, Value]:
    """The figures of the fan-out; `folder` holds the journal meanwhile."""
    samples: Samples = defaultdict(list)
    async with hall(folder) as venue, draw(venue) as ours:
        for _ in range(size.rounds):
            await _round(venue, ours, size, samples)
        seen = await everyone(venue, ours, size)
    for name, count in seen.items():
        samples[f"fanout_{name}"].append(count)
    results: dict[str, Value] = {}
    for name, values in samples.items():
        results.update(spread(name, values))
    return results


async def _round(hall: Hall, serving: Serving, size: Size, samples: Samples) -> None:
    """The calls of some games, and as many bare publishes of the same size, in turns."""
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(size.games):
        floor = await Floor.announced(hall, serving, 1, 1)
        subjects = [f"{floor.first.board} {BARE}"] * size.subscribers
        async with Audience.of(hall.url, subjects) as audience:
            calling, bare = Calling(floor, audience), Bare(hall.url)
            for position in range(1, size.calls + 1):
                took, length = await calling.call(position)
                ours.append(took)
                await settled(serving.pid)
                began = bare.publish(position, length)
                theirs.append((await audience.all(f"{BARE} {position}")).at - began)
            bare.close()
    for part, of in (("p50", statistics.median), ("p99", lambda each: quantile(each, 0.99))):
        samples[f"board_fanout_{part}"].append(of(ours) / of(theirs))
        samples[f"board_fanout_ms_{part}"].append(of(ours) * 1e3)
        samples[f"bare_fanout_ms_{part}"].append(of(theirs) * 1e3)


async def everyone(hall: Hall, serving: Serving, size: Size) -> dict[str, int]:
    """Call games in all rooms at once: the `calls` that were made, and what the subscribers, as
    many in each room, saw: frames `lost`, `doubled` and `backwards`, and calls `missed`.
    """
    floor = await Floor.announced(hall, serving, size.rooms, size.each)
    boards = [" ".join(Name.parse(name).board for name in games) for games in floor.games]
    subscribed = [boards[number % size.rooms] for number in range(size.subscribers)]
    async with Audience.of(hall.url, subscribed) as all_:
        for position in range(1, size.called + 1):
            await floor.select(position)
            await burst(floor.calling, floor.calls(position))
            await floor.confirm(position)
        for name, version in (await floor.versions()).items():
            await all_.all(f"{Name.parse(name).board} {version}")
        seen = await all_.end()
    calls = size.rooms * size.each * size.called
    wanted = size.subscribers * size.each * size.called
    told = {name: seen[name] for name in ("lost", "doubled", "backwards")}
    return {**told, "missed": wanted - seen["calls"], "calls": calls}


if __name__ == "__main__":
    logs.configure("error", "console", "bench", "bench")
    with (
        tempfile.TemporaryDirectory(prefix="eyesdown-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        print(table(runner.run(measure(Size(), Path(folder)))))
