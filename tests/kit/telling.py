"""Tables that are told what their tournament says, and where they are played.

PYTEST_DONT_REWRITE: a plugin for modules that have tables:
`pytest_plugins = ["tests.kit.telling"]`. Its fixtures live as long as the test module.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.tables import TABLES, table_at
from tests.kit.table_play import Telling
from tests.kit.tournament import Replica, TournamentHall

pytest_plugins = ["tests.kit.tournament"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def telling(club: TournamentHall, nats: Connection) -> AsyncIterator[Telling]:
    """What tells tables of their tournament."""
    made = Telling(club, nats)
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    club: TournamentHall,
    tournament_one: Replica,
    tournament_two: Replica,
    nats: Connection,
    telling: Telling,
) -> AsyncIterator[Place]:
    """Where tables are played."""
    replicas = (tournament_one, tournament_two)
    async with Place(
        TABLES, club, replicas, nats, lambda at: table_at(at, telling, tournament_one)
    ) as made:
        yield made
