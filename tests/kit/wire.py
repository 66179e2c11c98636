"""NATS spoken by hand, over TCP or a WebSocket: what a server refuses shows in its very answer.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from services.kernel.journal.natsconfig import LET_IN

SOON = 60.0
_UPGRADE = (
    "GET / HTTP/1.1\r\nHost: nats\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)
_CONTINUATION, _BINARY, _CLOSE = 0x0, 0x2, 0x8


class Refused(Exception):
    """The server let us not in, or cut us off; it holds what it said."""


class Wire:
    """One connection: `async with Wire(url, user, password) as wire:`."""

    def __init__(self, url: str, user: str = "", password: str = "", tries: int = 2) -> None:
        """`url` is nats:// or ws://, with host and port. Who is refused because nobody was asked,
        or answered, comes again, as a screen does: a server that has just started may lose its
        first question (2.15.1: once in some thousand starts)."""
        self._url = url
        self._login = {"user": user, "pass": password} if user else {}
        self._tries = tries
        self._lines: list[str] = []
        self._heard = b""
        self.messages: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        """Subject and body of what arrived."""

    async def __aenter__(self) -> Self:
        clock = asyncio.get_running_loop()
        while True:
            self._tries -= 1
            began = clock.time()
            try:
                await self._enter()
            except Refused:
                if self._tries <= 0 or clock.time() - began < LET_IN:
                    raise
            else:
                return self

    async def _enter(self) -> None:
        self._lines, self._heard = [], b""
        where = urlsplit(self._url)
        self._masked = where.scheme == "ws"
        self._reader, self._writer = await asyncio.open_connection(where.hostname, where.port)
        try:
            async with asyncio.timeout(SOON):
                if self._masked:
                    self._writer.write(_UPGRADE.encode())
                    await self._reader.readuntil(b"\r\n\r\n")
                options: dict[str, Any] = {
                    "verbose": False, "protocol": 1, "headers": True, "no_responders": True,
                }  # fmt: skip
                await self._say(f"CONNECT {json.dumps({**options, **self._login})}\r\n")
            await self.settled()
        except BaseException:
            await self._end()
            raise

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._end()

    async def subscribe(self, subject: str) -> str:
        """What the server says against it; empty if nothing."""
        await self._say(f"SUB {subject} {abs(hash(subject)) % 10**6}\r\n")
        return await self.settled()

    async def publish(self, subject: str, body: bytes = b"", reply: str = "") -> str:
        """What the server says against it; empty if nothing."""
        await self._say(f"PUB {subject} {reply} {len(body)}\r\n{body.decode()}\r\n")
        return await self.settled()

    async def settled(self) -> str:
        """Wait until the server has seen all that was sent; what it said against it.

        Raises `Refused` when it has ended the connection.
        """
        try:
            async with asyncio.timeout(SOON):
                await self._say("PING\r\n")
                errors = []
                while (line := await self._line()) != "PONG":
                    if line.startswith("-ERR"):
                        errors.append(line.removeprefix("-ERR ").strip("'"))
                return "; ".join(errors)
        except (asyncio.IncompleteReadError, ConnectionError) as ended:
            raise Refused(self._said(ended)) from ended

    async def closed(self) -> str:
        """Wait until the server ends the connection; what it said last."""
        try:
            async with asyncio.timeout(SOON):
                while True:
                    await self._line()
        except (asyncio.IncompleteReadError, ConnectionError) as ended:
            return self._said(ended)

    async def message(self) -> tuple[str, bytes]:
        """Subject and body of the next message."""
        async with asyncio.timeout(SOON):
            while self.messages.empty():
                await self._line()
            return self.messages.get_nowait()

    async def _end(self) -> None:
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    def _said(self, ended: Exception) -> str:
        errors = [line for line in self._lines if line.startswith("-ERR")]
        return errors[-1] if errors else repr(ended)

    async def _line(self) -> str:
        """The next line; messages are put aside."""
        while True:
            line = (await self._until(b"\r\n")).decode()
            self._lines.append(line)
            if line == "PING":
                await self._say("PONG\r\n")
            if not (message := re.match(r"(H?)MSG (\S+) .*?(?:(\d+) )?(\d+)$", line)):
                return line
            body = (await self._exactly(int(message[4]) + 2))[:-2]
            skip = int(message[3] or 0) if message[1] else 0
            self.messages.put_nowait((message[2], body[skip:]))
            return line

    async def _until(self, end: bytes) -> bytes:
        while end not in self._heard:
            self._heard += await self._receive()
        line, _, self._heard = self._heard.partition(end)
        return line

    async def _exactly(self, size: int) -> bytes:
        while len(self._heard) < size:
            self._heard += await self._receive()
        body, self._heard = self._heard[:size], self._heard[size:]
        return body

    async def _receive(self) -> bytes:
        if not self._masked:
            if data := await self._reader.read(65536):
                return data
            raise asyncio.IncompleteReadError(b"", None)
        first, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2), "big")
        data = await self._reader.readexactly(size)
        if first & 0xF == _CLOSE:
            raise asyncio.IncompleteReadError(b"", None)
        return data if first & 0xF in (_CONTINUATION, _BINARY) else b""

    async def _say(self, text: str) -> None:
        data = text.encode()
        if self._masked:
            size = len(data)
            length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
            data = bytes([0x80 | _BINARY]) + length + b"\0\0\0\0" + data
        self._writer.write(data)
        await self._writer.drain()
