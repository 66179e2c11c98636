"""When a session ends (definition of session in 1.0; 4.9, 4.10), and its clock (cases T7, T8)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from services.kernel.law import Due
from services.tournament.domain.table.clock import (
    SessionEnded,
    TableHeld,
    TableResumed,
    TimeElapsed,
    due,
)
from services.tournament.domain.table.leaving import DisqualifiedFor, LeaveGround
from services.tournament.domain.table.reasons import PLAY_CEASED
from services.tournament.domain.table.rulings import RoundRuledBegun
from services.tournament.domain.table.state import (
    Dealt,
    HoldCause,
    InSession,
    Over,
    SessionEnding,
    Status,
    Wagering,
)
from services.tournament.domain.table.table import TABLES
from tests.kit.law import means, permits, refuses
from tests.tournament.domain.table.play import (
    LOST,
    MINUTES_20,
    STOOD_OFF,
    TOM,
    WON,
    Play,
    at,
    call_session,
    correct_chips,
    correct_round,
    count,
    deal,
    dealt,
    disqualify,
    follow,
    hand,
    hold,
    issue,
    leave,
    record,
    resume,
    rounds,
    rule_begun,
    seated,
    seats,
    shoes,
    shuffle,
    started,
    terms,
    time,
    wager,
    wagered,
)

TIMED = terms(MINUTES_20)
ALL = (1, 3, 4, 7)


def ended(play: Play) -> SessionEnding:
    assert isinstance(play.state, Over)
    return play.state.ending


def lose(play: Play, **stakes: int) -> None:
    """Deal and lose: `b1=1000` the stake of box 1, doubled; others 500 stood off."""
    play.do(deal())
    play.do(
        record(
            *(
                hand(box, LOST, stakes[f"b{box}"])
                if f"b{box}" in stakes
                else hand(box, STOOD_OFF, 500)
                for box in ALL
            )
        )
    )


# -- rounds and shoes ------------------------------------------------------------------------------


@means("TBJ-1.0-session", side="inside")
def test_tbj_1_0_session_it_lasts_for_the_set_rounds() -> None:
    play = started(terms(rounds(2)))
    play.round()
    assert isinstance(play.state, InSession)


@means("TBJ-1.0-session", side="outside")
def test_tbj_1_0_session_and_no_longer() -> None:
    play = started(terms(rounds(2)))
    play.round()
    *_, last = play.round()
    assert last == SessionEnded(SessionEnding.ROUNDS, at(10))
    play.refused(wager(4, round_=3), PLAY_CEASED, "TBJ-1.0-session")


@permits("TBJ-1.0-session(c)")
def test_tbj_1_0_session_c_one_round_more_after_the_last_cutting_card() -> None:
    play = started(terms(shoes(2)))
    play.do(*(wager(box) for box in ALL), deal())
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), cutting_card=True))
    play.round()
    play.do(shuffle(2, second=20))
    play.do(*(wager(box, round_=3) for box in (4, 7, 1, 3)), deal(3))
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), round_=3, cutting_card=True))
    assert isinstance(play.state, InSession)
    play.round()
    assert ended(play) is SessionEnding.SHOES


@refuses("TBJ-1.0-session(c)")
def test_tbj_1_0_session_c_and_no_round_after_that() -> None:
    play = started(terms(shoes(1)))
    play.do(*(wager(box) for box in ALL), deal())
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), cutting_card=True))
    play.round()
    play.refused(wager(4, round_=3), PLAY_CEASED, "TBJ-1.0-session(c)")


@refuses("TBJ-1.0-shoe")
def test_tbj_1_0_shoe_the_indicator_goes_on_with_the_shoes() -> None:
    play = started(terms(shoes(2)))
    play.do(*(wager(box) for box in ALL), deal())
    play.do(record(*(hand(box, STOOD_OFF) for box in ALL), cutting_card=True))
    play.round()
    play.refused(shuffle(1, second=20), "INDICATOR_WRONG", "TBJ-1.0-shoe")


# -- one left --------------------------------------------------------------------------------------


@permits("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_one_player_alone_holds_chips() -> None:
    play = wagered(amount=500)
    play.do(deal())
    play.do(record(*(hand(box, LOST, 1000) for box in (1, 3, 4)), hand(7, LOST, 999)))
    assert ended(play) is SessionEnding.ONE_LEFT  # with 1 chip, less than the minimum


@permits("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_one_player_alone_holds_the_minimum() -> None:
    play = wagered(amount=500)
    lose(play, b1=991, b3=991, b4=1000)
    assert ended(play) is SessionEnding.ONE_ABLE


@permits("TBJ-1.0-session(a)")
def test_two_with_exactly_the_minimum_play_on() -> None:
    play = wagered(amount=500)
    lose(play, b1=990, b3=990, b4=1000, b7=1000)
    assert isinstance(play.state, InSession)
    assert play.live.play.order == (3, 1)


@refuses("TBJ-1.0-session(a)")
def test_tbj_1_0_session_a_then_play_has_ceased() -> None:
    play = wagered(amount=500)
    lose(play, b1=1000, b3=1000, b4=1000)
    play.refused(wager(7, round_=2), PLAY_CEASED, "TBJ-1.0-session(a)")


def test_the_end_comes_at_once_when_the_others_go_out_between_rounds() -> None:
    play = started()
    for box in (1, 3):
        play.do(disqualify(box))
    *_, last = play.do(disqualify(4))
    assert last == SessionEnded(SessionEnding.ONE_LEFT, at(6))
    play = dealt()
    play.do(*(disqualify(box) for box in (1, 3, 4)))
    assert isinstance(play.state, InSession)  # the round is finished first
    play.do(record(hand(7, LOST)))
    assert ended(play) is SessionEnding.ONE_LEFT


def test_nobody_left() -> None:
    play = started()
    play.do(*(leave(box, LeaveGround.EMERGENCY, for_good=True) for box in (1, 3)))
    play.do(leave(4, LeaveGround.EMERGENCY, for_good=True))
    assert ended(play) is SessionEnding.ONE_LEFT  # box 7 alone is at the table
    play = dealt()
    play.do(*(disqualify(box, DisqualifiedFor.RULES) for box in ALL))
    play.do(record())
    assert ended(play) is SessionEnding.VACANT


# -- all broke, all short --------------------------------------------------------------------------


def all_broke() -> Play:
    play = wagered(amount=500)
    play.do(deal(), record(*(hand(box, LOST, 1000) for box in ALL)))
    return play


@permits("TBJ-4.10(a)")
def test_tbj_4_10_a_all_who_remain_lose_everything_in_one_round() -> None:
    play = all_broke()
    assert ended(play) is SessionEnding.ALL_BROKE
    assert {box.status for box in play.table.boxes} == {Status.PLAYING}  # nobody is eliminated


@refuses("TBJ-4.10(a)")
def test_tbj_4_10_a_further_chips_come_in_a_play_off_not_here() -> None:
    play = all_broke()
    play.refused(wager(3, round_=2), PLAY_CEASED, "TBJ-4.10(a)")
    play.refused(issue(3), "NO_CHIPS_IN_SESSION", "TBJ-4.3")


@permits("TBJ-4.10(a)")
def test_who_went_out_in_an_earlier_round_is_not_among_them() -> None:
    play = wagered(amount=500)
    play.do(deal())
    play.do(record(hand(1, LOST, 1000), *(hand(box, STOOD_OFF, 500) for box in (3, 4, 7))))
    play.do(*(wager(box, 500, 2) for box in (3, 4, 7)), deal(2))
    play.do(record(*(hand(box, LOST, 1000) for box in (3, 4, 7)), round_=2))
    assert ended(play) is SessionEnding.ALL_BROKE
    assert [box.box for box in play.table.boxes if box.at_table] == [3, 4, 7]


def all_short() -> Play:
    play = wagered(amount=500)
    play.do(deal(), record(*(hand(box, LOST, 991) for box in ALL)))
    return play


@permits("TBJ-4.10(b)")
def test_tbj_4_10_b_all_who_remain_hold_less_than_the_minimum() -> None:
    play = all_short()
    assert ended(play) is SessionEnding.ALL_SHORT
    assert play.chips == dict.fromkeys(ALL, 9)


@refuses("TBJ-4.10(b)")
def test_tbj_4_10_b_nobody_plays_on_with_less() -> None:
    all_short().refused(wager(3, 9, 2), PLAY_CEASED, "TBJ-4.10(b)")


# -- time ------------------------------------------------------------------------------------------


def test_the_clock_is_an_instant_that_every_replica_waits_for() -> None:
    play = started(TIMED)
    assert tuple(due(play.state)) == (Due("time", at(1200)),)
    assert tuple(TABLES.due(started(terms(rounds(2))).state)) == ()


@permits("TBJ-1.0-session(b)")
def test_tbj_1_0_session_b_a_round_whose_first_card_is_out_is_finished() -> None:
    play = dealt(TIMED)
    assert play.do(time(1200)) == (TimeElapsed(1, at(1200)),)
    assert tuple(due(play.state)) == ()
    assert play.do(time(1201)) == ()
    *_, last = play.do(record(*(hand(box, WON) for box in ALL), second=1260))
    assert last == SessionEnded(SessionEnding.TIME, at(1260))
    assert play.chips == dict.fromkeys(ALL, 1100)
    assert ended(play) is SessionEnding.TIME


@refuses("TBJ-1.0-session(b)")
def test_tbj_1_0_session_b_a_round_without_a_card_does_not_begin() -> None:
    play = wagered(TIMED)
    play.refused(deal(second=1200), PLAY_CEASED, "TBJ-1.0-session(b)")
    assert play.do(time(1200.5)) == (SessionEnded(SessionEnding.TIME, at(1200)),)
    assert play.chips == dict.fromkeys(ALL, 1000)  # the wagers went back
    play.refused(deal(second=1201), PLAY_CEASED, "TBJ-1.0-session(b)")


@permits("TBJ-1.0-session(b)")
def test_a_card_a_microsecond_before_is_in_time() -> None:
    play = wagered(TIMED)
    play.do(deal(second=1199.999999))
    assert isinstance(play.live.play, Dealt)


def test_whoever_comes_after_the_instant_finds_the_session_as_it_was_then() -> None:
    """The timer is late: what comes first puts the end on record, at its own instant."""
    play = dealt(TIMED)
    elapsed, _, last = play.do(record(*(hand(box, WON) for box in ALL), second=1300))
    assert elapsed == TimeElapsed(1, at(1200))
    assert last == SessionEnded(SessionEnding.TIME, at(1300))
    assert play.do(time(1301)) == ()


def test_time_runs_out_at_a_table_that_was_called_and_never_started() -> None:
    play = seated(TIMED)
    play.do(call_session(at(1200)))
    assert tuple(due(play.state)) == (Due("time", at(1200)),)
    play.do(time(1200))
    assert ended(play) is SessionEnding.TIME


def test_the_director_may_rule_that_the_round_had_begun() -> None:
    play = wagered(TIMED)
    play.do(time(1200))
    play.refused(rule_begun(reason=" "), "SAY_WHY")
    assert play.do(rule_begun()) == (RoundRuledBegun(1, "the dealer keyed it late", TOM, at(1300)),)
    assert play.live.play.wagers[0].amount == 100
    play.do(record(*(hand(box, WON) for box in ALL), second=1310))
    assert play.chips == dict.fromkeys(ALL, 1100)
    assert ended(play) is SessionEnding.TIME


@refuses("TBJ-1.0-session(b)")
def test_but_only_where_all_had_wagered_and_time_was_the_end() -> None:
    play = started(TIMED)
    play.do(wager(1), time(1200))
    play.refused(rule_begun(), "NOT_ENDED_BY_TIME", "TBJ-1.0-session(b)")
    all_broke().refused(rule_begun(), "NOT_ENDED_BY_TIME")
    play = seated(TIMED)
    play.do(call_session(at(1200)), time(1200))
    play.refused(rule_begun(), "NOT_ENDED_BY_TIME")


# -- holds -----------------------------------------------------------------------------------------


@pytest.mark.case("T8")
def test_case_t8_anybody_in_charge_can_stop_the_clock_and_start_it_again() -> None:
    play = started(TIMED)
    assert play.do(hold(100, by="another")) == (
        TableHeld(HoldCause.ALARM, "fire alarm", False, False, 1_100_000_000, "another", at(100)),
    )
    assert tuple(due(play.state)) == ()
    play.refused(wager(1), "TABLE_HELD")
    play.refused(hold(101), "HELD_BEFORE")
    assert play.do(resume(160, by="yet another")) == (
        TableResumed("all clear", False, at(1260), "yet another", at(160)),
    )
    assert tuple(due(play.state)) == (Due("time", at(1260)),)
    play.refused(resume(), "TABLE_NOT_HELD")


@pytest.mark.case("T7")
def test_case_t7_the_end_is_moved_by_the_hold_and_by_nothing_else() -> None:
    play = started(TIMED)
    play.do(hold(1199.75), time(1200), resume(5000))
    assert isinstance(play.state, InSession)
    assert play.live.ends_at == at(5000) + timedelta(milliseconds=250)
    play.do(time(5000.25))
    assert ended(play) is SessionEnding.TIME


def test_table_and_session_are_held_apart_and_both_must_resume() -> None:
    play = started(TIMED)
    play.do(hold(100, session=True))
    play.refused(resume(110), "SESSION_HELD_TOO")
    play.do(hold(120), resume(150, session=True))
    assert play.table.holds[0].whole_session is False
    play.refused(wager(1), "TABLE_HELD")
    play.do(resume(200))
    assert play.table.ends_at == at(1300)  # held from 100 to 200


def test_a_hold_after_time_was_up_moves_nothing() -> None:
    play = dealt(TIMED)
    play.do(time(1200), hold(1210), resume(1300))
    assert play.live.time_up
    play.do(record(*(hand(box, WON) for box in ALL), second=1310))
    assert ended(play) is SessionEnding.TIME


@pytest.mark.case("T7")
def test_case_t7_a_hold_that_reaches_the_table_late_holds_from_when_it_was_said() -> None:
    play = wagered(TIMED)
    play.do(time(1200))
    (held,) = play.do(follow(hold(1190, session=True)))
    assert isinstance(held, TableHeld)
    assert held.left == 10_000_000
    assert isinstance(play.state, InSession)
    assert [lies.box for lies in play.live.wagers] == [1, 3, 4, 7]
    play.do(follow(resume(1300, session=True)))
    assert tuple(due(play.state)) == (Due("time", at(1310)),)
    play = dealt(TIMED)
    play.do(time(1200), follow(hold(1195, session=True), resume(1300, session=True)))
    assert (play.live.time_up, play.live.ends_at) == (False, at(1305))


def test_but_not_one_that_came_after_the_end_or_after_chips_were_presented() -> None:
    play = wagered(TIMED)
    play.do(time(1200))
    assert play.do(follow(hold(1200, session=True))) == ()
    play.do(count((1, 1000)))
    assert play.do(follow(hold(1190, session=True))) == ()
    assert ended(play) is SessionEnding.TIME


def test_the_session_that_is_over_is_not_held() -> None:
    play = wagered(TIMED)
    play.refused(hold(1200), PLAY_CEASED)
    started(TIMED).refused(hold(reason=" "), "SAY_WHY")


# -- corrections that undo an end ----------------------------------------------------------------


def test_a_round_that_wrongly_ended_the_session_is_recorded_anew() -> None:
    play = all_broke()
    play.do(correct_round(*(hand(box, LOST, 500) for box in ALL)))
    assert isinstance(play.state, InSession)
    assert play.chips == dict.fromkeys(ALL, 500)


def test_and_one_that_was_the_last_stays_the_last() -> None:
    play = started(terms(rounds(1)))
    play.round()
    *_, last = play.do(correct_round(*(hand(box, WON) for box in ALL)))
    assert last == SessionEnded(SessionEnding.ROUNDS, at(12))


def test_corrected_chips_bring_a_player_back_or_out() -> None:
    play = wagered(amount=500)
    lose(play, b3=1000)
    play.do(correct_chips(3, 50))
    assert (play.box(3).status, play.live.play.order) == (Status.PLAYING, (4, 7, 1, 3))
    play.do(correct_chips(3, 0))
    assert play.box(3).status is Status.ELIMINATED
    assert isinstance(play.live.play, Wagering)
    assert play.live.play.order == (4, 7, 1)
    play = wagered()
    play.refused(correct_chips(3, 99), "CHIPS_IN_PLAY")
    play.do(correct_chips(3, 100))


def test_the_play_off_of_two_ends_like_any_session() -> None:
    play = started(terms(rounds(3), play_off=True, fewest=2), places=seats(3, 5))
    play.do(wager(3, 500), wager(5, 100), deal())
    play.do(record(hand(3, LOST, 1000), hand(5, LOST)))
    assert ended(play) is SessionEnding.ONE_LEFT
