"""What a service says about itself: it lives, and whether it is ready for calls, and why not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import grpc
import structlog
from grpc_health.v1 import health_pb2, health_pb2_grpc

LIVENESS = "liveness"
READINESS = "readiness"
STOPPING = "stopping"
PREFIX = "/grpc.health.v1.Health/"

log = structlog.get_logger(__name__)


class Readiness:
    """Named checks. It is ready when all of them pass.

    `told` is called with the name and state of each check that changes.
    """

    def __init__(self, told: Callable[[str, bool], None] = lambda check, ok: None) -> None:
        self._told = told
        self._failing: dict[str, str] = {}
        self._passing: set[str] = set()
        self._warned: set[str] = set()
        self._was_ready = False
        self._changed: list[asyncio.Event] = []

    def set(self, check: str, ok: bool, why: str = "") -> None:
        """Say that a check passes, or fails and why. Calls that change nothing cost nothing."""
        if (ok and check in self._passing) or (not ok and self._failing.get(check) == why):
            return
        was = self.ok
        # What does not hold yet when it is first told of is as it must be, and so is what no longer
        # does when it stops.
        not_yet = not (self._was_ready or check in self._passing or check in self._failing)
        usual = not_yet or STOPPING in (why, *self._failing.values())
        self._passing.discard(check)
        self._failing.pop(check, None)
        mended = ok and check in self._warned
        self._warned.discard(check)
        if ok:
            self._passing.add(check)
        else:
            self._failing[check] = why
            if not usual:
                self._warned.add(check)
        self._told(check, ok)
        self._was_ready = self._was_ready or self.ok
        # Whoever was warned is told of the end as well.
        write = log.warning if mended or not (ok or usual) else log.info
        write("readiness", check=check, ok=ok, why=why, ready=self.ok)
        if self.ok != was:
            self.wake()

    @property
    def ok(self) -> bool:
        """Whether every check passes, and there is one."""
        return bool(self._passing) and not self._failing

    @property
    def failing(self) -> Mapping[str, str]:
        """The checks that fail, and why."""
        return dict(self._failing)

    def watch(self) -> asyncio.Event:
        """An event that is set at every change of `ok`; hand it back to `unwatch`."""
        event = asyncio.Event()
        self._changed.append(event)
        return event

    def wake(self) -> None:
        """Set every watch's event."""
        for event in self._changed:
            event.set()

    def unwatch(self, event: asyncio.Event) -> None:
        """End a watch."""
        with suppress(ValueError):
            self._changed.remove(event)


class Health:
    """The gRPC health service. "liveness" is serving while the process answers at all;
    "readiness", the empty name and each served service say whether it is ready.

    Its watches end when the server stops, which those of grpcio-health-checking do not: a client
    that watches would hold up every stop for the whole grace.
    """

    def __init__(self, readiness: Readiness, services: Iterable[str]) -> None:
        self._readiness = readiness
        self._ready_names = {"", READINESS, *services}
        self._stopping = False

    def add_to(self, server: grpc.aio.Server) -> None:
        """Serve it."""
        health_pb2_grpc.add_HealthServicer_to_server(self, server)

    async def Check(self, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
        """How one name stands; NOT_FOUND for a name that there is not."""
        status = self._status(request.service)
        if status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN:
            await context.abort(grpc.StatusCode.NOT_FOUND, "no such name")
        return health_pb2.HealthCheckResponse(status=status)

    async def Watch(self, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """How one name stands now, and at each change."""
        changed = self._readiness.watch()
        last = None
        try:
            while True:
                status = self._status(request.service)
                if status != last:  # and it may be another again once this is written
                    await context.write(health_pb2.HealthCheckResponse(status=status))
                    last = status
                elif self._stopping:
                    return
                else:
                    await changed.wait()
                    changed.clear()
        finally:
            self._readiness.unwatch(changed)

    async def List(self, request: Any, context: grpc.aio.ServicerContext[Any, Any]) -> Any:
        """How every name stands."""
        names = {LIVENESS, *self._ready_names}
        statuses = {
            name: health_pb2.HealthCheckResponse(status=self._status(name)) for name in names
        }
        return health_pb2.HealthListResponse(statuses=statuses)

    def stop(self) -> None:
        """Say that nothing is served from now on, and end the watches."""
        self._stopping = True
        self._readiness.set("running", False, STOPPING)
        self._readiness.wake()

    def _status(self, name: str) -> int:
        kinds = health_pb2.HealthCheckResponse
        if name == LIVENESS:
            serving = True
        elif name in self._ready_names:
            serving = self._readiness.ok and not self._stopping
        else:
            return int(kinds.SERVICE_UNKNOWN)
        return int(kinds.SERVING if serving else kinds.NOT_SERVING)
