"""Calling under Tennessee's rules: letter and number, from a receptacle, displayed by another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.calling import (
    LETTER_DIFFERS,
    LETTER_NOT_CALLED,
    NO_LETTERS,
    NOTHING_CUT_IT_OFF,
    NOTHING_SELECTED,
    PAUSED,
    TOO_SOON,
)
from services.draw.domain.game.displaying import (
    BALL_DIFFERS,
    BALL_NOT_HANDED,
    NOT_CALLED_YET,
    on_screen,
)
from services.draw.domain.game.opening import SELECTOR_NOT_ALLOWED, GameOpened
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.rules import Interrupted
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE, NOT_CONFIRMED, NumberSelected
from services.draw.domain.game.staff import (
    NOT_THE_ANNOUNCER,
    NOT_THE_CALLER,
    POST_EMPTY,
    POST_NOT_HERE,
    ROOM_NEEDED,
    SAME_PERSON,
    AssignStaff,
    StaffAssigned,
)
from services.draw.domain.game.state import InPlay, Waiting
from services.draw.domain.game.words import Post, Stage
from services.kernel.errors import failure_of
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CALLER,
    CLEO,
    ELECTRONIC,
    LINE,
    NOT_VALID,
    SUPERVISOR,
    TENNESSEE,
    VALID,
    announce,
    assigned,
    at,
    attempted,
    ball_called,
    but,
    called_out,
    confirm,
    decide,
    decided,
    game,
    keyed,
    open_game,
    opened,
    rekeyed,
    select,
)
from tests.draw.domain.games import call as call_without_letter
from tests.draw.domain.games import in_play as new_zealand_in_play
from tests.draw.domain.memphis import (
    ANNOUNCER,
    DOT,
    MAIN,
    MEZZ,
    PRIZES,
    STAFF,
    call,
    called,
    cut_off,
    in_play,
    letter_of,
    shown,
    stands,
    usd,
    waiting,
    was_cut_off,
)
from tests.kit.law import means, permits, refuses

DRAWN = (*in_play(7), keyed(2, 61))
CALLED = (*DRAWN, called(2, 61))


# -- the selector ----------------------------------------------------------------------------------


@permits("TNB-1", "TNB-3")
def test_tnb_3_balls_are_drawn_by_hand() -> None:
    prizes = (StagePrize(LINE, usd(50)), StagePrize(BINGO, usd(500)))
    command = open_game(3, prizes, profile=TENNESSEE, selector=BALLS, currency="USD")
    (event,) = game().when(command).events
    assert event == opened(3, PRIZES, profile=TENNESSEE, selector=BALLS)


@refuses("TNB-3")
def test_tnb_3_no_electronic_selector() -> None:
    command = open_game(3, PRIZES, profile=TENNESSEE, selector=ELECTRONIC, currency="USD")
    game().when(command).refused(SELECTOR_NOT_ALLOWED, "TNB-3")


@refuses("TNB-6")
def test_tnb_6_a_ball_that_was_removed_cannot_come_again() -> None:
    game(*in_play(7, 61)).when(select(3, 7)).refused(BALL_DRAWN_BEFORE, "TNB-6")


@permits("TNB-6")
def test_tnb_6_a_ball_that_is_still_in_the_receptacle_comes() -> None:
    game(*in_play(7, 61)).when(select(3, 8)).then(as_decided(keyed(3, 8)))


def as_decided(event: NumberSelected) -> NumberSelected:
    """As it is decided: what opens it comes with the journal."""
    return replace(event, selection=replace(event.selection, opening=None))


# -- letter and number -----------------------------------------------------------------------------


@permits("TNB-9", "TNB-11")
@means("TNB-9", side="inside")
def test_tnb_9_letter_and_number_in_full_are_a_call() -> None:
    game(*DRAWN).when(call(2, "O", second=9)).then(called(2, 61, second=9))


@means("TNB-9", side="outside")
def test_tnb_9_the_number_alone_is_none() -> None:
    game(*DRAWN).when(call_without_letter(2)).refused(LETTER_NOT_CALLED, "TNB-9")


@pytest.mark.parametrize("letter", ["B", "G"])
def test_tnb_9_the_letter_goes_with_the_number(letter: str) -> None:
    game(*DRAWN).when(call(2, letter)).refused(LETTER_DIFFERS, "TNB-9")


def test_where_there_are_no_letters_none_is_called() -> None:
    drawn = (*new_zealand_in_play(17), keyed(2, 42))
    game(*drawn).when(call(2, "I")).refused(NO_LETTERS)
    game(*drawn).when(cut_off(2)).refused(NO_LETTERS)


@permits("TNB-9")
def test_tnb_9_a_call_broken_off_after_the_letter_is_no_call() -> None:
    game(*DRAWN).when(cut_off(2)).refused(NOTHING_CUT_IT_OFF, "TNB-9")
    broken_off = game(*DRAWN, called_out(1, 1)).when(cut_off(2)).then(was_cut_off(2, "O"))
    assert isinstance(broken_off.state, InPlay)
    assert broken_off.state.called == {7}
    assert broken_off.state.cut_off == "O"
    broken_off.when(cut_off(2)).nothing()


def test_the_letter_of_a_ball_that_was_keyed_wrongly_is_not_that_of_the_ball() -> None:
    """61 was keyed, and "O" spoken, when a player cried."""
    cut = (*DRAWN, called_out(1, 1), was_cut_off(2, "O"))
    for ball, letter in ((70, "O"), (5, "")):
        after = game(*cut).when(select(2, ball))
        assert isinstance(after.state, InPlay)
        assert after.state.cut_off == letter
    gone = game(*cut, but(rekeyed(2, 5), cut_off=""))
    gone.when(call(2, "B")).refused(PAUSED)
    finished = gone.when(cut_off(2)).then(was_cut_off(2, "B")).when(call(2, "B"))
    assert isinstance(finished.state, InPlay)
    assert finished.state.called == {7, 5}


@refuses("TNB-9")
def test_tnb_9_that_a_call_was_broken_off_is_the_callers_to_say() -> None:
    cried = game(*DRAWN, called_out(1, 1))
    cried.when(cut_off(2, by=CLEO)).recorded_refusal(
        NOT_THE_CALLER, "TNB-9", events=(attempted(CALLER, CLEO),)
    )


@pytest.mark.parametrize("position", [1, 3])
def test_only_the_call_that_comes_next_can_be_broken_off(position: int) -> None:
    stale = game(*DRAWN, called_out(1, 1)).when(cut_off(position)).stale()
    assert stale.sentence == f"The next call is 2; you have {position}."


def test_a_finished_call_finishes_no_second_one() -> None:
    """Once the broken off call is called in full, the claim holds up the next."""
    finished = game(*DRAWN, called_out(1, 1), was_cut_off(2, "O"), called(2, 61), shown(2, 61))
    assert isinstance(finished.state, InPlay)
    assert finished.state.cut_off == ""
    game(*finished.events, keyed(3, 8)).when(call(3, "B")).refused(PAUSED)


def test_before_a_ball_is_drawn_no_call_can_be_broken_off() -> None:
    game(*in_play(7)).when(cut_off(2)).refused(NOTHING_SELECTED, "TNB-9")


def test_tnb_9_the_interrupted_call_is_finished_before_the_claim_is_decided() -> None:
    """The claim answers the number before; it is judged on that and not on the one finished."""
    broken_off = game(*DRAWN, called_out(1, 1), was_cut_off(2, "O"))
    finished = broken_off.when(call(2, "O")).then(called(2, 61))
    assert isinstance(finished.state, InPlay)
    claim = finished.state.call_outs[0]
    assert (claim.judged_on, claim.late) == (1, False)
    finished.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


def test_a_ball_of_which_nothing_was_called_waits_for_the_decision() -> None:
    paused = game(*DRAWN, called_out(1, 1))
    failure = failure_of(paused.when(call(2, "O")).refused(PAUSED))
    assert failure is not None
    assert failure.advice.endswith(
        "the game does not end. But if only the letter of the next call had been spoken when the "
        "player called out, record that it was cut off, and finish it."
    )
    paused.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID)).when(call(2, "O")).then(
        called(2, 61)
    )


def test_where_the_profile_says_so_an_interrupted_call_waits() -> None:
    rules = replace(TENNESSEE.rules, interrupted=Interrupted.WAITS)
    history = (but(DRAWN[0], rules=rules), *DRAWN[1:])
    broken_off = game(*history, called_out(1, 1), was_cut_off(2, "O"))
    broken_off.when(call(2, "O")).refused(PAUSED)


# -- shown by another ------------------------------------------------------------------------------


@permits("TNB-7", "TNB-10")
def test_tnb_7_the_other_individual_sees_the_ball_announces_and_displays_it() -> None:
    game(*CALLED).when(confirm(2, 61, by=DOT)).then(shown(2, 61))


@refuses("TNB-7")
@pytest.mark.parametrize("by", [ANA, BEN, CLEO], ids=["caller", "supervisor", "stranger"])
def test_tnb_7_nobody_else_displays_it(by: str) -> None:
    game(*CALLED).when(confirm(2, 61, by=by)).recorded_refusal(
        NOT_THE_ANNOUNCER, "TNB-7", events=(attempted(ANNOUNCER, by),)
    )


@refuses("TNB-7")
def test_tnb_7_the_next_ball_waits_until_this_one_is_displayed() -> None:
    game(*CALLED).when(select(3, 8)).refused(NOT_CONFIRMED, "TNB-7")
    game(*in_play()).when(confirm(1, 42, by=DOT)).refused("NOTHING_CALLED", "TNB-7")


def test_the_ball_that_is_shown_is_the_one_that_was_called() -> None:
    game(*CALLED).when(confirm(2, by=DOT)).refused(BALL_NOT_HANDED)
    game(*CALLED).when(confirm(2, 60, by=DOT)).recorded_refusal(BALL_DIFFERS, "TNB-7")


@refuses("TNB-10")
def test_tnb_10_nothing_is_displayed_before_it_is_called() -> None:
    game(*DRAWN).when(confirm(2, 61, by=DOT)).refused(NOT_CALLED_YET, "TNB-10")


@permits("TNB-10")
def test_tnb_10_a_screen_shows_what_was_called_and_nothing_that_is_only_drawn() -> None:
    state = game(*DRAWN).state
    assert isinstance(state, InPlay)
    assert [(each.number, each.letter) for each in on_screen(state)] == [(7, "B")]


@permits("TNB-11")
def test_tnb_11_a_ball_that_was_out_when_the_game_was_won_is_called_and_marked() -> None:
    won = (called_out(1, 1), decided(1, VALID, LINE), called_out(2, 1), decided(2, VALID, BINGO))
    game(*DRAWN, *won).when(call(2, "O")).then(called(2, 61, after_the_end=True))


# -- who is who ------------------------------------------------------------------------------------


@permits("TNB-7")
def test_tnb_7_another_individual_than_the_caller_takes_the_post() -> None:
    game(*waiting(staff=STAFF[:2])).when(AssignStaff(ANNOUNCER, DOT, at(), MAIN)).then(
        stands(ANNOUNCER, DOT)
    )


@refuses("TNB-7")
def test_tnb_7_the_caller_cannot_be_that_other_individual() -> None:
    game(*waiting()).when(AssignStaff(ANNOUNCER, "ANA ", at())).refused(SAME_PERSON, "TNB-7")
    game(*waiting()).when(AssignStaff(CALLER, DOT, at())).refused(SAME_PERSON, "TNB-7")


@refuses("TNB-7")
def test_tnb_7_a_game_is_not_announced_without_that_other_individual() -> None:
    unstaffed = game(*waiting(staff=STAFF[:2]))
    command = announce(3, PRIZES, currency="USD")
    unstaffed.when(command).refused(POST_EMPTY, "TNB-7")


def test_the_supervisor_may_be_the_one_who_announces_and_displays() -> None:
    game(*waiting()).when(AssignStaff(ANNOUNCER, BEN, at(), MAIN)).then(stands(ANNOUNCER, BEN))


def test_where_the_supervisor_displays_nobody_is_announcer() -> None:
    here = game(opened(), assigned(CALLER, ANA))
    here.when(AssignStaff(ANNOUNCER, DOT, at())).refused(POST_NOT_HERE)


def test_assistants_are_one_for_each_room_and_have_one() -> None:
    helped = game(*waiting())
    two = helped.when(AssignStaff(Post.ASSISTANT, CLEO, at(), MEZZ)).then(
        StaffAssigned(Post.ASSISTANT, CLEO, at(), MEZZ)
    )
    assert isinstance(two.state, Waiting)
    helpers = [held for held in two.state.staff if held.post is Post.ASSISTANT]
    assert [(held.person, held.room) for held in helpers] == [("eve", MAIN), (CLEO, MEZZ)]
    helped.when(AssignStaff(Post.ASSISTANT, CLEO, at())).refused(ROOM_NEEDED)
    helped.when(AssignStaff(SUPERVISOR, BEN, at(), "bar")).refused(ROOM_NEEDED)


def test_who_was_in_charge_stands_with_each_call() -> None:
    relieved = (*in_play(7), stands(CALLER, CLEO), keyed(2, 61), ball_called(2, 61), shown(2, 61))
    state = game(*relieved).state
    assert isinstance(state, InPlay)
    assert [(each.called_by, each.supervised_by, each.confirmed_by) for each in state.calls] == [
        (ANA, BEN, DOT),
        (CLEO, BEN, DOT),
    ]


# -- the pace --------------------------------------------------------------------------------------


def test_announcements_come_no_faster_than_the_profile_sets() -> None:
    slow = replace(TENNESSEE.rules, least_between_calls=5000)
    history = (but(DRAWN[0], rules=slow), *DRAWN[1:])
    refused = game(*history).when(call(2, "O", second=3)).refused(TOO_SOON)
    assert (refused.facts["least"], refused.facts["wait"]) == ("5", "2")
    game(*history).when(call(2, "O", second=5)).then(called(2, 61, second=5))


def test_the_letters_are_those_on_the_balls() -> None:
    for number in range(1, 76):
        assert TENNESSEE.rules.letter_of(number) == letter_of(number)


def test_a_progressive_game_has_several_part_series() -> None:
    second = StagePrize(Stage.SECOND_PART_SERIES, usd(80), "x")
    command = open_game(
        3, (PRIZES[1], second, PRIZES[0]), profile=TENNESSEE, selector=BALLS, currency="USD"
    )
    (event,) = game().when(command).events
    assert isinstance(event, GameOpened)
    stages = [each.stage for each in event.stages]
    assert stages == [LINE, Stage.SECOND_PART_SERIES, BINGO]


# -- whom the sentences name -----------------------------------------------------------------------


@refuses("TNB-7")
def test_tnb_7_people_are_told_of_the_announcer_and_of_their_own_law() -> None:
    """In Tennessee the other individual sees the object, announces and displays."""
    shown = game(*DRAWN, called(2, 61))
    refused = shown.when(select(3, 7)).refused("NOT_CONFIRMED", "TNB-7")
    assert refused.sentence == "Call 2 (61) has not been confirmed by the announcer."
    assert refused.advice.startswith("The announcer checks and displays it")
    refused = shown.when(confirm(2, by=DOT)).refused("BALL_NOT_HANDED", "")
    assert refused.sentence == "The ball of call 2 has not been seen by the announcer."
    differs = shown.when(confirm(2, 16, by=DOT)).refusal
    assert differs is not None
    assert "at once (TNB-13)" in differs.advice


def test_tnb_9_who_was_cut_off_is_told_to_say_so_and_to_finish_the_call() -> None:
    claimed = game(*DRAWN, called_out(1, 1))
    refused = claimed.when(call(2, "O")).refused(PAUSED, "")
    assert "record that it was cut off, and finish it." in refused.advice
    idle = game(*in_play(7), called_out(1, 1)).when(select(2, 61)).refused(PAUSED, "")
    assert "cut off" not in idle.advice
