"""Errors in announcement or display are corrected (rule 5.8; Tennessee 13)."""

from __future__ import annotations

import pytest

from services.draw.domain.game.corrections import CorrectCall
from services.draw.domain.game.parts import CallError
from services.draw.domain.game.rules import Place
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    CLEO,
    LINE,
    NOT_VALID,
    OUT_OF_TIME,
    VALID,
    at,
    attempted,
    ball_called,
    called,
    called_out,
    confirm,
    confirmed,
    decide,
    decided,
    game,
    in_play,
    select,
    selected,
    waiting,
)
from tests.draw.domain.righting import (
    KEYED,
    MIA,
    SHOWN,
    SPOKEN,
    approve,
    approved,
    correct,
    corrected,
    entered,
    numbers,
    playing,
    profile,
    proposed_correction,
    standing_out,
)
from tests.draw.domain.standing import heard, signed
from tests.kit.law import permits, refuses

# 42 was drawn and called, then 17 was drawn, and the hall heard "70".
MISSPOKEN = (*in_play(42), selected(2, 17), called(2, 17))
# 42, then ball 17; it was read, entered and spoken as 71.
MISREAD = (*in_play(42, selector=BALLS), entered(2, 71), ball_called(2, 71))
LATER = in_play(42, 17, 8)


# -- spoken wrongly --------------------------------------------------------------------------------


@permits("NZB-5.8")
@pytest.mark.parametrize("by", [ANA, BEN])
def test_nzb_5_8_caller_or_supervisor_corrects_a_number_that_was_spoken_wrongly(by: str) -> None:
    right = game(*MISSPOKEN).when(correct(2, SPOKEN, 70, 17, by=by, second=9))
    state = right.then(corrected(2, SPOKEN, 70, 17, by=by, second=9)).state
    call_2 = playing(state).calls[1]
    assert (call_2.number, call_2.taken_back, call_2.confirmed) == (17, False, False)
    assert call_2.errors == (CallError(SPOKEN, 70, at(9), by),)
    assert numbers(state) == (42, 17), "70 was never drawn"


@refuses("NZB-5.8")
def test_nzb_5_8_nobody_else_announces_a_correction_and_who_tries_is_on_record() -> None:
    tried = game(*MISSPOKEN).when(correct(2, SPOKEN, 70, 17, by=CLEO))
    again = tried.recorded_refusal("NOT_TO_CORRECT", "NZB-5.8", events=(attempted(CALLER, CLEO),))
    again.when(correct(2, SPOKEN, 70, 17, by=CLEO)).refused("NOT_TO_CORRECT", "NZB-5.8")


def test_a_ball_that_was_read_entered_and_spoken_wrongly_is_restated_in_its_place() -> None:
    right = game(*MISREAD).when(correct(2, SPOKEN, 71, 17))
    state = right.then(corrected(2, SPOKEN, 71, 17)).state
    assert numbers(state) == (42, 17)
    confirmed_again = game(*MISREAD, corrected(2, SPOKEN, 71, 17), confirmed(2, 17))
    assert confirmed_again.when(select(3, 71)).events, "71 is still in the receptacle"
    confirmed_again.when(select(3, 17)).refused("BALL_DRAWN_BEFORE")


def test_a_corrected_call_is_confirmed_again_before_the_next_number() -> None:
    shown = (*in_play(42, 17), corrected(2, SPOKEN, 70, 17))
    game(*shown).when(select(3)).refused("NOT_CONFIRMED", "NZB-5.7(a)")
    game(*shown).when(confirm(2)).then(confirmed(2))
    balls = (*MISREAD, corrected(2, SPOKEN, 71, 17))
    game(*balls).when(confirm(2, 71)).recorded_refusal("BALL_DIFFERS", "NZB-5.7(b)")
    game(*balls).when(confirm(2, 17)).then(confirmed(2, 17))


