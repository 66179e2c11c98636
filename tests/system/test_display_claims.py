"""Claims on the screens of a hall: the card at the desk, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_play import LINE
from tests.kit.nats import Nats
from tests.kit.screens import Displayed, Wall, displayed

pytest_plugins = ["tests.kit.claims", "tests.kit.screens"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory, nats_server: Nats) -> Displayed:
    """The module's venues, their rooms with screens."""
    return await displayed(tmp_path_factory.mktemp("hall"), nats_server)


async def test_a_card_is_checked_before_the_eyes_of_the_hall(table_of: Any, wall: Wall):
    table = await table_of()
    async with wall.hung(table.play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        row = await table.row(3)
        await table.call(row)
        await screen.whole(table.play.game.version)
        number = await table.play.call_out()
        await screen.shows("[data-page=claim] [data-check=waiting]")
        assert "A card is being fetched" in await screen.text(".desk")
        here = table.play.game.rooms[0].replace("room-", "Room ")
        assert await screen.text(".desk h2") == f"Claim {number} from {here}"
        await table.collect(number, 3)
        await screen.shows("[data-check=checking]")
        assert await screen.text(".card-number") == "Card 3 on call 5"
        await screen.picture("claim-checking")
        assert await screen.complaints() == []
        cells = await screen.page.eval_on_selector_all(
            ".card td", "cells => cells.map(cell => Number(cell.innerText))"
        )
        assert cells == list(await table.face(3))
        marked = await screen.page.eval_on_selector_all(
            ".card td.called", "cells => cells.map(cell => Number(cell.innerText))"
        )
        assert sorted(marked) == sorted(row)
        await table.read(number)
        await table.confirm(number)
        await screen.hold()  # a result leaves the glass by itself
        await table.decide(number)
        await screen.shows("[data-check=valid]")
        assert await screen.text(".desk .check") == "Valid: Line"
        await screen.picture("claim-valid")
        assert min(await screen.heights(".desk p, .desk td, .desk h2")) >= 4
        # The calls of the game stand where they were.
        assert len(await screen.seen()) == 5


async def test_a_card_that_wins_nothing_is_told_with_the_reason(table_of: Any, wall: Wall):
    table = await table_of()
    async with wall.hung(table.play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        await table.call([await table.other(4)])
        number = await table.play.call_out()
        await table.collect(number, 4)
        await screen.shows("[data-check=checking]")
        await table.read(number)
        await table.confirm(number)
        await screen.hold()
        await table.decide(number)
        await screen.shows("[data-check=not-valid]")
        assert await screen.text(".desk .says") != ""
        await screen.picture("claim-not-valid")
        assert await screen.complaints() == []


@pytest.mark.case("B5")
async def test_case_B5_a_claim_that_is_decided_leaves_the_screen(table_of: Any, wall: Wall):
    table = await table_of()
    async with wall.hung(table.play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        await table.call(await table.row(5))
        number = await table.play.call_out()
        await table.collect(number, 5)
        await table.read(number)
        await table.confirm(number)
        deciding = table.deciding(number)
        await screen.shows("[data-check=checking]")
        await screen.hold()
        first = await table.verify.claims.DecideClaim(deciding, metadata=table.play.supervisor.at)
        await screen.shows("[data-check=valid]")
        await table.settled(number)
        # The same request again is the same answer, and nothing on the wall.
        again = await table.verify.claims.DecideClaim(deciding, metadata=table.play.supervisor.at)
        assert again == first
        # The next number ends it at once, before its time is over.
        await table.call([await table.other(5)])
        await screen.shows("[data-page=flashboard][data-state=in-play]")
        assert await screen.page.query_selector(".desk") is None
        won = await table.play.look()
        assert [each.stage for each in won.won] == [LINE]
        # A screen that comes now does not show it either.
        async with wall.hung(table.play.game.rooms[0]) as late:
            await late.whole(won.version)
            await late.shows("[data-page=flashboard]")
            assert won.phase == game_pb2.PHASE_IN_PLAY


async def test_what_a_supervisor_decides_without_the_desk_is_shown_as_decided(
    table_of: Any, wall: Wall
):
    table = await table_of()
    async with wall.hung(table.play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        await table.call([await table.other(7)])
        number = await table.play.call_out()
        await screen.shows("[data-check=waiting]")
        assert "A card is being fetched" in await screen.text(".desk")
        await screen.hold()
        await table.play.decide(number)
        # The desk waits for its card still; in the hall nobody does.
        await screen.shows("[data-check=not-valid][data-call-out='1']")
        assert await screen.text(".desk .check") == "Not valid"
        assert "being fetched" not in await screen.text(".desk")


async def test_two_claims_are_shown_one_after_the_other(table_of: Any, wall: Wall):
    table = await table_of()
    async with wall.hung(table.play.game.rooms[0]) as screen:
        await screen.shows("[data-state=in-play]")
        await table.call(await table.row(6))
        one, two = await table.play.call_out(), await table.play.call_out()
        await screen.shows(f"[data-call-out='{one}']")
        assert await screen.text(".others") == "Claim 2"
        await table.play.decide(one)
        await screen.shows(f"[data-call-out='{two}'][data-check=waiting]")
