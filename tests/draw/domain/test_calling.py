"""Numbers announced, confirmed and displayed (rules 5.6(c) to 5.7(b))."""

from __future__ import annotations

import pytest

from services.draw.domain.game.calling import NOTHING_SELECTED, PAUSED
from services.draw.domain.game.displaying import (
    BALL_DIFFERS,
    BALL_NOT_HANDED,
    NO_BALLS_IN_USE,
    NOTHING_CALLED,
)
from services.draw.domain.game.game import GAMES, Event
from services.draw.domain.game.parts import Call
from services.draw.domain.game.selecting import NumberSelected
from services.draw.domain.game.staff import NOT_THE_CALLER, NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.words import Ending
from services.kernel.law import KeyMissing, Secret
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    CLEO,
    NOT_VALID,
    SUPERVISOR,
    at,
    attempted,
    ball_called,
    call,
    called,
    called_out,
    confirm,
    confirmed,
    decide,
    decided,
    ended,
    game,
    in_play,
    keyed,
    opening,
    select,
    selected,
)
from tests.kit.law import permits, refuses

# -- announcing ------------------------------------------------------------------------------------


@permits("NZB-5.6(c)")
def test_nzb_5_6_c_the_caller_announces_the_selected_number_and_it_is_opened() -> None:
    announcement = game(*in_play(17), selected(2, 42)).when(call(2, second=30))
    state = announcement.then(called(2, 42, second=30)).state
    assert announcement.events[0].opening == opening(2)  # type: ignore[union-attr]  # a call
    assert isinstance(state, InPlay)
    assert state.last_call == Call(2, 42, at(30), called_by=ANA, supervised_by=BEN)
    assert state.selected is None
    assert state.called == {17, 42}


@refuses("NZB-5.6(c)")
@pytest.mark.parametrize("by", [BEN, CLEO], ids=["supervisor", "stranger"])
@pytest.mark.parametrize("so_far", [in_play(), (*in_play(), selected(1, 42))])
def test_nzb_5_6_c_nobody_but_the_caller_announces(by: str, so_far: tuple[Event, ...]) -> None:
    game(*so_far).when(call(1, by=by)).recorded_refusal(
        NOT_THE_CALLER, "NZB-5.6(c)", events=(attempted(CALLER, by),)
    )


def test_nzb_5_6_b_a_number_that_was_not_selected_is_not_announced() -> None:
    game(*in_play()).when(call(1)).refused(NOTHING_SELECTED, "NZB-5.6(b)")
    game(*in_play(42)).when(call(2)).refused(NOTHING_SELECTED, "NZB-5.6(b)")


def test_a_selection_whose_key_is_away_is_not_announced() -> None:
    closed = NumberSelected(1, Secret(None))
    electronic = game(*in_play(), closed)
    with pytest.raises(KeyMissing):
        GAMES.decide(call(1), electronic.state)
    electronic.when(select(1)).nothing()
    for ball in 42, 43:
        with pytest.raises(KeyMissing):
            GAMES.decide(select(1, ball), game(*in_play(selector=BALLS), closed).state)


def test_in_a_pause_no_number_comes_and_the_selected_one_stays_next() -> None:
    paused = game(*in_play(42), selected(2, 17), called_out(1, 1))
    refused = paused.when(call(2)).refused(PAUSED, "NZB-5.7(c)")
    assert refused.facts["call_out"] == "1"
    undecided = game(*in_play(42), called_out(1, 1))
    undecided.when(select(2)).refused(PAUSED, "NZB-5.7(c)")
    undecided.when(call(2)).refused(PAUSED, "NZB-5.7(c)")
    decision = paused.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))
    decision.when(call(2)).then(called(2, 17))


def test_while_one_of_two_call_outs_waits_it_is_the_one_that_is_named() -> None:
    one_left = game(*in_play(42), called_out(1, 1), called_out(2, 1), decided(1, NOT_VALID))
    assert one_left.when(select(2)).refused(PAUSED).facts["call_out"] == "2"


# -- confirming ------------------------------------------------------------------------------------

CALLED = (*in_play(17), selected(2, 42), called(2, 42))
CALLED_BALL = (*in_play(17, selector=BALLS), keyed(2, 42), ball_called(2, 42))


@permits("NZB-5.7(a)")
def test_nzb_5_7_a_the_supervisor_displays_the_number() -> None:
    state = game(*CALLED).when(confirm(2)).then(confirmed(2)).state
    assert isinstance(state, InPlay)
    assert [call.confirmed for call in state.calls] == [True, True]


