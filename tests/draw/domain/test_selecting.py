"""Selecting numbers (rule 5.6(b)), and how far a game goes."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from services.draw.domain.game.calling import NO_MORE_NUMBERS, NumberCalled
from services.draw.domain.game.parts import Selection, Selector
from services.draw.domain.game.selecting import (
    BALL_DRAWN_BEFORE,
    BALL_NOT_NAMED,
    NO_SUCH_BALL,
    NOT_CONFIRMED,
    NUMBER_CHOSEN_BY_HAND,
    BallRekeyed,
    NumberSelected,
)
from services.draw.domain.game.staff import NOT_THE_CALLER
from services.draw.domain.game.state import InPlay
from services.kernel.law import Secret
from tests.draw.domain.games import (
    BALLS,
    BEN,
    BINGO,
    CALLER,
    CLEO,
    ELECTRONIC,
    ONLY_BINGO,
    PROFILE,
    VALID,
    at,
    attempted,
    call,
    called,
    called_out,
    confirm,
    confirmed,
    decided,
    game,
    in_play,
    keyed,
    opening,
    opening_again,
    rekeyed,
    select,
    selected,
)
from tests.kit.law import permits, refuses


def drawn(position: int, number: int, entropy: bytes = b"") -> NumberSelected:
    """A selection as it is decided, before it is sealed."""
    return NumberSelected(position, Secret(Selection(number, entropy)))


# -- selecting, electronically ---------------------------------------------------------------------


@permits("NZB-5.6(b)", "NZB-5.6(c)", "NZB-5.7(a)")
def test_nzb_5_6_b_the_caller_selects_at_random() -> None:
    # SHA-256 of 36 zero bytes begins with 6db65fd59fd356f6, by sha256sum; 90 numbers are left.
    first = 1 + 0x6DB65FD59FD356F6 % 90
    state = game(*in_play()).when(select(1, entropy=bytes(32))).then(drawn(1, first, bytes(32)))
    assert isinstance(state.state, InPlay)
    assert state.state.selected == Secret(Selection(first, bytes(32)))
    assert state.state.called == frozenset()


@permits("NZB-5.6(b)")
def test_nzb_5_6_b_each_number_left_has_a_place_in_the_choice() -> None:
    # With 3, 50 and 90 gone, place n of the 87 left is the n-th number that is none of these.
    left = [number for number in range(1, 91) if number not in (3, 50, 90)]
    entropy = b"\x07" * 32
    digest = hashlib.sha256(entropy + bytes(4)).digest()
    number = left[int.from_bytes(digest[:8], "big") % 87]
    game(*in_play(50, 3, 90)).when(select(4, entropy=entropy)).then(drawn(4, number, entropy))


@refuses("NZB-5.6(b)")
@pytest.mark.parametrize("by", [BEN, CLEO], ids=["supervisor", "stranger"])
@pytest.mark.parametrize("position", [1, 7])
def test_nzb_5_6_b_nobody_but_the_caller_selects(by: str, position: int) -> None:
    game(*in_play()).when(select(position, by=by)).recorded_refusal(
        NOT_THE_CALLER, "NZB-5.6(b)", events=(attempted(CALLER, by),)
    )


@refuses("NZB-5.6(b)")
@pytest.mark.parametrize("ball", [42, 17], ids=["the selected one", "another"])
def test_nzb_5_6_b_a_number_is_not_chosen_by_hand(ball: int) -> None:
    game(*in_play()).when(select(1, ball)).refused(NUMBER_CHOSEN_BY_HAND, "NZB-5.6(b)")
    waits = game(*in_play(), selected(1, 42))
    waits.when(select(1, ball)).refused(NUMBER_CHOSEN_BY_HAND, "NZB-5.6(b)")


def test_asked_again_it_is_the_same_number_whoever_calls_by_now() -> None:
    waits = game(*in_play(), selected(1, 42))
    waits.when(select(1, entropy=b"\xff" * 32)).nothing()
    paused = game(*in_play(), selected(1, 42), called_out(1, 0))
    paused.when(select(1, entropy=b"\xfe" * 32)).nothing()


@pytest.mark.case("B1")
@pytest.mark.parametrize("position", [0, 1, 3])
def test_case_B1_of_two_callers_the_one_who_saw_less_is_told_so(position: int) -> None:
    """Both saw one call. The first drew and called number 2; the other's 2 comes too late."""
    behind = game(*in_play(42))
    assert behind.when(select(position)).stale().facts["now"] == "2"
    assert behind.when(call(position)).stale().facts["now"] == "2"
    waits = game(*in_play(42), selected(2, 17))
    waits.when(select(position)).stale()
    waits.when(call(position)).stale()
    race = waits.when(call(2)).then(called(2, 17)).when(call(2))
    assert race.stale().sentence == "The next call is 3; you have 2."


