"""The whole house on one machine: NATS, its streams, and every service as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import structlog

from services.kernel.journal.connection import connect
from services.kernel.journal.embedded import Embedded
from services.kernel.journal.provision import Provisioned, provision
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues
from services.kernel.walk import now

SERVICES = ("draw",)
"""Every service that there is, in the order in which they start."""
STARTS_WITHIN = 60.0
STOPS_WITHIN = 20.0
AGAIN = 1.0
GIVE_UP = 5
"""How often in a row a service may end by itself before the house is closed."""

log = structlog.get_logger(__name__)


class HouseError(StartError):
    """A service did not start, or keeps ending."""


@dataclass
class Running:
    """Where things are: what `run.json` in the data folder holds.

    `services` and `metrics` give host and port by service; `nats` holds the services' password, so
    the file is readable by its owner alone.
    """

    nats: str
    websocket: str
    services: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, str] = field(default_factory=dict)
    pids: dict[str, int] = field(default_factory=dict)

    def write(self, file: Path) -> None:
        """Write it whole or not at all."""
        draft = file.with_suffix(".new")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            json.dump(asdict(self), out, indent=2)
        draft.replace(file)

    @classmethod
    def read(cls, file: Path) -> Running:
        """What is running; raises `StartError` when nothing is."""
        try:
            return cls(**json.loads(file.read_text()))
        except (OSError, ValueError, TypeError) as error:
            raise StartError([f"nothing runs here ({file} is not there): make run"]) from error


def run_file(settings: Settings) -> Path:
    """Where the running house says where it is."""
    return settings.data_folder / "run.json"


async def provision_venues(url: str, settings: Settings, replicas: int = 1) -> list[Provisioned]:
    """Bring the streams of all venues to what they must be."""
    venues = Venues.load(settings.venues_folder)
    connection = await connect(url, name="provision")
    try:
        zones = [(venue.id, venue.zone) for venue in venues]
        return await provision(connection, zones, now(), replicas)
    finally:
        await connection.close()


class House:
    """The services of a house, each a process; one that ends by itself is started again."""

    def __init__(
        self, settings: Settings, environment: Mapping[str, str], running: Running
    ) -> None:
        self._settings = settings
        self._environment = environment
        self.running = running
        self._children: dict[str, asyncio.subprocess.Process] = {}
        self._stopping = False

    async def start(self, service: str) -> None:
        """Start a service and wait until it answers calls. Raises `HouseError`."""
        environment = {**self._environment, "EYESDOWN_NATS_URL": self.running.nats}
        environment["EYESDOWN_DATA"] = str(self._settings.data_folder)
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "services.cli.main",
            "serve",
            service,
            "--with-parent",
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C reaches us alone, and we stop things in order
        )
        self._children[service] = child
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                line = await _stdout(child).readline()
        except TimeoutError:
            line = b""
        if not line:
            await self.stop(service)
            raise HouseError([f"the {service} service did not start (exit {child.returncode})"])
        told = json.loads(line)
        self.running.services[service] = told["grpc"]
        self.running.metrics[service] = told["metrics"]
        self.running.pids[service] = child.pid
        self.running.write(run_file(self._settings))

    async def stop(self, service: str) -> None:
        """Stop a service: let it finish, then end it."""
        child = self._children.pop(service, None)
        if child is None or child.returncode is not None:
            return
        child.send_signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(max(STOPS_WITHIN, self._settings.stop_grace + 5)):
                await child.wait()
        except TimeoutError:
            child.kill()
            await child.wait()

    async def stop_all(self) -> None:
        """Stop every service."""
        self._stopping = True
        await asyncio.gather(*(self.stop(service) for service in list(self._children)))

    async def watch(self, services: Sequence[str]) -> None:
        """Start services again that end by themselves; `HouseError` when that does not help."""
        async with asyncio.TaskGroup() as group:
            for service in services:
                group.create_task(self._keep(service))

    async def _keep(self, service: str) -> None:
        loop = asyncio.get_running_loop()
        failures, started = 0, loop.time()
        while True:
            code = await self._children[service].wait()
            if self._stopping:
                return
            failures = 1 if loop.time() - started > STARTS_WITHIN else failures + 1
            if failures > GIVE_UP:
                raise HouseError([f"the {service} service keeps ending (exit {code})"])
            log.error("service_ended", service=service, code=code)
            await asyncio.sleep(AGAIN)
            started = loop.time()
            await self.start(service)


def _stdout(child: asyncio.subprocess.Process) -> asyncio.StreamReader:
    if child.stdout is None:
        raise TypeError("a service is started with its output piped")
    return child.stdout


@asynccontextmanager
async def open_house(
    settings: Settings,
    environment: Mapping[str, str],
    *,
    nats_port: int = 0,
    websocket_port: int = 0,
    services: Sequence[str] = SERVICES,
) -> AsyncIterator[House]:
    """Start NATS (unless the settings name one), make its streams, start the services.

    Everything is stopped in the reverse order. Raises a `StartError`.
    """
    async with AsyncExitStack() as stack:
        settings.data_folder.mkdir(parents=True, exist_ok=True)
        url, websocket = settings.nats_url, ""
        if not url:
            server = await stack.enter_async_context(
                Embedded(
                    settings.data_folder / "nats", port=nats_port, websocket_port=websocket_port
                )
            )
            url, websocket = server.url, server.websocket_url or ""
            await provision_venues(url, settings)
        house = House(settings, environment, Running(url, websocket))
        stack.push_async_callback(house.stop_all)
        stack.callback(run_file(settings).unlink, missing_ok=True)
        for service in services:
            await house.start(service)
        yield house
