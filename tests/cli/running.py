"""A house as `eyesdown run` opens it: NATS and every service as processes, on free ports."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from services.cli.common.where import Running
from tests.cli.command import DEADLINE, start

FREE = {"EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0", "EYESDOWN_METRICS_PORT": "0"}


async def line_with(process: asyncio.subprocess.Process, text: str) -> str:
    """The next line of its output that holds a text; `AssertionError` when there comes none."""
    assert process.stdout is not None
    async with asyncio.timeout(DEADLINE):
        while text not in (line := (await process.stdout.readline()).decode()):
            assert line, f"it ended without {text!r}"
    return line


@asynccontextmanager
async def running(
    data: Path, said: list[str] | None = None, /, **more: str
) -> AsyncIterator[Running]:
    """Run a house with its data in that folder, and tell where everything is; `more` are variables
    of its environment. In the end `said` has what it printed and logged."""
    ports = ("--nats-port", "0", "--websocket-port", "0", "--display-port", "0")
    process = await start("run", *ports, data=data, more={**FREE, **more})
    assert process.stdout is not None
    assert process.stderr is not None
    # What it logs is read, so that it never waits for us; it is of use when it does not start.
    logged = asyncio.create_task(process.stderr.read())
    try:
        await line_with(process, "Ctrl-C")
        yield Running.read(data / "run.json")
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(DEADLINE):
            printed = await process.stdout.read()
            await process.wait()
            told = await logged
        if said is not None:
            said += [printed.decode(), told.decode()]
        if process.returncode:
            print(told.decode())


async def end_group(process: asyncio.subprocess.Process) -> None:
    """End a process that leads a group of its own, and all it started."""
    if process.returncode is None:
        os.killpg(process.pid, signal.SIGTERM)
    async with asyncio.timeout(DEADLINE):
        await process.communicate()
