"""A tournament on the running service, from entry to prize; cases T1 to T6 and T9 to T12."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import grpc
import pytest

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as tables_pb
from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.kernel.record.shapes import Shape, timestamp
from services.tournament.domain.tournament.parts import SeatDraw
from services.tournament.domain.tournament.seats import draw_seats
from tests.kernel.serving.kit import told
from tests.kit.draw_play import request_id
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_play import FEE, Cup, now, stage

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def test_eight_players_from_entry_to_prize(club: TournamentHall, tournament_one: Replica):
    cup = await Cup.started(club, tournament_one, 8)
    await cup.play_all(1, (400, 300, -10, -20), (500, 200, -30, -40))
    tables = cup.tables(1)
    assert [len(each.qualified) for each in tables] == [2, 2]
    final = await cup.seat(2)
    await cup.start(final)
    await cup.play_all(final, (100, 50, -10, -20))
    by_box = [cup.players(final, 1)[box] for box in sorted(cup.players(final, 1))]
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    assert [list(each.players) for each in cup.it.placings] == [[player] for player in by_box[:3]]
    # 8 x 50 = 400 dollars: 60, 30 and 10 percent.
    assert [award.cash for award in cup.it.awards] == [240_00, 120_00, 40_00]
    for award in cup.it.awards:
        await cup.ask("PayPrize", award=award.award)
    await cup.ask("CloseTournament", version=cup.it.version)
    assert cup.it.phase == pb.PHASE_CLOSED
    assert (cup.it.pool.paid, cup.it.pool.held) == (400_00, 0)


@pytest.mark.case("T5")
async def test_case_t5_a_hundred_apply_at_once_for_the_last_ten_places_and_ten_get_in(
    club: TournamentHall, tournament_one: Replica, tournament_two: Replica
):
    cup = await Cup.entered(club, tournament_one, 4, most=14)
    people = [club.person(f"desk-{number}", "cashier") for number in range(100)]
    replies = await asyncio.gather(
        *(
            (tournament_one, tournament_two)[number % 2].tournaments.Apply(
                cup.request("Apply", applicant=f"Crowd {number}", fee=FEE, endorsed=True),
                metadata=person.at,
                timeout=60,
            )
            for number, person in enumerate(people)
        )
    )
    it = await cup.look()
    statuses = [entry.status for entry in it.entries]
    assert statuses.count(pb.ENTRY_STATUS_ACCEPTED) == 14
    assert statuses.count(pb.ENTRY_STATUS_WAITING) == 90
    assert sorted(reply.player for reply in replies) == list(range(5, 105))
    assert it.pool.fees == 104 * 50_00
    assert it.pool.applicants == 90 * 50_00


@pytest.mark.case("T4")
async def test_case_t4_two_confirmations_of_one_box_at_once_and_one_is_refused(
    club: TournamentHall, tournament_one: Replica, tournament_two: Replica
):
    cup = await Cup.entered(club, tournament_one, 9)
    session = await cup.seat(1)
    first, second = list(cup.players(session, 1).values())[:2]
    answers = await asyncio.gather(
        *(
            replica.tournaments.ChangeSeat(
                cup.request(
                    "ChangeSeat", session=session, player=player, table=2, box=7, reason="view"
                ),
                metadata=club.operator.at,
            )
            for replica, player in ((tournament_one, first), (tournament_two, second))
        ),
        return_exceptions=True,
    )
    refused = [each for each in answers if isinstance(each, grpc.aio.AioRpcError)]
    assert len(refused) == 1
    assert "Box 7 of table 2 is not free" in str(refused[0].details())
    it = await cup.look()
    seats = [seat for table in it.sessions[session - 1].tables for seat in table.seats]
    assert sorted(seat.player for seat in seats) == list(range(1, 10))


@pytest.mark.case("T1")
async def test_case_t1_a_tie_is_played_off_and_the_pool_goes_to_the_cent(
    club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.entered(club, tournament_one, 4, stages=[stage("final", 0)])
    final = await cup.seat(1)
    await cup.start(final)
    await cup.play_all(final, (500, 500, -10, -10))
    players = [cup.players(final, 1)[box] for box in sorted(cup.players(final, 1))]
    assert sorted(cup.tables(final)[0].tied) == sorted(players[:2])
    request = cup.request("ConfirmPlacings", version=cup.it.version)
    early = tournament_one.tournaments.ConfirmPlacings(request, metadata=club.director.at)
    failed = await told(early)
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "PLAYOFF_NEEDED")
    starts_at = cup.it.starts_at
    await cup.ask(
        "CallPlayoff", session=final, table=1, starts_at=starts_at, version=cup.it.version
    )
    playoff = len(cup.it.sessions)
    await cup.start(playoff)
    await cup.play_all(playoff, (-20, 30))
    boxes = cup.players(playoff, 1)
    loser, winner = (boxes[box] for box in sorted(boxes))
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    assert [list(each.players) for each in cup.it.placings] == [
        [winner],
        [loser],
        sorted(players[2:]),
    ]
    # 200 dollars: 120, 60, and the third prize of 20 shared by two.
    assert [(award.player, award.cash) for award in cup.it.awards] == [
        (winner, 120_00),
        (loser, 60_00),
        *((player, 10_00) for player in sorted(players[2:])),
    ]
    assert cup.it.pool.free == 0


@pytest.mark.case("T2")
@pytest.mark.case("T3")
async def test_case_t2_and_t3_no_place_but_by_the_final_and_none_for_who_is_out(
    club: TournamentHall, tournament_one: Replica
):
    """In the heat two leave with 1,490 chips and do not go on, being third at a strong table."""
    cup = await Cup.started(club, tournament_one, 8)
    await cup.play_all(1, (500, 495, 490, -10), (300, 200, -10, -20))
    strong = cup.players(1, 1)[sorted(cup.players(1, 1))[2]]
    final = await cup.seat(2)
    await cup.start(final)
    await cup.play_all(final, (40, 30, 20, -10))
    finalists = [cup.players(final, 1)[box] for box in sorted(cup.players(final, 1))]
    assert strong not in finalists
    await cup.ask(
        "DisqualifyPlayer", player=finalists[1], failing="FAILING_RULES", reason="hid chips"
    )
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    placed = [player for each in cup.it.placings for player in each.players]
    assert placed == [finalists[0], finalists[2], finalists[3]]


@pytest.mark.case("T6")
async def test_case_t6_a_refund_hangs_on_days_of_the_venue_and_is_paid_once(
    club: TournamentHall, tournament_one: Replica
):
    far, near = (timestamp(now() + timedelta(days=days)) for days in (10, 6))
    for starts_at, due in ((far, 50_00), (near, 0)):
        cup = await Cup.entered(club, tournament_one, 1, starts_at=starts_at)
        await cup.ask("WithdrawEntry", player=1)
        assert cup.it.entries[0].refund_due == due
    request = cup.request("PayRefund", player=1)
    failed = await told(tournament_one.tournaments.PayRefund(request, metadata=club.cashier.at))
    assert failed.info.metadata["clause"] == "TBJ-3.5(a)"
    early = await Cup.entered(club, tournament_one, 1, starts_at=far)
    await early.ask("WithdrawEntry", player=1)
    paying = [early.request("PayRefund", player=1) for _ in range(2)]
    answers = await asyncio.gather(
        *(tournament_one.tournaments.PayRefund(each, metadata=club.cashier.at) for each in paying),
        return_exceptions=True,
    )
    assert sum(isinstance(each, grpc.aio.AioRpcError) for each in answers) == 1
    assert (await early.look()).pool.refunded == 50_00


@pytest.mark.case("T9")
@pytest.mark.case("T12")
async def test_case_t9_a_tally_is_corrected_until_the_next_session_starts(
    club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.started(club, tournament_one, 8)
    await cup.play_all(1, (400, 300, -10, -20), (500, 200, -30, -40))
    boxes = sorted(cup.players(1, 1))
    third = cup.players(1, 1)[boxes[2]]
    final = await cup.seat(2)
    assert third not in cup.players(final, 1).values()
    name = cup.table(1, 1)
    table = await cup.look_at(name)
    await cup.at_table(
        name,
        "CorrectChips",
        club.director,
        version=table.version,
        box=boxes[2],
        chips=1350,
        reason="a stack was not counted",
    )
    void = pb.SESSION_STATE_VOID
    it = await cup.until(lambda it: it.sessions[final - 1].state == void)
    assert third in it.sessions[0].tables[0].qualified
    told_so = it.log[-2]  # the last says that the final is not held on these seats
    assert "a stack was not counted" in told_so.text
    assert (told_so.by, f"{third}: 990" in told_so.text, f"{third}: 1350" in told_so.text) == (
        *("dora", True, True),
    )
    again = await cup.seat(2)
    assert third in cup.players(again, 1).values()
    await cup.start(again)
    await cup.until_table(name, lambda it: it.phase == table_pb2.TABLE_PHASE_CLOSED)
    closed = await cup.look_at(name)
    request = tables_pb.CorrectChipsRequest(
        request_id=request_id(),
        name=name,
        version=closed.version,
        box=boxes[0],
        chips=1,
        reason="too late",
    )
    failed = await told(tournament_one.tables.CorrectChips(request, metadata=club.director.at))
    assert failed.code is Status.FAILED_PRECONDITION
    ruling = {"session": 1, "table": 1, "player": third, "chips": 1000, "reason": "as seen"}
    await cup.ask("RuleOnResult", **ruling)
    assert set(cup.it.log[-1].players) >= set(cup.players(again, 1).values())
    assert third in cup.it.sessions[0].tables[0].qualified


@pytest.mark.case("T10")
async def test_case_t10_the_draw_is_done_again_from_what_anybody_can_read(
    club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.entered(club, tournament_one, 9)
    session = await cup.seat(1, fixed=[pb.FixedSeat(player=3, table=2, box=6)])
    draw = cup.it.sessions[session - 1].draw
    assert len(draw.entropy) == 32
    assert list(draw.players) == list(range(1, 10))
    seats = {
        table.table: {seat.box: seat.player for seat in table.seats}
        for table in cup.tables(session)
    }
    assert seats[2][6] == 3
    made = Shape(SeatDraw, pb.SeatDraw).of(draw)
    assert draw_seats(made) == seats


@pytest.mark.case("T11")
async def test_case_t11_there_are_no_prizes_for_places_that_do_not_exist(
    club: TournamentHall, tournament_one: Replica
):
    prizes = [pb.Prize(place=1, cash=100_00), pb.Prize(place=2, cash=70_00)]
    cup = await Cup.entered(club, tournament_one, 5, stages=[stage("final", 0)], prizes=prizes)
    final = await cup.seat(1)
    await cup.start(final)
    await cup.play_all(final, (500, 400, -10, -10, -10))
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    assert [award.cash for award in cup.it.awards] == [100_00, 70_00]
    assert cup.it.pool.free == 80_00
    close = cup.request("CloseTournament", version=cup.it.version)
    failed = await told(
        tournament_one.tournaments.CloseTournament(close, metadata=club.operator.at)
    )
    assert (failed.reason, failed.info.metadata["clause"]) == ("STILL_HELD", "TBJ-3.4")
    for award in cup.it.awards:
        await cup.ask("PayPrize", award=award.award)
    ruling = money_pb2.Money(currency="NZD", minor_units=80_00)
    winner = cup.it.awards[0].player
    await cup.ask("RuleOnHeld", player=winner, amount=ruling, reason="to the winner")
    await cup.ask("PayPrize", award=3)
    await cup.ask("CloseTournament", version=cup.it.version)
    assert cup.it.pool.held == 0
