"""Wagers (rules 1.0, 4.1, 4.2, 4.4 to 4.9, 4.11, 5.5, 5.8, 5.9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.law import Stale
from services.tournament.domain.table.leaving import BoxDisqualified, DisqualifiedFor
from services.tournament.domain.table.limits import LOW_WAGER_VOID
from services.tournament.domain.table.marker import order
from services.tournament.domain.table.missing import WagerRestricted, WagerRuled
from services.tournament.domain.table.state import Dealt, Status, Wager, Wagering
from services.tournament.domain.table.terms import Sign
from services.tournament.domain.table.wagering import WagerCorrected, WagerPlaced, WagerTakenBack
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.table.play import (
    DEE,
    LOST,
    SUE,
    TOM,
    WON,
    Play,
    at,
    change_sign,
    correct_chips,
    correct_wager,
    deal,
    dealt,
    hand,
    hold,
    limit_time,
    missed,
    record,
    restrict,
    resume,
    rule_on_wager,
    seats,
    started,
    take_back,
    void_round,
    wager,
    wagered,
)


def turn(play: Play) -> int | None:
    assert isinstance(play.live.play, Wagering)
    return play.live.play.turn


# -- in turn ---------------------------------------------------------------------------------------


@permits("TBJ-5.8")
def test_tbj_5_8_the_wagers_go_clockwise_from_the_marker_until_all_have() -> None:
    play = started()
    for box, following in ((1, 3), (3, 4), (4, 7), (7, None)):
        assert play.do(wager(box)) == (WagerPlaced(1, box, 100, 100, False, False, DEE, at(2)),)
        assert turn(play) == following


@refuses("TBJ-5.8")
def test_tbj_5_8_nobody_wagers_before_the_marker_says_so() -> None:
    play = started()
    refused = play.refused(wager(3), "NOT_IN_TURN", "TBJ-5.8")
    assert refused.sentence == "Box 3 wagers out of turn: it is the turn of box 1."


@permits("TBJ-5.9")
def test_tbj_5_9_the_marker_goes_to_the_next_player_each_round() -> None:
    play = started()
    orders = []
    for _ in range(5):
        orders.append(play.live.play.order)
        play.round()
    assert orders == [(1, 3, 4, 7), (3, 4, 7, 1), (4, 7, 1, 3), (7, 1, 3, 4), (1, 3, 4, 7)]


@refuses("TBJ-5.9")
def test_tbj_5_9_the_next_round_begins_with_another_player() -> None:
    play = started()
    play.round()
    play.refused(wager(1, round_=2), "NOT_IN_TURN", "TBJ-5.9")


@permits("TBJ-5.9")
def test_tbj_5_9_the_marker_passes_whoever_is_out() -> None:
    play = started()
    play.do(wager(1, 100), wager(3, 500), wager(4, 100), wager(7, 100), deal())
    play.do(record(hand(1, LOST), hand(3, LOST, 1000), hand(4, LOST), hand(7, LOST)))
    assert play.box(3).status is Status.ELIMINATED
    assert (play.live.marker, play.live.play.order) == (4, (4, 7, 1))


@means("TBJ-1.0-marker", side="inside")
def test_tbj_1_0_marker_the_player_behind_it_bets_first() -> None:
    assert order(started().table) == (1, 3, 4, 7)


@means("TBJ-1.0-marker", side="outside")
def test_tbj_1_0_marker_behind_another_player_another_bets_first() -> None:
    assert order(replace(started().table, marker=3)) == (3, 4, 7, 1)


def test_a_wager_for_a_round_that_is_over_is_stale() -> None:
    play = started()
    play.round()
    for late in (wager(3), take_back(3), correct_wager(3, 50), restrict(3), missed(3), deal()):
        with pytest.raises(Stale) as stale:
            play.do(late)
        assert stale.value.sentence == "The round is 2; you have 1."


# -- in chips of the player's own ------------------------------------------------------------------


@permits("TBJ-4.1")
def test_tbj_4_1_tournament_chips_are_wagered() -> None:
    started().do(wager(1, design="gold"))


@refuses("TBJ-4.1")
def test_tbj_4_1_cash_is_not() -> None:
    started().refused(wager(1, design="cash"), "NOT_TOURNAMENT_CHIPS", "TBJ-4.1")


@permits("TBJ-4.4")
def test_tbj_4_4_all_that_the_player_has() -> None:
    play = started(sign=Sign(10, 5000, 0, False))
    play.do(wager(1, 1000))


@refuses("TBJ-4.4")
def test_tbj_4_4_no_chips_that_the_player_cannot_have() -> None:
    play = started(sign=Sign(10, 5000, 0, False))
    refused = play.refused(wager(1, 1001), "NOT_ENOUGH_CHIPS", "TBJ-4.4")
    assert refused.sentence == "Box 1 has 1000 in chips and cannot wager 1001."


@permits("TBJ-5.5", "TBJ-4.9")
def test_tbj_5_5_a_player_wagers_on_the_own_box() -> None:
    started().do(wager(1, player=11))


@refuses("TBJ-5.5")
def test_tbj_5_5_and_on_no_other() -> None:
    started().refused(wager(1, player=13), "NOT_OWN_BOX", "TBJ-5.5")


@refuses("TBJ-4.9")
def test_tbj_4_9_nobody_wagers_on_the_box_of_who_is_out() -> None:
    play = started()
    play.do(wager(1, 100), wager(3, 500), wager(4, 100), wager(7, 100), deal())
    play.do(record(hand(1, LOST), hand(3, LOST, 1000), hand(4, LOST), hand(7, LOST)))
    play.refused(wager(3, round_=2), "BOX_VOID", "TBJ-4.9")
    play.refused(wager(3, round_=2, player=14), "BOX_VOID", "TBJ-4.9")


# -- a placed wager --------------------------------------------------------------------------------


@permits("TBJ-4.2")
def test_tbj_4_2_a_placed_wager_stays() -> None:
    play = wagered()
    play.do(deal())
    assert isinstance(play.live.play, Dealt)
    assert play.live.play.wagers == tuple(Wager(box, 100, 100, False) for box in (1, 3, 4, 7))


@refuses("TBJ-4.2")
def test_tbj_4_2_it_is_not_altered_before_the_cards_nor_after() -> None:
    play = wagered()
    play.refused(wager(1, 200), "WAGER_STANDS", "TBJ-4.2")
    play.do(deal())
    play.refused(wager(1, 200), "WAGER_STANDS", "TBJ-4.2")
    play.refused(take_back(7), "CARDS_OUT", "TBJ-4.2")


def test_what_was_keyed_wrongly_is_taken_back_before_anything_follows() -> None:
    play = started()
    play.do(wager(1, 150))
    assert play.do(take_back(1)) == (WagerTakenBack(1, 1, 150, DEE, at(3)),)
    play.do(wager(1, 105), wager(3))
    play.refused(take_back(1), "NOT_THE_LAST_WAGER")
    play.refused(take_back(4), "NOT_THE_LAST_WAGER")


def test_and_corrected_with_a_reason_afterwards_with_cards_out_too() -> None:
    play = dealt()
    play.refused(correct_wager(3, 150, reason=" "), "SAY_WHY")
    (event,) = play.do(correct_wager(3, 150))
    assert event == WagerCorrected(1, 3, 100, 150, 150, False, False, "misread", SUE, at(3))
    assert play.live.wager_on(3) == Wager(3, 150, 150, False)
    play.refused(correct_wager(3, 1005), "NOT_ENOUGH_CHIPS")
    play.refused(correct_wager(2, 100), "NO_PLAYER_THERE")
    started().refused(correct_wager(3, 100), "NO_WAGER")


def test_a_wager_that_was_low_by_oversight_counts_once_it_is_on_record() -> None:
    play = started()
    play.do(wager(1, 100), correct_wager(1, 5, oversight=True))
    assert play.live.wager_on(1) == Wager(1, 5, 5, False)
    assert play.box(1).low_wagers == 1


def test_where_no_wager_lies_none_is_taken_back() -> None:
    started().refused(take_back(1), "NOT_THE_LAST_WAGER")


# -- limits ----------------------------------------------------------------------------------------


@permits("TBJ-4.7", "TBJ-4.8(b)", "TBJ-4.5", "TBJ-4.6")
@pytest.mark.parametrize("amount", [10, 15, 495, 500])
def test_tbj_4_7_within_the_limits_and_no_multiple_of_the_minimum(amount: int) -> None:
    started().do(wager(1, amount))


@refuses("TBJ-4.7")
def test_tbj_4_7_below_the_minimum() -> None:
    started().refused(wager(1, 9), "BELOW_MINIMUM", "TBJ-4.7")


@refuses("TBJ-4.8(b)")
def test_tbj_4_8_b_above_the_maximum() -> None:
    started().refused(wager(1, 501), "ABOVE_MAXIMUM", "TBJ-4.8(b)")


@refuses("TBJ-4.6")
def test_tbj_4_6_between_the_steps() -> None:
    started().refused(wager(1, 12), "NOT_IN_STEPS", "TBJ-4.6")


@refuses("TBJ-4.5")
def test_tbj_4_5_no_multiple_where_the_sign_asks_for_one() -> None:
    play = started(sign=Sign(10, 500, 0, multiples=True))
    refused = play.refused(wager(1, 15), "NOT_IN_STEPS", "TBJ-4.5")
    assert refused.sentence == "15 is not in steps of 10 from the minimum of 10, as the sign asks."
    play.do(wager(1, 20))


@permits("TBJ-4.8(b)")
def test_tbj_4_8_b_accepted_by_oversight_it_counts_up_to_the_maximum() -> None:
    play = started()
    (event,) = play.do(wager(1, 700, oversight=True))
    assert event == WagerPlaced(1, 1, 700, 500, False, False, DEE, at(2))
    play.do(wager(3), wager(4), wager(7), deal())
    play.do(record(hand(1, LOST, 500), hand(3, WON), hand(4, WON), hand(7, WON)))
    assert play.chips[1] == 500  # the 200 above the maximum went back


@permits("TBJ-4.8(a)")
def test_tbj_4_8_a_a_low_wager_accepted_by_oversight_is_valid_once() -> None:
    play = started()
    assert play.do(wager(1, 5, oversight=True)) == (
        WagerPlaced(1, 1, 5, 5, True, False, DEE, at(2)),
    )
    assert play.refusal is None
    assert play.box(1).low_wagers == 1
    play.do(take_back(1))
    assert play.box(1).low_wagers == 0


def second_low() -> Play:
    play = started()
    play.do(wager(1, 5, oversight=True), wager(3), wager(4), wager(7), deal())
    play.do(record(hand(1, LOST, 5), hand(3, WON), hand(4, WON), hand(7, WON)))
    play.do(wager(3, round_=2), wager(4, round_=2), wager(7, round_=2))
    play.do(wager(1, 5, 2, oversight=True))
    return play


@refuses("TBJ-4.8(a)")
def test_tbj_4_8_a_the_second_is_void_and_waits_for_a_ruling() -> None:
    play = second_low()
    assert play.events[-1] == WagerPlaced(2, 1, 5, 0, True, True, DEE, at(2))
    assert play.refusal is not None
    assert (play.refusal.reason, play.refusal.clause) == (LOW_WAGER_VOID, "TBJ-4.8(a)")
    play.do(deal(2))
    hands = (hand(3, LOST), hand(4, LOST), hand(7, LOST))
    play.refused(record(*hands, round_=2), "WAGER_RULING_NEEDED", "TBJ-4.8(a)")
    play.refused(rule_on_wager(3, True), "NOTHING_TO_RULE", "TBJ-4.8(a)")


@permits("TBJ-4.8(a)")
def test_a_void_wager_may_be_ruled_no_failure() -> None:
    play = second_low()
    play.do(deal(2))
    placed = play.live.play.wagers
    assert play.do(rule_on_wager(1, False)) == (
        WagerRuled(1, False, "it was the second", TOM, at(5)),
    )
    assert play.live.play.wagers == tuple(
        replace(each, unruled=False) if each.box == 1 else each for each in placed
    )
    play.do(record(hand(3, LOST), hand(4, LOST), hand(7, LOST), round_=2))
    assert play.chips == {1: 995, 3: 1000, 4: 1000, 7: 1000}


@permits("TBJ-4.7")
def test_or_a_failure_to_wager_which_disqualifies() -> None:
    play = second_low()
    play.do(deal(2))
    ruled, out = play.do(rule_on_wager(1, True))
    assert ruled == WagerRuled(1, True, "it was the second", TOM, at(5))
    assert out == BoxDisqualified(1, DisqualifiedFor.NO_WAGER, "it was the second", 2, TOM, at(5))
    assert play.box(1).status is Status.DISQUALIFIED


def test_a_low_wager_in_a_round_that_is_voided_does_not_use_up_the_one() -> None:
    play = started()
    play.do(wager(1, 5, oversight=True), wager(3), wager(4), wager(7), deal(), void_round())
    assert play.box(1).low_wagers == 0
    play.do(wager(1, 5, oversight=True))
    assert play.refusal is None


# -- missed wagers ---------------------------------------------------------------------------------


@permits("TBJ-4.7")
def test_tbj_4_7_who_makes_no_wager_is_disqualified_and_play_goes_on() -> None:
    play = started()
    play.do(wager(1))
    assert play.do(missed(3)) == (BoxDisqualified(3, DisqualifiedFor.NO_WAGER, "", 1, SUE, at(4)),)
    assert turn(play) == 4
    play.do(wager(4), wager(7), deal())


@refuses("TBJ-4.7")
def test_tbj_4_7_no_cards_before_all_have_wagered() -> None:
    play = started()
    play.do(wager(1), wager(3), wager(4))
    play.refused(deal(), "WAGERS_MISSING", "TBJ-4.7")
    play.refused(missed(1), "NOT_THE_TURN", "TBJ-4.7")


def short_table() -> Play:
    """Box 3 has 5 chips, less than the minimum of 10."""
    play = started()
    play.do(correct_chips(3, 5))
    return play


def test_who_is_short_of_the_minimum_misses_nothing() -> None:
    play = short_table()
    assert play.live.play.order == (1, 4, 7)
    play.refused(wager(3, 5), "NOT_IN_THIS_ROUND")
    play.refused(missed(3), "NOT_IN_THIS_ROUND")
    play.do(wager(1), wager(4), wager(7), deal())
    play.do(record(hand(1, LOST), hand(4, LOST), hand(7, LOST)))
    assert (play.box(3).chips, play.box(3).status) == (5, Status.PLAYING)


def test_a_lower_minimum_lets_the_short_wager_again() -> None:
    play = short_table()
    play.do(change_sign(Sign(5, 500, 5, False)))
    assert play.live.play.order == (1, 3, 4, 7)


def test_exactly_the_minimum_is_not_short() -> None:
    play = started()
    play.do(correct_chips(3, 10))
    assert play.live.play.order == (1, 3, 4, 7)


# -- the time for wagers ---------------------------------------------------------------------------


def limited() -> Play:
    """30 seconds for a wager from round 2 on; round 2's turn came to box 3 at second 10."""
    play = started()
    play.do(limit_time())
    play.round()
    return play


