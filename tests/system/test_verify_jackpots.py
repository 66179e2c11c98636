"""Jackpots on the running services: fed by sales, won at a desk, carried over."""

from __future__ import annotations

import pytest

from tests.kit.draw import Hall
from tests.kit.jackpots import Jackpots, full_card
from tests.kit.verify import nzd

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_jackpot_is_fed_by_sales_and_won_in_time(hall: Hall, jackpots: Jackpots, table_of):
    opened = await jackpots.open()
    name = opened.name

    async def declare(game: str) -> None:
        await jackpots.declare(game, name)

    table = await table_of(declare=declare)
    fed = await jackpots.once(name, lambda jackpot: jackpot.pool.minor_units > 500_00)
    assert fed.pool == nzd(502_00), "a tenth of the twenty dollars for twelve cards"
    await full_card(table, 1)
    won = await jackpots.won(name)
    assert (won.won_by, won.position, won.won) == (table.play.game.name, 15, nzd(502_00))
    game = table.play.game.name.rpartition("/")[2]
    assert await jackpots.balances(name) == {
        "house": -500_00,
        f"receipts:{game}": -2_00,
        f"payable:{game}/1": 502_00,
    }
    assert won.next == f"{name}-2"
    assert (await jackpots.get(won.next)).pool == nzd(500_00)
