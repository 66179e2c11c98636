"""The faults of other pai gow programs, tried on the running service; and what crosses tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.paigow.v1 import events_pb2, sitting_pb2
from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.audit.auditor import Audit
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.connection import Connection
from services.kernel.profiles import Profiles
from services.kernel.record.seal import Keys
from services.kernel.settings import read
from services.paigow.audit import audited
from tests.kernel.serving.kit import told
from tests.kit.draw_play import record, shown
from tests.kit.listing import once
from tests.kit.paigow import Floor, Replica, laid, request_id
from tests.kit.paigow_play import CO, PLAYER, WIN, Hand, TablePlay

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
WINS, LOSES, PUSHES = (
    sitting_pb2.OUTCOME_WIN,
    sitting_pb2.OUTCOME_LOSE,
    sitting_pb2.OUTCOME_PUSH,
)

# Of cases P2, P3 and P4 below: how box 2 fares, its hand, the bank's.
ROUNDS: tuple[tuple[int, Hand, Hand], ...] = (
    (LOSES, ((21, 25), (23, 29)), ((20, 24), (22, 28))),
    (WINS, ((0, 1), (30, 14)), ((23, 24), (22, 18))),
    (WINS, ((0, 22), (6, 28)), ((2, 23), (20, 12))),
)


async def between(floor: Floor, paigow_one: Replica, player: Hand, bank: Hand) -> TablePlay:
    """Box 2 against a player/banker at box 3, who sets the hand freely: both set, bank exposed."""
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.seat(2, 3)
    await play.do("GiveBank", mode=PLAYER, box=3, chung=3)
    await play.stack()
    await play.wager({2: 10_00})
    await play.do("ShakeDice", dice=[1, 2, 6])
    for box, hand in ((3, bank), (2, player)):
        await play.do("DealHand", box=box, tiles=[*hand[0], *hand[1]])
    for box, hand in ((2, player), (3, bank)):
        await play.do("SetHand", box=box, laid=laid(hand))
    await play.do("ExposeBankersHand")
    return play


async def comes_to(outcome: int, play: TablePlay) -> None:
    """The service says so too: what the dealer calls is what it worked out."""
    await play.do("ExposeHand", box=2, outcome=outcome)
    assert next(hand.outcome for hand in play.round.hands if hand.box == 2) == outcome


@pytest.mark.case("P1")
async def test_case_p1_nothing_against_nothing_is_a_copy(floor: Floor, paigow_one: Replica):
    # low: 10 + 10 with the Mooy against 4 + 6 with the Bon, both no points
    play = await between(floor, paigow_one, ((0, 1), (8, 16)), ((22, 24), (12, 20)))
    await comes_to(PUSHES, play)


@pytest.mark.case("P2")
async def test_case_p2_the_bank_wins_copies(floor: Floor, paigow_one: Replica):
    # a six and an eight over a nine and a five, twice
    play = await between(floor, paigow_one, ((21, 25), (23, 29)), ((20, 24), (22, 28)))
    await comes_to(LOSES, play)


@pytest.mark.case("P3")
async def test_case_p3_a_gee_jun_tile_counts_six_where_that_is_better(
    floor: Floor, paigow_one: Replica
):
    # low: 6 + 11 = 17, 7 points, against 9 + 7 = 16, 6 points; as a 3 it would be 4 points
    play = await between(floor, paigow_one, ((0, 1), (30, 14)), ((23, 24), (22, 18)))
    await comes_to(WINS, play)


@pytest.mark.case("P4")
async def test_case_p4_teens_wong_beats_days(floor: Floor, paigow_one: Replica):
    # low: 4 + 5 = 9 points against 6 + 4 = 10, none
    play = await between(floor, paigow_one, ((0, 22), (6, 28)), ((2, 23), (20, 12)))
    await comes_to(WINS, play)


@pytest.mark.case("P5")
@pytest.mark.parametrize("high", [(2, 23), (23, 2)], ids=["Day first", "nine first"])
async def test_case_p5_day_and_nine_are_a_wong_in_any_order(
    high: tuple[int, int], floor: Floor, paigow_one: Replica
):
    # against 4 + 5 = 9 points; low: 7 + 10 = 17, 7 points, against none
    play = await between(floor, paigow_one, (high, (18, 8)), ((6, 28), (20, 12)))
    await comes_to(WINS, play)


@pytest.mark.case("P6")
async def test_case_p6_all_three_ways_to_set_a_hand_are_there(floor: Floor, paigow_one: Replica):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.seat(2)
    await play.stack()
    await play.wager({2: 10_00})
    # 6+9 over 8+5, 6+8 over 9+5, 9+8 over 6+5: 5 over 3, 4 over 4, 7 over 1
    ways: tuple[Hand, ...] = (
        ((20, 22), (24, 28)),
        ((20, 24), (22, 28)),
        ((22, 24), (20, 28)),
    )
    await play.deal({1: WIN, 2: ways[0]})
    for way in ways:
        await play.do("SetHand", box=2, laid=laid(way))
        (hand,) = [each for each in play.round.hands if each.box == 2]
        assert (tuple(hand.laid.high), tuple(hand.laid.low)) == way


@pytest.mark.case("P7")
async def test_case_p7_a_push_leaves_the_stake_untouched(
    floor: Floor, paigow_one: Replica, nats: Connection
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.to("settled")
    moved: list[tuple[int, int, int]] = []
    for commit in await record(nats, play.id):
        for packed in commit.events:
            for kind in (events_pb2.WagerPlaced(), events_pb2.RoundSettled()):
                if packed.Unpack(kind):
                    moved += [
                        (move.source.place, move.target.place, move.amount)
                        for move in kind.moves
                        if move.source.box == 5
                    ]
    hands, wager = sitting_pb2.PLACE_PLAYER, sitting_pb2.PLACE_WAGER
    assert moved == [(hands, wager, 10_00), (wager, hands, 10_00)]


@pytest.mark.case("P8")
async def test_case_p8_rate_step_and_direction_of_the_commission_are_on_the_sign(
    floor: Floor, paigow_one: Replica, nats: Connection
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    frame = await shown(nats, play.id, play.sitting.version)
    assert frame["commission"] == "5 % of all winnings, rounded down to NZD 0.50 (assumed)"
    assert (frame["least"], frame["most"]) == ("NZD 5.00", "NZD 500.00")
    assert play.sitting.rules.commission == 500
    assert play.sitting.rules.commission_rounding == sitting_pb2.ROUNDING_DOWN


# -- the sign --------------------------------------------------------------------------------


def box(frame: Any, number: int) -> Any:
    return next(each for each in frame["boxes"] if each["box"] == number)


async def test_the_sign_shows_no_tile_before_it_is_exposed(
    floor: Floor, paigow_one: Replica, nats: Connection
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.to("set", mode=CO, box=3)
    frame = await shown(nats, play.id, play.sitting.version)
    assert frame["banker"] == "the co-bankers"
    assert [each["state"] for each in frame["boxes"]] == [
        *("free", "wagered", "bank", "wagered", "wagered", "free", "free", "free"),
    ]
    assert all(each["tiles"] == [] for each in frame["boxes"])
    assert box(frame, 2)["wager"] == "NZD 50.00"
    await play.expose()
    frame = await shown(nats, play.id, play.sitting.version)
    assert box(frame, 2)["tiles"] == ["Teen 6-6", "Teen 6-6", "Day 1-1", "Day 1-1"]
    assert box(frame, 4)["outcome"] == "lose"


# -- what crosses tables ---------------------------------------------------------------------


def restricting(floor: Floor, *players: str) -> pb.RestrictPlayersRequest:
    until = Timestamp()
    until.FromDatetime(datetime.now(UTC) + timedelta(hours=1))
    return pb.RestrictPlayersRequest(
        request_id=request_id(),
        parent=f"venues/{floor.venue}",
        players=players,
        until=until,
        reason="collusion",
    )


async def test_two_players_kept_apart_share_no_table_of_the_venue(
    floor: Floor, paigow_one: Replica, paigow_two: Replica, nats: Connection
):
    made = await paigow_one.paigow.RestrictPlayers(
        restricting(floor, "ann", "bob"), metadata=floor.casino.at
    )
    number = made.restrictions.restrictions[-1].restriction
    assert made.restrictions.updated_at == made.restrictions.restrictions[-1].at
    # at once, at a replica that has heard nothing of it yet
    first = await TablePlay.in_play(floor, paigow_two.paigow)
    await first.do("SeatPlayer", box=2, player="ann")
    seating = first.request("SeatPlayer", box=3, player="bob")
    failed = await told(paigow_two.paigow.SeatPlayer(seating, metadata=floor.dealer.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "KEPT_APART")
    assert failed.info.metadata["clause"] == "PG-10.13(b)"
    second = await TablePlay.in_play(floor, paigow_one.paigow)
    await second.do("SeatPlayer", box=3, player="bob")
    facts = events_pb2.SittingFacts()
    assert (await record(nats, second.id))[-1].command.facts.Unpack(facts)
    assert facts.restrictions_versions[-1] == made.restrictions.version
    await paigow_one.paigow.LiftRestriction(
        pb.LiftRestrictionRequest(
            request_id=request_id(),
            name=made.restrictions.name,
            restriction=number,
            reason="reviewed",
        ),
        metadata=floor.casino2.at,
    )
    await first.do("SeatPlayer", box=3, player="bob")


async def test_who_sits_there_already_is_kept_from_the_next_round(
    floor: Floor, paigow_one: Replica
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    await play.do("SeatPlayer", box=2, player="cat")
    await play.do("SeatPlayer", box=4, player="dot")
    await play.stack()
    await paigow_one.paigow.RestrictPlayers(
        restricting(floor, "cat", "dot"), metadata=floor.casino.at
    )
    cutting = play.request("CutTiles")
    failed = await told(paigow_one.paigow.CutTiles(cutting, metadata=floor.dealer.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "KEPT_APART")


# -- reading ---------------------------------------------------------------------------------


async def test_a_table_is_watched_until_it_is_closed(
    floor: Floor, paigow_one: Replica, paigow_two: Replica
):
    play = await TablePlay.in_play(floor, paigow_one.paigow)
    seen: list[tuple[int, list[str]]] = []
    watch = paigow_two.paigow.WatchSitting(
        pb.WatchSittingRequest(name=play.sitting.name, after_version=3), metadata=floor.auditor.at
    )
    await play.seat(2)
    count = play.sitting.ledger[0].chips
    await play.do("CountFloat", floor.supervisor, chips=count)
    await play.do("SignClosing", floor.relief)
    async for change in watch:
        seen.append((change.sitting.version, list(change.events)))
    assert seen == [
        (4, ["OpeningSigned"]),
        (5, ["PlayerSeated"]),
        (6, ["FloatCounted"]),
        (7, ["SittingClosed"]),
    ]


async def test_tables_are_listed_and_training_left_out(floor: Floor, paigow_one: Replica):
    real = await TablePlay.in_play(floor, paigow_one.paigow)
    training = await TablePlay.opened(floor, paigow_one.paigow, practice=True)

    async def names(**only: Any) -> set[str]:
        request = pb.ListSittingsRequest(
            parent=f"venues/{floor.venue}",
            page_size=500,
            filter=pb.ListSittingsRequest.Filter(**only),
        )
        page = await paigow_one.paigow.ListSittings(request, metadata=floor.auditor.at)
        return {row.name for row in page.sittings}

    both = {real.sitting.name, training.sitting.name}
    await once(lambda: names(day=real.id.id[: len("2026-01-01")]), lambda found: found >= both)
    assert await names(no_practice=True) & both == {real.sitting.name}
    assert await names(phases=[sitting_pb2.PHASE_OPENED]) & both == {training.sitting.name}


async def test_everything_here_is_decided_again_as_it_was(
    floor: Floor, paigow_one: Replica, nats: Connection
):
    """The audit of rounds, of a training table, and of what other tests of this module left."""
    for outcome, player, bank in ROUNDS:
        await comes_to(outcome, await between(floor, paigow_one, player, bank))
    play = await TablePlay.in_play(floor, paigow_one.paigow, practice=True)
    await play.to("wagered")
    await play.do("ShakeDice", dice=[1, 2, 6])
    for each in play.round.order:
        await play.do("DealHand", box=each)
    settings = read(floor.environment("audit"))
    archive = NatsArchive(nats)
    try:
        audit = Audit(archive, audited(Profiles.load(settings.rules_folder)), Keys(settings.keys))
        assert await audit.everything(floor.venue)
    finally:
        await archive.close()
    assert [str(finding) for finding in audit.report.findings] == []
    assert audit.report.proven.commits > 50
    assert audit.report.proven.by_later == 1  # the recorded shuffle, by its last set
    assert audit.report.proven.sealed == 1