def test_the_same_correction_again_decides_nothing() -> None:
    for position, kind, wrong in ((2, SPOKEN, 70), (2, SHOWN, 71), (1, SHOWN, 24)):
        number = 17 if position == 2 else 42
        once = game(*MISSPOKEN, corrected(position, kind, wrong, number))
        once.when(correct(position, kind, wrong, number)).nothing()
        once.when(correct(position, kind, wrong, number, by=BEN)).nothing()
    struck = (
        *in_play(42, 17, 8, profile=profile(Place.LAST)),
        corrected(2, SPOKEN, 70, 17, place=4),
    )
    game(*struck).when(correct(2, SPOKEN, 70, 17, by=BEN)).nothing()


def test_who_had_heard_it_put_right_answers_it_where_it_counts_as_the_last() -> None:
    history = (
        *in_play(42, 17, 8, profile=profile(Place.LAST)),
        # entered at 20, when the correction of second 9 is not on record yet
        *(called_out(1, 3, heard=15, second=20), called_out(2, 2, heard=8, second=21, late=True)),
        called_out(3, 2, heard=15, second=22, late=True),
        decided(3, NOT_VALID),
    )
    right = game(*history, corrected(2, SPOKEN, 70, 17, place=4, second=9))
    answers = [(c.after_position, c.judged_on, c.late) for c in playing(right.state).call_outs]
    # of a call that is struck who had not heard that is judged on the one before
    assert answers == [(4, 4, False), (2, 1, True), (2, 1, True)]


def test_one_that_was_called_by_hand_is_so_in_its_new_place_too() -> None:
    by_hand = signed(heard(17, 20), heard(8, 21), position=2)
    first, *rest = in_play(42, profile=profile(Place.LAST))
    state = game(first, *rest, *by_hand, corrected(2, SPOKEN, 70, 17, place=4)).state
    assert [call.by_hand for call in playing(state).calls] == [False, True, True, True]
    assert [call.taken_back for call in playing(state).calls] == [False, True, False, False]


def test_another_error_of_the_same_call_is_another_correction() -> None:
    once = game(*MISSPOKEN, corrected(2, SPOKEN, 70, 17))
    once.when(correct(2, SPOKEN, 77, 17)).then(corrected(2, SPOKEN, 77, 17))
    once.when(correct(2, SHOWN, 70, 17)).then(corrected(2, SHOWN, 70, 17))


def test_nothing_keeps_a_correction_waiting() -> None:
    """It is announced immediately: a call out, a selected number or an undisplayed one or not."""
    paused = game(*MISSPOKEN, called_out(1, 1, late=True))
    paused.when(correct(2, SPOKEN, 70, 17)).then(corrected(2, SPOKEN, 70, 17))
    drawn = game(*in_play(42, 17), selected(3, 8))
    state = drawn.when(correct(2, SPOKEN, 70, 17)).then(corrected(2, SPOKEN, 70, 17)).state
    assert playing(state).selected is not None, "what is drawn stays the next"


# -- shown and keyed -------------------------------------------------------------------------------


def test_nzb_5_8_a_number_that_was_shown_wrongly_changes_nothing_but_the_display() -> None:
    won = (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE), called_out(2, 1, late=True))
    before = playing(game(*won, decided(2, OUT_OF_TIME)).state)
    right = game(*won, decided(2, OUT_OF_TIME)).when(correct(2, SHOWN, 71, 17, second=9))
    after = playing(right.then(corrected(2, SHOWN, 71, 17, second=9)).state)
    assert (after.won, after.call_outs, numbers(after)) == (before.won, before.call_outs, (42, 17))
    assert after.calls[1].errors == (CallError(SHOWN, 71, at(9), ANA),)
    assert not after.calls[1].confirmed


