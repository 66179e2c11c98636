"""`validate_only`: a command is decided, and nothing of it is left anywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play, ask, pointer, record
from tests.kit.matrix.draw import DRAW, game_at
from tests.kit.matrix.matrix import Place
from tests.kit.matrix.row import changed

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
# To select or to announce a number is not to be tried out: the answer would tell about chance.
REHEARSED = [
    name
    for name, rpc in DRAW.rpcs.items()
    if rpc.commands and name not in ("SelectNumber", "CallNumber")
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def place(hall: Hall, one: Replica, two: Replica, nats: Connection) -> AsyncIterator[Place]:
    """Where games are played."""
    async with Place(DRAW, hall, (one, two), nats, lambda at: game_at(at, hall, one)) as made:
        yield made


def rehearsal(request: Message) -> Any:
    return changed(request, {"validate_only": True})


async def kept(nats: Connection, hall: Hall, play: Play) -> tuple[object, ...]:
    """What a command could leave behind."""
    state = (await nats.jetstream().stream_info(f"JOURNAL_{hall.venue}_{play.id.year}")).state
    people = (await nats.jetstream().stream_info(f"KV_PEOPLE_{hall.venue}")).state
    room = await pointer(nats, hall.venue, play.game.rooms[0])
    return state.last_seq, people.last_seq, room


async def test_numbers_are_not_tried_out():
    assert [name for name, rpc in DRAW.rpcs.items() if rpc.rehearses] == REHEARSED


@pytest.mark.parametrize("method", REHEARSED)
async def test_nothing_is_shown_of_a_rehearsal_and_nobodys_name_is_kept(
    method: str, hall: Hall, two: Replica, nats: Connection, place: Place
):
    """Whether it goes through or is refused; what else holds of one is asked of every RPC."""
    row, rpc = DRAW.rows[method], DRAW.rpcs[method]
    for at, changes in ((row.at, {}), *((each.at, each.changes) for each in row.refused)):
        play = await place.at(at)
        request = rehearsal(changed(await place.request(rpc, play), changes))
        if method == "CallOut":
            request = changed(request, {"player": "Aroha Ngata"})
        before = await kept(nats, hall, play)
        for replica in (0, 1):
            with suppress(grpc.aio.AioRpcError):
                await place.ask(rpc, request, place.person(row.by).at, replica)
        assert await kept(nats, hall, play) == before


async def test_who_only_rehearses_what_is_not_theirs_is_not_on_record(
    hall: Hall, one: Replica, nats: Connection
):
    play = await game_at("called", hall, one)
    request = rehearsal(play.confirming())
    failed = await told(ask(one.draw, "ConfirmCall", request, hall.second_supervisor.at))
    assert failed.reason == "NOT_THE_SUPERVISOR"
    assert len(await record(nats, play.id)) == play.game.version


async def test_a_rehearsed_announcement_sees_whether_its_room_is_free(hall: Hall, one: Replica):
    playing = await Play.announced(hall, one.draw)
    play = await Play.opened(hall, one.draw, rooms=playing.game.rooms)
    request = rehearsal(play.announcing())
    failed = await told(ask(one.draw, "AnnounceGame", request, hall.caller.at))
    assert failed.reason == "ROOM_IN_PLAY"
    await playing.end()
    await ask(one.draw, "AnnounceGame", request, hall.caller.at)
    assert (await play.look()).version == play.game.version


async def test_a_rehearsal_is_not_counted_as_done(hall: Hall, one: Replica):
    play = await game_at("called", hall, one)
    labels = {"service": "draw", "action": "confirm_call", "venue": hall.venue}
    done = await one.counted("eyesdown_actions_total", **labels, outcome="ok")
    rehearsed = await one.counted("eyesdown_actions_total", **labels, outcome="rehearsed")
    await ask(one.draw, "ConfirmCall", rehearsal(play.confirming()), hall.supervisor.at)
    assert await one.counted("eyesdown_actions_total", **labels, outcome="ok") == done
    after = await one.counted("eyesdown_actions_total", **labels, outcome="rehearsed")
    assert after == rehearsed + 1


async def test_a_rehearsal_of_what_was_done_shows_the_game_as_it_is(
    hall: Hall, one: Replica, two: Replica
):
    play = await game_at("called", hall, one)
    request = play.confirming()
    await one.draw.ConfirmCall(request, metadata=hall.supervisor.at)
    await play.call_out()
    reply = await ask(two.draw, "ConfirmCall", rehearsal(request), hall.supervisor.at)
    assert reply == pb.ConfirmCallResponse(game=play.game)
    assert await play.look() == play.game
