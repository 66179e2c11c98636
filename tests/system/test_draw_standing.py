"""A game that stands still or cannot go on, played against running services."""

from __future__ import annotations

import grpc
import pytest

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.connection import Connection
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import (
    BINGO,
    LINE,
    RECEPTACLE,
    Play,
    open_game,
    request_id,
    shown,
    stored_of,
)
from tests.kit.draw_play import stages as both_stages
from tests.kit.matrix.draw.standing import (
    by_hand,
    card,
    deciding,
    holding,
    reporting,
    resuming,
    voiding,
)

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
RETURNED = game_pb2.IRREGULARITY_KIND_RETURNED
DEFECT, STUCK = game_pb2.IRREGULARITY_KIND_DEFECT, game_pb2.IRREGULARITY_KIND_STUCK
REBUILT, PUT_RIGHT = game_pb2.REMEDY_REBUILT, game_pb2.REMEDY_PUT_RIGHT


async def with_balls(hall: Hall, one: Replica, *balls: int) -> Play:
    """A game with balls, in which these were called."""
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    for ball in balls:
        await play.select(ball)
        await play.call()
        await play.confirm(ball)
    return play


async def report(play: Play, kind: game_pb2.IrregularityKind.ValueType, ball: int = 0) -> None:
    request = reporting(play, kind=kind, ball=ball)
    play.game = (await play.draw.ReportIrregularity(request, metadata=play.caller.at)).game


# -- held --------------------------------------------------------------------------------------