def test_a_ball_keyed_wrongly_restates_the_record_and_who_was_refused_is_judged_again() -> None:
    """The hall heard 17, and 71 was entered: the call out on it stands on 17."""
    heard = (
        *MISREAD,
        *(called_out(1, 2), decided(1, NOT_VALID)),
        *(called_out(2, 1, late=True), decided(2, OUT_OF_TIME)),
        *(called_out(3, 2, second=3), called_out(4, 1, late=True), decided(4, NOT_VALID)),
    )
    right = game(*heard).when(correct(2, KEYED, 71, 17, second=9))
    after = right.then(corrected(2, KEYED, 71, 17, 1, second=9))
    assert numbers(after.state) == (42, 17)
    assert standing_out(after.state) == ((1, 2, False), (3, 2, False))
    after.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


def test_a_ball_keyed_wrongly_and_found_late_reopens_what_was_refused_since() -> None:
    heard = (
        *in_play(42, 71, 8, selector=BALLS),
        *(called_out(1, 1, late=True), decided(1, NOT_VALID, in_time=True)),
        *(called_out(2, 3), decided(2, NOT_VALID)),
    )
    right = game(*heard).when(correct(2, KEYED, 71, 17, by=BEN))
    after = right.then(corrected(2, KEYED, 71, 17, 2, by=BEN))
    assert numbers(after.state) == (42, 17, 8), "it keeps its place under every profile"


def test_a_winner_on_a_ball_that_was_keyed_wrongly_stays_one_and_two_persons_sign() -> None:
    won = (*MISREAD, called_out(1, 2), decided(1, VALID, LINE))
    waits = (
        game(*won).when(correct(2, KEYED, 71, 17)).then(proposed_correction(1, 2, KEYED, 71, 17))
    )
    after = waits.when(approve(1)).then(approved(1), corrected(2, KEYED, 71, 17))
    assert playing(after.state).won[0].call_outs == (1,)


def test_an_earlier_ball_can_be_right_once_the_wrong_entry_is_corrected() -> None:
    """Two balls were keyed for each other."""
    crossed = game(*in_play(17, 42, selector=BALLS))
    crossed.when(correct(2, KEYED, 42, 17)).refused("CALLED_BEFORE", "NZB-5.8")


# -- what does not fit the record ------------------------------------------------------------------


ELECTRONIC_REFUSED = [
    (correct(3, SPOKEN, 70, 8), "CALL_DOES_NOT_COUNT"),
    (correct(0, SHOWN, 70, 8), "CALL_DOES_NOT_COUNT"),
    (correct(2, SPOKEN, 17, 17), "NOTHING_WRONG"),
    (correct(2, SPOKEN, 91, 17), "NOT_A_NUMBER_HERE"),
    (correct(2, SPOKEN, 17, 70), "NOTHING_IS_KEYED"),
    (correct(2, KEYED, 17, 70), "NOTHING_IS_KEYED"),
    (correct(2, KEYED, 70, 17), "NOTHING_IS_KEYED"),
    (correct(2, SHOWN, 70, 71), "NOTHING_IS_KEYED"),
    (correct(2, SPOKEN, 70, 17, LINE), "STAGE_NOT_WON"),
]
BALLS_REFUSED = [
    (correct(2, KEYED, 17, 71), "NOT_WHAT_WAS_CALLED"),
    (correct(2, KEYED, 70, 17), "NOT_WHAT_WAS_CALLED"),
    (correct(2, SPOKEN, 17, 18), "NOT_WHAT_WAS_CALLED"),
    (correct(2, SHOWN, 71, 17), "NOT_WHAT_WAS_CALLED"),
    (correct(2, KEYED, 71, 42), "CALLED_BEFORE"),
    (correct(2, KEYED, 71, 91), "NOT_A_NUMBER_HERE"),
]


@pytest.mark.parametrize(("command", "code"), ELECTRONIC_REFUSED)
def test_a_correction_fits_what_the_selector_drew(command: CorrectCall, code: str) -> None:
    game(*MISSPOKEN).when(command).refused(code)


