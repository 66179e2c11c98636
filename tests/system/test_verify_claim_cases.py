"""What went wrong elsewhere with claims, tried on the running services."""

from __future__ import annotations

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import desk_events_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import CALLER, LINE, RECEPTACLE, SUPERVISOR, Play, open_game, record
from tests.kit.matrix.draw.righting import approving, correcting
from tests.kit.verify import Hallway, nzd, request_id, span

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
ALLOWED, REFUSED = desk_events_pb2.OUTCOME_ALLOWED, desk_events_pb2.OUTCOME_REFUSED
SPOKEN, KEYED = game_pb2.ERROR_KIND_SPOKEN, game_pb2.ERROR_KIND_KEYED


@pytest.mark.case("B2")
async def test_case_B2_a_winner_that_was_voided_is_refused_when_the_card_comes_again(
    hall: Hall, one: Replica, table_of
):
    table = await table_of()
    play, row = table.play, await table.row(1)
    await table.call(row)
    line = await play.call_out()
    assert (await table.examined(line, 1)).decision.outcome == ALLOWED
    await table.settled(line)
    other = await table.other(1)
    request = correcting(play, position=5, kind=SPOKEN, wrong=row[4], right=other)
    play.game = (await one.draw.CorrectCall(request, metadata=hall.caller.at)).game
    reply = await one.draw.ApproveProposal(approving(play), metadata=hall.supervisor.at)
    play.game = reply.game
    assert play.game.call_outs[0].decided.verdict == game_pb2.VERDICT_VOIDED
    await play.confirm(ball=other)

    again = await play.call_out()
    await table.collect(again, 1)
    decided = (await table.decide(again)).decision
    assert (decided.outcome, decided.reason) == (REFUSED, "NUMBER_NOT_DRAWN")
    assert decided.clause == "NZB-5.9"
    voided, _ = await table.claims()
    assert list(voided.decision.voided) == [LINE], "the desk follows the draw"
    assert (await table.settled(again)).decided.verdict == game_pb2.VERDICT_NOT_VALID


@pytest.mark.case("B14")
async def test_case_B14_a_card_bought_for_the_next_game_does_not_win_in_this_one(
    hall: Hall, one: Replica, cards_of: Hallway, table_of
):
    table = await table_of()
    later = await Play.opened(hall, one.draw, serial_number=table.serial)
    await cards_of.watch_for(later.game.name)
    series = (await cards_of.look(table.play.game.name)).offers[0].series
    await cards_of.open_sales(later.game.name, series)
    await cards_of.sell(later.game.name, 13, 18, 1_000)
    await table.call(await table.row(13))
    line = await table.play.call_out()
    claim = await table.collect(line, 13)
    assert claim.examination.says == "Card 13 was not sold for this game."
    decided = (await table.decide(line)).decision
    assert (decided.outcome, decided.reason) == (REFUSED, "CARD_NOT_SOLD")
    assert decided.clause == "NZB-5.7(c)(i)"


@pytest.mark.case("B21")
async def test_case_B21_a_decision_and_its_record_are_one_commit(table_of, nats: Connection):
    table = await table_of()
    await table.call(await table.row(1))
    line = await table.play.call_out()
    await table.examined(line, 1)
    commits = await record(nats, Name.parse(table.desk))
    while not commits[-1].command.method.startswith("eyesdown.verify.v1.ClaimService/"):
        commits.pop()  # that the draw has followed may be on record already
    last = commits[-1]
    assert [event.TypeName() for event in last.events] == ["eyesdown.verify.v1.ClaimDecided"]
    assert last.command.method == "eyesdown.verify.v1.ClaimService/DecideClaim"
    steps = [commit.command.method.rpartition("/")[2] for commit in commits[-4:]]
    assert steps == ["CollectCard", "ReadCard", "VerifyNumbers", "DecideClaim"]
    people = [commit.actor.person for commit in commits[-4:]]
    assert people == ["sup", "sup", "cal", "sup"]


