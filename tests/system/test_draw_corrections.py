"""Corrections, take-backs and signatures in a running draw, as staff ask and displays show."""

from __future__ import annotations

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import LINE, RECEPTACLE, Play, record, shown
from tests.kit.matrix.draw.righting import approving, correcting, rejecting, taking_back

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
SPOKEN, KEYED = game_pb2.ERROR_KIND_SPOKEN, game_pb2.ERROR_KIND_KEYED


async def misread(hall: Hall, one: Replica, ball: int = 71) -> Play:
    """Balls: 42 was called, and then one that was read, entered and spoken as `ball`."""
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    await play.select(ball=42)
    await play.call()
    await play.confirm(ball=42)
    await play.select(ball=ball)
    await play.call()
    return play


async def won_on_it(hall: Hall, one: Replica) -> Play:
    """And the line was won on it."""
    play = await misread(hall, one)
    number = await play.call_out()
    await play.decide(number, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    return play


@pytest.mark.case("B2")
async def test_case_B2_a_winner_is_voided_and_the_call_corrected_in_one_commit(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await won_on_it(hall, one)
    request = correcting(play, kind=SPOKEN, wrong=71, right=17)
    play.game = (await one.draw.CorrectCall(request, metadata=hall.caller.at)).game
    (waiting,) = play.game.proposals
    assert (waiting.by, list(waiting.voids), waiting.correction.right) == ("cal", [LINE], 17)
    assert play.game.phase == game_pb2.PHASE_HELD

    # The players are told at once: it is on the board before anybody has signed.
    board = await shown(nats, play.id, play.game.version)
    assert board["phase"] == "GAME_PHASE_HELD"
    correction = board["correction"]
    assert (correction["wrong"], correction["right"], correction["kind"]) == (71, 17, "spoken")
    assert board["stages"][0]["wonOn"] == 2

    failed = await told(one.draw.SelectNumber(play.selecting(ball=8), metadata=hall.caller.at))
    assert failed.reason == "SIGNATURE_AWAITED"
    again = hall.person("CAL ", "supervisor", "game_manager")
    failed = await told(two.draw.ApproveProposal(approving(play), metadata=again.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "SIGNED_BY_ONE")

    version = play.game.version
    reply = await two.draw.ApproveProposal(approving(play), metadata=hall.supervisor.at)
    play.game = reply.game
    assert play.game.version == version + 1
    commit = (await record(nats, play.id))[-1]
    names = [event.TypeName().rpartition(".")[2] for event in commit.events]
    assert names == ["ProposalApproved", "WinnersVoided", "CallCorrected"]
    assert play.game.call_outs[0].decided.verdict == game_pb2.VERDICT_VOIDED
    assert (play.numbers, list(play.game.won), play.game.count) == ([42, 17], [], 2)

    board = await shown(nats, play.id, play.game.version)
    assert board["stages"][0]["wonOn"] == 0
    assert [call["number"] for call in board["calls"]] == [42, 17]
    assert board["calls"][1]["struck"] == [71]
    await play.confirm(ball=17)
    await play.select(ball=71)


async def test_a_keying_error_does_not_wipe_out_a_call_that_the_hall_heard(
    hall: Hall, one: Replica, two: Replica
):
    play = await misread(hall, one)
    number = await play.call_out()
    await play.decide(number)
    request = correcting(play, kind=KEYED, wrong=71, right=17)
    play.game = (await two.draw.CorrectCall(request, metadata=hall.supervisor.at)).game
    (call_out,) = play.game.call_outs
    assert (call_out.reopened, call_out.judged_on) == (True, 2)
    assert not call_out.HasField("decided")
    assert play.numbers == [42, 17]
    await play.decide(number, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    assert play.game.won[0].position == 2


async def test_a_ball_that_was_never_drawn_is_taken_back_and_can_come_later(
    hall: Hall, one: Replica, nats: Connection
):
    play = await misread(hall, one)
    play.game = (await one.draw.TakeBackCall(taking_back(play), metadata=hall.caller.at)).game
    assert (play.game.count, play.game.calls[1].taken_back, play.next) == (1, True, 3)
    board = await shown(nats, play.id, play.game.version)
    assert (board["count"], board["calls"][1]["takenBack"]) == (1, True)
    await play.select(ball=71)
    request = pb.TakeBackCallRequest(
        request_id=taking_back(play).request_id, name=play.game.name, position=3, reason="a slip"
    )
    play.game = (await one.draw.TakeBackCall(request, metadata=hall.caller.at)).game
    assert not play.game.selected
    assert await play.select(ball=71) == 71


async def test_two_persons_race_to_sign_and_to_say_no_and_one_of_them_decides(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await won_on_it(hall, one)
    request = correcting(play, kind=SPOKEN, wrong=71, right=17)
    play.game = (await one.draw.CorrectCall(request, metadata=hall.caller.at)).game
    signed = one.draw.ApproveProposal(approving(play), metadata=hall.supervisor.at)
    refused = two.draw.RejectProposal(rejecting(play), metadata=hall.manager.at)
    outcomes = []
    for each in (signed, refused):
        try:
            await each
            outcomes.append("")
        except grpc.aio.AioRpcError as error:
            outcomes.append(error.details() or "")
    assert sorted(map(bool, outcomes)) == [False, True]
    game = await play.look()
    assert not game.proposals
    assert bool(game.won) == bool(outcomes[0]), "voided if it was signed, and only then"


async def test_verdicts_and_witnesses_of_a_late_call_out_are_kept_by_reference(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    await play.round()
    await play.round()
    number = await play.call_out(after_position=1, witnesses=["Hana Mere", "Tom Lee"])
    late = play.game.call_outs[number - 1]
    assert (late.late, late.judged_on, late.entered_after, len(late.witnesses)) == (True, 1, 2, 2)
    for commit in await record(nats, play.id):
        assert b"Hana" not in commit.SerializeToString()
    await play.decide(number, verdict=game_pb2.VERDICT_VALID, stages=[LINE], ruled_in_time=True)
    assert play.game.won[0].position == 1