@permits("TBJ-4.11")
def test_tbj_4_11_who_misses_the_time_is_held_to_the_minimum() -> None:
    play = limited()
    assert play.do(restrict(3, 2, second=40)) == (WagerRestricted(2, 3, TOM, at(40)),)
    play.refused(restrict(3, 2, second=41), "HELD_TO_MINIMUM_BEFORE")
    play.do(wager(3, 10, 2))
    assert turn(play) == 4


@refuses("TBJ-4.11")
def test_tbj_4_11_not_a_moment_before() -> None:
    play = limited()
    play.refused(restrict(3, 2, second=39.999999), "STILL_IN_TIME", "TBJ-4.11")


@refuses("TBJ-4.11")
def test_tbj_4_11_then_no_other_wager_is_taken() -> None:
    play = limited()
    play.do(restrict(3, 2, second=40))
    play.refused(wager(3, 15, 2), "RESTRICTED", "TBJ-4.11")
    play.do(wager(3, 10, 2))
    play.refused(correct_wager(3, 15, 2), "RESTRICTED", "TBJ-4.11")


@refuses("TBJ-4.11")
def test_tbj_4_11_a_limit_comes_with_notice_and_not_in_the_round_that_runs() -> None:
    play = started()
    play.refused(limit_time(notice=" "), "NOTICE_NEEDED", "TBJ-4.11")
    play.do(limit_time())
    play.refused(restrict(1, 1, second=600), "NO_TIME_LIMIT", "TBJ-4.11")


