"""Every RPC of claims, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.claims import CLAIMS, table_at
from tests.kit.matrix.matrix import Place
from tests.kit.verify import Verify

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    hall: Hall, verify: Verify, verify_two: Verify, table_of: Any, nats: Connection
) -> AsyncIterator[Place]:
    """Where claims are decided."""
    both = (verify, verify_two)
    async with Place(CLAIMS, hall, both, nats, lambda at: table_at(at, table_of)) as made:
        yield made


class TestClaims(EveryRpc):
    matrix = CLAIMS


async def test_two_replicas_decide_one_claim_once(place: Place, verify: Verify, verify_two: Verify):
    table, at = await place.new("verified"), place.hall.supervisor.at
    first = await verify.claims.DecideClaim(table.deciding(1), metadata=at)
    failed = await told(verify_two.claims.DecideClaim(table.deciding(1), metadata=at))
    assert failed.reason == "CLAIM_DECIDED"
    assert (await table.desk_now()).claims == first.desk.claims
