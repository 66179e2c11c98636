"""The name of a player is in PEOPLE and nowhere else."""

from __future__ import annotations

from contextlib import suppress

import grpc
import pytest
from nats.js.errors import NotFoundError

from services.kernel.journal.connection import Connection
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play, shown, stored_of

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

NAME = "Wiremu Tamihana Te Waharoa"


async def test_a_players_name_is_kept_apart(hall: Hall, one: Replica, nats: Connection):
    play = await Play.announced(hall, one.draw)
    request = play.calling_out(player=NAME)
    made = await one.draw.CallOut(request, metadata=hall.steward.at)
    reference = made.game.call_outs[0].player
    assert reference
    assert NAME not in str(made)
    people = People(nats, Keys(hall.folder / "keys"))
    assert await people.name(hall.venue, reference) == NAME
    assert await people.name(hall.elsewhere, reference) is None

    for commit in await stored_of(nats, play.id):
        for word in NAME.split():
            assert word.encode() not in commit.body
            assert word not in str(commit.headers)
    frame = await shown(nats, play.id, made.game.version)
    assert not any(word in str(frame) for word in NAME.split())
    assert reference not in str(frame)
    bucket = await nats.jetstream().stream_info(f"KV_PEOPLE_{hall.venue}")
    assert bucket.state.messages >= 2
    for sequence in range(1, bucket.state.last_seq + 1):
        with suppress(NotFoundError):  # it was erased
            entry = await nats.jetstream().get_msg(f"KV_PEOPLE_{hall.venue}", sequence)
            assert not any(word.encode() in (entry.data or b"") for word in NAME.split())


async def test_a_retry_keeps_the_same_reference_and_no_second_name(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    request = play.calling_out(player=NAME)
    made = await one.draw.CallOut(request, metadata=hall.steward.at)
    stream = f"KV_PEOPLE_{hall.venue}"
    before = (await nats.jetstream().stream_info(stream)).state.last_seq
    assert await two.draw.CallOut(request, metadata=hall.steward.at) == made
    assert (await nats.jetstream().stream_info(stream)).state.last_seq == before


async def test_an_erased_player_leaves_the_game_whole(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    request = play.calling_out(player=NAME)
    made = await one.draw.CallOut(request, metadata=hall.steward.at)
    people = People(nats, Keys(hall.folder / "keys"))
    reference = made.game.call_outs[0].player
    assert await people.erase(hall.venue, reference)
    assert await two.draw.CallOut(request, metadata=hall.steward.at) == made
    assert await people.name(hall.venue, reference) is None
    assert len(await stored_of(nats, play.id)) == made.game.version


async def test_an_unknown_game_keeps_no_name(hall: Hall, one: Replica, nats: Connection):
    """What is not on record must not leave a person's name behind either."""
    play = await Play.announced(hall, one.draw)
    stream = f"KV_PEOPLE_{hall.venue}"
    before = (await nats.jetstream().stream_info(stream)).state.last_seq
    request = play.calling_out(player=NAME, name=f"venues/{hall.venue}/games/{hall.day}-none")
    assert (await told(one.draw.CallOut(request, metadata=hall.steward.at))).code is (
        grpc.StatusCode.NOT_FOUND
    )
    assert (await nats.jetstream().stream_info(stream)).state.last_seq == before


async def test_a_name_that_comes_with_a_retry_is_not_kept(
    hall: Hall, one: Replica, nats: Connection
):
    """The first try had none: the commit refers to nobody."""
    play = await Play.announced(hall, one.draw)
    request = play.calling_out()
    made = await one.draw.CallOut(request, metadata=hall.steward.at)
    stream = f"KV_PEOPLE_{hall.venue}"
    before = (await nats.jetstream().stream_info(stream)).state.last_seq
    request.player = NAME
    assert await one.draw.CallOut(request, metadata=hall.steward.at) == made
    assert (await nats.jetstream().stream_info(stream)).state.last_seq == before