# -- selecting a ball ------------------------------------------------------------------------------


@permits("NZB-5.6(b)")
def test_nzb_5_6_b_the_caller_enters_the_ball_that_came_out() -> None:
    game(*in_play(selector=BALLS)).when(select(1, 90)).then(drawn(1, 90))
    game(*in_play(90, selector=BALLS)).when(select(2, 1)).then(drawn(2, 1))


@refuses("NZB-5.6(b)")
def test_nzb_5_6_b_a_ball_is_named() -> None:
    game(*in_play(selector=BALLS)).when(select(1)).refused(BALL_NOT_NAMED, "NZB-5.6(b)")


@refuses("NZB-5.6(b)")
@pytest.mark.parametrize("ball", [0, 91, 999])
def test_nzb_5_6_b_the_balls_are_1_to_90(ball: int) -> None:
    game(*in_play(selector=BALLS)).when(select(1, ball)).refused(NO_SUCH_BALL, "NZB-5.6(b)")


@refuses("NZB-5.6(b)")
def test_nzb_5_6_b_no_ball_comes_twice() -> None:
    twice = game(*in_play(42, 17, 8, selector=BALLS)).when(select(4, 17))
    assert twice.refused(BALL_DRAWN_BEFORE, "NZB-5.6(b)").facts["position"] == "2"


def put_right(position: int, number: int) -> BallRekeyed:
    """A ball keyed again as it is decided, before it is sealed; it opens the one before."""
    return BallRekeyed(position, Secret(Selection(number, b"")), opening(position))


@permits("NZB-5.6(b)", "NZB-5.6(c)")
def test_nzb_5_6_b_a_ball_that_was_keyed_wrongly_is_put_right_and_announced() -> None:
    waits = game(*in_play(8, selector=BALLS), keyed(2, 45))
    waits.when(select(2, 45)).nothing()
    waits.when(select(2)).nothing()
    waits.when(select(2, 54)).then(put_right(2, 54))
    right = game(*in_play(8, selector=BALLS), keyed(2, 45), rekeyed(2, 54))
    right.when(select(2, 54)).nothing()
    announcement = right.when(call(2))
    announcement.then(NumberCalled(2, 54, opening_again(2), at()))
    assert isinstance(announcement.state, InPlay)
    assert announcement.state.called == {8, 54}


def test_it_is_put_right_as_often_as_it_is_wrong_in_a_pause_and_after_the_last_win_too() -> None:
    twice = game(*in_play(selector=BALLS), keyed(1, 45), rekeyed(1, 54)).when(select(1, 45))
    twice.then(BallRekeyed(1, Secret(Selection(45, b"")), opening_again(1)))
    paused = game(*in_play(8, selector=BALLS), keyed(2, 45), called_out(1, 2))
    paused.when(select(2, 54)).then(put_right(2, 54))
    only = in_play(8, version=1, stages=ONLY_BINGO, selector=BALLS)
    won = game(*only, keyed(2, 45), called_out(1, 1), decided(1, VALID, BINGO))
    won.when(select(2, 54)).then(put_right(2, 54))


@refuses("NZB-5.6(b)")
def test_nzb_5_6_b_a_ball_that_cannot_have_come_does_not_put_anything_right() -> None:
    waits = game(*in_play(8, selector=BALLS), keyed(2, 45))
    waits.when(select(2, 8)).refused(BALL_DRAWN_BEFORE, "NZB-5.6(b)")
    waits.when(select(2, 91)).refused(NO_SUCH_BALL, "NZB-5.6(b)")


