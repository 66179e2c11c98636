"""One service's gRPC server, with all that stands before a handler, its health and its metrics.

```python
server = Server(settings, venues=venues, verify=verifier_of(settings), telemetry=telemetry)
server.add(draw_service_pb2_grpc.add_DrawServiceServicer_to_server, DrawRpc(...))
server.ready.set("journal", False, "not connected yet")
await server.serve(stop)
```
"""

from __future__ import annotations

import asyncio
import gc
import math
import signal
import sys
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any
from wsgiref.simple_server import WSGIServer

import grpc
import structlog
import uvloop
from grpc_health.v1 import health
from grpc_reflection.v1alpha import reflection
from prometheus_client import start_http_server

from eyesdown.common.v1 import venue_service_pb2_grpc
from services.kernel import build
from services.kernel.serving import policy, scraped
from services.kernel.serving.auth import Authentication
from services.kernel.serving.certificates import certificates_of
from services.kernel.serving.gate import Gate
from services.kernel.serving.guard import Denied, Guard, observing, unrecorded
from services.kernel.serving.health import PREFIX as HEALTH
from services.kernel.serving.health import Health, Readiness
from services.kernel.serving.keysets import Sought, nothing_sought
from services.kernel.serving.limits import KINDS
from services.kernel.serving.policy import Access
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tokens import Identity
from services.kernel.serving.validation import Validation
from services.kernel.serving.venue_service import VenueRpc
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues

REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/"

OPTIONS = (
    ("grpc.so_reuseport", 0),  # on by default: a second server would get half of the calls
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    # How often clients may ping. The `min_recv_…` spelling is ignored without a word.
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.max_send_message_length", 8 << 20),
)
# Of the grace of a stop: until when calls may run, streams may take their end, and what the last
# calls began may be finished, for which there are `LEAST` seconds in any case. The rest is for
# closing connections.
CALLS, STREAMS, WORK = 0.6, 0.75, 0.9
LEAST = 0.5
# Seconds, or this part of the grace if that is less, in which calls that still come are told why
# they are refused and where to go: gRPC's own stop cancels them without a word.
TELLING, TOLD = 0.25, 0.05

log = structlog.get_logger(__name__)


class ListenError(StartError):
    """A port cannot be had."""


