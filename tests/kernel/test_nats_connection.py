"""The connection to NATS says whether it stands, comes back, and hides no loss."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import nats.errors
import pytest

from services.kernel.journal.connection import CannotConnect, Connection, connect
from tests.kit import nats as kit
from tests.kit.nats import Nats
from tests.kit.proxy import Proxy

pytest_plugins = ["tests.kit.nats"]

SOON = 20.0


class States:
    """What a link told of itself."""

    def __init__(self, connection: Connection) -> None:
        self.told: asyncio.Queue[bool] = asyncio.Queue()
        self.end = connection.link.watch(self.told.put_nowait)

    async def next(self) -> bool:
        async with asyncio.timeout(SOON):
            return await self.told.get()


async def test_a_link_tells_when_it_goes_and_when_it_is_back(
    nats_connect: kit.Connect, nats_proxy: Proxy
):
    connection = await nats_connect(nats_proxy.url)
    states = States(connection)
    assert connection.link.up
    await nats_proxy.cut()
    assert not await states.next()
    assert not connection.link.up
    waiting = asyncio.create_task(connection.link.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    await nats_proxy.heal()
    assert await states.next()
    await waiting
    assert connection.link.up


async def test_nothing_is_kept_to_be_sent_later_while_it_is_down(
    nats_connect: kit.Connect, nats_proxy: Proxy
):
    connection = await nats_connect(nats_proxy.url)
    states = States(connection)
    await nats_proxy.cut()
    await states.next()
    with pytest.raises(nats.errors.OutboundBufferLimitError):
        await connection.publish("eyesdown.test", b"late")


async def test_a_link_that_was_closed_never_comes_back(nats_connect: kit.Connect):
    connection = await nats_connect()
    states = States(connection)
    await connection.close()
    assert not await states.next()
    assert connection.link.closed
    with pytest.raises(ConnectionError, match="closed"):
        await connection.link.wait()


async def test_who_gives_up_ends_an_attempt_that_swallows_its_cancellation(
    monkeypatch: pytest.MonkeyPatch,
):
    async def deaf(connection: Connection, servers: object, **options: object) -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    monkeypatch.setattr(Connection, "connect", deaf)
    async with asyncio.timeout(SOON):
        with pytest.raises(CannotConnect, match="no NATS server answers"):
            await connect("nats://127.0.0.1:1", name="test", patience=0.01)


async def test_a_watcher_that_fails_or_has_ended_harms_nobody(
    nats_connect: kit.Connect, nats_proxy: Proxy
):
    connection = await nats_connect(nats_proxy.url)

    def failing(up: bool) -> None:
        raise RuntimeError("watcher")

    connection.link.watch(failing)
    ended, states = States(connection), States(connection)
    ended.end()
    ended.end()
    await nats_proxy.cut()
    await states.next()
    await nats_proxy.heal()
    assert await states.next()
    assert ended.told.empty()


async def test_only_an_end_that_nobody_asked_for_is_reported(nats_server: Nats):
    ended = asyncio.Event()
    connection = await connect(nats_server.url, name="test", closed=ended.set)
    await connection.close()
    assert not ended.is_set()
    connection = await connect(nats_server.url, name="test", closed=ended.set)
    await connection._process_err("'authorization violation'")  # as when our user was removed
    async with asyncio.timeout(SOON):
        await ended.wait()
    assert connection.link.closed


async def test_errors_are_told_and_a_hook_that_fails_kills_nothing(
    nats_connect: kit.Connect, nats_proxy: Proxy
):
    told: asyncio.Queue[Exception] = asyncio.Queue()

    def failed(error: Exception) -> None:
        told.put_nowait(error)
        raise RuntimeError("hook")

    connection = await connect(nats_proxy.url, name="test", failed=failed)
    states = States(connection)
    await nats_proxy.cut()
    async with asyncio.timeout(SOON):
        await told.get()
    await states.next()
    await nats_proxy.heal()
    assert await states.next()
    await connection.close()
