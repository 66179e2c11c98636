"""A draw service to call: venues of a test's own, people with tokens, replicas, a process to kill.

PYTEST_DONT_REWRITE: tests import from here, and load it as a plugin as well:
`pytest_plugins = ["tests.kit.draw"]`. Its fixtures live as long as the test module, so tests of
it run in the module's loop: `pytestmark = pytest.mark.asyncio(loop_scope="module")`.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import secrets
import shutil
import sys
import urllib.request
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import grpc
import pytest
import pytest_asyncio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eyesdown.draw.v1 import draw_service_pb2_grpc
from services.draw.__main__ import serve
from services.kernel import telemetry
from services.kernel.embedded import Embedded
from services.kernel.nats import Connection, connect
from services.kernel.provision import provision
from services.kernel.server import Server
from services.kernel.settings import read
from services.kernel.tokens import ROLES, DevIssuer
from services.kernel.venues import Venues

pytest_plugins = ["tests.kit.nats"]

RULES = Path(__file__).resolve().parents[2] / "rules"
PROFILE = "nz-casino-bingo"
NOT_APPROVED = "spare-bingo"
"""A profile that there is, and that is approved in no venue of the hall."""
ROOMS = 300
SOON = 20.0
"""Seconds in which whatever a test waits for must come."""

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Person:
    """Somebody with a token; `at` is their call's metadata."""

    id: str
    at: Metadata


class Hall:
    """Two venues of a test's own, and the people in them. `venue` is where games are played.

    `folder` holds keys and the issuer's key: replicas that share it serve the same venues.
    """

    def __init__(self, folder: Path, url: str) -> None:
        """Write the venue files and rules into `folder`; `url` is the NATS that is stood on."""
        self.folder = folder
        self.url = url
        self.venue, self.elsewhere = (f"v{secrets.token_hex(5)}{part}" for part in "ab")
        self._numbers = itertools.count(1)
        self._rooms = itertools.count(1)
        self._write_venues()
        self._write_rules()
        self.issuer = DevIssuer(folder)
        self.manager = self.person("mere", "game_manager")
        self.caller = self.person("cal", "caller")
        self.other_device = self.person("cal", "caller", device="console-2")
        self.second_caller = self.person("ana", "caller")
        self.supervisor = self.person("sup", "supervisor")
        self.second_supervisor = self.person("sia", "supervisor")
        self.steward = self.person("stu", "steward")
        self.auditor = self.person("aud", "auditor")
        self.stranger = self.person("sly", *ROLES, venue=self.elsewhere)
        self.nobody = Person("nob", self._bearer("nob", {}))
        self.everywhere = self.person("eve", *ROLES, venue="*")

    def person(self, name: str, *roles: str, venue: str = "", device: str = "desk-1") -> Person:
        """Somebody who holds `roles`, in the hall's venue unless another is named."""
        return Person(name, self._bearer(name, {venue or self.venue: list(roles)}, device))

    def _bearer(
        self, name: str, grants: Mapping[str, list[str]], device: str = "desk-1"
    ) -> Metadata:
        return (("authorization", f"Bearer {self.issuer.issue(name, grants, device)}"),)

    @property
    def venues(self) -> Venues:
        """The venue files, read."""
        return Venues.load(self.folder / "venues")

    @property
    def day(self) -> str:
        """The gaming day, as ids of games begin."""
        return self.venues.get(self.venue).gaming_day(datetime.now(UTC)).isoformat()

    def game_id(self) -> str:
        """An id that no other game has."""
        return f"{self.day}-{next(self._numbers):04}"

    def room(self) -> str:
        """A room in which nothing else is played."""
        return f"room-{next(self._rooms)}"

    def environment(self, replica: str, **more: str) -> dict[str, str]:
        """How a replica is set up; `more` are variables without their prefix."""
        chosen = {
            "NATS_URL": self.url,
            "DATA": str(self.folder),
            "VENUES": str(self.folder / "venues"),
            "RULES": str(self.folder / "rules"),
            "GRPC_ADDRESS": "127.0.0.1:0",
            "METRICS_PORT": "0",
            "REPLICA": replica,
            "STOP_GRACE": "5",
            **more,
        }
        return {f"EYESDOWN_{name}": value for name, value in chosen.items()}

    async def provision(self) -> None:
        """Make the streams of both venues."""
        async with connected(self.url) as connection:
            zones = [(venue.id, venue.zone) for venue in self.venues]
            await provision(connection, zones, datetime.now(UTC))

    def _write_venues(self) -> None:
        folder = self.folder / "venues"
        folder.mkdir(parents=True)
        rooms = "".join(
            f'[[rooms]]\nid = "room-{n}"\ntitle = "Room {n}"\ndisplays = []\nheard_by = "all"\n'
            for n in range(1, ROOMS + 1)
        )
        for venue in (self.venue, self.elsewhere):
            (folder / f"{venue}.toml").write_text(
                f'id = "{venue}"\ntitle = "Hall {venue}"\ntime_zone = "Pacific/Auckland"\n'
                f'currency = "NZD"\nday_starts = "06:00"\nprofiles = ["{PROFILE}"]\n{rooms}'
            )

    def _write_rules(self) -> None:
        profiles = self.folder / "rules" / "profiles"
        profiles.mkdir(parents=True)
        shutil.copy(RULES / "index.tsv", profiles.parent)
        text = (RULES / "profiles" / f"{PROFILE}.toml").read_text()
        ours = f'venues = ["{self.venue}", "{self.elsewhere}"]'
        text, changed = re.subn(r"^venues = .*$", ours, text, flags=re.MULTILINE)
        assert changed == 1
        (profiles / f"{PROFILE}.toml").write_text(text)
        spare = text.replace(PROFILE, NOT_APPROVED).replace(ours, 'venues = ["nowhere"]')
        (profiles / f"{NOT_APPROVED}.toml").write_text(spare)


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
    environment = hall.environment(name, **more)
    stop: asyncio.Event = asyncio.Event()
    ready: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
    with patch.object(telemetry, "tracer_provider", _exporting(spans)):
        serving = asyncio.create_task(
            serve(read(environment), environment, stop, ready.set_result), name=f"draw {name}"
        )
        await asyncio.wait({serving, ready}, timeout=SOON, return_when=asyncio.FIRST_COMPLETED)
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
    made = telemetry.tracer_provider

    def tracer_provider(*about: Any) -> TracerProvider:
        provider = made(*about)
        if spans is not None:
            provider.add_span_processor(SimpleSpanProcessor(spans))
        return provider

    return tracer_provider


