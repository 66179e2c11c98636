"""Every RPC of jackpots, against everything that may be wrong with a call."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio

from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import Told, told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.jackpots import Jackpots
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.jackpots import JACKPOTS, ground_at
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.row import changed
from tests.kit.verify import Verify

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(
    hall: Hall,
    one: Replica,
    verify: Verify,
    verify_two: Verify,
    jackpots: Jackpots,
    counter_of: Any,
    nats: Connection,
) -> AsyncIterator[Place]:
    """Where jackpots are."""
    world = World(hall, one)

    async def stand(at: str) -> object:
        return await ground_at(at, jackpots, world, counter_of)

    async with Place(JACKPOTS, hall, (verify, verify_two), nats, stand) as made:
        yield made


class TestJackpots(EveryRpc):
    matrix = JACKPOTS


async def refused(place: Place, method: str, by: str, **changes: str) -> Told:
    """How a request with these values fails."""
    rpc = JACKPOTS.rpcs[method]
    request = changed(await place.request(rpc, await place.at("open")), changes)
    return await told(place.ask(rpc, request, place.person(by).at))


async def test_case_B20_a_jackpot_or_a_profile_that_there_is_not_is_not_found(place: Place):
    none = f"{place.venue}/jackpots/2026-none"
    failed = await refused(place, "DeclareJackpot", "manager", jackpot=none)
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")
    failed = await refused(place, "OpenJackpot", "manager", profile="none")
    assert (failed.code, failed.reason) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_a_game_plays_for_a_jackpot_of_its_own_venue(place: Place):
    other = f"venues/{place.hall.elsewhere}/jackpots/2026-friday"
    failed = await refused(place, "DeclareJackpot", "everywhere", jackpot=other)
    assert failed.code is Status.INVALID_ARGUMENT
    assert "jackpot" in failed.violations


async def test_next_year_s_cycle_is_called_like_none_of_ours(place: Place):
    year, _, word = (await place.at("open")).jackpot.rpartition("/")[2].partition("-")
    last_year = f"{int(year) - 1}-{word}"
    failed = await refused(place, "OpenJackpot", "manager", jackpot_id=last_year)
    assert failed.reason == "JACKPOT_WORD_TAKEN"
