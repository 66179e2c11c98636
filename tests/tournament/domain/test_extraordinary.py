"""What goes otherwise than planned (TBJ-3.4, 5.4, 6.5).

Too few for a stage, no final, what is held and nobody's, placings that are opened again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from services.tournament.domain.terms import TallyStatus
from services.tournament.domain.tournament.books import CloseTournament, TournamentClosed
from services.tournament.domain.tournament.conditions_state import Prize
from services.tournament.domain.tournament.extraordinary import (
    AllowFewer,
    EndedWithoutFinal,
    EndWithoutFinal,
    FewerAllowed,
    HeldReturned,
    ReturnHeld,
)
from services.tournament.domain.tournament.goods import DecideGoods
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    Failing,
    PayRefund,
)
from services.tournament.domain.tournament.log import OpenDispute, RuleDispute
from services.tournament.domain.tournament.parts import Cancelling, Kind
from services.tournament.domain.tournament.pool import pool_of
from services.tournament.domain.tournament.prizes import (
    AddValue,
    PayPrize,
    PlacingsConfirmed,
)
from services.tournament.domain.tournament.reopening import AwardsVoided
from services.tournament.domain.tournament.rulings import RuleOnHeld, RuleOnResult
from services.tournament.domain.tournament.seating import DropSession
from services.tournament.domain.tournament.sessions import PlanSession
from services.tournament.domain.tournament.staff import DesignateDirector
from services.tournament.domain.tournament.starting import TablesClosed
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    FINAL,
    HEAT,
    HOUR,
    OLGA,
    START,
    Story,
    conditions,
    confirm,
    final_of,
    nzd,
    opened,
    seat_session,
    tallied,
)

NO_GO = Cancelling.DOES_NOT_PROCEED
CLOSE = CloseTournament(OLGA, START)
SHARES = (Prize(1, 0, 6000, ""), Prize(2, 0, 4000, ""))


def over(chips: tuple[int, ...] = (900, 700, 500, 300), **changes: Any) -> Story:
    """A final that is over."""
    story, session = final_of(len(chips), conditions(stages=(FINAL,), **changes))
    return story.played(session, chips)


def out(story: Story, player: int) -> DisqualifyPlayer:
    return DisqualifyPlayer(player, Failing.RULES, "hid chips", DORA, story.at)


def cash(story: Story) -> list[tuple[int, int]]:
    """Player and cash of the awards that stand."""
    return [(a.player, a.cash) for a in story.state.awards if not a.voided]


def heat(out_there: int = 0) -> Story:
    """A heat of two tables, two of each going on; so many of the first are disqualified there."""
    story = opened(8, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat()
    story.start(session)
    for table in (1, 2):
        players = story.players(session, table)
        gone = players[: out_there if table == 1 else 0]
        statuses = dict.fromkeys(gone, TallyStatus.DISQUALIFIED)
        chips = dict(zip(players, (900, 800, 700, 600), strict=True))
        story.tally(session, table, tallied(chips, statuses=statuses))
    return story


# -- what is given away, and when ---------------------------------------------------------------


def test_tbj_3_4_nothing_is_given_away_in_mid_heat() -> None:
    story = opened(8)
    story.start(story.seat())
    whole = RuleOnHeld(3, nzd(400), "fastest", DORA, START)
    story.given.when(whole).refused("PLACINGS_OPEN", "TBJ-3.4")
    sentence = story.given.when(CLOSE).refused("STILL_HELD", "TBJ-3.4").sentence
    assert "decided who gets NZD 400.00" in sentence


def test_tbj_3_4_a_tournament_without_placings_is_not_closed_though_nothing_is_held() -> None:
    story = opened(8, conditions(fee=nzd(0)))
    story.start(story.seat())
    sentence = story.given.when(CLOSE).refused("STILL_HELD", "TBJ-3.4").sentence
    assert sentence == "The tournament cannot be closed: the placings are not confirmed."


def test_tbj_1_0_director_only_the_director_decides_on_what_is_held_and_on_goods() -> None:
    story = over(prizes=(*SHARES, Prize(3, 0, 0, "a weekend")), chips=(900, 700, 500, 500))
    story.do(confirm(story))
    player = story.players(1)[2]
    for command in (
        RuleOnHeld(player, nzd(1), "", OLGA, START),
        DecideGoods(3, 0, player, "", OLGA, START),
    ):
        story.given.when(command).refused("NOT_THE_DIRECTOR", "TBJ-1.0-director")


def test_tbj_3_4_a_ruling_before_placings_are_confirmed_again_is_no_share_of_them() -> None:
    """60 and 40 % of 250.00; the runner-up is ruled the winner, after 10.00 were given away."""
    five = (900, 700, 500, 300, 100)
    story = over(five, prizes=(Prize(1, 0, 6000, ""), Prize(2, 0, 3000, "")))
    story.do(confirm(story))
    first, second, *_, last = story.players(1)
    story.do(RuleOnHeld(last, nzd(10), "a spot prize, as announced", DORA, START))
    story.do(RuleOnResult(1, 1, second, 1000, "a miscount", DORA, START))
    story.do(confirm(story))
    # 240.00 are left: 144.00 and 72.00.
    assert cash(story) == [(last, 10_00), (second, 144_00), (first, 72_00)]


def test_tbj_3_2_g_an_amount_beside_the_whole_pool_can_be_confirmed() -> None:
    story = over(prizes=(Prize(1, 50_00, 0, ""), Prize(2, 0, 10_000, "")))
    story.do(confirm(story))
    first, second, *_ = story.players(1)
    assert cash(story) == [(first, 50_00), (second, 150_00)]


def test_tbj_3_4_who_has_too_little_is_told_the_amount_that_suffices() -> None:
    """250.00 are promised beside the whole of the rest, and 200.00 are there."""
    story = over(prizes=(Prize(1, 250_00, 0, ""), Prize(2, 0, 10_000, "")))
    said = story.given.when(confirm(story)).refused("POOL_TOO_SMALL", "TBJ-3.4").sentence
    assert "NZD 50.00 is missing" in said
    story.do(AddValue(Kind.CASH, nzd(49, 99), "", OLGA, START))
    story.given.when(confirm(story)).refused("POOL_TOO_SMALL", "TBJ-3.4")
    story.do(AddValue(Kind.CASH, nzd(0, 1), "", OLGA, START), confirm(story))
    assert cash(story) == [(story.players(1)[0], 250_00)]


# -- placings that are opened again ---------------------------------------------------------------


def test_tbj_6_5_a_winner_disqualified_before_being_paid_is_not_paid() -> None:
    story = over()
    story.do(confirm(story))
    first, second, third, fourth = story.players(1)
    events = story.given.when(out(story, first)).events
    (voided,) = (e for e in events if isinstance(e, AwardsVoided))
    assert voided == AwardsVoided(
        (1, 2, 3, 4), True, f"player {first} is disqualified", DORA, START
    )
    story.do(out(story, first))
    opened = [each.text for each in story.state.log if "placings" in each.text]
    assert opened == [f"The placings are open again: player {first} is disqualified"]
    assert not story.state.placings_confirmed
    story.given.when(PayPrize(1, CASS, START)).refused("AWARD_VOIDED", "TBJ-3.4")
    story.given.when(CLOSE).refused("STILL_HELD", "TBJ-3.4")
    story.do(confirm(story))
    assert cash(story) == [(second, 100_00), (third, 60_00), (fourth, 30_00)]
    assert [a.award for a in story.state.awards] == [1, 2, 3, 4, 5, 6, 7]


def test_tbj_6_5_the_log_names_the_awards_of_a_player_who_is_out_that_count_no_more() -> None:
    story = over((900, 700, 500, 300, 100))
    story.do(confirm(story), PayPrize(1, CASS, START))
    second = story.players(1)[1]
    first = story.players(1)[0]
    story.do(
        RuleOnHeld(second, nzd(20), "a spot prize", DORA, START),
        RuleOnHeld(first, nzd(10), "another one", DORA, START),
        RuleOnHeld(first, nzd(20), "a third", DORA, START),
    )
    # the winner was paid for the place, so the placings stay; what was ruled besides is not paid
    story.do(out(story, first))
    assert story.state.log[-1].text == (
        f"Awards 6, 7 count no more: player {first} is disqualified"
    )
    assert story.state.placings_confirmed


def test_tbj_6_5_what_was_paid_for_a_place_counts_towards_another_one() -> None:
    story = over()
    story.do(confirm(story), PayPrize(2, CASS, START))
    first, second, third, fourth = story.players(1)
    story.do(out(story, first))
    # The runner-up had 60.00 and is the winner: 40.00 more. 60.00 and 30.00 to the next two.
    story.do(confirm(story))
    assert cash(story) == [(second, 60_00), (second, 40_00), (third, 60_00), (fourth, 30_00)]
    pool = pool_of(story.state)
    assert (pool.paid, pool.awarded, pool.free) == (60_00, 130_00, 10_00)


def test_tbj_6_5_a_winner_who_was_paid_stays_where_the_record_has_it() -> None:
    story = over()
    story.do(confirm(story), PayPrize(1, CASS, START))
    story.do(out(story, story.players(1)[0]))
    assert story.state.placings_confirmed
    assert len([a for a in story.state.awards if a.due]) == 3


def test_tbj_6_5_once_the_prizes_of_all_places_are_paid_they_stand_whatever_else_is_due() -> None:
    story = over((900, 700, 500, 300, 100))
    story.do(confirm(story), *(PayPrize(number, CASS, START) for number in (1, 2, 3, 4)))
    last = story.players(1)[4]
    story.do(RuleOnHeld(last, nzd(10), "a spot prize", DORA, START))
    ruling = RuleOnResult(1, 1, last, 1000, "two piles were taken for one", DORA, START)
    assert len(story.given.when(ruling).events) == 1
    assert story.do(ruling).state.placings_confirmed


def test_tbj_6_5_a_ruling_that_changes_nobodys_place_opens_nothing() -> None:
    story = over()
    story.do(confirm(story))
    second = story.players(1)[1]
    ruling = RuleOnResult(1, 1, second, 750, "a chip under the cushion", DORA, START)
    assert len(story.given.when(ruling).events) == 1


def test_tbj_6_6_placings_opened_again_may_need_a_play_off() -> None:
    story = over()
    story.do(confirm(story))
    second = story.players(1)[1]
    story.do(RuleOnResult(1, 1, second, 900, "a chip under the cushion", DORA, START))
    story.given.when(confirm(story)).refused("PLAYOFF_NEEDED", "TBJ-6.6")
    playoff = story.playoff(1)
    story.played(playoff, (400, 600))
    winner = story.players(playoff)[1]
    confirmed, closed = story.given.when(confirm(story)).events
    assert isinstance(confirmed, PlacingsConfirmed)
    assert confirmed.placings[0].players == (winner,)
    # The final's tally was closed with the first confirmation and stays so.
    assert closed == TablesClosed(playoff, (1,), START)


def test_tbj_6_5_who_had_more_than_the_place_is_worth_gives_nothing_back() -> None:
    """The winner had 120.00; a ruling makes the last the winner, and the first the runner-up."""
    story = over(prizes=(Prize(1, 0, 6000, ""), Prize(2, 0, 4000, "")))
    story.do(confirm(story), PayPrize(1, CASS, START))
    first, *_, last = story.players(1)
    story.do(RuleOnResult(1, 1, last, 2000, "two piles were taken for one", DORA, START))
    said = story.given.when(confirm(story)).refused("POOL_TOO_SMALL", "TBJ-3.4").sentence
    # 120.00 are paid of 200.00, so 80.00 are there. With 100.00 more the shares are 180.00 and
    # 120.00: the first has them, and 180.00 are there for the last. With 99.98 it is 179.98 for
    # the last, a share's broken cent being left out, and 179.98 are there.
    assert "NZD 99.98 is missing" in said
    story.do(AddValue(Kind.CASH, nzd(100), "", OLGA, START), confirm(story))
    assert cash(story) == [(first, 120_00), (last, 180_00)]
    assert pool_of(story.state).free == 0


# -- a stage with too few, and no final ------------------------------------------------------------


def test_tbj_5_4_by_a_ruling_a_final_of_three_is_held() -> None:
    story = heat(out_there=3)
    story.do(PlanSession(2, START + HOUR, START))
    story.given.when(seat_session(2)).refused("TABLE_SIZE", "TBJ-5.4")
    ruling = AllowFewer(2, "three were disqualified", DORA, START)
    by_another = replace(ruling, by=OLGA)
    story.given.when(by_another).refused("NOT_THE_DIRECTOR", "TBJ-1.0-director")
    story.given.when(ruling).then(FewerAllowed(2, "three were disqualified", DORA, START))
    story.do(ruling, seat_session(2))
    story.given.when(ruling).nothing()
    session = story.state.session(2)
    assert session is not None
    assert (len(session.players), session.tables[0].terms.fewest) == (3, 2)
    story.played(2, (900, 700, 500)).do(confirm(story))
    assert len(story.state.placings) == 3


def test_tbj_5_4_the_first_stage_has_no_such_ruling() -> None:
    story = heat()
    for stage, code in ((1, "NO_FEWER_NEEDED"), (2, "NO_FEWER_NEEDED"), (3, "NO_SUCH_STAGE")):
        story.given.when(AllowFewer(stage, "", DORA, START)).refused(code)


def test_tbj_6_5_where_no_final_can_be_held_the_director_rules_and_the_pool_is_decided_on() -> None:
    story = heat(out_there=4)
    first, second, third, fourth = story.players(1, 2)
    story.do(*(out(story, player) for player in (second, third, fourth)))
    ruling = EndWithoutFinal("one player is left", DORA, START)
    ended, *_ = story.given.when(ruling).events
    assert ended == EndedWithoutFinal("one player is left", DORA, START)
    story.do(ruling)
    story.do(RuleOnHeld(first, nzd(400), "the last of all", DORA, START), PayPrize(1, CASS, START))
    story.given.when(CLOSE).then(TournamentClosed(OLGA, START))
    story.given.when(ruling).refused("PLACES_CONFIRMED", "TBJ-6.5")
    story.given.when(PlanSession(2, START, START)).refused("PLACES_CONFIRMED", "TBJ-6.5")


def test_tbj_6_5_no_final_is_ruled_away_that_is_under_way_or_over() -> None:
    ruling = EndWithoutFinal("late", DORA, START)
    story, session = final_of(4)
    story.start(session).given.when(ruling).refused("FINAL_NOT_OVER", "TBJ-6.5")
    over().given.when(ruling).refused("FINAL_PLAYED", "TBJ-6.5")
    waiting = heat()
    final = waiting.seat(2)
    waiting.given.when(ruling).refused("FINAL_NOT_OVER", "TBJ-6.5")
    waiting.do(DropSession(final, "a fire", DORA, START))
    assert waiting.given.when(ruling).refusal is None


# -- what no player can have ---------------------------------------------------------------------


def test_tbj_3_4_what_was_added_comes_back_when_nobody_entered() -> None:
    story = opened().do(AddValue(Kind.CASH, nzd(1000), "", OLGA, EARLY))
    story.do(AddValue(Kind.GOODS, None, "a cup", OLGA, EARLY))
    story.do(CancelTournament(NO_GO, "nobody came", OLGA, EARLY))
    story.given.when(CLOSE).refused("STILL_HELD", "TBJ-3.4")
    back = ReturnHeld("added by the house", OLGA, EARLY)
    story.given.when(back).then(HeldReturned(1000_00, "added by the house", OLGA, EARLY))
    story.do(back)
    story.given.when(back).refused("NOTHING_TO_RETURN", "TBJ-3.4")
    pool = pool_of(story.state)
    assert (pool.returned, pool.held) == (1000_00, 0)
    assert story.given.when(CLOSE).refusal is None


def test_tbj_3_4_a_fee_that_is_forfeit_comes_back_only_where_no_player_is_left() -> None:
    story = opened(2).do(AddValue(Kind.CASH, nzd(10), "", OLGA, EARLY))
    story.do(DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY))
    alone = Story().publish().enter(1)
    alone.do(DisqualifyPlayer(1, Failing.RULES, "rude", OLGA, EARLY))
    for each, amount in ((story, 10_00), (alone, 50_00)):
        each.do(CancelTournament(NO_GO, "", OLGA, EARLY))
        back = each.given.when(ReturnHeld("", OLGA, EARLY)).events[0]
        assert isinstance(back, HeldReturned)
        assert back.amount == amount
    story.do(ReturnHeld("", OLGA, EARLY), PayRefund(2, CASS, EARLY))
    story.do(RuleOnHeld(2, nzd(50), "the forfeit fee", OLGA, EARLY), PayPrize(1, CASS, EARLY))
    assert story.given.when(CLOSE).refusal is None


def test_tbj_3_4_in_play_nothing_comes_back_while_there_is_a_player() -> None:
    story = over()
    back = ReturnHeld("", OLGA, START)
    story.given.when(back).refused("NOTHING_TO_RETURN", "TBJ-3.4")
    story.do(*(out(story, player) for player in story.players(1)), confirm(story))
    story.do(back)
    assert story.given.when(CLOSE).refusal is None


def test_tbj_1_0_director_a_dispute_of_a_cancelled_tournament_is_ruled() -> None:
    story = Story(conditions())
    publish = opened()
    story.events = [e for e in publish.events if type(e).__name__ != "DirectorDesignated"]
    story.do(OpenDispute("the fee", (), (), OLGA, EARLY), CancelTournament(NO_GO, "", OLGA, EARLY))
    ruling = RuleDispute(1, "it goes back", DORA, EARLY)
    story.given.when(ruling).refused("NOT_THE_DIRECTOR")
    story.do(DesignateDirector(DORA, EARLY), ruling)
    assert story.given.when(CLOSE).refusal is None


def prizes_and(goods: Kind, **changes: Any) -> Story:
    """A final that is over and paid; goods or services were added."""
    story = over(**changes)
    story.do(AddValue(goods, None, "a night in the hotel", OLGA, START))
    story.do(confirm(story))
    return story.do(*(PayPrize(n, CASS, START) for n in (1, 2)))


@pytest.mark.parametrize("kind", [Kind.GOODS, Kind.SERVICES])
def test_tbj_3_4_what_was_added_in_goods_goes_to_a_player_by_a_decision(kind: Kind) -> None:
    story = prizes_and(kind, prizes=SHARES)
    said = story.given.when(CLOSE).refused("STILL_HELD", "TBJ-3.4").sentence
    assert "decided who gets a night in the hotel" in said
    player = story.players(1)[2]
    story.given.when(DecideGoods(0, 2, player, "", DORA, START)).refused("NOTHING_TO_DECIDE")
    story.given.when(DecideGoods(0, 1, 99, "", DORA, START)).refused("NOTHING_TO_DECIDE")
    decided = DecideGoods(0, 1, player, "third, as announced", DORA, START)
    story.do(decided)
    assert story.state.added[0].player == player
    assert (story.state.awards[-1].goods, story.state.awards[-1].places) == (
        "a night in the hotel",
        (),
    )
    story.given.when(decided).refused("NOTHING_TO_DECIDE")
    story.do(PayPrize(3, CASS, START))
    assert story.given.when(CLOSE).refusal is None


def test_tbj_6_8_goods_are_not_decided_on_before_the_places_are_known() -> None:
    story = over().do(AddValue(Kind.GOODS, None, "a cup", OLGA, START))
    early = DecideGoods(0, 1, story.players(1)[0], "", DORA, START)
    story.given.when(early).refused("NOTHING_TO_DECIDE", "TBJ-6.8")
