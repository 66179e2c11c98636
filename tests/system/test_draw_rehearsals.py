"""`validate_only`: a command is decided, and nothing of it is left anywhere."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import Play, pointer, record
from tests.kit.draw_row import Refusal
from tests.kit.draw_rows import REGULATED, ROWS, ask, changed, game_at

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
# To select or to announce a number is not to be tried out: the answer would tell about chance.
REHEARSED = [method for method in REGULATED if method not in ("SelectNumber", "CallNumber")]
every_rehearsal = pytest.mark.parametrize("method", REHEARSED)


def rehearsal(request: Message) -> Message:
    return changed(request, {"validate_only": True})


async def kept(nats: Connection, hall: Hall, play: Play) -> tuple[object, ...]:
    """What a command could leave behind."""
    state = (await nats.jetstream().stream_info(f"JOURNAL_{hall.venue}_{play.id.year}")).state
    people = (await nats.jetstream().stream_info(f"KV_PEOPLE_{hall.venue}")).state
    room = await pointer(nats, hall.venue, play.game.rooms[0])
    return state.last_seq, people.last_seq, room


async def test_numbers_are_not_tried_out():
    fields = {m: pb.DESCRIPTOR.message_types_by_name[f"{m}Request"].fields_by_name for m in ROWS}
    assert sorted(m for m in ROWS if "validate_only" in fields[m]) == sorted(REHEARSED)


@every_rehearsal
async def test_a_rehearsal_leaves_nothing(
    method: str, hall: Hall, one: Replica, two: Replica, nats: Connection
):
    row = ROWS[method]
    play = await game_at(row.phase, hall, one)
    request, at = row.make(play), getattr(hall, row.by).at
    if method == "CallOut":
        request = changed(request, {"player": "Aroha Ngata"})
    before = await kept(nats, hall, play)
    for replica in (one, two):
        reply = await ask(replica.draw, method, rehearsal(request), at)
        game = reply.game  # type: ignore[attr-defined]  # every command's reply has it
        assert game.version == (0 if method == "OpenGame" else play.game.version)
    assert await kept(nats, hall, play) == before
    # The same request, in earnest, goes through as if it had never been rehearsed.
    made = await ask(one.draw, method, request, at)
    assert made.game.version == (  # type: ignore[attr-defined]
        1 if method == "OpenGame" else play.game.version + 1
    )


@pytest.mark.parametrize(
    ("method", "refusal"),
    [
        pytest.param(method, refusal, id=f"{method}-{refusal.reason}-{number}")
        for method in REHEARSED
        for number, refusal in enumerate(ROWS[method].refused)
    ],
)
async def test_a_rehearsal_is_refused_as_the_command(
    method: str, refusal: Refusal, hall: Hall, one: Replica, nats: Connection
):
    row = ROWS[method]
    play = await game_at(refusal.phase, hall, one)
    before = await kept(nats, hall, play)
    request = rehearsal(changed(row.make(play), refusal.changes))
    failed = await told(ask(one.draw, method, request, getattr(hall, row.by).at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, refusal.reason)
    assert failed.info.metadata.get("clause", "") == refusal.clause
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
