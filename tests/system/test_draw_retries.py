"""Commands of the draw again, under the same request id or another person: what is not asked of
every RPC alike (`tests/kit/matrix`)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw import replica as started
from tests.kit.draw_play import CALLER, Play, ask, open_game, record
from tests.kit.matrix.row import changed

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def selected(
    hall: Hall, one: Replica
) -> tuple[Play, pb.SelectNumberRequest, pb.SelectNumberResponse]:
    """A game in which a number was selected: the game, the request and the reply."""
    play = await Play.announced(hall, one.draw)
    request = play.selecting()
    reply = await one.draw.SelectNumber(request, metadata=hall.caller.at)
    play.game = reply.game
    return play, request, reply


async def test_a_request_id_is_not_used_for_another_method(hall: Hall, one: Replica):
    play, request, _ = await selected(hall, one)
    call = changed(play.calling(), {"request_id": request.request_id})
    failed = await told(ask(one.draw, "CallNumber", call, hall.caller.at))
    assert (failed.code, failed.reason) == (Status.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    assert await play.look() == play.game


async def test_a_retry_from_another_device_is_the_same_persons(hall: Hall, one: Replica):
    _, request, reply = await selected(hall, one)
    assert await ask(one.draw, "SelectNumber", request, hall.other_device.at) == reply


async def test_who_tried_is_on_record_and_is_refused_again(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    """Somebody who is not the game's caller tries to select: a regulator would ask who."""
    play = await Play.announced(hall, one.draw)
    request = play.selecting()
    for replica in (one, two, one):
        failed = await told(ask(replica.draw, "SelectNumber", request, hall.second_caller.at))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "NOT_THE_CALLER")
        assert failed.info.metadata["clause"] == "NZB-5.6(b)"
    commits = await record(nats, play.id)
    assert len(commits) == play.game.version + 1
    assert (commits[-1].actor.person, commits[-1].refusal.reason) == ("ana", "NOT_THE_CALLER")
    (event,) = commits[-1].events
    tried = events_pb2.AttemptRefused()
    assert event.Unpack(tried)
    assert (tried.post, tried.person) == (CALLER, "ana")


async def test_who_is_refused_neither_fills_a_games_record_nor_keeps_others_from_it(
    hall: Hall, one: Replica, nats: Connection
):
    """It is on record once, and the supervisor ends the game on what she saw before."""
    play = await Play.announced(hall, one.draw)
    ending = play.ending()
    for _ in range(5):
        failed = await told(ask(one.draw, "SelectNumber", play.selecting(), hall.second_caller.at))
        assert failed.reason == "NOT_THE_CALLER"
    assert len(await record(nats, play.id)) == play.game.version + 1
    reply = await one.draw.EndGame(ending, metadata=hall.supervisor.at)
    assert (reply.game.phase, reply.game.version) == (
        game_pb2.PHASE_ENDED,
        play.game.version + 2,
    )


async def test_a_refusal_that_is_not_on_record_is_forgotten(hall: Hall, one: Replica):
    """Refused before the announcement, the same request goes through after it."""
    play = await Play.opened(hall, one.draw)
    request = play.selecting(position=1)
    failed = await told(ask(one.draw, "SelectNumber", request, hall.caller.at))
    assert failed.reason == "NOT_ANNOUNCED"
    await play.announce()
    reply = await one.draw.SelectNumber(request, metadata=hall.caller.at)
    assert 1 <= reply.number <= 90


async def test_an_old_retry_after_a_hand_over_changes_nothing(
    hall: Hall, one: Replica, two: Replica
):
    play, request, reply = await selected(hall, one)
    await play.call()
    await play.confirm()
    await play.assign(CALLER, hall.second_caller)
    await play.select()
    again = await two.draw.SelectNumber(request, metadata=hall.caller.at)
    assert again == reply
    assert await play.look() == play.game


async def test_a_game_opened_before_its_rooms_and_profile_went_is_answered_all_the_same(
    hall: Hall, tmp_path: Path
):
    """A retry that comes to a replica started since with other files."""
    async with started(hall, "before") as before:
        request = open_game(hall)
        reply = await ask(before.draw, "OpenGame", request, hall.manager.at)
    folder = tmp_path / "venues"
    shutil.copytree(hall.folder / "venues", folder)
    for file in folder.glob("*.toml"):
        text = file.read_text().replace(f'"{request.rooms[0]}"', '"renamed"')
        file.write_text(re.sub(r"profiles = .*", 'profiles = ["spare-bingo"]', text))
    async with started(hall, "after", VENUES=str(folder)) as after:
        again = await ask(after.draw, "OpenGame", request, hall.manager.at)
        assert again == reply
