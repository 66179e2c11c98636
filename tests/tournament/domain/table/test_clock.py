"""The clock of a session, and what holds it (definition of session in 1.0; cases T7, T8)."""

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
from services.tournament.domain.table.reasons import PLAY_CEASED
from services.tournament.domain.table.rulings import RoundRuledBegun
from services.tournament.domain.table.state import (
    Dealt,
    HoldCause,
    InSession,
    SessionEnding,
)
from services.tournament.domain.table.table import TABLES
from tests.kit.law import permits, refuses
from tests.tournament.domain.table.play import (
    MINUTES_20,
    TOM,
    WON,
    all_broke,
    at,
    call_session,
    count,
    deal,
    dealt,
    ended,
    follow,
    hand,
    hold,
    record,
    resume,
    rounds,
    rule_begun,
    seated,
    started,
    terms,
    time,
    wager,
    wagered,
)

TIMED = terms(MINUTES_20)
ALL = (1, 3, 4, 7)


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
