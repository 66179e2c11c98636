"""Every RPC of sessions, equipment, disputes and displays, against everything that may be wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import STATES, World, entry
from tests.kit.matrix.beside import BESIDE, standing
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.matrix import Place

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    hall: Hall, one: Replica, two: Replica, nats: Connection, world: World
) -> AsyncIterator[Place]:
    """Where they are."""
    async with Place(BESIDE, hall, (one, two), nats, lambda at: standing(at, world)) as made:
        yield made


class TestBeside(EveryRpc):
    matrix = BESIDE


async def test_every_state_is_tried():
    assert BESIDE.grounds == set(STATES)


async def test_case_B20_a_dispute_about_no_game_is_not_found(world: World):
    request = await world.disputing(game=f"{world.parent}/games/{world.hall.day}-none")
    failed = await told(world.ask("OpenDispute", request, world.hall.steward))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_a_programme_is_of_profiles_and_versions_that_can_be_played(world: World):
    for more, field in (
        ({"profile": "mars"}, "programme[1].profile"),
        ({"profile": "spare-bingo"}, "programme[1].profile"),
        ({"game_version": 9}, "programme[1].game_version"),
    ):
        request = world.preparing(programme=[entry(1), entry(2, **more)])
        failed = await told(world.ask("PrepareSession", request, world.hall.manager))
        assert (failed.code, list(failed.violations)) == (Status.INVALID_ARGUMENT, [field])