@pytest.mark.case("B25")
async def test_case_B25_a_real_winner_whose_sale_was_not_entered_wins_at_the_same_call(
    hall: Hall, cards_of: Hallway, table_of
):
    table = await table_of()
    play = table.play
    await table.call(await table.row(13))
    line = await play.call_out()
    await table.collect(line, 13)
    refused = (await table.decide(line)).decision
    assert (refused.reason, refused.clause) == ("CARD_NOT_SOLD", "NZB-5.7(c)(i)")
    await table.settled(line)
    await table.call([await table.other(13, 1)])

    late = sales.EnterLateSaleRequest(
        request_id=request_id(),
        name=table.desk,
        cards=span(13, 18),
        receipts=nzd(1_000),
        seller="sue",
        evidence="the till roll of the terrace, 19:42",
    )
    await cards_of.verify.sales.EnterLateSale(late, metadata=cards_of.staff.manager.at)
    reopened = await table.reopened(line)
    assert reopened.reopened == "its card was sold, and the sale has been entered"
    decided = (await table.examined(line, 13)).decision
    assert (decided.outcome, decided.position) == (ALLOWED, 5)

    differs = await table.differing(line)
    assert differs.decided.verdict == game_pb2.VERDICT_NOT_VALID, "until a person decides again"
    await play.decide(line, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    assert [(won.stage, won.position) for won in play.game.won] == [(LINE, 5)]


@pytest.mark.case("B27")
async def test_case_B27_a_claim_in_a_linked_hall_stops_both_until_it_is_decided_there(
    hall: Hall, one: Replica, cards_of: Hallway, table_of
):
    far = f"venues/{hall.elsewhere}/rooms/{hall.room()}"
    series = await cards_of.series()
    opening = open_game(
        hall,
        rooms=[hall.room(), far],
        serial_number=series.serial_number,
        selector=RECEPTACLE,
    )
    opened = await one.draw.OpenGame(opening, metadata=hall.everywhere.at)
    play = Play(hall, one.draw, opened.game)
    await play.assign(CALLER, hall.caller)
    await play.assign(SUPERVISOR, hall.supervisor)
    deputy = hall.person("dee", "deputy_supervisor", venue=hall.elsewhere)
    posting = play.assigning(game_pb2.POST_DEPUTY_SUPERVISOR, "dee")
    posting.room = far
    play.game = (await one.draw.AssignStaff(posting, metadata=hall.manager.at)).game
    table = await table_of(series=series, play=play)
    await table.call(await table.row(1))

    steward = hall.person("fay", "steward", venue=hall.elsewhere)
    heard = await one.draw.CallOut(play.calling_out(room=far), metadata=steward.at)
    play.game, line = heard.game, heard.call_out
    assert play.game.phase == game_pb2.PHASE_PAUSED
    waits = await told(one.draw.SelectNumber(play.selecting(ball=90), metadata=play.caller.at))
    assert waits.reason == "PAUSED"

    claims = table.verify.claims
    here = table.collecting(line, 1)
    refused = await told(claims.CollectCard(here, metadata=hall.supervisor.at))
    assert refused.reason == "OTHER_HALL"
    collecting = table.collecting(line, 1, room=far)
    nobody = await told(claims.CollectCard(collecting, metadata=hall.supervisor.at))
    assert nobody.code is Status.PERMISSION_DENIED, "the supervisor holds no role over there"
    reply = await claims.CollectCard(collecting, metadata=deputy.at)
    assert (reply.claim.room, reply.claim.collected_by) == (far, "dee")
    await claims.ReadCard(table.reading(line, room=far), metadata=deputy.at)
    await table.confirm(line)  # the game's caller, over the line
    decided = await claims.DecideClaim(table.deciding(line, room=far), metadata=deputy.at)
    assert decided.claim.decision.outcome == ALLOWED
    settled = await table.settled(line)
    assert (settled.decided.by, list(settled.decided.stages)) == ("dee", [LINE])
    assert play.game.phase == game_pb2.PHASE_IN_PLAY
    number = await table.other(1)
    selecting = draw.SelectNumberRequest(
        request_id=request_id(), name=play.game.name, position=play.next, ball=number
    )
    await one.draw.SelectNumber(selecting, metadata=play.caller.at)


async def test_a_keying_error_has_the_claim_judged_again_and_the_draw_follows(
    hall: Hall, one: Replica, table_of
):
    table = await table_of()
    play, row = table.play, await table.row(1)
    other = await table.other(1)
    await table.call([*row[:4], other])
    line = await play.call_out()
    await table.collect(line, 1)
    assert (await table.decide(line)).decision.reason == "NUMBER_NOT_CALLED"
    await table.settled(line)
    request = correcting(play, position=5, kind=KEYED, wrong=other, right=row[4])
    play.game = (await one.draw.CorrectCall(request, metadata=hall.supervisor.at)).game
    assert (await table.reopened(line)).reopened == "the record of the calls was put right"
    assert (await table.examined(line, 1)).decision.outcome == ALLOWED
    settled = await table.settled(line)
    assert list(settled.decided.stages) == [LINE]


async def test_what_a_supervisor_decided_alone_is_verified_afterwards(table_of):
    table = await table_of()
    await table.call(await table.row(1))
    line = await table.play.call_out()
    await table.play.decide(line, verdict=game_pb2.VERDICT_VALID, stages=[LINE])
    assert table.play.game.call_outs[0].decided.unverified
    assert (await table.examined(line, 1)).decision.outcome == ALLOWED
    assert (await table.claim(line)).elsewhere.verdict == game_pb2.VERDICT_VALID
    assert list((await table.examined_in_draw(line)).decided.stages) == [LINE]


async def test_a_late_call_out_is_ruled_on_at_the_desk_and_the_draw_follows(table_of):
    table = await table_of()
    play = table.play
    await table.call(await table.row(1))
    await table.call([await table.other(1)])
    in_time = await play.call_out(after_position=5)
    too_late = await play.call_out(after_position=5)
    assert play.game.call_outs[0].late
    await table.collect(in_time, 1)
    await table.read(in_time)
    await table.confirm(in_time)
    request = table.deciding(in_time)
    waits = await told(table.verify.claims.DecideClaim(request, metadata=table.hall.supervisor.at))
    assert (waits.reason, waits.info.metadata["clause"]) == ("CLAIM_TO_BE_RULED", "NZB-5.10")
    await table.rule(in_time, True)
    assert (await table.decide(in_time)).decision.outcome == ALLOWED
    settled = (await table.settled(in_time)).decided
    assert (settled.verdict, settled.ruled_in_time) == (game_pb2.VERDICT_VALID, True)
    await table.rule(too_late, False)
    settled = (await table.settled(too_late)).decided
    assert (settled.verdict, settled.clause) == (game_pb2.VERDICT_OUT_OF_TIME, "NZB-5.10")
    assert [(won.stage, won.position) for won in play.game.won] == [(LINE, 5)]


async def test_two_players_share_and_a_third_who_shows_the_same_card_does_not(table_of):
    table = await table_of()
    rows = [await table.row(card, row) for card in (1, 2) for row in (0,)]
    last = rows[0][4]
    first = [number for number in rows[0] if number != last]
    await table.call([*first, last])
    one, again = await table.play.call_out(), await table.play.call_out()
    assert list((await table.claim(one)).together) == [again]
    assert (await table.examined(one, 1)).decision.outcome == ALLOWED
    claim = await table.collect(again, 1)
    assert "was checked for the line at call 5 with claim 1" in claim.examination.findings[0].says
    decided = (await table.decide(again)).decision
    assert (decided.reason, decided.clause) == ("ALREADY_CHECKED", "NZB-5.11")
    settled = await table.settled(again)
    assert settled.decided.reason == "ALREADY_CHECKED"