def test_what_was_announced_is_not_keyed_again() -> None:
    announced = game(*in_play(selector=BALLS), selected(1, 45), called(1, 45))
    announced.when(select(1, 54)).stale()


# -- how far a game goes ---------------------------------------------------------------------------


@permits("NZB-5.6(b)", "NZB-5.7(a)")
@pytest.mark.parametrize("selector", [ELECTRONIC, BALLS])
def test_all_90_numbers_come_once_each_and_then_no_more(selector: Selector) -> None:
    played = game(*in_play(selector=selector))
    for position in range(1, 91):
        entropy = hashlib.sha256(b"%d" % position).digest()
        ball = position * 2 % 91 if selector is BALLS else None
        outcome = played.when(select(position, ball, entropy=entropy))
        played = outcome.then(*outcome.events)
        outcome = played.when(call(position))
        played = outcome.then(*outcome.events)
        state = played.state
        assert isinstance(state, InPlay)
        assert state.last_call is not None
        ball = state.last_call.number if selector is BALLS else None
        played = played.when(confirm(position, ball)).then(confirmed(position, ball))
    state = played.state
    assert isinstance(state, InPlay)
    assert sorted(call.number for call in state.calls) == list(range(1, 91))
    assert [call.position for call in state.calls] == list(range(1, 91))
    assert state.next_position == 0
    refused = played.when(select(91, 1 if selector is BALLS else None)).refused(NO_MORE_NUMBERS, "")
    assert refused.facts["why"] == "every number was called"
    played.when(call(91)).refused(NO_MORE_NUMBERS, "")


ALL_WON = (
    *in_play(42, version=1, stages=ONLY_BINGO),
    called_out(1, 1),
    decided(1, VALID, BINGO),
)


def test_no_number_is_drawn_when_every_stage_has_a_winner() -> None:
    won = game(*ALL_WON)
    refused = won.when(select(2)).refused(NO_MORE_NUMBERS, "")
    assert refused.facts["why"] == "every stage has a winner"
    won.when(call(2)).refused(NO_MORE_NUMBERS, "")
    assert isinstance(won.state, InPlay)
    assert won.state.next_position == 0


@permits("NZB-5.6(c)")
def test_nzb_5_6_c_a_number_drawn_before_the_last_stage_was_won_may_be_announced() -> None:
    *so_far, call_out, decision = ALL_WON
    won = game(*so_far, selected(2, 17), call_out, decision)
    assert isinstance(won.state, InPlay)
    assert won.state.next_position == 2
    out_already = won.when(call(2)).then(called(2, 17, after_the_end=True))
    after = out_already.when(confirm(2)).then(confirmed(2))
    assert isinstance(after.state, InPlay)
    assert after.state.next_position == 0


@refuses("NZB-5.7(a)")
def test_nzb_5_7_a_a_number_is_displayed_before_the_next_is_selected() -> None:
    hurried = game(*in_play(42), selected(2, 17), called(2, 17)).when(select(3))
    refused = hurried.refused(NOT_CONFIRMED, "NZB-5.7(a)")
    assert (refused.facts["position"], refused.facts["number"]) == ("2", "17")


@refuses("NZB-5.7(b)")
def test_nzb_5_7_b_a_ball_is_checked_and_racked_before_the_next_is_drawn() -> None:
    hurried = game(*in_play(42, selector=BALLS), selected(2, 17), called(2, 17))
    hurried.when(select(3, 8)).refused(NOT_CONFIRMED, "NZB-5.7(b)")


@permits("NZB-5.7(a)")
def test_nzb_5_7_a_a_profile_may_let_the_next_selection_come_before_the_display() -> None:
    no_wait = replace(PROFILE, rules=replace(PROFILE.rules, confirm_before_next=False))
    hurried = game(*in_play(42, profile=no_wait), selected(2, 17), called(2, 17)).when(select(3))
    assert [type(event) for event in hurried.events] == [NumberSelected]
