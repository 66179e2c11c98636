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
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bench.figures import Value, quantile, spread
from bench.games import Floor, request_id
from bench.house import Serving
from bench.load import burst, settled
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.names import Name
from services.kernel.rights.table import inbox
from tests.kit.draw_hall import Hall

BARE = "bench.bare"
ACKS = f"{inbox('draw')}.>"
WITHIN = 60.0


@dataclass(frozen=True)
class Size:
    """How much is measured: calls to `subscribers`, in so many rounds of so many `calls`, at most
    90; then games of 90 calls, `each` one after the other in so many `rooms`."""

    subscribers: int = 1_000
    rounds: int = 6
    calls: int = 80
    rooms: int = 20
    each: int = 3
    called: int = 84


@dataclass(frozen=True)
class Heard:
    """When the last subscriber had a message, and how large it was."""

    at: float
    size: int


class Audience:
    """Light subscribers in a process of their own, and what they tell."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        self._told, self._says = child.stdin, child.stdout
        self._heard: dict[str, Heard] = {}
        self._acks: list[float] = []
        self._more = asyncio.Event()
        self._seen: dict[str, int] = {}

    @classmethod
    @asynccontextmanager
    async def of(cls, url: str, subjects: Sequence[str]) -> AsyncIterator[Audience]:
        """A subscriber for each entry, on the server at `url`, and one of the draw's answers."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.listeners", "--url", url),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        audience = cls(child)
        reading = asyncio.create_task(audience._read())
        try:
            audience._told.write(json.dumps([*subjects, ACKS]).encode() + b"\n")
            await audience.all("ready")
            yield audience
        finally:
            audience._told.close()
            await reading
            await child.wait()

    async def all(self, mark: str) -> Heard:
        """Wait until every subscriber has a message. Raises `TimeoutError`."""
        async with asyncio.timeout(WITHIN):
            while mark not in self._heard:
                self._more.clear()
                await self._more.wait()
        return self._heard.pop(mark)

    def acknowledged(self, since: float) -> float:
        """When the journal acknowledged the one commit that was made since then."""
        (ack,) = [at for at in self._acks if at >= since]
        self._acks.clear()
        return ack

    async def end(self) -> dict[str, int]:
        """End it: what its subscribers saw, as `listeners.Seen` counts it."""
        self._told.close()
        await self.all("seen")
        return self._seen

    async def _read(self) -> None:
        while line := await self._says.readline():
            said: dict[str, Any] = json.loads(line)
            mark: str = said["mark"]
            if mark.startswith(f'{ACKS} {{"stream":"JOURNAL_'):
                self._acks.append(said["at"])
            else:
                self._heard[mark] = Heard(said.get("at", 0.0), said.get("size", 0))
            self._seen = said.get("seen", {})
            self._more.set()


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


async def measure(hall: Hall, serving: Serving, size: Size) -> dict[str, Value]:
    """The figures of the fan-out."""
    samples: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(size.rounds):
        for name, value in (await _round(hall, serving, size)).items():
            samples[name].append(value)
    seen = await everyone(hall, serving, size)
    samples |= {f"fanout_{name}": [float(count)] for name, count in seen.items()}
    results: dict[str, Value] = {}
    for name, values in samples.items():
        results |= spread(name, values)
    return results


async def _round(hall: Hall, serving: Serving, size: Size) -> dict[str, float]:
    """A game's calls and as many bare publishes of the same size in turns."""
    floor = await Floor.announced(hall, serving, 1, 1)
    ours, theirs = [], []
    bare = Bare(hall.url)
    async with Audience.of(hall.url, [f"{floor.first.board} {BARE}"] * size.subscribers) as all_:
        calling = Calling(floor, all_)
        for position in range(1, size.calls + 1):
            took, length = await calling.call(position)
            ours.append(took)
            await settled(serving.pid)
            began = bare.publish(position, length)
            theirs.append((await all_.all(f"{BARE} {position}")).at - began)
    bare.close()
    p50, p99 = statistics.median(ours), quantile(ours, 0.99)
    bare_p50, bare_p99 = statistics.median(theirs), quantile(theirs, 0.99)
    return {
        "board_fanout_p50": p50 / bare_p50,
        "board_fanout_p99": p99 / bare_p99,
        "board_fanout_ms_p50": p50 * 1e3,
        "board_fanout_ms_p99": p99 * 1e3,
        "bare_fanout_ms_p50": bare_p50 * 1e3,
        "bare_fanout_ms_p99": bare_p99 * 1e3,
    }


async def everyone(hall: Hall, serving: Serving, size: Size) -> dict[str, int]:
    """Call games in all rooms at once, and what the subscribers, as many in each room, saw: frames
    `lost`, `doubled` and `backwards`, `calls` made and `missed`, those that somebody did not see.
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
