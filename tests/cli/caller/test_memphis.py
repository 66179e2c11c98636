"""The screen in a game of letters and numbers, with the announcer at another one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Post
from services.kernel.journal.embedded import Embedded
from tests.cli.caller.screen import screen_of
from tests.kit.draw import Replica, replica
from tests.kit.draw_memphis import Memphis, ready

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def memphis(tmp_path_factory: pytest.TempPathFactory, nats_server: Embedded) -> Memphis:
    """A venue under Tennessee's rules."""
    made = Memphis(tmp_path_factory.mktemp("memphis"), nats_server.url)
    await made.provision()
    return made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def there(memphis: Memphis) -> AsyncIterator[Replica]:
    """Its draw service."""
    async with replica(memphis, "memphis") as running:
        yield running


def address(one: Replica) -> str:
    assert one.server is not None
    return f"127.0.0.1:{one.server.port}"


async def test_the_letter_is_shown_and_called_with_the_number(memphis: Memphis, there: Replica):
    game = await ready(memphis, there.draw)
    at = address(there)
    async with (
        screen_of(memphis, at, memphis.caller, Post.CALLER, game) as caller,
        screen_of(memphis, at, memphis.announcer, Post.ANNOUNCER, game) as announcer,
    ):
        await caller.done("7", "enter")
        assert " CALL B 7 " in caller.text("line")
        desk = await caller.done("enter")
        assert [(call.letter, call.number) for call in desk.game.calls] == [("B", 7)]
        assert "1 of 75   last: B 7" in caller.text("play")
        await announcer.until(lambda desk: len(desk.game.calls) == 1)
        assert announcer.text("last").splitlines()[2].startswith("B")
        desk = await announcer.done("7", "enter")
        assert desk.game.calls[0].confirmed_by == memphis.announcer.id


async def test_a_call_that_was_cut_off_after_its_letter_is_no_call_yet(
    memphis: Memphis, there: Replica
):
    """Tennessee 9: the player is judged on the call before, and the caller finishes the call."""
    game = await ready(memphis, there.draw)
    at = address(there)
    async with (
        screen_of(memphis, at, memphis.caller, Post.CALLER, game) as caller,
        screen_of(memphis, at, memphis.announcer, Post.ANNOUNCER, game) as announcer,
    ):
        await caller.done("7", "enter")
        await caller.done("enter")
        await announcer.until(lambda desk: len(desk.game.calls) == 1)
        await announcer.done("7", "enter")
        await caller.until(lambda desk: desk.game.calls[0].confirmed)
        await caller.done("7", "0", "enter")
        await caller.press("*", "2")
        assert caller.text("line") == (
            "What had been spoken of the next number (O 70)?  "
            "1 nothing  2 the letter alone  3 letter and number"
        )
        await caller.press("2")
        desk = await caller.done("enter")
        assert desk.game.cut_off == "O"
        assert [each.judged_on for each in desk.game.call_outs] == [1]
        assert "Cut off after the letter O: finish the call." in caller.text("play")
        desk = await caller.done("enter")
        assert [call.number for call in desk.game.calls] == [7, 70]
        assert desk.game.phase == game_pb2.PHASE_PAUSED