def test_a_limit_is_lifted_by_another_of_nothing() -> None:
    play = limited()
    play.do(limit_time(0, second=11))
    play.do(restrict(3, 2, second=40), wager(3, 10, 2, second=41))
    play.do(*(wager(box, 10, 2, second=42) for box in (4, 7, 1)), deal(2, second=43))
    play.do(record(*(hand(box, LOST, 10) for box in (3, 4, 7, 1)), round_=2, second=44))
    play.refused(restrict(4, 3, second=600), "NO_TIME_LIMIT")


@permits("TBJ-4.11")
def test_tbj_4_11_the_limit_before_holds_until_the_new_one_does() -> None:
    play = limited()
    play.do(limit_time(20, second=11), limit_time(60, second=12))
    play.refused(restrict(3, 2, second=39), "STILL_IN_TIME", "TBJ-4.11")
    play.do(restrict(3, 2, second=40))


@refuses("TBJ-4.11")
def test_tbj_4_11_a_hold_takes_nothing_of_the_time_for_a_wager() -> None:
    play = limited()  # the turn came at second 10
    play.do(hold(25), hold(50, session=True), resume(100), resume(325, session=True))
    refused = play.refused(restrict(3, 2, second=339), "STILL_IN_TIME", "TBJ-4.11")
    assert "30 seconds" in refused.sentence
    play.do(restrict(3, 2, second=340))


