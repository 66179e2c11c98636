"""Every RPC of the tournaments, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.row import changed
from tests.kit.matrix.tournaments import TOURNAMENTS, cup_at
from tests.kit.tournament import Replica, TournamentHall

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    club: TournamentHall, tournament_one: Replica, tournament_two: Replica, nats: Connection
) -> AsyncIterator[Place]:
    """Where tournaments are played."""
    async with Place(
        TOURNAMENTS,
        club,
        (tournament_one, tournament_two),
        nats,
        lambda at: cup_at(at, club, tournament_one),
    ) as made:
        yield made


class TestTournaments(EveryRpc):
    matrix = TOURNAMENTS


async def test_an_unknown_profile_is_not_found(place: Place):
    rpc = TOURNAMENTS.rpcs["PlanTournament"]
    request = changed(await place.asked(rpc), {"profile": "mars"})
    failed = await told(place.ask(rpc, request, place.hall.operator.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
