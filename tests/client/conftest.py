"""A draw service as the client sees one, and clients of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from eyesdown_client import Backoff, Eyesdown
from tests.client.house import Connect, House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A service that is up."""
    house = House()
    await house.start()
    yield house
    await house.stop()


@pytest.fixture
def connect(house: House) -> Connect:
    """Make a client of the house that does not wait long between tries."""

    def one(**options: Any) -> Eyesdown:
        given = {"token": "t1", "backoff": Backoff(0.001, 0.01), **options}
        return Eyesdown(f"127.0.0.1:{house.port}", **given)

    return one


@pytest.fixture
async def eyesdown(connect: Connect) -> AsyncIterator[Eyesdown]:
    """A client of the house, open."""
    async with connect() as eyesdown:
        yield eyesdown