@permits("TBJ-4.6")
@pytest.mark.parametrize("amount", [15, 25, 495])
def test_tbj_4_6_steps_are_counted_from_the_minimum(amount: int) -> None:
    started(sign=Sign(15, 500, 10, False)).do(wager(1, amount))


@refuses("TBJ-4.6")
@pytest.mark.parametrize("amount", [20, 30, 500])
def test_tbj_4_6_and_between_them_nothing_is_wagered(amount: int) -> None:
    play = started(sign=Sign(15, 500, 10, False))
    play.refused(wager(1, amount), "NOT_IN_STEPS", "TBJ-4.6")


@permits("TBJ-4.11", "TBJ-4.6")
def test_who_is_held_to_a_minimum_between_the_multiples_of_a_step_can_wager_it() -> None:
    play = started(sign=Sign(15, 500, 10, False))
    play.do(limit_time())
    for box in (1, 3, 4, 7):
        play.do(wager(box, 15))
    play.do(deal(), record(*(hand(box, LOST, 15) for box in (1, 3, 4, 7))))
    play.do(restrict(3, 2, second=60), wager(3, 15, 2, second=61))


def test_seven_boxes_wager_like_four() -> None:
    play = started(places=seats(1, 2, 3, 4, 5, 6, 7))
    play.round()
    assert play.live.play.order == (2, 3, 4, 5, 6, 7, 1)
