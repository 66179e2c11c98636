"""Every RPC of the pai gow service, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.paigow import PAI_GOW, table_at
from tests.kit.matrix.row import changed
from tests.kit.paigow import Floor, Replica

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    floor: Floor, paigow_one: Replica, paigow_two: Replica, nats: Connection
) -> AsyncIterator[Place]:
    """Where tables are played."""
    async with Place(
        PAI_GOW, floor, (paigow_one, paigow_two), nats, lambda at: table_at(at, floor, paigow_one)
    ) as made:
        yield made


class TestPaiGow(EveryRpc):
    matrix = PAI_GOW


async def test_an_unknown_round_is_not_found(place: Place):
    rpc = PAI_GOW.rpcs["GetRound"]
    request = changed(await place.asked(rpc), {"round": 2})
    failed = await told(place.ask(rpc, request, place.hall.auditor.at))
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
