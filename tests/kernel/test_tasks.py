"""Tasks end together, also those that swallow a cancellation."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from services.kernel.tasks import Tasks, end

SERVICES = Path(__file__).parents[2] / "services"


async def ever(began: asyncio.Event, ended: asyncio.Event) -> None:
    """Goes on until it is cancelled."""
    began.set()
    try:
        await asyncio.Event().wait()
    finally:
        ended.set()


async def deaf(began: asyncio.Event, ended: asyncio.Event) -> None:
    """Swallows the first cancellation, as `asyncio.wait_for` can."""
    try:
        await ever(began, asyncio.Event())
    except asyncio.CancelledError:
        await ever(began, ended)


@pytest.mark.parametrize("kind", [ever, deaf])
async def test_tasks_end_with_their_block(kind):
    began, ended = asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(10), Tasks() as tasks:
        tasks.start(kind(began, ended))
        await began.wait()
    assert ended.is_set()


async def test_a_task_is_ended_that_swallows_a_cancellation():
    began, ended = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(deaf(began, ended))
    await began.wait()
    async with asyncio.timeout(10):
        await end([task])
    assert ended.is_set()
    assert task.cancelled()


def test_nobody_cancels_once_and_waits():
    """What would wait for ever for a task that swallowed it: `end` cancels again."""
    waiting = [
        str(file.relative_to(SERVICES))
        for file in SERVICES.rglob("*.py")
        if "return_exceptions=True" in file.read_text()
    ]
    assert waiting == []


async def test_what_one_raises_that_is_ended_is_nobodys_trouble():
    began, troubles = asyncio.Event(), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, what: troubles.append(what))

    async def breaks() -> None:
        try:
            await ever(began, asyncio.Event())
        finally:
            raise KeyError("it")

    task = asyncio.create_task(breaks())
    await began.wait()
    await end([task])
    del task
    gc.collect()
    assert troubles == []


async def test_who_waits_is_told_what_one_has_failed_with():
    async def fails() -> None:
        raise KeyError("it")

    began, ended = asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(10), Tasks() as tasks:
        tasks.start(ever(began, ended))
        await began.wait()
        tasks.start(fails())
        with pytest.raises(KeyError, match="it"):
            await tasks.unless_failed(asyncio.Event().wait())
    assert ended.is_set()


async def test_who_waits_gets_what_comes():
    async def seven() -> int:
        return 7

    async with Tasks() as tasks:
        assert await tasks.unless_failed(seven()) == 7
