"""A NATS server as `deploy/nats` has it, and services in production mode on it: TLS everywhere.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from services.kernel.journal.connection import connect
from services.kernel.journal.embedded import binary
from services.kernel.journal.provision import provision
from services.kernel.journal.tls import tls_of
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.serving.server import Server
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import Settings, read
from services.kernel.venues import Venues
from services.kernel.walk import now
from tests.kit.certificates import Authority

NATS = Path(__file__).parents[2] / "deploy" / "nats"
PASSWORD = "opensesame"
HASH = "$2b$04$abcdefghijklmnopqrstuuFuhxWRTXIsURoluSTZ1N4tYaWGn9oOi"
SOON = 60.0


def variables() -> list[str]:
    """What `example.env` names."""
    text = (NATS / "example.env").read_text()
    return re.findall(r"^(EYESDOWN_NATS_\w+)=", text, re.MULTILINE)


@dataclass
class Production:
    """A server as it is deployed."""

    process: asyncio.subprocess.Process
    authority: Authority
    port: int

    def settings(self, *, certificate: bool = True) -> Settings:
        """How a client is set up."""
        pem, key = self.authority.sign("client") if certificate else (None, None)
        return Settings(nats_ca=self.authority.ca, nats_certificate=pem, nats_key=key)

    def url(self, user: str = "draw", password: str = PASSWORD) -> str:
        """Where a user connects."""
        return f"nats://{user}:{password}@localhost:{self.port}"

    def shown(self) -> int:
        """The serial number of the certificate that the server shows now."""
        context = ssl.create_default_context(cafile=self.authority.ca)
        context.load_cert_chain(*self.authority.sign("looking"))
        with socket.create_connection(("127.0.0.1", self.port), timeout=SOON) as plain:
            plain.recv(4096)  # its INFO comes in the clear
            with context.wrap_socket(plain, server_hostname="localhost") as secure:
                told = secure.getpeercert()
        assert told is not None
        return int(str(told["serialNumber"]), 16)


@asynccontextmanager
async def production(folder: Path) -> AsyncIterator[Production]:
    """Such a server, with its data and certificates in a folder."""
    authority = Authority(folder)
    pem, key = authority.sign("server")
    values = {
        "EYESDOWN_NATS_SERVER": "n1",
        "EYESDOWN_NATS_LISTEN": "127.0.0.1:-1",
        "EYESDOWN_NATS_WEBSOCKET": "127.0.0.1:-1",
        "EYESDOWN_NATS_DATA": str(folder / "data"),
        "EYESDOWN_NATS_TLS_CERTIFICATE": str(pem),
        "EYESDOWN_NATS_TLS_KEY": str(key),
        "EYESDOWN_NATS_TLS_CA": str(authority.ca),
        "EYESDOWN_NATS_DISPLAYS": DisplayKey.prepare(folder / "display.key").public,
    }
    environment = {name: values.get(name, f'"{HASH}"') for name in variables()}
    process = await asyncio.create_subprocess_exec(
        *(str(binary()), "-c", str(NATS / "nats.conf")),
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        port, reading = await ready(process)
        yield Production(process, authority, port)
        process.terminate()
        async with asyncio.timeout(SOON):
            await process.wait()
            await reading
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ready(process: asyncio.subprocess.Process) -> tuple[int, asyncio.Task[bytes]]:
    """The port that the server listens on, once it does, and what goes on reading its log."""
    assert process.stderr is not None
    said = b""
    async with asyncio.timeout(SOON):
        while b"Server is ready" not in said:
            line = await process.stderr.readline()
            assert line, said.decode()
            said += line
    listens = re.search(r"client connections on 127\.0\.0\.1:(\d+)", said.decode())
    assert listens is not None, said.decode()
    return int(listens[1]), asyncio.create_task(process.stderr.read())


# -- services on it --------------------------------------------------------------------------

Serve = Callable[
    [Settings, Mapping[str, str], asyncio.Event, Callable[[Server], None]], Awaitable[None]
]


def in_production(
    server: Production, folder: Path, user: str, environment: Mapping[str, str], **more: str
) -> dict[str, str]:
    """The environment of a service or command whose other settings are these; `folder` has the
    key of the issuer. `more` are variables without their prefix."""
    pem, key = (str(file) for file in server.authority.sign(user))
    keys = folder / "issuer.jwks"
    keys.write_text(DevIssuer(folder).jwks)
    chosen = {
        **{"MODE": "production", "ISSUER_KEYS": str(keys), "NATS_URL": server.url(user)},
        **{"NATS_CA": str(server.authority.ca), "NATS_CERTIFICATE": pem, "NATS_KEY": key},
        **{"TLS_CERTIFICATE": pem, "TLS_KEY": key, "TLS_CLIENT_CA": str(server.authority.ca)},
        **more,
    }
    return {**environment, **{f"EYESDOWN_{name}": value for name, value in chosen.items()}}


async def provisioned(server: Production, venues: Venues) -> None:
    """Make the streams of venues, as the user that may."""
    connection = await connect(
        server.url("provision"), name="provision", tls=tls_of(server.settings())
    )
    try:
        await provision(connection, [(venue.id, venue.zone) for venue in venues], now())
    finally:
        await connection.close()


@asynccontextmanager
async def served(
    serve: Serve, environment: Mapping[str, str], authority: Authority
) -> AsyncIterator[tuple[grpc.aio.Channel, Server]]:
    """A service in this process, and a channel to it that shows a certificate."""
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    serving = asyncio.ensure_future(serve(read(environment), environment, stop, ready.set_result))
    waiting: set[asyncio.Future[Any]] = {serving, ready}
    await asyncio.wait(waiting, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    pem, key = authority.sign("console")
    credentials = grpc.ssl_channel_credentials(
        authority.ca.read_bytes(), key.read_bytes(), pem.read_bytes()
    )
    try:
        port = ready.result().port
        async with grpc.aio.secure_channel(f"localhost:{port}", credentials) as channel:
            yield channel, ready.result()
    finally:
        stop.set()
        await serving