@refuses("NZB-5.7(a)")
@pytest.mark.parametrize("by", [ANA, CLEO], ids=["caller", "stranger"])
def test_nzb_5_7_a_nobody_but_the_supervisor_displays(by: str) -> None:
    game(*CALLED).when(confirm(2, by=by)).recorded_refusal(
        NOT_THE_SUPERVISOR, "NZB-5.7(a)", events=(attempted(SUPERVISOR, by),)
    )


@refuses("NZB-5.7(a)")
def test_nzb_5_7_a_what_was_not_announced_is_not_displayed() -> None:
    game(*in_play()).when(confirm(1)).refused(NOTHING_CALLED, "NZB-5.7(a)")
    game(*in_play(), selected(1, 42)).when(confirm(1)).refused(NOTHING_CALLED, "NZB-5.7(a)")
    game(*in_play(selector=BALLS)).when(confirm(1, 42)).refused(NOTHING_CALLED, "NZB-5.7(b)")


def test_nzb_5_7_a_every_number_stays_displayed_until_the_game_ends() -> None:
    shown = [(1, 17, True), (2, 42, True)]
    rain = ended(Ending.ABANDONED, "rain")
    for more in (), (selected(3, 8),), (called_out(1, 2),), (selected(3, 8), rain):
        state = game(*in_play(17, 42), *more).state
        assert isinstance(state, Game)
        assert [(each.position, each.number, each.confirmed) for each in state.calls] == shown


@permits("NZB-5.6(d)", "NZB-5.7(b)")
def test_nzb_5_6_d_5_7_b_the_ball_is_handed_over_compared_and_racked() -> None:
    game(*CALLED_BALL).when(confirm(2, 42)).then(confirmed(2, 42))


@refuses("NZB-5.6(d)")
def test_nzb_5_6_d_a_ball_that_was_not_handed_over_is_not_confirmed() -> None:
    game(*CALLED_BALL).when(confirm(2)).refused(BALL_NOT_HANDED, "NZB-5.6(d)")


@refuses("NZB-5.7(b)")
@pytest.mark.parametrize("ball", [24, 17, 0, 91])
def test_nzb_5_7_b_another_ball_than_was_announced_is_refused_on_record(ball: int) -> None:
    game(*CALLED_BALL).when(confirm(2, ball)).recorded_refusal(BALL_DIFFERS, "NZB-5.7(b)")
    racked = game(*CALLED_BALL, confirmed(2, 42))
    racked.when(confirm(2, ball)).recorded_refusal(BALL_DIFFERS, "NZB-5.7(b)")


@refuses("NZB-5.7(b)")
@pytest.mark.parametrize("by", [ANA, CLEO], ids=["caller", "stranger"])
def test_nzb_5_7_b_nobody_but_the_supervisor_racks_a_ball(by: str) -> None:
    game(*CALLED_BALL).when(confirm(2, 42, by=by)).recorded_refusal(
        NOT_THE_SUPERVISOR, "NZB-5.7(b)", events=(attempted(SUPERVISOR, by),)
    )


@refuses("NZB-5.7(b)")
def test_nzb_5_7_b_without_balls_there_is_none_to_rack() -> None:
    game(*CALLED).when(confirm(2, 42)).refused(NO_BALLS_IN_USE, "NZB-5.7(b)")


def test_confirming_twice_changes_nothing() -> None:
    game(*CALLED, confirmed(2)).when(confirm(2)).nothing()
    game(*CALLED_BALL, confirmed(2, 42)).when(confirm(2, 42)).nothing()


@pytest.mark.parametrize("position", [0, 3])
def test_only_what_was_called_is_confirmed(position: int) -> None:
    stale = game(*CALLED).when(confirm(position)).stale()
    assert stale.sentence == f"The last call is 2; you have {position}."


def test_a_call_that_was_left_behind_is_confirmed_later() -> None:
    """Where the next number does not wait for it, an earlier call can still be checked."""
    behind = (*in_play(17), selected(2, 42), called(2, 42), selected(3, 5), called(3, 5))
    game(*behind).when(confirm(2)).then(confirmed(2)).when(confirm(1)).nothing()


def test_a_call_is_confirmed_in_a_pause_too() -> None:
    game(*CALLED, called_out(1, 2)).when(confirm(2)).then(confirmed(2))
