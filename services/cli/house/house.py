"""The whole house on one machine: NATS, its streams, and every service as a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import structlog

from services.cli.common.where import SERVICES, Running, run_file, unusable
from services.cli.house.nats_users import LETS_IN, USERS
from services.cli.house.readiness import until_ready
from services.kernel.journal.connection import connect
from services.kernel.journal.embedded import OWN, Embedded, PortTaken
from services.kernel.journal.provision import Provisioned, provision
from services.kernel.journal.tls import tls_of
from services.kernel.rights.table import SYSTEM
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues
from services.kernel.walk import now

PLACES = {"draw": 0, "verify": 1, "tournament": 2, "paigow": 3}
"""How many ports after the first each listens: the same one, whoever else is in the house."""
STARTS_WITHIN = 60.0
STOPS_WITHIN = 20.0
AGAIN = 1.0
"""Seconds before what ended is started again; twice as many the second time, and so on."""
GIVE_UP = 5
"""How often in a row something may end, or not start again, before the house is closed."""

log = structlog.get_logger(__name__)


class HouseError(StartError):
    """A service or NATS did not start, or keeps ending."""


def _ports(settings: Settings, place: int) -> dict[str, str]:
    """Where a service listens: so many ports after the first; any free one stays any."""
    host, metrics = settings.grpc_address, settings.metrics_port
    port = host.port + place if host.port else 0
    return {
        "EYESDOWN_GRPC_ADDRESS": str(replace(host, port=port)),
        "EYESDOWN_METRICS_PORT": str(metrics + place if metrics else 0),
    }


async def provision_venues(url: str, settings: Settings, replicas: int = 1) -> list[Provisioned]:
    """Bring the streams of all venues to what they must be."""
    venues = Venues.load(settings.venues_folder)
    connection = await connect(url, name="provision", tls=tls_of(settings))
    try:
        zones = [(venue.id, venue.zone) for venue in venues]
        return await provision(connection, zones, now(), replicas)
    finally:
        await connection.close()


class House:
    """The services of a house, each a process; one that ends by itself is started again.

    So is `server`, the NATS of our own, if there is one.
    """

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str],
        running: Running,
        server: Embedded | None = None,
    ) -> None:
        self._settings = settings
        self._environment = {name: value for name, value in environment.items() if name != OWN}
        if server is not None:
            self._environment[OWN] = "1"
        self._server = server
        self.running = running
        self._children: dict[str, asyncio.subprocess.Process] = {}
        self._stopping = False

    async def start(self, service: str) -> None:
        """Start a service and wait until it answers calls. Raises `HouseError`."""
        environment = {**self._environment, **self._nats(service)}
        environment["EYESDOWN_DATA"] = str(self._settings.data_folder)
        environment |= _ports(self._settings, PLACES[service])
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
                if not line:  # it is ending by itself: a signal now would lose how it ends
                    await child.wait()
        except TimeoutError:
            line = b""
        if not line:
            await self.stop(service)
            raise HouseError([f"the {service} service did not start (exit {child.returncode})"])
        told = json.loads(line)
        self.running.put(service, told["grpc"], told["metrics"], child.pid)
        try:
            self.running.write(run_file(self._settings))
        except StartError:
            await self.stop(service)
            raise

    async def start_all(self, services: Sequence[str]) -> None:
        """Start services: the first, and then the others together. What is wrong for all of them
        is wrong for the first, and so is said once. Raises `HouseError`."""
        for together in (services[:1], services[1:]):
            try:
                async with asyncio.TaskGroup() as group:
                    for service in together:
                        group.create_task(self.start(service))
            except ExceptionGroup as failed:
                raise failed.exceptions[0] from failed

    def _nats(self, service: str) -> dict[str, str]:
        """How a service comes to NATS: on a server of our own as its own user."""
        if self._server is None:
            return {"EYESDOWN_NATS_URL": self.running.nats}
        told = {"EYESDOWN_NATS_URL": self._server.url_of(service)}
        if service == LETS_IN:
            told["EYESDOWN_NATS_SYSTEM_URL"] = self._server.url_of(SYSTEM.name)
        return told

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

    async def until_ready(self, service: str) -> None:
        """Wait until a service says that it is ready, even if it is started again meanwhile."""
        certificate, key = self._settings.tls_certificate, self._settings.tls_key
        while True:
            if await until_ready(self.running.services[service], certificate, key):
                return
            await asyncio.sleep(AGAIN)

    async def watch(self, services: Sequence[str]) -> None:
        """Start again what ends by itself; `HouseError` when that does not help."""
        async with asyncio.TaskGroup() as group:
            for service in services:
                group.create_task(self._keep_service(service))
            if self._server is not None:
                group.create_task(self._keep("NATS", self._server.wait, self._start_nats))

    async def _start_nats(self) -> None:
        """Start the server again, and make what it kept in memory alone."""
        if self._server is not None:
            await self._server.start()
            await provision_venues(self._server.url_of("upgrade"), self._settings)

    async def _keep_service(self, service: str) -> None:
        async def ended() -> int:
            return await self._children[service].wait()

        async def start() -> None:
            await self.start(service)

        await self._keep(f"the {service} service", ended, start)

    async def _keep(
        self, what: str, ended: Callable[[], Awaitable[int]], start: Callable[[], Awaitable[None]]
    ) -> None:
        """Start `what` again whenever it has `ended` (with an exit code), for ever."""
        time = asyncio.get_running_loop().time
        failures = 0
        while not self._stopping:
            began = time()
            why: str | None = _exit(await ended())
            if time() - began > STARTS_WITHIN:
                failures = 0
            while why is not None and not self._stopping:
                failures += 1
                if failures > GIVE_UP:
                    raise HouseError([f"{what} keeps ending: {why}"])
                log.error("ended_by_itself", ended=what, why=why, again_in=AGAIN * failures)
                await asyncio.sleep(AGAIN * failures)
                try:
                    await start()
                    why = None
                    log.warning("runs_again", which=what)
                except (StartError, OSError) as error:
                    why = str(error)


def _exit(code: int) -> str:
    return f"exit {code}" if code >= 0 else f"signal {-code}"


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
    websocket_host: str = "127.0.0.1",
    services: Sequence[str] = SERVICES,
) -> AsyncIterator[House]:
    """Start NATS (unless the settings name one), make its streams, start the services.

    Everything is stopped in the reverse order. Services answer calls, and may not be ready for all
    of them yet: `House.until_ready`. Raises a `StartError`.
    """
    async with AsyncExitStack() as stack:
        _prepare(settings.data_folder)
        url, websocket, server = settings.nats_url, "", None
        if not url:
            server = await _own_nats(stack, settings, nats_port, websocket_port, websocket_host)
            url, websocket = server.url_of("operator"), server.websocket_url or ""
            # A new release may change the streams of a server of our own.
            await provision_venues(server.url_of("upgrade"), settings)
        running = Running(url, websocket, pid=os.getpid())
        house = House(settings, environment, running, server)
        stack.push_async_callback(house.stop_all)
        stack.callback(run_file(settings).unlink, missing_ok=True)
        await house.start_all(services)
        yield house


def _prepare(folder: Path) -> None:
    """Make the data folder, and see that it takes files. Raises `StartError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise unusable(folder, error) from error


async def _own_nats(
    stack: AsyncExitStack, settings: Settings, port: int, websocket_port: int, websocket_host: str
) -> Embedded:
    """A server of our own, until the stack is closed. Raises a `StartError`."""
    try:
        return await stack.enter_async_context(
            Embedded(
                settings.data_folder / "nats",
                users=USERS,
                port=port,
                websocket_port=websocket_port,
                websocket_host=websocket_host,
            )
        )
    except PortTaken as taken:
        options = {port: " with --nats-port", websocket_port: " with --websocket-port"}
        other = options.get(taken.port, "")
        raise HouseError([f"{taken}; stop what uses it, or choose another port{other}"]) from taken
