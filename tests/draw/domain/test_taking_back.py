"""What was entered by mistake is taken back before it is confirmed (rules 5.6(b), 5.6(c))."""

from __future__ import annotations

from services.draw.domain.game.calling import CallNumber
from services.draw.domain.game.parts import Selection
from services.draw.domain.game.selecting import NumberSelected
from services.kernel.law import Secret
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    LINE,
    NOT_VALID,
    OUT_OF_TIME,
    VALID,
    at,
    attempted,
    ball_called,
    call_out,
    called,
    called_out,
    confirmed,
    decide,
    decided,
    game,
    in_play,
    select,
    selected,
)
from tests.draw.domain.righting import (
    cut_off_taken_back,
    entered,
    numbers,
    playing,
    selection_taken_back,
    standing_out,
    take_back,
    taken_back,
)
from tests.kit.law import permits, refuses

ENTERED = (*in_play(42, selector=BALLS), entered(2, 71))
CALLED = (*ENTERED, ball_called(2, 71))


@permits("NZB-5.6(b)")
def test_a_ball_that_was_keyed_and_never_drawn_is_taken_back_and_opened() -> None:
    after = game(*ENTERED).when(take_back(2)).then(selection_taken_back(2))
    state = playing(after.state)
    assert (state.selected, state.next_position) == (None, 2)
    drawn = NumberSelected(2, Secret(Selection(71, b"")))
    after.when(select(2, 71)).then(drawn)


@refuses("NZB-5.6(b)")
def test_nzb_5_6_b_what_the_electronic_selector_drew_is_kept() -> None:
    game(*in_play(42), selected(2, 17)).when(take_back(2)).refused("SELECTION_KEPT", "NZB-5.6(b)")
    announced = game(*in_play(42), selected(2, 17), called(2, 17))
    announced.when(take_back(2)).refused("SELECTION_KEPT", "NZB-5.6(b)")


def test_what_the_selector_drew_before_it_failed_is_kept_too() -> None:
    """Balls are drawn since then; the number that was selected before is still the next."""
    drawn = (*in_play(42, selector=BALLS), selected(2, 17))
    game(*drawn).when(take_back(2)).refused("SELECTION_KEPT", "NZB-5.6(b)")
    game(*drawn, called(2, 17)).when(take_back(2)).refused("SELECTION_KEPT", "NZB-5.6(b)")


@permits("NZB-5.6(c)")
def test_a_call_that_was_never_called_in_the_hall_counts_for_nothing() -> None:
    after = game(*CALLED).when(take_back(2)).then(taken_back(2, 71))
    state = playing(after.state)
    assert numbers(state) == (42,)
    assert (state.calls[1].taken_back, state.next_position) == (True, 3)
    assert state.last_call == state.calls[0]
    drawn = NumberSelected(3, Secret(Selection(71, b"")))
    again = game(*after.when(select(3, 71)).then(drawn).events[:-1], entered(3, 71))
    last = again.when(CallNumber(3, ANA, at())).then(ball_called(3, 71))
    assert numbers(last.state) == (42, 71)


@refuses("NZB-5.6(c)")
def test_nzb_5_6_c_what_the_hall_heard_is_not_taken_back() -> None:
    heard = game(*ENTERED, called_out(1, 2))
    heard.when(take_back(2)).refused("HEARD_IN_THE_HALL", "NZB-5.6(c)")


def test_what_a_player_has_called_out_on_stays_until_somebody_else_has_ruled_on_that() -> None:
    """The caller alone does not take away the call that a claim stands on."""
    heard = game(*CALLED, called_out(1, 2))
    heard.when(take_back(2)).refused("HEARD_IN_THE_HALL", "NZB-5.6(c)")
    ruled = heard.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))
    after = ruled.when(take_back(2)).then(taken_back(2, 71, 1))
    assert standing_out(after.state) == ((1, 1, False),)
    other = game(*CALLED, called_out(1, 1, late=True))
    other.when(take_back(2)).then(taken_back(2, 71))


def test_tnb_9_that_a_call_was_cut_off_is_taken_back_and_who_answers_it_is_judged_on_it() -> None:
    """Entered by a slip: 33 had been spoken in full when the player cried."""
    drawn = (*memphis.in_play(7), entered(2, 33))
    heard = (called_out(1, 2), called_out(2, 1), called_out(3, 2), decided(3, NOT_VALID))
    cut = game(*drawn, *heard, memphis.was_cut_off(2, "N"))
    assert standing_out(cut.state) == ((1, 1, False), (2, 1, False))
    after = cut.when(take_back(2)).then(cut_off_taken_back(2, 3))
    assert standing_out(after.state) == ((1, 2, False), (2, 1, False), (3, 2, False))
    assert playing(after.state).cut_off == ""
    called_33 = after.when(memphis.call(2, "N")).then(memphis.called(2, 33))
    called_33.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))
    ruled = game(*drawn, called_out(1, 2), memphis.was_cut_off(2, "N"), decided(1, NOT_VALID))
    again = ruled.when(take_back(2)).then(cut_off_taken_back(2, 1))
    assert standing_out(again.state) == ((1, 2, False),)


def test_a_stage_that_was_won_on_it_was_heard() -> None:
    won = game(*CALLED, called_out(1, 2), decided(1, VALID, LINE))
    won.when(take_back(2)).refused("WON_ON_IT", "NZB-5.8")


def test_what_is_confirmed_is_corrected_and_not_taken_back() -> None:
    game(*CALLED, confirmed(2, 71)).when(take_back(2)).refused("CONFIRMED_BEFORE", "NZB-5.8")


def test_only_the_last_entry_is_taken_back() -> None:
    game(*in_play(selector=BALLS)).when(take_back(1)).refused("NOTHING_TO_TAKE_BACK")
    for position in (1, 3):
        for so_far in (CALLED, ENTERED):
            stale = game(*so_far).when(take_back(position)).stale()
            assert stale.sentence == f"The last entry is 2; you have {position}."


def test_taken_back_again_it_decides_nothing() -> None:
    game(*CALLED, taken_back(2, 71)).when(take_back(2)).nothing()
    game(*ENTERED, selection_taken_back(2)).when(take_back(2)).stale()


def test_only_the_caller_takes_back() -> None:
    tried = game(*CALLED).when(take_back(2, by=BEN))
    tried.recorded_refusal("NOT_THE_CALLER", "NZB-5.6(b)", events=(attempted(CALLER, BEN),))


def test_nobody_is_judged_on_it_or_late_because_of_it() -> None:
    """The board showed 71; what was called out on was 42."""
    heard = (
        *CALLED,
        *(called_out(1, 2), decided(1, NOT_VALID), called_out(2, 1, late=True)),
        *(called_out(3, 2), decided(3, NOT_VALID)),
        *(called_out(4, 1, late=True), decided(4, OUT_OF_TIME)),
        *(called_out(5, 1, late=True), decided(5, NOT_VALID)),
    )
    after = game(*heard).when(take_back(2)).then(taken_back(2, 71, 1, 3, 4))
    assert standing_out(after.state) == (
        (1, 1, False),
        (2, 1, False),
        (3, 1, False),
        (4, 1, False),
    )
    after.when(decide(2, VALID, LINE)).then(decided(2, VALID, LINE))
    after.when(call_out(2)).then(called_out(6, 2, judged_on=1))
