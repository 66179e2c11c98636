"""Leaving the table, hiding chips, disqualification (rules 4.9, 5.6, 5.10)."""

from __future__ import annotations

import pytest

from services.tournament.domain.table.leaving import (
    BoxDisqualified,
    DisqualifiedFor,
    LeaveGround,
    PlayerLeft,
    PlayerReturned,
)
from services.tournament.domain.table.state import ShuffleCause, Status, Wagering
from services.tournament.domain.terms import TallyStatus
from tests.kit.law import permits, refuses
from tests.tournament.domain.table.play import (
    DEE,
    LOST,
    SUE,
    TOM,
    WON,
    at,
    back,
    count,
    deal,
    dealt,
    disqualify,
    expel,
    hand,
    leave,
    missed,
    record,
    rounds,
    seated,
    started,
    terms,
    wager,
)


@permits("TBJ-5.6")
@pytest.mark.parametrize("ground", [LeaveGround.EMERGENCY, LeaveGround.APPROVED])
def test_tbj_5_6_in_an_emergency_or_with_approval(ground: LeaveGround) -> None:
    play = started()
    assert play.do(leave(3, ground)) == (PlayerLeft(3, ground, False, "a phone call", SUE, at(4)),)
    assert play.box(3).status is Status.AWAY
    assert list(play.live.play.order) == [1, 4, 7]  # excused while away
    assert play.do(back(3)) == (PlayerReturned(3, DEE, at(5)),)
    assert list(play.live.play.order) == [1, 3, 4, 7]


def test_whose_turn_it_is_has_it_since_the_one_before_wagered_or_left() -> None:
    play = started()
    play.do(wager(1, second=3), leave(7, second=4))
    assert isinstance(play.live.play, Wagering)
    assert (play.live.play.turn, play.live.play.turn_since) == (3, at(3))
    play.do(leave(3, second=6))
    assert isinstance(play.live.play, Wagering)
    assert (play.live.play.turn, play.live.play.turn_since) == (4, at(6))


@refuses("TBJ-5.6")
def test_tbj_5_6_otherwise_nobody_leaves() -> None:
    play = started()
    play.refused(leave(3, LeaveGround.NONE), "LEAVE_NOT_GIVEN", "TBJ-5.6")
    play.refused(leave(3, reason=" "), "SAY_WHY")


@refuses("TBJ-5.6")
def test_who_left_for_good_does_not_come_back() -> None:
    play = started()
    play.do(leave(3, for_good=True))
    assert play.box(3).status is Status.LEFT
    play.refused(leave(3), "LEFT_FOR_GOOD", "TBJ-5.6")
    play.refused(back(3), "LEFT_FOR_GOOD", "TBJ-5.6")


def test_away_and_back() -> None:
    play = started()
    play.refused(back(3), "NOT_AWAY")
    play.do(leave(3))
    play.refused(leave(3), "AWAY_ALREADY")
    play.do(leave(3, for_good=True))
    assert play.box(3).status is Status.LEFT


def test_who_comes_back_when_others_have_wagered_waits_for_the_next_round() -> None:
    play = started()
    play.do(leave(3), wager(1), back(3))
    assert list(play.live.play.order) == [1, 4, 7]
    play.do(wager(4), wager(7), deal(), record(hand(1, WON), hand(4, WON), hand(7, WON)))
    assert list(play.live.play.order) == [3, 4, 7, 1]


def test_where_the_profile_does_not_excuse_it_who_is_away_misses_the_wager() -> None:
    play = started(terms(rounds(9), away_excused=False))
    play.do(leave(3), wager(1))
    assert isinstance(play.live.play, Wagering)
    assert play.live.play.turn == 3
    play.do(missed(3))
    assert play.box(3).status is Status.DISQUALIFIED


def test_a_hand_that_is_played_when_its_player_leaves_is_played_on() -> None:
    play = dealt()
    play.do(leave(3))
    play.do(record(*(hand(box, LOST) for box in (1, 3, 4, 7))))
    assert play.chips[3] == 900


@permits("TBJ-5.7(c)")
def test_when_nobody_was_at_the_table_it_is_shuffled() -> None:
    play = started()
    play.do(*(leave(box) for box in (1, 3, 4, 7)))
    play.refused(deal(), "NOBODY_WAGERS")
    play.do(back(4))
    assert play.live.shoe.shuffle is ShuffleCause.VACANT
    play.do(back(7))
    assert play.live.play.order == (4, 7)
    play.do(wager(4), wager(7))
    play.refused(deal(), "SHUFFLE_NEEDED", "TBJ-5.7(c)")


@permits("TBJ-5.10")
def test_tbj_5_10_hidden_chips_disqualify_at_once() -> None:
    play = dealt()
    assert play.do(disqualify(3)) == (
        BoxDisqualified(3, DisqualifiedFor.HIDDEN_CHIPS, "chips in a sleeve", 1, SUE, at(6)),
    )
    assert play.box(3).status is Status.DISQUALIFIED
    assert [wager.box for wager in play.live.wagers] == [1, 4, 7]  # the wager went back
    play.do(record(*(hand(box, WON) for box in (1, 4, 7))))
    assert play.chips[3] == 1000
    play.refused(wager(3, round_=2), "BOX_VOID", "TBJ-4.9")


@refuses("TBJ-5.10")
def test_tbj_5_10_on_what_somebody_saw() -> None:
    started().refused(disqualify(3, reason=" "), "CHIPS_IN_VIEW", "TBJ-5.10")


def test_who_is_out_is_not_disqualified_again_and_does_not_leave() -> None:
    play = started()
    play.do(disqualify(3, DisqualifiedFor.RULES))
    play.refused(disqualify(3), "OUT_ALREADY", "TBJ-4.9")
    play.refused(leave(3), "OUT_ALREADY")
    play.refused(back(3), "OUT_ALREADY")
    started().refused(disqualify(3, DisqualifiedFor.RULES, " "), "SAY_WHY")


def test_the_tournaments_disqualification_holds_here() -> None:
    play = seated()
    assert play.do(expel(14)) == (
        BoxDisqualified(4, DisqualifiedFor.TOURNAMENT, "did not attend", 0, TOM, at(6)),
    )
    assert play.do(expel(14)) == ()
    assert play.do(expel(99)) == ()
    (event,) = started().do(expel(14))
    assert event == BoxDisqualified(
        4, DisqualifiedFor.TOURNAMENT, "did not attend", 1, TOM, at(6)
    ), "in round 1"


def test_hidden_chips_disqualify_until_the_result_is_known() -> None:
    play = started(terms(rounds(1)))
    play.round()
    play.do(disqualify(3))
    play.do(count((1, 1000), (3, 1000), (4, 1000), (7, 1000)))
    finished = play.events[-1]
    assert [tally.status for tally in finished.tallies] == [  # type: ignore[union-attr]  # it is
        TallyStatus.ACTIVE,
        TallyStatus.DISQUALIFIED,
        TallyStatus.ACTIVE,
        TallyStatus.ACTIVE,
    ]
    play.refused(disqualify(1), "PLAY_CEASED")
    assert play.do(expel(11)) == ()