class Server:
    """A service as it is served. `ready` holds its checks of readiness.

    `verify` gives the identity of a token, where keys that it does not know are `sought`; `denied`
    is told of denied access. Every server also answers for venues and health, and in development
    for reflection.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        venues: Venues,
        verify: Callable[[str], Identity],
        telemetry: Telemetry,
        denied: Denied = unrecorded,
        sought: Sought = nothing_sought,
    ) -> None:
        self._settings = settings
        self._venues = venues
        self._verify = verify
        self._telemetry = telemetry
        self._denied = denied
        self._sought = sought
        self._certificates = certificates_of(settings)
        if self._certificates is not None:
            ends = self._certificates
            telemetry.certificate(lambda: ends.ends)
        self._registrations: list[Callable[[Any], None]] = []
        self._server: grpc.aio.Server | None = None
        self._guard: Guard | None = None
        self._health: Health | None = None
        self._metrics: WSGIServer | None = None
        self._stopping = asyncio.Lock()
        self._ends = math.inf
        self.ready = Readiness(telemetry.ready)
        self.port = 0
        self.metrics_port = 0
        self.add(venue_service_pb2_grpc.add_VenueServiceServicer_to_server, VenueRpc(venues))

    def add(self, register: Callable[[Any, Any], None], servicer: object) -> None:
        """Serve a service, given its generated `add_…Servicer_to_server`. Before the start."""
        self._registrations.append(lambda server: register(servicer, server))

    async def start(self) -> None:
        """Take the ports and answer calls; `port` and `metrics_port` say which ones.

        Raises a `StartError`: a method without a policy, a port that is taken.
        """
        services = self._services()
        rules = policy.read(services)
        open_to_all = (HEALTH,) if self._settings.production else (HEALTH, REFLECTION)
        self._guard = Guard(
            Access(self._venues),
            Validation(rule.request for rule in rules.values()),
            self._settings,
            self._venues,
            self._denied,
        )
        for kind in KINDS:
            self._telemetry.in_flight(kind, partial(self._guard.limits.under_way, kind))
        gate: Any = Gate(
            Authentication(self._verify, self._telemetry, self._sought),
            rules,
            (observing(self._telemetry), self._guard.wrap),
            open_to_all,
        )
        for register in self._registrations:
            register(gate)
        self._health = Health(self.ready, services)
        self._health.add_to(gate)
        if not self._settings.production:
            names = (*services, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, gate)
        server = grpc.aio.server(options=_options(self._settings))
        server.add_generic_rpc_handlers((gate,))
        self._serve_metrics()
        self.port = self._listen(server)
        await server.start()
        self._server = server
        self.ready.set("running", True)
        ports = {"port": self.port, "metrics_port": self.metrics_port}
        log.info("serving", services=services, build=str(build.here()), **ports)

    async def stop(self) -> None:
        """Say that nothing is served any more, let running calls finish, and give up the ports.

        Calls that come meanwhile are refused; those that run too long are answered UNAVAILABLE.
        """
        async with self._stopping:
            grace = self._settings.stop_grace
            self._ends = min(self._ends, asyncio.get_running_loop().time() + WORK * grace)
            if self._health is not None:
                self._health.stop()
            if self._guard is not None:
                self._guard.stop(CALLS * grace)
            if self._server is not None and self._guard is not None:
                await asyncio.sleep(min(TELLING, TOLD * grace))
                with suppress(TimeoutError):
                    async with asyncio.timeout(CALLS * grace + LEAST):
                        await self._guard.limits.answered()
                await self._server.stop(max(self.left - (WORK - STREAMS) * grace, 0))
                self._server = None
            if self._metrics is not None:
                metrics, self._metrics = self._metrics, None
                await asyncio.to_thread(scraped.close, metrics)
            log.info("stopped")

    def revoke(self, left: Callable[[Identity], Identity]) -> None:
        """End the streams whose token was taken back; `left` says what is left of an identity."""
        if self._guard is not None:
            self._guard.revoke(left)

    @property
    def left(self) -> float:
        """Seconds that are left to finish what the last calls began, once it is being stopped."""
        return max(self._ends - asyncio.get_running_loop().time(), LEAST)

    async def serve(self, stop: asyncio.Event, ready: Callable[[], None] = lambda: None) -> None:
        """Start, stay until `stop` is set, and stop. `ready` is told when calls are answered."""
        try:
            await self.start()
            settle()
            ready()
            await stop.wait()
        finally:
            await self.stop()

    def _services(self) -> tuple[str, ...]:
        """The full names of the services that were added."""
        names = _Names()
        for register in self._registrations:
            register(names)
        return tuple(names.found)

    def _listen(self, server: grpc.aio.Server) -> int:
        address = str(self._settings.grpc_address)
        try:
            if self._certificates is None:
                return server.add_insecure_port(address)
            return server.add_secure_port(address, self._certificates.credentials())
        except RuntimeError as error:
            raise ListenError(
                [f"EYESDOWN_GRPC_ADDRESS: cannot listen on {address}, is it in use?"]
            ) from error

    def _serve_metrics(self) -> None:
        host, port = self._settings.grpc_address.host, self._settings.metrics_port
        try:
            self._metrics, _ = start_http_server(port, host, self._telemetry.registry)
        except OSError as error:
            raise ListenError(
                [f"EYESDOWN_METRICS_PORT: cannot listen on {host} port {port}: {error.strerror}"]
            ) from error
        self.metrics_port = self._metrics.server_port


def _options(settings: Settings) -> tuple[tuple[str, int], ...]:
    return (
        *OPTIONS,
        ("grpc.max_receive_message_length", settings.message_max),
        # Above the first some calls are refused, above the second all: no call is left to chance.
        ("grpc.max_metadata_size", settings.metadata_max),
        ("grpc.absolute_max_metadata_size", settings.metadata_max),
    )


class _Names:
    """Takes registrations as a server would, and keeps the names of the services."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def add_generic_rpc_handlers(self, handlers: tuple[grpc.ServiceRpcHandler, ...]) -> None:
        self.found.extend(handler.service_name() for handler in handlers)

    def add_registered_method_handlers(self, name: str, handlers: Mapping[str, Any]) -> None:
        if name not in self.found:
            self.found.append(name)


def settle() -> None:
    """Tell the garbage collector that what was made until now stays, and to look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def run(main: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> int:
    """Run `main` until it is done, on uvloop; its event is set by SIGTERM or SIGINT, and
    when its terminal is closed (SIGHUP), unless it was told to run on then (nohup).

    Returns the exit status. What an operator has to put right is written to stderr, each problem
    on a line, without a traceback.
    """

    async def until_signalled() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if each is not signal.SIGHUP or signal.getsignal(each) is not signal.SIG_IGN:
                loop.add_signal_handler(each, stop.set)
        await main(stop)

    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(until_signalled())
    except StartError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        return 2
    return 0
