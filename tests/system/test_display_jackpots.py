"""The sign of a jackpot on a screen: what is played for, and how it was won."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from tests.kit.jackpots import Jackpots, full_card
from tests.kit.nats import Nats
from tests.kit.prizes import Counter
from tests.kit.screens import Displayed, Wall, displayed

pytest_plugins = ["tests.kit.jackpots", "tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Displayed:
    """The module's venues, their rooms with screens."""
    return await displayed(tmp_path_factory.mktemp("hall"), nats_server)


async def test_a_jackpot_is_shown_until_it_is_won_and_then_the_next_one(
    jackpots: Jackpots, counter_of: Any, wall: Wall
):
    name = (await jackpots.open()).name
    sign = f"jackpots/{name.rpartition('/')[2]}"
    async with wall.hung("room-1", board=sign) as screen:
        await screen.shows("[data-page=jackpot]")
        assert await screen.text(".amount") == "NZD 500.00"
        table: Counter = await counter_of(declare=jackpots.for_game(name))
        await screen.shows(".games li")
        game = table.play.game.name.rpartition("/")[2][len("2026-11-29-") :]
        assert await screen.text(".games") == f"Game {game} bingo in 50 calls"
        await screen.becomes("() => document.querySelector('.amount').innerText === 'NZD 502.00'")
        await screen.picture("jackpot")
        await full_card(table, 1)
        await table.play.end()
        await screen.shows(f"[data-name='{name}-2'] .ended")
        assert await screen.text(".amount") == "NZD 500.00"
        assert await screen.text(".ended") == f"Won in Game {game} on call 15: NZD 502.00"
        await screen.picture("jackpot-won")
        assert await screen.complaints() == []
        assert min(await screen.heights("main p, main li, main h1")) >= 4
    async with wall.hung("room-1", board=sign) as late:
        await late.shows(f"[data-name='{name}-2'] .ended")
