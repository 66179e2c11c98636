"""A real NATS server for the tests of one process, and connections to it that never collide.

A pytest plugin: `pytest_plugins = ["tests.kit.nats"]`. Every test gets a venue of its own, so
tests share the server and never each other's streams.

PYTEST_DONT_REWRITE: it asserts nothing, and may be imported before it is a plugin.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import pytest_asyncio

from services.cli.house.nats_users import USERS
from services.kernel.journal.connection import Connection, connect
from services.kernel.journal.embedded import Embedded
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.provision import provision
from services.kernel.rights.grants import Rights
from services.kernel.rights.table import User
from tests.kit.ports import lasting_port
from tests.kit.proxy import Proxy

YEAR = 2026
NOW = datetime(YEAR, 7, 1, 12, tzinfo=UTC)
ZONE = ZoneInfo("Pacific/Auckland")

TEST = User("test", Rights(publish=(">",), subscribe=(">",)))
"""Who may do everything, as a test does: nobody else may."""


class Nats(Embedded):
    """A server with the users of the house, and that of the tests; all have passwords that a test
    can know. Its ports are nobody else's while it is down."""

    def __init__(self, folder: Path, **more: Any) -> None:
        more.setdefault("port", lasting_port())
        if more.get("websocket_port") == 0:
            more["websocket_port"] = lasting_port()
        super().__init__(folder, users=(*USERS, TEST), **more)

    def password(self, user: str) -> str:
        """A user's password."""
        return f"secret-of-{user}"

    @property
    def url(self) -> str:
        """Where tests connect."""
        return self.url_of(TEST.name)


def as_user(user: str, url: str) -> str:
    """A URL of such a server, for another of its users."""
    return re.sub(r"//\w+:[\w-]+@", f"//{user}:secret-of-{user}@", url)


def as_service(service: str, environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a service that stands on such a server: it is its own user there."""
    return {
        **environment,
        "EYESDOWN_NATS_URL": as_user(service, environment["EYESDOWN_NATS_URL"]),
    }


Connect = Callable[..., Awaitable[Connection]]
Provision = Callable[..., Awaitable[str]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def nats_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Nats]:
    """The server of this process, with a WebSocket. Whoever kills it starts a server of their
    own instead."""
    folder = tmp_path_factory.mktemp("nats")
    async with Nats(folder, websocket_port=0) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nats(nats_server: Nats) -> AsyncIterator[Connection]:
    """The module's own connection to that server."""
    connection = await connect(nats_server.url, name="test")
    yield connection
    await connection.close()


@pytest.fixture
def venue() -> str:
    """A venue that no other test has."""
    return f"t{secrets.token_hex(6)}"


@pytest.fixture
async def nats_connect(nats_server: Nats) -> AsyncIterator[Connect]:
    """Make connections; they are closed after the test. `await nats_connect()` is one to the
    test's server, `await nats_connect(url)` one to another."""
    made: list[Connection] = []

    async def one(url: str | None = None, name: str = "test") -> Connection:
        connection = await connect(url or nats_server.url, name=name)
        made.append(connection)
        return connection

    yield one
    for connection in made:
        await connection.close()


@pytest.fixture
async def nats_connection(nats_connect: Connect) -> Connection:
    """A connection to the server."""
    return await nats_connect()


@pytest.fixture
async def provisioned(nats_connection: Connection, venue: str) -> str:
    """The test's venue, its streams made for `YEAR`."""
    await provision(nats_connection, [(venue, ZONE)], NOW)
    return venue


@pytest.fixture
async def nats_journal(nats_connection: Connection, provisioned: str) -> AsyncIterator[NatsJournal]:
    """The journal of the test's venue."""
    journal = NatsJournal(nats_connection)
    yield journal
    await journal.close()


@pytest.fixture
async def nats_proxy(nats_server: Nats) -> AsyncIterator[Proxy]:
    """A way to the server that can be cut, stalled or made deaf: connect to its `url`."""
    async with Proxy(nats_server.url) as proxy:
        yield proxy
