"""Players call out (rule 5.3), in time or late (rule 5.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.callouts import ROOM_NOT_IN_GAME, is_call_out
from services.draw.domain.game.deciding import NOT_A_CALL_OUT
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import Cry, Ending
from services.draw.domain.game.state import Game, State
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    BINGO,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    SAM,
    VALID,
    at,
    call,
    call_out,
    called,
    called_out,
    decide,
    decided,
    ended,
    game,
    in_play,
    opened,
    select,
    selected,
    waiting,
)
from tests.kit.law import means, permits


def paused(state: State) -> bool:
    """Whether play waits for the decision of a call out."""
    assert isinstance(state, Game)
    return state.paused


# -- what a call out is ----------------------------------------------------------------------------


@means("NZB-5.3", side="inside")
@pytest.mark.parametrize(
    ("cry", "on_behalf"),
    [
        (Cry.LINE, False),
        (Cry.BINGO, False),
        (Cry.NOISE, False),
        (Cry.LINE, True),
        (Cry.BINGO, True),
    ],
)
def test_nzb_5_3_own_word_own_noise_or_another_s_word_is_a_call_out(
    cry: Cry, on_behalf: bool
) -> None:
    assert is_call_out(cry, on_behalf)
    heard = called_out(1, 2, cry, on_behalf=on_behalf, player="people/9f")
    recorded = (
        game(*in_play(42, 17))
        .when(call_out(2, cry, on_behalf=on_behalf, player="people/9f"))
        .then(heard)
    )
    recorded.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


@means("NZB-5.3", side="outside")
def test_nzb_5_3_another_s_noise_is_no_call_out() -> None:
    assert not is_call_out(Cry.NOISE, True)
    heard = called_out(1, 2, Cry.NOISE, on_behalf=True)
    recorded = game(*in_play(42, 17)).when(call_out(2, Cry.NOISE, on_behalf=True)).then(heard)
    assert paused(recorded.state), "whatever was heard, play stops until it is decided"
    recorded.when(decide(1, VALID, LINE)).refused(NOT_A_CALL_OUT, "NZB-5.3")
    recorded.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))


# -- recording -------------------------------------------------------------------------------------


def test_nzb_5_3_it_is_recorded_who_called_for_whom_how_where_and_when() -> None:
    outcome = game(*in_play(42)).when(
        call_out(1, Cry.LINE, on_behalf=True, player="people/9f", room="mezz", heard=50, second=58)
    )
    state = outcome.then(
        called_out(
            1, 1, Cry.LINE, on_behalf=True, player="people/9f", room="mezz", heard=50, second=58
        )
    ).state
    assert isinstance(state, Game)
    (recorded,) = state.call_outs
    assert (recorded.room, recorded.after_position, recorded.cry) == ("mezz", 1, Cry.LINE)
    assert (recorded.on_behalf, recorded.player) == (True, "people/9f")
    assert (recorded.heard_at, recorded.entered_at, recorded.entered_by) == (at(50), at(58), SAM)
    assert recorded.decided is None


def test_it_was_heard_when_it_is_entered_unless_said_otherwise_and_never_later() -> None:
    playing = game(*in_play(42))
    playing.when(call_out(1, second=58)).then(called_out(1, 1, heard=58, second=58))
    playing.when(call_out(1, heard=60, second=58)).then(called_out(1, 1, heard=58, second=58))


OVER = ended(Ending.ABANDONED, "rain")


@pytest.mark.parametrize(
    ("so_far", "outside_play"),
    [
        pytest.param((opened(),), True, id="opened"),
        pytest.param(waiting(), True, id="staffed"),
        pytest.param(in_play(), False, id="announced"),
        pytest.param((*in_play(), selected(1, 42)), False, id="number selected"),
        pytest.param((*in_play(), selected(1, 42), called(1, 42)), False, id="not confirmed"),
        pytest.param((*in_play(42), called_out(1, 1)), False, id="paused"),
        pytest.param(
            (
                *in_play(42, version=1, stages=ONLY_BINGO),
                called_out(1, 1),
                decided(1, VALID, BINGO),
            ),
            False,
            id="all won",
        ),
        pytest.param(in_play(*range(1, 91)), False, id="all called"),
        pytest.param((*in_play(42), OVER), True, id="ended"),
        pytest.param((*waiting(), OVER), True, id="ended before it began"),
    ],
)
def test_a_call_out_is_recorded_whatever_the_state_and_pauses_a_game_in_play(
    so_far: tuple[Event, ...], outside_play: bool
) -> None:
    before = game(*so_far)
    state = before.state
    assert isinstance(state, Game)
    number, last = len(state.call_outs) + 1, len(state.calls)
    heard = called_out(number, last, outside_play=outside_play)
    after = before.when(call_out(last)).then(heard).state
    assert isinstance(after, Game)
    assert after.call_outs[-1].pauses is not outside_play
    assert paused(after) is not outside_play


@pytest.mark.parametrize("after", [0, 1, 2])
def test_nzb_5_10_after_the_next_announcement_it_is_late(after: int) -> None:
    playing = game(*in_play(42, 17, 8))
    playing.when(call_out(after)).then(called_out(1, after, late=True))
    playing.when(call_out(3)).then(called_out(1, 3, late=False))


def test_nzb_5_10_a_number_that_is_only_selected_makes_nothing_late() -> None:
    game(*in_play(42), selected(2, 17)).when(call_out(1)).then(called_out(1, 1, late=False))


@pytest.mark.parametrize(("said", "answers"), [(1, 1), (2, 2), (3, 2), (90, 2)])
def test_a_call_out_may_answer_the_number_that_is_spoken_and_not_yet_keyed(
    said: int, answers: int
) -> None:
    game(*in_play(42), selected(2, 17)).when(call_out(said)).then(called_out(1, answers))


def test_a_call_out_for_a_call_that_was_not_begun_answers_the_last_one() -> None:
    game(*in_play(42)).when(call_out(2)).then(called_out(1, 1))
    game(*in_play()).when(call_out(9)).then(called_out(1, 0))


@permits("NZB-5.6(c)")
def test_nzb_5_6_c_a_call_that_was_begun_is_finished_and_then_the_call_out_is_decided() -> None:
    begun = game(*in_play(42), selected(2, 17), called_out(1, 2))
    begun.when(decide(1, VALID, LINE)).refused("CALL_NOT_FINISHED", "NZB-5.7(c)(iii)")
    finished = begun.when(call(2)).then(called(2, 17))
    finished.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


def test_a_call_that_no_call_out_answers_waits_for_the_decision() -> None:
    waiting = game(*in_play(42), selected(2, 17), called_out(1, 1))
    waiting.when(call(2)).refused("PAUSED", "NZB-5.7(c)")


def test_a_call_out_on_a_begun_call_that_is_not_valid_leaves_the_call_to_come() -> None:
    begun = game(*in_play(42), selected(2, 17), called_out(1, 2), decided(1, NOT_VALID))
    begun.when(call(2)).then(called(2, 17))


def test_in_a_game_that_has_ended_a_call_out_may_be_late_as_well() -> None:
    over = game(*in_play(42, 17), OVER)
    over.when(call_out(1)).then(called_out(1, 1, late=True, outside_play=True))
    over.when(call_out(2)).then(called_out(1, 2, late=False, outside_play=True))


def test_several_may_call_out_after_the_same_number() -> None:
    recorded = game(*in_play(42))
    for number, room in enumerate(["main", "mezz", "main"], start=1):
        heard = called_out(number, 1, room=room)
        recorded = recorded.when(call_out(1, room=room)).then(heard)
    state = recorded.state
    assert isinstance(state, Game)
    assert [each.call_out for each in state.call_outs if each.pauses] == [1, 2, 3]


def test_a_call_out_is_of_a_room_of_the_game() -> None:
    refused = game(*in_play(42)).when(call_out(1, room="bar")).refused(ROOM_NOT_IN_GAME, "")
    assert refused.facts["rooms"] == "main, mezz"


def test_who_heard_it_stands_with_a_call_out_that_is_entered_for_another() -> None:
    seen = ("people/1a", "people/2b")
    late = game(*in_play(42, 17)).when(call_out(1, heard=3, second=9, witnesses=seen))
    state = late.then(called_out(1, 1, heard=3, second=9, late=True, witnesses=seen)).state
    assert isinstance(state, Game)
    assert (state.call_outs[0].witnesses, state.call_outs[0].entered_after) == (seen, 2)


def test_a_hall_of_another_venue_is_a_room_of_the_game() -> None:
    there = "venues/wlg/rooms/main"
    linked = (replace(opened(), rooms=("main", there)), *in_play(42)[1:])
    heard = game(*linked).when(call_out(1, room=there)).then(called_out(1, 1, room=there))
    assert paused(heard.state), "a call out anywhere stops it everywhere"
    heard.when(select(2)).refused("PAUSED", "NZB-5.7(c)")
    game(*linked).when(call_out(1, room="venues/wlg/rooms/bar")).refused("ROOM_NOT_IN_GAME")


# -- what is judged on: the last number fully called (Tennessee 9) ---------------------------------


@means("TNB-9", side="inside")
def test_tnb_9_a_number_spoken_in_full_is_the_last_one_also_when_it_is_not_on_record() -> None:
    drawn = game(*memphis.in_play(7), selected(2, 33))
    drawn.when(call_out(2)).then(called_out(1, 2, judged_on=2))


@means("TNB-9", side="outside")
def test_tnb_9_a_letter_alone_is_no_call_and_nothing_is_judged_on_it() -> None:
    cut = game(*memphis.in_play(7), selected(2, 33), memphis.was_cut_off(2, "N"))
    cut.when(call_out(2)).then(called_out(1, 1))


def test_a_call_out_that_was_entered_before_the_letter_was_said_to_be_alone() -> None:
    heard = game(*memphis.in_play(7), selected(2, 33), called_out(1, 2))
    cut = heard.when(memphis.cut_off(2)).then(memphis.was_cut_off(2, "N"))
    assert isinstance(cut.state, Game)
    (call_out_1,) = cut.state.call_outs
    assert (call_out_1.after_position, call_out_1.judged_on) == (1, 1)
    finished = cut.when(memphis.call(2, "N")).then(memphis.called(2, 33))
    won = finished.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))
    assert isinstance(won.state, Game)
    assert won.state.won[0].position == 1


@pytest.mark.case("B27")
def test_case_b27_a_claim_stops_every_room_before_the_next_number() -> None:
    """A call that was begun is finished, and the claim on the number before is judged on that."""
    playing = game(*in_play(42), selected(2, 17))
    claimed = playing.when(call_out(1, room="mezz")).then(called_out(1, 1, room="mezz"))
    claimed.when(call(2)).refused("PAUSED", "NZB-5.7(c)")
    claimed.when(select(2)).nothing()
