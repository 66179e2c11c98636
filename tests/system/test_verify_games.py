"""A game as verify folds it from the draw's record, beside the draw's own answer, with everything
that can be put right in one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from eyesdown.draw.v1 import game_pb2
from services.kernel.errors import NotFound
from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.names import Name
from services.verify.domain.game.announcing import counted
from services.verify.facts.games import Games
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import RECEPTACLE, Play
from tests.kit.matrix.draw.righting import correcting, taking_back

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def games(nats: Connection) -> AsyncIterator[Games]:
    """Verify's games."""
    journal = NatsJournal(nats)
    yield Games(journal)
    await journal.close()


async def same(games: Games, play: Play) -> None:
    """Both say the same of which numbers count, and of the version."""
    theirs = await play.look()
    seen = await games.latest(play.id)
    ours = sorted((said.position, said.number) for said in counted(seen.game.said))
    assert ours == [(call.position, call.number) for call in theirs.calls if not call.taken_back]
    assert seen.place.version == theirs.version


async def correct(play: Play, **more: object) -> None:
    """Correct the last call."""
    request = correcting(play, **more)
    play.game = (await play.draw.CorrectCall(request, metadata=play.supervisor.at)).game


async def test_a_game_is_the_same_on_both_sides_whatever_is_put_right(
    hall: Hall, one: Replica, games: Games
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    await same(games, play)
    for ball in (42, 17, 61):
        await play.select(ball)
        await play.call()
        await same(games, play)
        await play.confirm(ball)
    await correct(play, kind=game_pb2.ERROR_KIND_SPOKEN, wrong=16)
    await same(games, play)
    seen = (await games.latest(play.id)).game.said
    assert [(s.number, s.taken_back, s.correction) for s in seen[2:]] == [
        (16, True, False),
        (61, False, True),
    ]
    await correct(play)  # a display showed another number: nobody was told one
    await same(games, play)
    assert (await games.latest(play.id)).game.said == seen
    await correct(play, kind=game_pb2.ERROR_KIND_KEYED, wrong=61, right=16)
    await same(games, play)
    await play.confirm(16)
    await play.select(5)
    await play.call()
    play.game = (await play.draw.TakeBackCall(taking_back(play), metadata=play.caller.at)).game
    await same(games, play)


async def test_a_game_that_there_is_not_is_not_found(hall: Hall, one: Replica, games: Games):
    with pytest.raises(NotFound):
        await games.latest(Name(hall.venue, "games", f"{hall.day}-none"))
