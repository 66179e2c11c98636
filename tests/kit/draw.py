"""A draw service to call: replicas in this process, and a process of its own to kill.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.draw"]`. Its fixtures live as long as the test module, so tests of
it run in the module's loop: `pytestmark = pytest.mark.asyncio(loop_scope="module")`.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import grpc
import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eyesdown.draw.v1 import draw_service_pb2_grpc
from services.draw.__main__ import serve
from services.kernel import base
from services.kernel.journal.embedded import DISPLAY_KEY, OWN
from services.kernel.serving import tracing
from services.kernel.serving.server import Server
from services.kernel.settings import PREFIX, read
from tests.kit.draw_hall import Hall as Hall
from tests.kit.nats import Nats, as_service

pytest_plugins = ["tests.kit.nats"]

H = TypeVar("H", bound=Hall)

SOON = 60.0
"""Seconds in which whatever a test waits for must come."""


@dataclass
class Replica:
    """A running draw service, and a channel to it. `server` is None where it is a process."""

    channel: grpc.aio.Channel
    metrics_at: str
    server: Server | None = None
    stopping: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def draw(self) -> draw_service_pb2_grpc.DrawServiceAsyncStub:
        """The draw's stub."""
        return draw_service_pb2_grpc.DrawServiceStub(self.channel)

    async def metrics(self) -> str:
        """What Prometheus would scrape now."""

        def scrape() -> str:
            with urllib.request.urlopen(f"http://{self.metrics_at}/metrics", timeout=SOON) as reply:
                text: str = reply.read().decode()
                return text

        return await asyncio.to_thread(scrape)

    async def counted(self, series: str, **labels: str) -> float:
        """The sum of a metric over every series that has these labels."""
        wanted = [f'{name}="{value}"' for name, value in labels.items()]
        lines = (line.rpartition(" ") for line in (await self.metrics()).splitlines())
        return sum(
            float(value)
            for line, _, value in lines
            if line.startswith(f"{series}{{") and all(each in line for each in wanted)
        )

    @asynccontextmanager
    async def readiness(self) -> AsyncIterator[AsyncIterator[bool]]:
        """Whether it is ready, now and at each change; ends when the server does."""
        stub: Any = health_pb2_grpc.HealthStub(self.channel)
        watch = stub.Watch(health_pb2.HealthCheckRequest(service="readiness"))

        async def states() -> AsyncIterator[bool]:
            async for reply in watch:
                yield bool(reply.status == health_pb2.HealthCheckResponse.SERVING)

        try:
            yield states()
        finally:
            watch.cancel()


@asynccontextmanager
async def replica(
    hall: Hall, name: str = "one", spans: InMemorySpanExporter | None = None, **more: str
) -> AsyncIterator[Replica]:
    """A draw service in this process; `spans` gets every span, `more` are settings."""
    environment = as_service("draw", hall.telling(name, **more))
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    with patch.object(base, "tracing", _exporting(spans)):
        serving = asyncio.create_task(
            serve(read(environment), environment, stop, ready.set_result), name=f"draw {name}"
        )
        started: set[asyncio.Future[Any]] = {serving, ready}
        await asyncio.wait(started, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        await serving
    assert ready.done(), f"the draw service {name} did not start within {SOON:g} s"
    server = ready.result()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield Replica(channel, f"127.0.0.1:{server.metrics_port}", server, stop)
    finally:
        stop.set()
        await serving


def _exporting(spans: InMemorySpanExporter | None) -> Any:
    made = tracing.tracing

    def exporting(*about: Any) -> tracing.Tracing:
        if spans is None:
            return made(*about)
        provider = tracing.Tracing()
        provider.add_span_processor(SimpleSpanProcessor(spans))
        return provider

    return exporting


class Child:
    """A draw service as a process of its own, to be stopped, killed and started again."""

    def __init__(self, hall: Hall, url: str = "", **more: str) -> None:
        """Serve the hall on the NATS at `url`, the hall's own by default; logs go to `log`."""
        self._hall = hall
        self._more = {**more, "NATS_URL": url or hall.url}
        self._process: asyncio.subprocess.Process | None = None
        self._channels: list[grpc.aio.Channel] = []
        self.log = hall.folder / f"child-{secrets.token_hex(4)}.log"

    async def start(self) -> Replica:
        """Start it, and wait until it answers calls."""
        environment = as_service("draw", self._hall.environment("child", **self._more))
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "services.cli.main", "serve", "draw"),
                env={**os.environ, **environment},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(SOON):
            line = await self._process.stdout.readline()
        assert line, f"the draw service did not start: {self.log.read_text()[-2000:]}"
        told = json.loads(line)
        channel = grpc.aio.insecure_channel(told["grpc"])
        self._channels.append(channel)
        return Replica(channel, told["metrics"])

    async def kill(self) -> None:
        """End it as `kill -9` does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self.ended()

    def terminate(self) -> None:
        """Ask it to end."""
        assert self._process is not None
        self._process.terminate()

    async def close(self) -> None:
        """Kill it if it still runs, and close the channels; calls on them are over by now."""
        await self.kill()
        for channel in self._channels:
            await channel.close()

    async def ended(self) -> int:
        """Wait until it has ended; its exit code."""
        assert self._process is not None
        async with asyncio.timeout(SOON):
            code = await self._process.wait()
        # Its pipe would be closed by the collector, too late for the loop.
        self._process._transport.close()  # type: ignore[attr-defined]  # nothing public does it
        return code


@asynccontextmanager
async def child(hall: Hall, url: str = "", **more: str) -> AsyncIterator[Child]:
    """A process that is not running yet; killed at the end if it still is."""
    made = Child(hall, url, **more)
    try:
        yield made
    finally:
        await made.close()


# -- fixtures --------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Hall:
    """The module's venues, on the run's NATS."""
    return await provisioned(Hall, tmp_path_factory.mktemp("hall"), nats_server)


async def provisioned(kind: type[H], folder: Path, server: Nats) -> H:
    """A hall of a kind on a NATS, with its streams."""
    made = kind(folder, server.url)
    made.more = standing_on(server)
    await made.provision()
    return made


def standing_on(server: Nats) -> dict[str, str]:
    """What `eyesdown run` tells a draw of its NATS. That it is its own, of which it knows that it
    syncs every write, spares each start the second in which other servers might answer."""
    key = server.folder / DISPLAY_KEY
    told = {"DISPLAY_KEY": str(key), "NATS_SYSTEM_URL": server.url_of("system")}
    return {**told, OWN.removeprefix(PREFIX): "1"}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def one(hall: Hall) -> AsyncIterator[Replica]:
    """The module's draw service."""
    async with replica(hall, "one") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def two(hall: Hall) -> AsyncIterator[Replica]:
    """A second replica of it: the same NATS and the same keys."""
    async with replica(hall, "two") as running:
        yield running
