"""What the tests of serving share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog

from tests.kernel.serving.kit import House, open_house


@pytest.fixture(autouse=True)
def plain_entries() -> Iterator[None]:
    """Plain log entries: structlog's own way to show a traceback takes most of a second."""
    structlog.configure(
        processors=[
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["event"]),
        ]
    )
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the running server."""
    return tmp_path_factory.mktemp("data")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def running(data: Path) -> AsyncIterator[House]:
    """A server for all tests of a module: starting one takes longer than most tests."""
    async with open_house(data) as house:
        yield house


@pytest.fixture
def house(running: House) -> House:
    """A running server whose fake draw has nothing to say yet."""
    running.draw.answers.clear()
    running.denials.clear()
    running.exporter.clear()
    return running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hasty(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A running server that gives calls a tenth of a second."""
    folder = tmp_path_factory.mktemp("hasty")
    async with open_house(folder, deadline_default=0.1, deadline_max=0.1) as house:
        yield house
