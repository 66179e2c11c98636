"""A hall whose screens say what is on them.

PYTEST_DONT_REWRITE: tests import from here. A pytest plugin for modules that ask for it with
`pytest_plugins = ["tests.kit.draw_shown"]`. See `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2, rooms_pb2
from services.draw.rooms import acknowledging
from services.kernel.boards import screens
from tests.kit import draw as kit
from tests.kit.draw import SOON, Replica, provisioned, replica
from tests.kit.draw_play import Draw, Play
from tests.kit.glass import Display
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.draw"]


class Hall(kit.Hall):
    """A display hangs on the left and on the right of each room."""

    displays = ("left", "right")


@pytest.fixture(scope="module")
def there_still() -> Iterator[None]:
    """Who said something is there long after the test's next steps, on a busy machine too."""
    with (
        patch.object(screens, "DARK_AFTER", SOON / 2),
        patch.object(acknowledging, "_PAUSE", timedelta(seconds=SOON / 2)),
    ):
        yield


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hung(
    tmp_path_factory: pytest.TempPathFactory, nats_server: Nats, there_still: None
) -> Hall:
    """The module's venues, in which displays hang."""
    return await provisioned(Hall, tmp_path_factory.mktemp("hall"), nats_server)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hung_one(hung: Hall) -> AsyncIterator[Replica]:
    """The module's draw service, once it knows what every display said last."""
    async with replica(hung, "one") as running, asyncio.timeout(SOON) as limit:
        everywhere = pb.GetRoomsRequest(parent="venues/-")
        awaited = rooms_pb2.SCREEN_STATE_AWAITED
        while awaited in {
            each.state
            for each in (await running.draw.GetRooms(everywhere, metadata=hung.everywhere.at)).rooms
        }:
            pass
        limit.reschedule(None)
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hung_two(hung: Hall) -> AsyncIterator[Replica]:
    """A second replica of it."""
    async with replica(hung, "two") as running:
        yield running


def screens_of(rooms: list[rooms_pb2.RoomState], room: str) -> dict[str, rooms_pb2.Screen]:
    """The screens of a room by their id."""
    (found,) = (each for each in rooms if each.name.endswith(f"/rooms/{room}"))
    return {each.display.partition("-")[0]: each for each in found.screens}


async def rooms(draw: Draw, hall: kit.Hall, venue: str = "") -> list[rooms_pb2.RoomState]:
    """The rooms of a venue, to somebody who may see them all."""
    request = pb.GetRoomsRequest(parent=f"venues/{venue or hall.venue}")
    return list((await draw.GetRooms(request, metadata=hall.everywhere.at)).rooms)


async def heard(
    draw: Draw, hall: kit.Hall, display: Display, wanted: Callable[[rooms_pb2.Screen], bool]
) -> rooms_pb2.Screen:
    """A display as the service knows it, once it is as wanted."""
    async with asyncio.timeout(SOON):
        while True:
            known = screens_of(await rooms(draw, hall, display.venue), display.room)[display.side]
            if wanted(known):
                return known


async def show(display: Display, play: Play, **how: Any) -> None:
    """A display shows the game as it is, and the service has heard of it."""
    await display.show(play.game, **how)
    await heard(play.draw, play.hall, display, lambda known: known.version == play.game.version)


def facts(game: game_pb2.Game) -> list[tuple[int, str, int, int, int, int]]:
    """What is on record of the newest call."""
    return [
        (each.position, each.room, each.glass, each.milliseconds, each.showing, each.screens)
        for each in game.acknowledgements
    ]
