"""Every RPC of prizes, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kit.draw import Hall
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.prizes import PRIZES, counter_at
from tests.kit.verify import Hallway, Verify

pytest_plugins = ["tests.kit.prizes"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    hall: Hall,
    verify: Verify,
    verify_two: Verify,
    cards_of: Hallway,
    counter_of: Any,
    nats: Connection,
) -> AsyncIterator[Place]:
    """Where prizes are paid."""

    async def stand(at: str) -> object:
        return await counter_at(at, counter_of)

    async with Place(PRIZES, hall, (verify, verify_two), nats, stand, cards_of.staff) as made:
        yield made


class TestPrizes(EveryRpc):
    matrix = PRIZES


async def test_the_receipts_of_a_gaming_day_are_listed(place: Place):
    paid, at = await place.at("paid"), place.hall.auditor.at
    rpc = PRIZES.rpcs["ListReceiptRolls"]
    assert paid.roll in await place.listed(rpc, place.venue, at)
    for day, rolls in ((place.hall.day, [paid.roll]), (f"{place.hall.day[:4]}-01-01", [])):
        request = rpc.asking(parent=place.venue, filter={"day": day})
        assert [each.name for each in (await place.ask(rpc, request, at)).rolls] == rolls