class Child:
    """A draw service as a process of its own, to be stopped, killed and started again."""

    def __init__(self, hall: Hall, url: str = "", **more: str) -> None:
        """Serve the hall on the NATS at `url`, the hall's own by default; logs go to `log`."""
        self._hall = hall
        self._more = {**more, "NATS_URL": url or hall.url}
        self._process: asyncio.subprocess.Process | None = None
        self._channel: grpc.aio.Channel | None = None
        self.log = hall.folder / f"child-{secrets.token_hex(4)}.log"

    async def start(self) -> Replica:
        """Start it, and wait until it answers calls."""
        environment = self._hall.environment("child", **self._more)
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
        self._channel = grpc.aio.insecure_channel(told["grpc"])
        return Replica(self._channel, told["metrics"])

    async def kill(self) -> None:
        """End it as `kill -9` does."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self.ended()

    def terminate(self) -> None:
        """Ask it to end."""
        assert self._process is not None
        self._process.terminate()

    async def ended(self) -> int:
        """Wait until it has ended; its exit code."""
        assert self._process is not None
        async with asyncio.timeout(SOON):
            code = await self._process.wait()
        if self._channel is not None:
            await self._channel.close()
            self._channel = None
        # Its pipe would be closed by the collector, too late for the loop.
        self._process._transport.close()  # type: ignore[attr-defined]  # nothing public does it
        return code


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[Connection]:
    """A connection to the server at `url`."""
    connection = await connect(url, name="test")
    try:
        yield connection
    finally:
        await connection.close()


@asynccontextmanager
async def child(hall: Hall, url: str = "", **more: str) -> AsyncIterator[Child]:
    """A process that is not running yet; killed at the end if it still is."""
    made = Child(hall, url, **more)
    try:
        yield made
    finally:
        await made.kill()


# -- fixtures --------------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Embedded) -> Hall:
    """The module's venues, on the run's NATS."""
    made = Hall(tmp_path_factory.mktemp("hall"), nats_server.url)
    await made.provision()
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def nats(nats_server: Embedded) -> AsyncIterator[Connection]:
    """The module's own connection to the run's NATS."""
    async with connected(nats_server.url) as connection:
        yield connection


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