async def test_whoever_sees_smoke_holds_the_game_on_every_board(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    seen = play.game.version
    held = await one.draw.HoldGame(holding(play), metadata=play.caller.at)
    board = await shown(nats, play.id, held.game.version)
    assert (board["phase"], board["heldBecause"]) == ("GAME_PHASE_HELD", "smoke in the lobby")
    assert held.game.hold.cause == game_pb2.HOLD_CAUSE_ALARM
    failed = await told(two.draw.SelectNumber(play.selecting(1), metadata=play.caller.at))
    assert failed.reason == "HELD"
    assert failed.message == "The game stands still: alarm, smoke in the lobby."
    play.game.version = seen
    failed = await told(two.draw.ResumeGame(resuming(play), metadata=play.supervisor.at))
    assert (failed.code, failed.reason) == (Status.ABORTED, "STALE"), "who has not seen the alarm"
    play.game = held.game
    play.game = (await two.draw.ResumeGame(resuming(play), metadata=play.supervisor.at)).game
    assert play.game.phase == game_pb2.PHASE_IN_PLAY
    board = await shown(nats, play.id, play.game.version)
    assert (board["phase"], board["heldBecause"]) == ("GAME_PHASE_IN_PLAY", "")
    assert 1 <= await play.select() <= 90


# -- the equipment -----------------------------------------------------------------------------


@pytest.mark.case("B26")
async def test_case_B26_a_cracked_ball_is_put_right_and_inspected_or_the_game_is_void(
    hall: Hall, one: Replica, nats: Connection
):
    play = await with_balls(hall, one, 42)
    await report(play, DEFECT, 60)
    board = await shown(nats, play.id, play.game.version)
    assert board["phase"] == board_pb2.GamePhase.Name(board_pb2.GAME_PHASE_HELD)
    failed = await told(one.draw.SelectNumber(play.selecting(2, 17), metadata=play.caller.at))
    assert failed.reason == "IRREGULARITY_WAITS"
    right = deciding(play, remedy=PUT_RIGHT, selector=0)
    failed = await told(one.draw.DecideIrregularity(right, metadata=play.supervisor.at))
    assert failed.reason == "NOT_INSPECTED_AGAIN"
    looked = pb.InspectEquipmentRequest(
        request_id=request_id(),
        name=play.game.name,
        objects=89,
        equal=True,
        room=play.game.rooms[0],
    )
    await one.draw.InspectEquipment(looked, metadata=play.supervisor.at)
    play.game = (await one.draw.DecideIrregularity(right, metadata=play.supervisor.at)).game
    assert play.game.phase == game_pb2.PHASE_IN_PLAY
    assert [each.remedy for each in play.game.irregularities] == [PUT_RIGHT]
    assert await play.select(17) == 17

    await report(play, STUCK, 61)
    void = await one.draw.VoidGame(voiding(play), metadata=play.supervisor.at)
    assert (void.game.phase, void.game.ending) == (game_pb2.PHASE_ENDED, game_pb2.ENDING_VOID)
    board = await shown(nats, play.id, void.game.version)
    assert board["phase"] == "GAME_PHASE_VOID"
    assert [call["number"] for call in board["calls"]] == [42], "17 was drawn and never called"


async def test_returned_balls_are_told_from_the_cards_of_named_disinterested_players(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await with_balls(hall, one, 42, 17)
    await play.call_out(player="Kim Park")
    await play.decide(1)
    await report(play, RETURNED)
    at = play.supervisor.at

    def rebuilt(*players: str, numbers: tuple[int, ...] = (42, 17)) -> pb.DecideIrregularityRequest:
        cards = [card(player, f"12{n}") for n, player in enumerate(players)]
        return deciding(play, remedy=REBUILT, selector=0, cards=cards, numbers=numbers)

    for player, what in (("kim park", "a claimant"), ("Cal", "of the staff")):
        failed = await told(two.draw.DecideIrregularity(rebuilt("Lee Wong", player), metadata=at))
        assert (failed.reason, failed.message) == (
            "NOT_DISINTERESTED",
            f"{player} is {what}, and so is not disinterested.",
        )
        assert "clause" not in failed.info.metadata, "of Tennessee alone"
    differs = rebuilt("Lee Wong", numbers=(42, 71))
    failed = await told(one.draw.DecideIrregularity(differs, metadata=at))
    assert failed.reason == "NUMBERS_DIFFER"
    request = rebuilt("Lee Wong", "Pat Jones")
    failed = await told(one.draw.DecideIrregularity(request, metadata=at))
    assert failed.reason == "NOT_INSPECTED_AGAIN"
    looked = pb.InspectEquipmentRequest(
        request_id=request_id(),
        name=play.game.name,
        objects=88,
        equal=True,
        room=play.game.rooms[0],
    )
    await one.draw.InspectEquipment(looked, metadata=at)
    made = await one.draw.DecideIrregularity(request, metadata=at)
    assert made.game.phase == game_pb2.PHASE_IN_PLAY
    assert await two.draw.DecideIrregularity(request, metadata=at) == made, "a retry"
    for commit in await stored_of(nats, play.id):
        for name in (b"Wong", b"Jones", b"Park"):
            assert name not in commit.body
    people = People(nats, Keys(hall.folder / "keys"))
    kept = [await people.name(hall.venue, reference) for reference in await _read(nats, play)]
    assert kept == ["Lee Wong", "Pat Jones"]


async def _read(nats: Connection, play: Play) -> list[str]:
    """The players whose cards were read, as the last commit refers to them."""
    last = commit_pb2.Commit.FromString((await stored_of(nats, play.id))[-1].body)
    decided = events_pb2.IrregularityDecided()
    assert last.events[0].Unpack(decided)
    return [each.player for each in decided.cards]


# -- by hand -----------------------------------------------------------------------------------


async def test_a_number_that_was_selected_when_the_system_went_down_is_opened_with_those_by_hand(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    drawn = await play.select()
    others = [number for number in (7, 9, 11) if number != drawn][:2]
    play.game = await play.look()
    request = by_hand(play, drawn, *others)
    play.game = (await one.draw.EnterHandCalls(request, metadata=play.caller.at)).game
    assert play.game.phase == game_pb2.PHASE_HELD
    sign = pb.ApproveProposalRequest(request_id=request_id(), name=play.game.name, proposal=1)
    failed = await told(two.draw.ApproveProposal(sign, metadata=play.caller.at))
    assert failed.reason == "SIGNED_BY_ONE"
    play.game = (await two.draw.ApproveProposal(sign, metadata=play.supervisor.at)).game
    assert play.numbers == [drawn, *others]
    assert all(call.by_hand and call.confirmed for call in play.game.calls)
    assert (play.game.selected, play.next) == (False, 4)
    board = await shown(nats, play.id, play.game.version)
    assert [call["number"] for call in board["calls"]] == [drawn, *others]
    assert await play.round() not in play.numbers[:3]


# -- started over ------------------------------------------------------------------------------


async def test_a_game_that_is_started_over_goes_on_with_what_was_not_completed_however_often(
    hall: Hall, one: Replica
):
    play = await with_balls(hall, one, 42)
    await play.call_out()
    await play.decide(1, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    for _ in range(2):
        void = await one.draw.VoidGame(voiding(play), metadata=play.supervisor.at)
        assert [won.stage for won in void.game.won] in ([LINE], [])
        line_again = open_game(
            hall, restart_of=play.game.name, selector=RECEPTACLE, stages=both_stages()
        )
        failed = await told(one.draw.OpenGame(line_again, metadata=hall.manager.at))
        assert (failed.code, failed.reason) == (
            Status.FAILED_PRECONDITION,
            "STAGE_COMPLETED_BEFORE",
        )
        play = await Play.opened(
            hall,
            one.draw,
            restart_of=play.game.name,
            selector=RECEPTACLE,
            stages=[each for each in both_stages() if each.stage == BINGO],
        )
        announcing = play.announcing(stages=[s for s in both_stages() if s.stage == BINGO])
        reply = await one.draw.AnnounceGame(announcing, metadata=play.caller.at)
        play.game = reply.game
        await play.select(17)
    assert [each.stage for each in play.game.stages] == [BINGO]


async def test_only_a_void_game_is_started_over(hall: Hall, one: Replica):
    play = await with_balls(hall, one, 42)
    again = open_game(hall, restart_of=play.game.name, selector=RECEPTACLE)
    failed = await told(one.draw.OpenGame(again, metadata=hall.manager.at))
    assert failed.reason == "NOT_TO_START_OVER"
    given_up = voiding(play, start_over=False)
    await one.draw.VoidGame(given_up, metadata=play.supervisor.at)
    failed = await told(one.draw.OpenGame(again, metadata=hall.manager.at))
    assert failed.reason == "NOT_TO_START_OVER"
