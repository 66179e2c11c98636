"""What is measured: NATS, the draw service and the bare baseline, each in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from tests.kit.draw_hall import Hall
from tests.kit.nats import Nats, as_service

SAMPLED = "0.1"
"""The part of the traces that is recorded."""
STARTS_WITHIN = 60.0
EXPORT = "/opentelemetry.proto.collector.trace.v1.TraceService/Export"


@dataclass(frozen=True)
class Serving:
    """A process that answers calls."""

    pid: int
    channel: grpc.aio.Channel


@asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[Hall]:
    """Venues on a NATS server of their own; every acknowledged write is on the disk."""
    async with Nats(folder / "nats") as server:
        made = Hall(folder, server.url)
        await made.provision()
        yield made


@asynccontextmanager
async def draw(hall: Hall) -> AsyncIterator[Serving]:
    """The draw service as it is run, with a tenth of its traces sent to a collector."""
    async with _collector() as endpoint:
        environment = {
            **os.environ,
            **as_service("draw", hall.environment("bench", LOG_LEVEL="error")),
            "OTEL_EXPORTER_OTLP_ENDPOINT": endpoint,
            "OTEL_TRACES_SAMPLER": "parentbased_traceidratio",
            "OTEL_TRACES_SAMPLER_ARG": SAMPLED,
        }
        command = ("services.cli.main", "serve", "draw", "--with-parent")
        async with process(command, environment) as serving:
            yield serving


@asynccontextmanager
async def bare(hall: Hall, size: int) -> AsyncIterator[Serving]:
    """The bare baseline, that appends `size` bytes to a journal like the draw's."""
    subjects = f"eyesdown.journal.{hall.elsewhere}.{hall.day[:4]}.bare.{hall.day}-"
    command = ("bench.bare", "--url", hall.url, "--subjects", subjects, "--size", str(size))
    async with process(command, dict(os.environ)) as serving:
        yield serving


@asynccontextmanager
async def process(
    command: tuple[str, ...],
    environment: dict[str, str],
    credentials: grpc.ChannelCredentials | None = None,
) -> AsyncIterator[Serving]:
    """A module that serves until its input ends, and says where; over TLS with `credentials`."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *command),
        env=environment,
        stdin=asyncio.subprocess.PIPE,  # its end ends the process, however we end
        stdout=asyncio.subprocess.PIPE,
    )
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_end, child)
        assert child.stdout is not None
        async with asyncio.timeout(STARTS_WITHIN):
            line = await child.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(command[:3])} did not start")
        where = json.loads(line)["grpc"]
        channel = (
            grpc.aio.secure_channel(where, credentials)
            if credentials
            else grpc.aio.insecure_channel(where)
        )
        stack.push_async_callback(channel.close)
        yield Serving(child.pid, channel)


async def _end(child: asyncio.subprocess.Process) -> None:
    assert child.stdin is not None
    child.stdin.close()
    try:
        async with asyncio.timeout(STARTS_WITHIN):
            await child.wait()
    except TimeoutError:
        child.kill()
        await child.wait()


@asynccontextmanager
async def _collector() -> AsyncIterator[str]:
    """Where traces are sent to; they are taken and thrown away."""

    async def export(_: bytes, __: object) -> bytes:
        return b""

    server = grpc.aio.server()
    service, _, method = EXPORT[1:].partition("/")
    handlers: Any = {method: grpc.unary_unary_rpc_method_handler(export)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await server.stop(None)
