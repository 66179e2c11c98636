"""Readings that a profile chooses, where the text leaves it open (1.0, 4.7, 5.8, 5.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from services.tournament.domain.table.clock import SessionEnded, TimeElapsed
from services.tournament.domain.table.state import InSession, Over, SessionEnding, Status
from services.tournament.domain.table.terms import Sign, TableReadings, Terms
from services.tournament.domain.terms import Length
from tests.kit.law import permits, refuses
from tests.tournament.domain.table.play import (
    CARDS,
    LOST,
    MINUTES_20,
    STOOD_OFF,
    WON,
    Play,
    at,
    call_session,
    change_sign,
    correct_chips,
    deal,
    dealt,
    disqualify,
    hand,
    leave,
    record,
    record_cards,
    rounds,
    rule_begun,
    seated,
    seats,
    start,
    started,
    terms,
    time,
    void_round,
    wager,
    wagered,
)

ALL = (1, 3, 4, 7)


def read(length: Length | None = None, **readings: bool) -> Terms:
    """Terms with other readings than the usual ones."""
    return terms(length, readings=TableReadings(**readings))


def short(**readings: bool) -> Play:
    """Box 3 has 5 of its 1,000 left after round 1, the others 500."""
    play = dealt(read(None, **readings), 500)
    play.do(record(hand(3, LOST, 995), *(hand(box, LOST, 500) for box in (1, 4, 7))))
    return play


# -- short of the minimum --------------------------------------------------------------------------


def test_tbj_4_7_who_is_short_waits_and_a_lower_sign_lets_the_player_wager_again() -> None:
    play = short()
    assert (play.box(3).status, play.live.play.order) == (Status.PLAYING, (4, 7, 1))
    play.do(change_sign(Sign(5, 500, 5, False)))
    assert play.live.play.order == (4, 7, 1, 3)


def test_tbj_4_7_by_the_other_reading_who_is_short_is_out_after_the_round() -> None:
    play = short(short_out=True)
    assert (play.box(3).status, play.box(3).out_in) == (Status.ELIMINATED, 1)
    assert play.chips[3] == 5  # they stay the player's until the tally
    play.do(change_sign(Sign(5, 500, 5, False)))
    assert play.live.play.order == (4, 7, 1)
    play.refused(wager(3, 5, 2), "BOX_VOID", "TBJ-4.9")


@permits("TBJ-4.10(b)")
def test_tbj_4_10_b_where_all_are_short_at_once_nobody_is_out() -> None:
    play = dealt(read(short_out=True), 500)
    play.do(record(*(hand(box, LOST, 995) for box in (1, 3, 4)), hand(7, LOST, 1000)))
    assert isinstance(play.state, Over)
    assert play.state.ending is SessionEnding.ALL_SHORT
    assert [box.box for box in play.table.boxes if box.at_table] == [1, 3, 4]


# -- the marker ------------------------------------------------------------------------------------


@permits("TBJ-5.9")
def test_tbj_5_9_the_marker_passes_over_who_is_short_or_away() -> None:
    play = dealt()
    play.do(leave(3), record(*(hand(box, STOOD_OFF) for box in ALL)))
    assert (play.live.marker, play.live.play.order) == (4, (4, 7, 1))


@permits("TBJ-5.9")
def test_tbj_5_9_by_the_other_reading_it_waits_before_them_and_the_next_wagers_first() -> None:
    play = dealt(read(marker_waits=True))
    play.do(leave(3), record(*(hand(box, STOOD_OFF) for box in ALL)))
    assert (play.live.marker, play.live.play.order) == (3, (4, 7, 1))
    play = wagered(read(marker_waits=True))
    play.do(disqualify(3), deal(second=7))
    play.do(record(*(hand(box, STOOD_OFF) for box in (1, 4, 7))))
    assert play.live.marker == 4  # who is out is not at the table


@permits("TBJ-5.8")
def test_tbj_5_8_where_box_1_is_at_the_right_the_highest_box_begins_and_numbers_run_down() -> None:
    play = seated(read(box_one_right=True))
    play.do(call_session(), start(marker=7))
    assert play.live.play.order == (7, 4, 3, 1)
    play.refused(wager(1), "NOT_IN_TURN", "TBJ-5.8")
    seen = []
    for _ in range(4):
        play.round()
        seen.append(play.live.play.order)
    assert seen == [(4, 3, 1, 7), (3, 1, 7, 4), (1, 7, 4, 3), (7, 4, 3, 1)]


@refuses("TBJ-5.8")
def test_tbj_5_8_and_not_box_1() -> None:
    play = seated(read(box_one_right=True), places=seats(1, 2, 5, 6))
    play.do(call_session())
    refused = play.refused(start(marker=1), "MARKER_MISPLACED", "TBJ-5.8")
    assert refused.sentence.endswith("a session starts with it before box 6.")


# -- time ------------------------------------------------------------------------------------------


@permits("TBJ-1.0-session(b)")
def test_tbj_1_0_session_b_by_the_other_reading_a_round_on_which_a_wager_lies_is_played() -> None:
    play = started(read(MINUTES_20, wagers_played_out=True))
    play.do(wager(1))
    assert play.do(time(1200)) == (TimeElapsed(1, at(1200)),)
    play.do(*(wager(box, second=1201) for box in (3, 4, 7)), deal(second=1202))
    *_, last = play.do(record(*(hand(box, WON) for box in ALL), second=1260))
    assert last == SessionEnded(SessionEnding.TIME, at(1260))
    assert play.chips == dict.fromkeys(ALL, 1100)


@refuses("TBJ-1.0-session(b)")
def test_tbj_1_0_session_b_and_one_without_any_is_not() -> None:
    play = started(read(MINUTES_20, wagers_played_out=True))
    play.refused(wager(1, second=1200), "PLAY_CEASED", "TBJ-1.0-session(b)")


@permits("TBJ-1.0-session(b)")
def test_tbj_1_0_session_b_a_round_voided_after_time_was_up_is_played_again_as_the_last() -> None:
    play = dealt(terms(MINUTES_20))
    play.do(time(1200))
    play.do(replace(void_round(), at=at(1210)))
    assert isinstance(play.state, InSession)
    assert (play.live.time_up, play.live.play.number) == (True, 1)
    assert play.do(time(1300)) == ()
    play.do(*(wager(box, second=1301) for box in ALL), deal(second=1302))
    *_, last = play.do(record(*(hand(box, WON) for box in ALL), second=1310))
    assert last == SessionEnded(SessionEnding.TIME, at(1310))
    assert play.chips == dict.fromkeys(ALL, 1100)


@permits("TBJ-1.0-session(b)")
def test_so_is_one_that_was_ruled_to_have_begun() -> None:
    play = wagered(terms(MINUTES_20))
    play.do(time(1200), rule_begun(), replace(void_round(), at=at(1310)))
    assert isinstance(play.state, InSession)


@refuses("TBJ-1.0-session(b)")
def test_tbj_1_0_session_b_by_the_other_reading_the_session_is_over_then() -> None:
    play = dealt(read(MINUTES_20, void_not_replayed=True))
    play.do(time(1200))
    *_, last = play.do(replace(void_round(), at=at(1210)))
    assert last == SessionEnded(SessionEnding.TIME, at(1210))
    play.refused(wager(1, second=1211), "PLAY_CEASED", "TBJ-1.0-session(b)")


# -- insurance -------------------------------------------------------------------------------------


def insured(amount: int, **rules: Any) -> Play:
    """Box 1 insures its wager of 100 against a dealer who has a blackjack."""
    play = dealt(terms(rounds(9), cards=replace(CARDS, insurance=True, **rules)))
    plain = ((1, "10C 8C"), (3, "10C 9C"), (4, "10D 7C"), (7, "10S 8C"))
    play.do(record_cards("AH KD", *plain, insured=((1, amount),)))
    return play


def test_insurance_takes_and_pays_what_the_profile_says() -> None:
    assert insured(50).chips[1] == 1000  # 100 lost, 2 times 50 won
    assert insured(100, insurance_part=1, insurance_pays=3).chips[1] == 1200


def test_and_no_more_than_its_part_of_the_wager() -> None:
    play = dealt(terms(rounds(9), cards=replace(CARDS, insurance=True, insurance_part=4)))
    plain = ((1, "10C 8C"), (3, "10C 9C"), (4, "10D 7C"), (7, "10S 8C"))
    refused = play.refused(
        record_cards("AH KD", *plain, insured=((1, 26),)), "PLAY_NOT_ALLOWED", "TBJ-2.1"
    )
    assert refused.sentence == "Box 1 insured more than 1/4 of its wager."
    play.do(record_cards("AH KD", *plain, insured=((1, 25),)))
    assert play.chips[1] == 950


def test_a_player_who_was_short_and_out_is_in_again_when_chips_are_corrected() -> None:
    play = short(short_out=True)
    play.do(correct_chips(3, 50))
    assert play.box(3).status is Status.PLAYING
