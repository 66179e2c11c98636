"""A game that stands still: who stops it, what goes on meanwhile, who lets it go on."""

from __future__ import annotations

import pytest

from services.draw.domain.game.announcing import NOT_ANNOUNCED
from services.draw.domain.game.authority import NOT_OF_THE_STAFF
from services.draw.domain.game.ending import GAME_ENDED
from services.draw.domain.game.game import Command, Event
from services.draw.domain.game.holding import HELD, HOLD_REASON_NEEDED, NOT_HELD
from services.draw.domain.game.parts import Ending, HoldCause
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Ended, InPlay
from tests.draw.domain.games import (
    ANA,
    BEN,
    CALLER,
    CLEO,
    LINE,
    NOT_VALID,
    SUPERVISOR,
    VALID,
    assign,
    assigned,
    attempted,
    call,
    call_out,
    called,
    called_out,
    confirm,
    confirmed,
    decide,
    decided,
    end,
    ended,
    game,
    in_play,
    opening,
    select,
    selected,
    waiting,
)
from tests.draw.domain.memphis import DOT, EVE
from tests.draw.domain.memphis import in_play as in_memphis
from tests.draw.domain.standing import (
    ILLNESS,
    MIA,
    OTHER,
    POWER,
    held,
    hold,
    resume,
    resumed,
    void,
    voided,
)

STOPPED = (*in_play(42), held())


# -- who stops it ----------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [ANA, BEN, DOT, EVE, MIA])
@pytest.mark.parametrize("cause", [cause for cause in HoldCause if cause is not OTHER])
def test_anybody_of_the_staff_and_the_manager_stop_a_game_for_any_cause(
    by: str, cause: HoldCause
) -> None:
    state = game(*in_memphis(42)).when(hold(cause, " smoke ", by=by))
    state.then(held(cause, "smoke", by=by))
    assert isinstance(state.state, InPlay)
    assert state.state.hold is not None
    assert (state.state.hold.cause, state.state.hold.by) == (cause, by)
    assert state.state.stands_still


def test_who_has_no_post_in_the_game_does_not_stop_it() -> None:
    refused = game(*in_play(42)).when(hold(by=CLEO)).refused(NOT_OF_THE_STAFF, "")
    assert refused.facts == {"person": CLEO}


def test_another_cause_is_put_in_words() -> None:
    playing = game(*in_play(42))
    for reason in ("", "  "):
        playing.when(hold(OTHER, reason)).refused(HOLD_REASON_NEEDED, "")
    playing.when(hold(OTHER, "a bat in the hall")).then(held(OTHER, "a bat in the hall"))


def test_two_who_see_the_same_smoke_stop_it_once_and_another_cause_is_the_one_that_counts() -> None:
    stopped = game(*STOPPED)
    stopped.when(hold(by=ANA)).nothing()
    dark = stopped.when(hold(POWER, by=ANA)).then(held(POWER, by=ANA)).state
    assert isinstance(dark, InPlay)
    assert dark.hold is not None
    assert dark.hold.cause is POWER
    once = game(*STOPPED, held(POWER), resumed()).state
    assert isinstance(once, InPlay)
    assert once.hold is None, "resumed once, it goes on"


def test_only_a_game_in_play_is_stopped() -> None:
    for command in (hold(), resume()):
        game(*waiting()).when(command).refused(NOT_ANNOUNCED)
        over = game(*in_play(42), ended(Ending.ABANDONED, "rain"))
        over.when(command).refused(GAME_ENDED, "")


# -- meanwhile -------------------------------------------------------------------------------------


def test_no_number_is_selected_or_announced_meanwhile() -> None:
    refused = game(*in_play(42), held(ILLNESS, "the caller fainted")).when(select(2))
    assert refused.refused(HELD, "").facts == {"why": "illness, the caller fainted"}
    drawn = game(*in_play(42), selected(2, 17), held())
    assert drawn.when(call(2)).refused(HELD, "").facts == {"why": "alarm"}
    drawn.when(select(2)).nothing()
    resumed_game = drawn.when(resume()).then(resumed())
    resumed_game.when(call(2)).then(called(2, 17))


def test_a_call_that_was_made_before_is_displayed_meanwhile() -> None:
    game(*in_play(42), selected(2, 17), called(2, 17), held()).when(confirm(2)).then(confirmed(2))


def test_call_outs_are_recorded_and_decided_meanwhile_and_the_staff_changes() -> None:
    stopped = game(*STOPPED)
    stopped.when(call_out(1)).then(called_out(1, 1))
    paused = game(*STOPPED, called_out(1, 1))
    paused.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))
    stopped.when(assign(CALLER, CLEO)).then(assigned(CALLER, CLEO))


def test_a_call_that_a_player_has_called_out_on_is_put_on_record_meanwhile() -> None:
    """The hall has heard it, and without it the call out could not be decided in truth."""
    begun = game(*in_play(42), selected(2, 17), called_out(1, 2), held())
    finished = begun.when(call(2)).then(called(2, 17))
    finished.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (end("the roof leaks"), ended(Ending.ABANDONED, "the roof leaks", opening(2))),
        (
            void("the roof leaks", "no hall", by=BEN),
            voided("the roof leaks", "no hall", by=BEN, opening=opening(2)),
        ),
    ],
    ids=["ended", "void"],
)
def test_a_game_that_is_held_is_ended_early_or_void(command: Command, event: Event) -> None:
    stopped = game(*in_play(42), selected(2, 17), held())
    state = stopped.when(command).then(event).state
    assert isinstance(state, Ended)
    assert (state.hold, state.stands_still) == (None, False)


def test_a_game_that_is_played_out_ends_held_or_not() -> None:
    game(*in_play(*range(1, 91)), held()).when(end()).then(ended(Ending.EXHAUSTED))


# -- who lets it go on -----------------------------------------------------------------------------


@pytest.mark.parametrize("by", [BEN, MIA])
def test_the_supervisor_and_the_manager_let_it_go_on(by: str) -> None:
    state = game(*STOPPED).when(resume(by=by)).then(resumed(by=by)).state
    assert isinstance(state, InPlay)
    assert state.hold is None
    assert not state.stands_still


@pytest.mark.parametrize("by", [ANA, CLEO])
def test_nobody_else_lets_it_go_on_and_who_tries_is_on_record(by: str) -> None:
    game(*STOPPED).when(resume(by=by)).recorded_refusal(
        NOT_THE_SUPERVISOR, "NZB-5.5", events=(attempted(SUPERVISOR, by),)
    )


def test_what_is_not_held_is_not_resumed() -> None:
    game(*in_play(42)).when(resume()).refused(NOT_HELD, "")
    paused = game(*in_play(42), called_out(1, 1))
    paused.when(resume()).refused(NOT_HELD, "")
    paused.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))
