"""A tournament service to call: replicas in this process.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.tournament"]`. Its fixtures live as long as the test module, so tests
of it run in the module's loop: `pytestmark = pytest.mark.asyncio(loop_scope="module")`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.tournament.v1 import table_service_pb2_grpc, tournament_service_pb2_grpc
from services.kernel.serving.server import Server
from services.kernel.settings import read
from services.tournament.__main__ import serve
from tests.kit.nats import Nats, as_service
from tests.kit.tournament_hall import TournamentHall as TournamentHall

pytest_plugins = ["tests.kit.nats"]

SOON = 60.0
"""Seconds in which whatever a test waits for must come."""


@dataclass
class Replica:
    """A running tournament service, and a channel to it."""

    channel: grpc.aio.Channel
    server: Server
    stopping: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def tournaments(self) -> tournament_service_pb2_grpc.TournamentServiceAsyncStub:
        """The tournaments' stub."""
        return tournament_service_pb2_grpc.TournamentServiceStub(self.channel)

    @property
    def tables(self) -> table_service_pb2_grpc.SessionTableServiceAsyncStub:
        """The session tables' stub."""
        return table_service_pb2_grpc.SessionTableServiceStub(self.channel)


@asynccontextmanager
async def replica(hall: TournamentHall, name: str = "one", **more: str) -> AsyncIterator[Replica]:
    """A tournament service in this process; `more` are settings."""
    environment = as_service("tournament", hall.environment(name, **more))
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve(read(environment), environment, stop, ready.set_result), name=f"tournament {name}"
    )
    started: set[asyncio.Future[Any]] = {serving, ready}
    await asyncio.wait(started, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    assert ready.done(), f"the tournament service {name} did not start within {SOON:g} s"
    server = ready.result()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield Replica(channel, server, stop)
    finally:
        stop.set()
        await serving


# -- fixtures --------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def club(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> TournamentHall:
    """The module's venues, on the run's NATS."""
    made = TournamentHall(tmp_path_factory.mktemp("club"), nats_server.url)
    await made.provision()
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tournament_one(club: TournamentHall) -> AsyncIterator[Replica]:
    """The module's tournament service."""
    async with replica(club, "one") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def tournament_two(club: TournamentHall) -> AsyncIterator[Replica]:
    """A second replica of it: the same NATS and the same keys."""
    async with replica(club, "two") as running:
        yield running
