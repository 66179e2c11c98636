"""`eyesdown floor`: which services it watches, and how it ends."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from eyesdown.journal.v1 import commit_pb2, journal_service_pb2
from services.cli.common.where import Running
from services.kernel.serving.tokens import DevIssuer
from tests.cli.command import environment, eyesdown, start
from tests.client.house import House

SOON = 60.0
TOKEN = {"EYESDOWN_TOKEN": "t1"}


def changes(name: str, count: int = 1) -> Any:
    """A stream of so many changes of something, which then goes on without one."""

    async def stream(request: Any, context: Any) -> AsyncIterator[Any]:
        for version in range(1, count + 1):
            change = journal_service_pb2.Change(
                name=name, version=version, standing=commit_pb2.STANDING_WAITING
            )
            yield journal_service_pb2.WatchFloorResponse(change=change)
        await asyncio.Event().wait()

    return stream


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[House, House]]:
    """A draw and a verify that run from the data folder."""
    houses = draw, verify = House(), House()
    for each, name in zip(houses, ("venues/akl/games/2026", "venues/akl/cards/2026"), strict=True):
        await each.start()
        each.answers("WatchFloor", changes(name, 20_000))
    DevIssuer(tmp_path)
    services = {"draw": f"127.0.0.1:{draw.port}", "verify": f"127.0.0.1:{verify.port}"}
    Running("nats://127.0.0.1:1", "", services=services).write(tmp_path / "run.json")
    yield houses
    for each in houses:
        await each.stop()


async def seen(process: asyncio.subprocess.Process, *kinds: str) -> None:
    """Read until there was a line of each kind; a test that waits in vain fails."""
    assert process.stdout is not None
    missing = set(kinds)
    try:
        async with asyncio.timeout(SOON):
            while missing:
                line = (await process.stdout.readline()).decode()
                assert line
                missing -= {kind for kind in missing if kind in line}
    finally:
        process.terminate()
        await process.communicate()


async def test_a_variable_that_says_where_a_service_is_leaves_no_other_out(
    two: tuple[House, House], tmp_path: Path
):
    more = {"EYESDOWN_DRAW": f"127.0.0.1:{two[0].port}"}
    await seen(await start("floor", data=tmp_path, more=more), "/games/", "/cards/")


async def test_a_variable_is_enough_where_nothing_runs_here(
    two: tuple[House, House], tmp_path: Path
):
    more = {"EYESDOWN_VERIFY": f"127.0.0.1:{two[1].port}", **TOKEN}
    await seen(await start("floor", data=tmp_path / "none", more=more), "/cards/")
    assert two[0].calls == []


async def test_what_is_typed_is_watched_alone(two: tuple[House, House], tmp_path: Path):
    draw = f"127.0.0.1:{two[0].port}"
    await seen(await start("floor", "--draw", draw, data=tmp_path), "/games/2026 v20000 ")
    assert two[1].calls == []


async def test_where_nothing_runs_it_says_so(tmp_path: Path):
    done = await eyesdown("floor", data=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: Nothing runs here")


async def test_who_reads_one_line_ends_it_without_a_word(two: tuple[House, House], tmp_path: Path):
    floor = await asyncio.create_subprocess_shell(
        f"{sys.executable} -m services.cli.main floor | head -1",
        env=environment(tmp_path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(SOON):
        out, err = await floor.communicate()
    assert (out.decode().count("\n"), err.decode()) == (1, "")
