"""A NATS server with the stream `BOARDS`, and connections to it."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client
from nats.js.api import KeyValueConfig, RePublish, StorageType, StreamConfig

Connect = Callable[[], Awaitable[Client]]


class Server:
    """A `nats-server` process on a free port, with JetStream in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = -1
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        binary = Path(sys.executable).parent / "nats-server"
        self.process = subprocess.Popen(
            [binary, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", self.folder],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "Listening for client connections on " in line:
                self.port = int(line.rsplit(":", 1)[1])
            if "Server is ready" in line:
                return
        raise AssertionError("nats-server did not start")

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate()
            self.process = None


async def add_boards(client: Client) -> None:
    """Make the stream `BOARDS` as provisioning does."""
    await client.jetstream().add_stream(
        StreamConfig(
            name="BOARDS",
            subjects=["eyesdown.in.board.>", "eyesdown.in.room.>"],
            max_msgs_per_subject=1,
            allow_direct=True,
            storage=StorageType.FILE,
            republish=RePublish(src="eyesdown.in.*.>", dest="eyesdown.{{wildcard(1)}}.>"),
        )
    )


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("nats"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def connect(server: Server) -> AsyncIterator[Connect]:
    """Make one more connection, as another replica has."""
    clients: list[Client] = []

    async def one() -> Client:
        client = await nats.connect(server.url, pending_size=0)
        clients.append(client)
        return client

    yield one
    for client in clients:
        await client.close()


@pytest.fixture
async def client(connect: Connect) -> Client:
    client = await connect()
    await add_boards(client)
    return client


@pytest.fixture
async def venue(client: Client) -> str:
    """A venue of this test alone, with its bucket for the names of people."""
    venue = f"v{uuid.uuid4().hex[:10]}"
    await client.jetstream().create_key_value(KeyValueConfig(bucket=f"PEOPLE_{venue}"))
    return venue


@pytest.fixture
def spare_server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test alone, to be stopped and started again."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
