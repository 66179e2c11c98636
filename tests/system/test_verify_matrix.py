"""Every RPC of cards and sales, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kit.draw import Hall, Replica
from tests.kit.matrix.cards import CARDS, ground_at
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.matrix import Place
from tests.kit.verify import Hallway, Verify

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    hall: Hall,
    one: Replica,
    verify: Verify,
    verify_two: Verify,
    cards_of: Hallway,
    nats: Connection,
) -> AsyncIterator[Place]:
    """Where cards are made and sold."""

    async def stand(at: str) -> object:
        return await ground_at(at, cards_of, one)

    async with Place(CARDS, hall, (verify, verify_two), nats, stand, cards_of.staff) as made:
        yield made


class TestCards(EveryRpc):
    matrix = CARDS
