"""Boards and rooms in the stream `BOARDS` of a real server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.kernel.journal.connection import Connection
from tests.kit.nats import Connect, Nats


@pytest.fixture
def client(nats_connection: Connection, provisioned: str) -> Connection:
    """A connection to a server on which the test's `venue` is provisioned."""
    return nats_connection


@pytest.fixture
def connect(nats_connect: Connect, provisioned: str) -> Connect:
    """One more connection, as another replica has."""
    return nats_connect


@pytest.fixture
async def spare_server(tmp_path: Path) -> AsyncIterator[Nats]:
    """A server of this test alone, to be stopped and started again."""
    async with Nats(tmp_path) as server:
        yield server
