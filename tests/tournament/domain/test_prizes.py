"""The pool, awards, rulings on it and the closing (TBJ-3.4, 6.5 to 6.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.money import Money
from services.tournament.domain.tournament.books import CloseTournament, TournamentClosed
from services.tournament.domain.tournament.conditions_state import OddCents, Prize
from services.tournament.domain.tournament.goods import DecideGoods, GoodsDecided
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    Failing,
    PayRefund,
    WithdrawEntry,
)
from services.tournament.domain.tournament.log import OpenDispute, RuleDispute
from services.tournament.domain.tournament.parts import Award, Cancelling, Kind, Placing
from services.tournament.domain.tournament.pool import Pool, distributable, pool_of
from services.tournament.domain.tournament.prizes import (
    AddValue,
    ConfirmPlacings,
    PayPrize,
    PlacingsConfirmed,
    PrizePaid,
    ValueAdded,
)
from services.tournament.domain.tournament.rulings import HeldMoneyRuled, RuleOnHeld
from services.tournament.domain.tournament.starting import TablesClosed
from tests.kit.law import permits, refuses
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    FINAL,
    OLGA,
    START,
    Story,
    conditions,
    confirm,
    final_of,
    nzd,
    opened,
    readings,
)


def finished(chips=(900, 700, 500, 300), **changes) -> tuple[Story, tuple[int, ...]]:
    """A final of as many players as there are chips, tallied; who sat there, by box."""
    made = conditions(stages=(FINAL,), **changes)
    story, session = final_of(len(chips), made)
    story.played(session, chips)
    return story, story.players(session)


@permits("TBJ-3.4")
def test_tbj_3_4_all_fees_are_the_pool_and_the_operator_may_add_to_it() -> None:
    story = opened(3).apply()
    story.given.when(AddValue(Kind.CASH, nzd(1000), "sponsor", OLGA, EARLY)).then(
        ValueAdded(1, Kind.CASH, 1000_00, "sponsor", OLGA, EARLY)
    )
    story.do(
        AddValue(Kind.CASH, nzd(1000), "sponsor", OLGA, EARLY),
        AddValue(Kind.GOODS, None, "a cup", OLGA, EARLY),
        AddValue(Kind.SERVICES, None, "a night in the hotel", OLGA, EARLY),
    )
    assert pool_of(story.state) == Pool(
        fees=200_00,
        added=1000_00,
        paid=0,
        refunded=0,
        held=1200_00,
        refunds_due=0,
        applicants=50_00,
        awarded=0,
        free=1150_00,
        returned=0,
    )


@refuses("TBJ-3.4")
@pytest.mark.parametrize(
    ("kind", "cash"),
    [(Kind.CASH, None), (Kind.GOODS, nzd(5)), (Kind.CASH, Money("USD", 500)), (Kind.CASH, nzd(0))],
)
def test_tbj_3_4_what_is_added_is_clear(kind: Kind, cash: Money | None) -> None:
    command = AddValue(kind, cash, "something", OLGA, EARLY)
    opened().given.when(command).refused("VALUE_UNCLEAR", "TBJ-3.4")


@permits("TBJ-6.5", "TBJ-6.6", "TBJ-6.7", "TBJ-6.8")
def test_tbj_6_5_the_director_confirms_the_places_and_the_prizes_are_awarded() -> None:
    story, (a, b, c, d) = finished()
    story.given.when(confirm(story)).then(
        PlacingsConfirmed(
            tuple(Placing(n, (p,)) for n, p in enumerate((a, b, c, d), start=1)),
            (
                Award(1, a, (1,), 100_00, "", paid=False),
                Award(2, b, (2,), 60_00, "", paid=False),
                Award(3, c, (3,), 30_00, "", paid=False),
                Award(4, d, (4,), 10_00, "", paid=False),
            ),
            (),
            0,
            DORA,
            START,
        ),
        TablesClosed(1, (1,), START),
    )


@refuses("TBJ-6.5")
def test_tbj_6_5_not_before_the_final_is_over_and_not_twice() -> None:
    story, session = final_of(4)
    story.start(session)
    story.given.when(confirm(story)).refused("FINAL_NOT_OVER", "TBJ-6.5")
    done, _ = finished()
    done.do(confirm(done)).given.when(confirm(done)).refused("PLACES_CONFIRMED", "TBJ-6.5")


@refuses("TBJ-6.6")
def test_tbj_6_6_nor_while_winner_or_runner_up_are_tied() -> None:
    for chips in (900, 900, 500, 300), (900, 700, 700, 300), (900, 0, 0, 0):
        story, _ = finished(chips)
        story.given.when(confirm(story)).refused("PLAYOFF_NEEDED", "TBJ-6.6")


@refuses("TBJ-6.7")
def test_tbj_6_7_a_play_off_that_is_under_way_is_finished_first() -> None:
    story, players = finished((900, 900, 500, 300))
    story.start(story.playoff(1))
    story.do(DisqualifyPlayer(players[0], Failing.RULES, "hid chips", OLGA, START))
    story.given.when(confirm(story)).refused("FINAL_NOT_OVER", "TBJ-6.7")


@refuses("TBJ-6.8")
def test_tbj_6_8_nobody_else_has_goods_that_two_share() -> None:
    goods = (*conditions().prizes[:2], Prize(3, 0, 0, "a weekend"), Prize(4, 10_00, 0, ""))
    story, (a, _, _, d) = finished((900, 700, 500, 500), prizes=goods)
    story.do(confirm(story))
    for player in (a, 99):
        command = DecideGoods(3, 0, player, "drew back", DORA, START)
        story.given.when(command).refused("NOTHING_TO_DECIDE", "TBJ-6.8")
    decided = story.given.when(DecideGoods(3, 0, d, "the others agree", DORA, START))
    award = Award(5, d, (3,), 0, "a weekend", paid=False)
    decided.then(GoodsDecided(3, 0, award, "the others agree", DORA, START))


def test_odd_cents_are_added_by_the_operator_and_the_pool_stays_even() -> None:
    thirds = (*conditions().prizes[:2], Prize(3, 1_00, 0, ""))
    story, _ = finished((900, 700, 500, 500, 500), prizes=thirds)
    story.do(confirm(story))
    assert [award.cash for award in story.state.awards[2:]] == [34, 34, 34]
    assert story.state.added[-1].cash == 2
    pool = pool_of(story.state)
    assert pool.fees + pool.added == pool.paid + pool.refunded + pool.held
    assert pool.free == 250_00 - 161_00


def test_odd_cents_that_are_ruled_on_stay_held() -> None:
    thirds = (*conditions().prizes[:2], Prize(3, 1_00, 0, ""))
    ruled = readings(odd_cents=OddCents.RULING)
    story, _ = finished((900, 700, 500, 500, 500), prizes=thirds, readings=ruled)
    story.do(confirm(story))
    assert [award.cash for award in story.state.awards[2:]] == [33, 33, 33]
    assert not story.state.added


@refuses("TBJ-3.4")
def test_tbj_3_4_no_more_is_awarded_than_there_is() -> None:
    more = (Prize(1, 200_01, 0, ""),)
    story, _ = finished(prizes=more)
    story.given.when(confirm(story)).refused("POOL_TOO_SMALL", "TBJ-3.4")
    story.do(AddValue(Kind.CASH, nzd(0, 1), "a cent", OLGA, START))
    assert story.given.when(confirm(story)).refusal is None


def test_shares_are_of_what_stays_in_the_pool() -> None:
    """Five fees of 50; one applicant waits, so four are to be shared, and 100 that were added."""
    half = (Prize(1, 0, 7500, ""), Prize(2, 0, 2500, ""))
    story, session = final_of(4, conditions(stages=(FINAL,), prizes=half))
    story.apply().do(AddValue(Kind.CASH, nzd(100), "sponsor", OLGA, EARLY))
    assert distributable(story.state) == 300_00
    story.played(session, (900, 700, 500, 300))
    story.do(confirm(story))
    assert [award.cash for award in story.state.awards] == [225_00, 75_00]


def closing(at=START) -> CloseTournament:
    return CloseTournament(OLGA, at)


def held(story: Story) -> str:
    return story.given.when(closing()).refused("STILL_HELD", "TBJ-3.4").sentence


def test_it_closes_when_every_cent_went_to_somebody() -> None:
    story, players = finished((900, 700, 500, 300, 100))  # 250.00 in the pool, 200.00 in prizes
    assert "decided who gets NZD 250.00" in held(story)
    story.do(confirm(story))
    assert "prizes are not paid yet, of NZD 200.00" in held(story)
    story.do(*(PayPrize(n, CASS, START) for n in (1, 2, 3, 4)))
    assert "decided who gets NZD 50.00" in held(story)
    ruling = RuleOnHeld(players[4], nzd(50), "fifth place, as announced", DORA, START)
    story.do(ruling, PayPrize(5, CASS, START))
    pool = pool_of(story.state)
    assert (pool.paid, pool.held) == (250_00, 0)
    story.given.when(closing()).then(TournamentClosed(OLGA, START))
    story.do(closing())
    for command in (closing(), PayPrize(1, CASS, START), confirm(story)):
        story.given.when(command).refused("TOURNAMENT_CLOSED")


def test_it_does_not_close_over_goods_or_a_dispute() -> None:
    goods = (Prize(1, 200_00, 0, "a cup"),)
    story, _ = finished(prizes=goods)
    story.do(confirm(story), OpenDispute("the last card", (1,), (), OLGA, START))
    story.do(PayPrize(1, CASS, START))
    assert "a dispute is not ruled yet" in held(story)
    story.do(RuleDispute(1, "the card stands", DORA, START))
    assert story.given.when(closing()).refusal is None


def test_goods_that_wait_for_a_decision_keep_it_open() -> None:
    goods = (Prize(1, 100_00, 0, ""), Prize(2, 100_00, 0, ""), Prize(3, 0, 0, "a weekend"))
    story, (_, _, c, _) = finished((900, 700, 500, 500), prizes=goods)
    story.do(confirm(story), PayPrize(1, CASS, START), PayPrize(2, CASS, START))
    assert "goods are not handed over" in held(story)
    story.do(DecideGoods(3, 0, c, "by agreement", DORA, START))
    assert "goods are not handed over" in held(story)
    story.do(PayPrize(3, CASS, START))
    assert story.given.when(closing()).refusal is None


@pytest.mark.parametrize("what", ["applicant", "refund"])
def test_money_in_flight_is_nobodys_to_rule_on(what: str) -> None:
    story, players = finished(prizes=(Prize(1, 150_00, 0, ""),))
    if what == "refund":
        story = Story(conditions(stages=(FINAL,), prizes=(Prize(1, 150_00, 0, ""),))).publish()
        story.enter(4).apply()
        story.do(WithdrawEntry(5, EARLY))
        story.played(story.seat(), (900, 700, 500, 300))
        players = story.players(1)
    story.do(confirm(story))
    assert pool_of(story.state).free == 50_00
    over = RuleOnHeld(players[1], nzd(50, 1), "runner-up", DORA, START)
    story.given.when(over).refused("NOT_FREE", "TBJ-3.4")
    nothing = RuleOnHeld(players[1], nzd(0), "", DORA, START)
    story.given.when(nothing).refused("NOT_FREE", "TBJ-3.4")
    foreign = RuleOnHeld(players[1], Money("USD", 100), "", DORA, START)
    story.given.when(foreign).refused("NOT_FREE", "TBJ-3.4")
    exact = replace(over, amount=nzd(50))
    award = Award(2, players[1], (), 50_00, "", paid=False)
    story.given.when(exact).then(HeldMoneyRuled(award, "runner-up", DORA, START))


def test_a_waiting_applicants_fee_is_not_spent() -> None:
    made = conditions(stages=(FINAL,), most=4, fewest=4, prizes=(Prize(1, 200_00, 0, ""),))
    story = Story(made).publish().enter(4).apply()
    story.played(story.seat(), (900, 700, 500, 300))
    story.do(confirm(story))
    over = RuleOnHeld(1, nzd(0, 1), "", DORA, START)
    story.given.when(over).refused("NOT_FREE", "TBJ-3.4")
    story.do(PayPrize(1, CASS, START))
    assert "applicants are not answered yet" in held(story)


def test_who_is_out_gets_nothing_by_a_ruling() -> None:
    story, players = finished((900, 700, 500, 300, 100))
    story.do(confirm(story))
    story.do(DisqualifyPlayer(players[4], Failing.RULES, "hid chips", OLGA, START))
    ruling = RuleOnHeld(players[4], nzd(1), "", DORA, START)
    story.given.when(ruling).refused("NO_WINNINGS", "TBJ-3.4")


def test_nothing_is_paid_twice_or_that_was_not_awarded() -> None:
    story, _ = finished()
    story.given.when(PayPrize(1, CASS, START)).refused("NO_SUCH_AWARD")
    story.do(confirm(story))
    story.given.when(PayPrize(1, CASS, START)).then(PrizePaid(1, CASS, START))
    story.do(PayPrize(1, CASS, START))
    story.given.when(PayPrize(1, CASS, START)).refused("AWARD_PAID", "TBJ-3.4")


def test_a_cancelled_tournament_closes_when_the_refunds_are_paid() -> None:
    story = opened(3).do(
        DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY),
        CancelTournament(Cancelling.LACK_OF_PARTICIPATION, "", OLGA, EARLY),
    )
    assert "refunds are due, of NZD 100.00" in held(story)
    story.do(PayRefund(2, CASS, EARLY), PayRefund(3, CASS, EARLY))
    assert "decided who gets NZD 50.00" in held(story)  # the disqualified player's
    story.do(RuleOnHeld(2, nzd(50), "shared", OLGA, EARLY), PayPrize(1, CASS, EARLY))
    assert story.given.when(closing()).refusal is None


def test_prizes_come_after_play() -> None:
    for command in (closing(), ConfirmPlacings(DORA, EARLY), PayPrize(1, CASS, EARLY)):
        opened(4).given.when(command).refused("NOT_IN_PLAY")


def test_places_nobody_has_are_not_awarded_and_their_prizes_stay_held() -> None:
    story, players = finished()
    story.do(DisqualifyPlayer(players[3], Failing.RULES, "hid chips", OLGA, START))
    story.do(confirm(story))
    assert len(story.state.awards) == 3
    assert pool_of(story.state).free == 10_00
