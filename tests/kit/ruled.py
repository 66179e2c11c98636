"""A house that opens nothing without two persons' word for its rules.

PYTEST_DONT_REWRITE: tests import from here. A pytest plugin for modules that ask for it with
`pytest_plugins = ["tests.kit.ruled"]`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.embedded import DISPLAY_KEY
from tests.kernel.serving.kit import Told, told
from tests.kit.draw import Hall, Replica, replica
from tests.kit.draw_play import open_game
from tests.kit.nats import Nats
from tests.kit.rulebook import DEMANDED, RuleBook

pytest_plugins = ["tests.kit.nats"]

Status = grpc.StatusCode


@dataclass
class House:
    """A hall of a test's own that opens nothing without two persons' word, and its draw."""

    hall: Hall
    one: Replica
    book: RuleBook

    async def open(self, **more: object) -> str:
        """The name of a game that is opened."""
        request = open_game(self.hall, **more)
        return (await self.one.draw.OpenGame(request, metadata=self.hall.manager.at)).game.name

    async def refused(self) -> Told:
        """Why no game is opened."""
        failed = await told(self.open())
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "PROFILE_NOT_APPROVED")
        return failed


@pytest.fixture
def ruled_hall(tmp_path: Path, nats_server: Nats) -> Hall:
    """A hall of the test's own."""
    return hall_in(tmp_path, nats_server)


def hall_in(folder: Path, nats_server: Nats) -> Hall:
    """A hall that opens nothing without two persons' word."""
    made = Hall(folder / "hall", nats_server.url)
    made.more = {"DISPLAY_KEY": str(nats_server.folder / DISPLAY_KEY), **DEMANDED}
    return made


@asynccontextmanager
async def serving(hall: Hall, name: str = "one") -> AsyncIterator[House]:
    """Its draw, started."""
    async with replica(hall, name) as one:
        yield House(hall, one, RuleBook(one.channel, hall))


@pytest_asyncio.fixture
async def house(ruled_hall: Hall) -> AsyncIterator[House]:
    """The hall, served."""
    await ruled_hall.provision()
    async with serving(ruled_hall) as made:
        yield made
