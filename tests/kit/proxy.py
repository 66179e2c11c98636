"""A way to a NATS server that a test can cut, stall or make deaf, and heal again."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from types import TracebackType
from urllib.parse import urlsplit

CHUNK = 65536

Through = Callable[["_Pair", bytes], Awaitable[bytes]]


class Proxy:
    """Passes bytes between clients and one server: `async with Proxy(url) as proxy:`.

    - `cut`: connections are closed, new ones refused;
    - `stall`: nothing passes in either direction, nothing is lost;
    - `deafen`: what clients send arrives, what the server answers is thrown away;
    - `swallow`: what clients send is thrown away;
    - `heal`: all is well. Connections that lost bytes are closed, so clients come back anew.
    """

    def __init__(self, url: str) -> None:
        """Lead to the server at `url`, "nats://user:password@host:port"."""
        self._target = urlsplit(url)
        self._reserved = socket.socket()
        self._server: asyncio.Server | None = None
        self._pairs: set[_Pair] = set()
        self._passing = asyncio.Event()
        self._passing.set()
        self._deaf = False
        self._swallowing = False
        self._thrown = asyncio.Event()

    @property
    def url(self) -> str:
        """Where clients connect, with the server's own user and password."""
        port = self._reserved.getsockname()[1]
        user = self._target.netloc.rpartition("@")[0]
        return f"{self._target.scheme}://{user}@127.0.0.1:{port}"

    async def __aenter__(self) -> Proxy:
        # Bound and never listening: it keeps our port while the way is cut.
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._reserved.bind(("127.0.0.1", 0))
        await self._listen()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.cut()
        self._reserved.close()

    async def cut(self) -> None:
        """Close every connection, and refuse new ones."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None
        await self._close_all()

    def stall(self) -> None:
        """Let nothing through, in either direction."""
        self._passing.clear()

    def deafen(self) -> None:
        """Throw away what the server answers."""
        self._thrown.clear()
        self._deaf = True

    def swallow(self) -> None:
        """Throw away what clients send."""
        self._thrown.clear()
        self._swallowing = True

    async def thrown_away(self) -> None:
        """Wait until something was thrown away since then."""
        await self._thrown.wait()

    async def heal(self) -> None:
        """Let everything through again."""
        self._deaf = self._swallowing = False
        self._passing.set()
        await self._close_all(lambda pair: pair.torn)
        if self._server is None:
            await self._listen()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(
            self._accepted, "127.0.0.1", self._reserved.getsockname()[1], reuse_port=True
        )

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._target.hostname is not None
        try:
            server = await asyncio.open_connection(self._target.hostname, self._target.port)
        except OSError:
            writer.close()
            return
        if self._server is None:  # it was cut meanwhile, and knew nothing of this one
            for each in (writer, server[1]):
                each.transport.abort()
            return
        pair = _Pair((reader, writer), server)
        self._pairs.add(pair)
        try:
            await pair.run(self._up, self._down)
        finally:
            self._pairs.discard(pair)

    async def _up(self, pair: _Pair, data: bytes) -> bytes:
        await self._passing.wait()
        return self._throw(pair) if self._swallowing else data

    async def _down(self, pair: _Pair, data: bytes) -> bytes:
        await self._passing.wait()
        return self._throw(pair) if self._deaf else data

    def _throw(self, pair: _Pair) -> bytes:
        pair.torn = True
        self._thrown.set()
        return b""

    async def _close_all(self, which: Callable[[_Pair], bool] = lambda pair: True) -> None:
        for pair in [pair for pair in self._pairs if which(pair)]:
            await pair.close()


class _Pair:
    """One client's connection and ours to the server for it."""

    def __init__(
        self,
        client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        self._client = client
        self._server = server
        self._tasks: list[asyncio.Task[None]] = []
        self.torn = False

    async def run(self, up: Through, down: Through) -> None:
        """Pass bytes until either side ends."""
        self._tasks = [
            asyncio.create_task(self._copy(self._client[0], self._server[1], up)),
            asyncio.create_task(self._copy(self._server[0], self._client[1], down)),
        ]
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self.close()

    async def close(self) -> None:
        """End both connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for _, writer in (self._client, self._server):
            writer.transport.abort()

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, through: Through
    ) -> None:
        while data := await reader.read(CHUNK):
            if passed := await through(self, data):
                writer.write(passed)
                await writer.drain()
