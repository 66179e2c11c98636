"""Faults that other systems had in public, as they would show on the boards of a running draw.

What a display gets are frames; each is the whole game with a version.
"""

from __future__ import annotations

import grpc
import pytest

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.cli.screens.room_view import Room
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_frames import frames_of
from tests.kit.draw_play import (
    BINGO,
    CALLER,
    LINE,
    RECEPTACLE,
    Play,
    ask,
    open_game,
    pointer,
    request_id,
    shown,
)
from tests.kit.matrix.draw.righting import correcting, taking_back
from tests.kit.matrix.draw.standing import holding, resuming, voiding

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

PHASES = board_pb2.GamePhase
SPOKEN = game_pb2.ERROR_KIND_SPOKEN


async def put(play: Play, ball: int) -> None:
    """Draw, announce and confirm a ball."""
    await play.select(ball)
    await play.call()
    await play.confirm(ball)


def phase(frame: board_pb2.GameFrame) -> str:
    return PHASES.Name(frame.phase).removeprefix("GAME_PHASE_")


# -- B3: after a correction the display kept the wrong number ----------------------------------


@pytest.mark.case("B3")
async def test_case_B3_the_count_goes_down_and_the_version_up(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with frames_of(nats, play.id) as frames:
        await put(play, 5)
        await play.select(71)
        await play.call()
        before = await frames.at(play.game.version)
        assert (before.count, [call.number for call in before.calls]) == (2, [5, 71])

        taken = await one.draw.TakeBackCall(taking_back(play), metadata=hall.caller.at)
        after = await frames.at(taken.game.version)
        assert after.version > before.version
        assert (after.count, [call.taken_back for call in after.calls]) == (1, [False, True])

        play.game = taken.game
        await put(play, 44)
        wrong = correcting(play, kind=SPOKEN, wrong=44, right=17)
        corrected = await one.draw.CorrectCall(wrong, metadata=hall.caller.at)
        last = await frames.at(corrected.game.version)
        assert (last.count, last.calls[2].number, list(last.calls[2].struck)) == (2, 17, [44])
        assert (last.correction.wrong, last.correction.right) == (44, 17)
        versions = [frame.version for frame in frames.all]
        assert versions == sorted(versions)
        counts = [frame.count for frame in frames.all]
        assert counts != sorted(counts), "a display that never lets the count go down is wrong"


# -- B7: the screen hung before the first game and went blank between games ----------------------


@pytest.mark.case("B7")
async def test_case_B7_every_state_of_a_game_is_on_its_board(
    hall: Hall, one: Replica, nats: Connection
):
    name = Name.parse(f"venues/{hall.venue}/games/{hall.game_id()}")
    async with frames_of(nats, name) as frames:
        play = await Play.opened(hall, one.draw, game_id=name.id)
        assert phase(await frames.at(play.game.version)) == "WAITING"
        await play.announce()
        assert phase(await frames.at(play.game.version)) == "IN_PLAY"
        await play.round()
        number = await play.call_out()
        paused = await frames.at(play.game.version)
        assert (phase(paused), paused.call_outs[0].status) == ("PAUSED", "undecided")
        await play.decide(number)
        assert phase(await frames.at(play.game.version)) == "IN_PLAY"
        play.game = (await one.draw.HoldGame(holding(play), metadata=play.caller.at)).game
        held = await frames.at(play.game.version)
        assert (phase(held), held.held_because) == ("HELD", "smoke in the lobby")
        play.game = (await one.draw.ResumeGame(resuming(play), metadata=play.supervisor.at)).game
        assert phase(await frames.at(play.game.version)) == "IN_PLAY"
        await play.end("the lights went out")
        ended = await frames.at(play.game.version)
        assert (phase(ended), ended.ended_because) == ("ENDED", "the lights went out")
    # Between games the room shows the last one, and not nothing.
    room = await pointer(nats, hall.venue, play.game.rooms[0])
    assert room is not None
    assert room["showing"] == play.game.name
    assert (await shown(nats, name, play.game.version))["phase"] == "GAME_PHASE_ENDED"


@pytest.mark.case("B7")
async def test_case_B7_a_void_game_says_that_it_is_void(hall: Hall, one: Replica, nats: Connection):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    async with frames_of(nats, play.id) as frames:
        await put(play, 5)
        void = await one.draw.VoidGame(voiding(play), metadata=hall.supervisor.at)
        frame = await frames.at(void.game.version)
        assert (phase(frame), frame.ended_because) == ("VOID", "the tray fell over")


# -- B8: nobody won, and the game stayed open for ever -------------------------------------------


@pytest.mark.case("B8")
async def test_case_B8_when_all_numbers_are_out_the_board_shows_the_end(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    for _ in range(90):
        await play.round()
    failed = await told(one.draw.SelectNumber(play.selecting(91), metadata=hall.caller.at))
    assert failed.reason == "NO_MORE_NUMBERS"
    await play.end("")
    assert play.game.ending == game_pb2.ENDING_EXHAUSTED
    board = await shown(nats, play.id, play.game.version)
    assert (board["phase"], board["count"]) == ("GAME_PHASE_ENDED", 90)
    assert [stage["wonOn"] for stage in board["stages"]] == [0, 0]


# -- B13, B18: a number before its time ----------------------------------------------------------


@pytest.mark.case("B13")
async def test_case_B13_no_frame_has_a_number_before_the_announcement(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.opened(hall, one.draw)
    async with frames_of(nats, play.id) as frames:
        for method, request in (
            ("SelectNumber", play.selecting(1)),
            ("CallNumber", play.calling(1)),
        ):
            failed = await told(ask(one.draw, method, request, hall.caller.at))
            assert failed.reason == "NOT_ANNOUNCED"
        await play.announce()
        await frames.at(play.game.version)
        assert all(not frame.calls and frame.count == 0 for frame in frames.all)
        assert {phase(frame) for frame in frames.all} <= {"WAITING", "IN_PLAY"}
        await play.round()
        assert (await frames.at(play.game.version)).count == 1


@pytest.mark.case("B18")
async def test_case_B18_a_frame_gives_no_number_away(hall: Hall, one: Replica, nats: Connection):
    """The frame of a selection differs from the one before in its version and instant alone."""
    play = await Play.announced(hall, one.draw)
    async with frames_of(nats, play.id) as frames:
        await play.round()
        before = await frames.at(play.game.version)
        await play.select()
        after = await frames.at(play.game.version)
        assert after.version == before.version + 1
        after.version = before.version
        after.at.CopyFrom(before.at)
        assert after == before


# -- B17: the middle ones of several quick calls were never shown -------------------------------


@pytest.mark.case("B17")
async def test_case_B17_a_frame_holds_every_call_in_order_and_how_long_each_is_shown(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    for ball in (5, 17, 44, 8, 71):
        await put(play, ball)
    # A display that got none of the frames between still has all the calls.
    board = await shown(nats, play.id, play.game.version)
    calls = [(call["position"], call["number"]) for call in board["calls"]]
    assert calls == [(1, 5), (2, 17), (3, 44), (4, 8), (5, 71)]
    assert board["leastShown"] == 1500, "nz-casino-bingo: least_shown, in milliseconds"

    # What was wrong is named apart from the calls, so that it need not wait for its turn.
    wrong = correcting(play, kind=SPOKEN, wrong=71, right=60)
    play.game = (await one.draw.CorrectCall(wrong, metadata=hall.caller.at)).game
    board = await shown(nats, play.id, play.game.version)
    correction = {name: board["correction"][name] for name in ("position", "wrong", "right")}
    assert correction == {"position": 5, "wrong": 71, "right": 60}
    assert board["correction"]["kind"] == "spoken"
    assert [call["number"] for call in board["calls"]] == [5, 17, 44, 8, 60]


@pytest.mark.case("B17")
async def test_case_B17_quick_calls_are_all_played_on_the_glass(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    played: list[int] = []
    async with Room(nats, hall.venue, play.game.rooms[0]) as room:
        async for view in room:
            if view.frame is not None:  # what was called before is not played
                break
        for ball in (5, 17, 44, 8, 71):
            await put(play, ball)
        async for view in room:
            if view.glass is not None and len(view.glass.calls) > len(played):
                played.append(view.glass.calls[-1].number)
            if len(played) == 5:
                break
    assert played == [5, 17, 44, 8, 71]


# -- B22, B24: what a second start, or the next stage, leaves on the glass -----------------------


@pytest.mark.case("B22")
async def test_case_B22_a_second_start_leaves_the_board_as_it_is(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.opened(hall, one.draw)
    first = play.announcing()
    play.game = (await one.draw.AnnounceGame(first, metadata=hall.caller.at)).game
    await play.round()
    before = await shown(nats, play.id, play.game.version)
    await two.draw.AnnounceGame(first, metadata=hall.caller.at)
    again = play.announcing(request_id=request_id())
    failed = await told(two.draw.AnnounceGame(again, metadata=hall.caller.at))
    assert failed.reason == "ALREADY_ANNOUNCED"
    assert await shown(nats, play.id, play.game.version) == before
    assert before["count"] == 1


@pytest.mark.case("B24")
async def test_case_B24_the_board_shows_the_stage_in_play(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    await play.round()
    assert (await shown(nats, play.id, play.game.version))["stageInPlay"] == "line"
    number = await play.call_out()
    await play.decide(number, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    board = await shown(nats, play.id, play.game.version)
    assert (board["stageInPlay"], board["stages"][0]["wonOn"]) == ("bingo", 1)
    await play.round()
    board = await shown(nats, play.id, play.game.version)
    waiting = [each for each in board["callOuts"] if each["status"] == "undecided"]
    assert (board["phase"], waiting) == ("GAME_PHASE_IN_PLAY", [])
    number = await play.call_out(cry=game_pb2.CRY_BINGO)
    await play.decide(number, verdict=game_pb2.VERDICT_VALID, stages=[BINGO])
    assert (await shown(nats, play.id, play.game.version))["stageInPlay"] == ""


# -- B27: a claim in one hall did not stop the other in time --------------------------------------


@pytest.mark.case("B27")
async def test_case_B27_a_claim_in_a_linked_hall_stops_every_board(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    manager = hall.person("mere", "game_manager", venue="*")
    there = f"venues/{hall.elsewhere}/rooms/room-7"
    opening = open_game(hall, rooms=[hall.room(), there])
    opened = await one.draw.OpenGame(opening, metadata=manager.at)
    play = Play(hall, one.draw, opened.game)
    await play.assign(CALLER, hall.caller)
    await play.assign(game_pb2.POST_SUPERVISOR, hall.supervisor)
    deputy = play.assigning(game_pb2.POST_DEPUTY_SUPERVISOR, "dee")
    deputy.room = there
    play.game = (await one.draw.AssignStaff(deputy, metadata=manager.at)).game
    await play.announce()
    await play.round()
    await play.select()  # the next one is drawn, and not called

    steward = hall.person("wil", "steward", venue=hall.elsewhere)
    async with Room(nats, hall.elsewhere, "room-7") as room, frames_of(nats, play.id) as frames:
        cried = play.calling_out(room=there, after_position=1)
        play.game = (await two.draw.CallOut(cried, metadata=steward.at)).game
        assert phase(await frames.at(play.game.version)) == "PAUSED"
        async for view in room:
            if view.frame is not None and view.frame.version >= play.game.version:
                break
        assert view.frame is not None
        assert (view.showing, phase(view.frame)) == (play.game.name, "PAUSED")
        assert [each.room for each in view.frame.call_outs] == [there]
    failed = await told(one.draw.CallNumber(play.calling(2), metadata=hall.caller.at))
    assert (failed.code, failed.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "PAUSED")
    look = pb.GetGameRequest(name=play.game.name)
    seen = await two.draw.GetGame(look, metadata=hall.auditor.at)
    assert len(seen.game.calls) == 1