@pytest.mark.parametrize(("command", "code"), BALLS_REFUSED)
def test_a_correction_fits_the_balls(command: CorrectCall, code: str) -> None:
    game(*MISREAD).when(command).refused(code)


@pytest.mark.parametrize("number", [1, 90])
def test_the_first_and_the_last_number_are_numbers_of_the_game(number: int) -> None:
    game(*MISREAD).when(correct(2, KEYED, 71, number)).then(corrected(2, KEYED, 71, number))
    game(*MISREAD).when(correct(2, SPOKEN, number, 71)).then(corrected(2, SPOKEN, number, 71))


def test_the_ball_that_waits_is_not_the_one_that_was_entered_wrongly() -> None:
    waits = game(*in_play(42, 71, selector=BALLS), entered(3, 17))
    waits.when(correct(2, KEYED, 71, 17)).refused("BALL_WAITS", "NZB-5.8")


def test_before_the_announcement_nothing_is_corrected() -> None:
    game(*waiting()).when(correct(1, SPOKEN, 70, 17)).refused("NOT_ANNOUNCED")


def test_what_went_wrong_again_is_corrected_and_confirmed_again() -> None:
    for kind in (SPOKEN, SHOWN):
        once = (*MISSPOKEN, corrected(2, kind, 70, 17))
        game(*once).when(correct(2, kind, 70, 17)).nothing()
        again = game(*once, confirmed(2)).when(correct(2, kind, 70, 17, second=25))
        state = playing(again.then(corrected(2, kind, 70, 17, second=25)).state)
        assert not state.calls[1].confirmed
        assert [error.corrected_at for error in state.calls[1].errors] == [at(), at(25)]


# -- Tennessee -------------------------------------------------------------------------------------


CALLED_N = (*memphis.in_play(7), entered(2, 33), memphis.called(2, 33))


@permits("TNB-13")
def test_tnb_13_the_caller_corrects_a_wrong_call_and_the_game_continues() -> None:
    """Ball 43 was called as N 33."""
    right = game(*CALLED_N).when(correct(2, SPOKEN, 33, 43))
    after = right.then(corrected(2, SPOKEN, 33, 43))
    call_2 = playing(after.state).calls[1]
    assert (call_2.letter, call_2.number, call_2.confirmed) == ("N", 43, False)
    other = game(*CALLED_N).when(correct(2, SPOKEN, 33, 50)).then(corrected(2, SPOKEN, 33, 50))
    assert playing(other.state).calls[1].letter == "G"
    confirm_50 = confirm(2, 50, by=memphis.DOT)
    assert other.when(confirm_50).then(memphis.shown(2, 50)).when(select(3, 33)).events


def test_a_number_that_becomes_the_last_has_its_letter_there_too() -> None:
    moved = game(*memphis.in_play(7, 33, 61), corrected(2, SPOKEN, 33, 43, place=4))
    struck, last = (playing(moved.state).calls[at_] for at_ in (1, 3))
    assert (struck.number, struck.letter, struck.taken_back) == (43, "N", True)
    assert (last.number, last.letter, last.taken_back) == (43, "N", False)


@refuses("TNB-13")
def test_tnb_13_it_is_the_caller_s_to_announce_it() -> None:
    tried = game(*CALLED_N).when(correct(2, SPOKEN, 33, 43, by=BEN))
    tried.recorded_refusal("NOT_TO_CORRECT", "TNB-13", events=(attempted(CALLER, BEN),))


def test_tnb_13_found_later_the_game_manager_decides() -> None:
    later = game(*memphis.in_play(7, 33, 61))
    later.when(correct(2, SPOKEN, 33, 43)).refused("FOUND_LATE", "TNB-14")
    later.when(correct(2, SPOKEN, 33, 43, by=MIA, manager=True)).then(
        corrected(2, SPOKEN, 33, 43, by=MIA)
    )
