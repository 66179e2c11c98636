"""How many requests a read of the journal takes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from nats.aio.msg import Msg

from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.names import Name
from tests.kernel.journal.conftest import SOON, bodies, fill
from tests.kit.nats import YEAR

pytest_plugins = ["tests.kit.nats"]

Asked = Callable[[], Awaitable[list[str]]]
"""What was asked of the test's journal until now: the sort of each request."""


@pytest.fixture
async def asked(nats_connection: Connection, provisioned: str) -> Asked:
    """Hears every request. On the connection of the journal, so that it comes in order."""
    heard: asyncio.Queue[str] = asyncio.Queue()
    stream = f".JOURNAL_{provisioned}_{YEAR}"

    async def hear(message: Msg) -> None:
        if message.subject.endswith(stream):
            heard.put_nowait(message.subject.removeprefix("$JS.API.").removesuffix(stream))

    await nats_connection.subscribe("$JS.API.>", cb=hear)
    await nats_connection.flush()

    async def until_now() -> list[str]:
        await nats_connection.publish(f"$JS.API.END{stream}")
        sorts: list[str] = []
        async with asyncio.timeout(SOON):
            while (sort := await heard.get()) != "END":
                sorts.append(sort)
        return sorts

    return until_now


async def test_one_new_commit_is_one_request_whatever_else_lies_between(
    nats_journal: NatsJournal, provisioned: str, asked: Asked
):
    name, other = (Name(provisioned, "games", f"{YEAR}-01-{number}") for number in (1, 2))
    (first,) = await fill(nats_journal, name, b"1")
    assert bodies(await nats_journal.load(name, leader=True)) == [b"1"], "the first of all"
    await fill(nats_journal, other, b"a", b"b")
    await fill(nats_journal, name, b"2", after=first)
    assert bodies(await nats_journal.load(name, first, leader=True)) == [b"2"]
    assert await asked() == ["STREAM.MSG.GET", "STREAM.MSG.GET"]


async def test_several_new_commits_are_two_requests(
    nats_journal: NatsJournal, provisioned: str, asked: Asked
):
    name = Name(provisioned, "games", f"{YEAR}-01-1")
    await fill(nats_journal, name, b"1", b"2", b"3")
    assert bodies(await nats_journal.load(name, leader=True)) == [b"1", b"2", b"3"]
    assert await asked() == ["STREAM.MSG.GET", "DIRECT.GET"]
