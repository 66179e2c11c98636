"""How a game comes to its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.calling import PAUSED
from services.draw.domain.game.ending import (
    GAME_ENDED,
    LAST_NOT_CONFIRMED,
    NUMBER_NOT_ANNOUNCED,
    REASON_NEEDED,
)
from services.draw.domain.game.game import Command, Event
from services.draw.domain.game.holding import SIGNATURE_AWAITED
from services.draw.domain.game.parts import Ending, Proposal, ProposalKind
from services.draw.domain.game.proposals import ProposalRejected, Proposed
from services.draw.domain.game.selecting import NumberSelected
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Ended, Game, InPlay
from services.draw.domain.game.taking_back import CallTakenBack
from services.kernel.law import KeyMissing, Secret
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CLEO,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    SUPERVISOR,
    VALID,
    announce,
    at,
    attempted,
    call,
    called,
    called_out,
    confirm,
    confirmed,
    decided,
    end,
    ended,
    game,
    in_play,
    keyed,
    opened,
    opening,
    select,
    selected,
    waiting,
)
from tests.kit.law import permits, refuses

BOTH_WON = (
    *in_play(42, 17),
    called_out(1, 2),
    called_out(2, 2),
    decided(1, VALID, LINE),
    decided(2, VALID, BINGO),
)
ALL_CALLED = in_play(*range(1, 91))


@permits("NZB-5.7(a)")
@pytest.mark.parametrize("reason", ["", "closing time"])
def test_a_game_ends_when_every_stage_has_a_winner(reason: str) -> None:
    state = game(*BOTH_WON).when(end(reason)).then(ended(Ending.COMPLETED)).state
    assert isinstance(state, Ended)
    assert (state.ending, state.reason) == (Ending.COMPLETED, "")


@permits("NZB-5.7(a)")
@pytest.mark.case("B8")
@pytest.mark.parametrize("won", [(), (called_out(1, 90), decided(1, VALID, LINE))])
def test_case_B8_a_game_ends_when_every_number_was_called(won: tuple[Event, ...]) -> None:
    game(*ALL_CALLED, *won).when(end()).then(ended(Ending.EXHAUSTED))


def test_a_game_that_was_won_on_the_last_number_is_complete() -> None:
    last = (*in_play(*range(1, 91), version=1, stages=ONLY_BINGO), called_out(1, 90))
    game(*last, decided(1, VALID, BINGO)).when(end()).then(ended(Ending.COMPLETED))
    game(*last, decided(1, NOT_VALID)).when(end()).then(ended(Ending.EXHAUSTED))


@pytest.mark.parametrize(
    "so_far",
    [
        pytest.param((opened(),), id="never staffed"),
        pytest.param(waiting(), id="not announced"),
        pytest.param((*waiting(), called_out(1, 0, outside_play=True)), id="a stray call out"),
        pytest.param(in_play(), id="announced"),
        pytest.param(in_play(42), id="called"),
        pytest.param((*in_play(42), selected(2, 17), called(2, 17)), id="not confirmed"),
    ],
)
def test_a_game_is_ended_early_for_a_reason_on_record(so_far: tuple[Event, ...]) -> None:
    playing = game(*so_far)
    playing.when(end()).refused(REASON_NEEDED, "")
    playing.when(end("  ")).refused(REASON_NEEDED, "")
    state = playing.when(end(" power cut ")).then(ended(Ending.ABANDONED, "power cut")).state
    assert isinstance(state, Ended)
    assert state.reason == "power cut"


def test_what_is_left_to_win_is_named() -> None:
    def left(*events: Event) -> str:
        return game(*events).when(end()).refused(REASON_NEEDED).facts["why"]

    nobody = "numbers are left and nobody has won the"
    assert left(*in_play(42)) == f"{nobody} line or the bingo yet"
    won = (*in_play(42), called_out(1, 1))
    assert left(*won, decided(1, VALID, LINE)) == f"{nobody} bingo yet"
    assert left(*won, decided(1, VALID, BINGO)) == f"{nobody} line yet"
    assert left(*waiting()) == "it was never announced to the players"


def test_a_number_that_was_never_announced_is_opened_by_an_early_end() -> None:
    early = game(*in_play(42), selected(2, 17)).when(end("power cut"))
    state = early.then(ended(Ending.ABANDONED, "power cut", opening(2))).state
    assert isinstance(state, Game)
    assert len(state.calls) == 1, "opened, and yet not a call"


@permits("NZB-5.6(c)")
@refuses("NZB-5.6(c)")
@pytest.mark.parametrize("reason", ["", "closing time"])
def test_nzb_5_6_c_no_game_is_played_out_before_its_selected_number_is_announced(
    reason: str,
) -> None:
    *so_far, one, two = BOTH_WON
    pending = game(*so_far, selected(3, 8), one, two)
    assert pending.when(end(reason)).refused(NUMBER_NOT_ANNOUNCED, "NZB-5.6(c)").facts == {
        "position": "3"
    }
    out_already = replace(called(3, 8), after_the_end=True)
    announced = pending.when(call(3)).then(out_already)
    announced.when(end(reason)).refused(LAST_NOT_CONFIRMED)
    confirmation = announced.when(confirm(3)).then(confirmed(3))
    confirmation.when(end(reason)).then(ended(Ending.COMPLETED))


def test_a_game_does_not_end_on_a_selection_whose_key_is_away() -> None:
    closed = game(*in_play(42), NumberSelected(2, Secret(None)))
    with pytest.raises(KeyMissing):
        closed.when(end("power cut"))


@refuses("NZB-5.7(a)")
@pytest.mark.parametrize("all_called", [False, True])
def test_nzb_5_7_a_the_last_number_is_displayed_before_a_played_out_game_ends(
    all_called: bool,
) -> None:
    if all_called:
        so_far = (*in_play(*range(1, 90)), selected(90, 90), called(90, 90))
    else:
        only = in_play(42, version=1, stages=ONLY_BINGO)
        won = (called_out(1, 2), decided(1, VALID, BINGO))
        so_far = (*only, selected(2, 17), called(2, 17), *won)
    refused = game(*so_far).when(end()).refused(LAST_NOT_CONFIRMED, "NZB-5.7(a)")
    assert refused.facts["position"] == ("90" if all_called else "2")


@refuses("NZB-5.7(b)")
def test_nzb_5_7_b_the_last_ball_is_racked_before_a_played_out_game_ends() -> None:
    only = in_play(42, version=1, stages=ONLY_BINGO, selector=BALLS)
    won = (selected(2, 17), called(2, 17), called_out(1, 2), decided(1, VALID, BINGO))
    game(*only, *won).when(end()).refused(LAST_NOT_CONFIRMED, "NZB-5.7(b)")


def test_a_last_ball_that_is_not_the_one_announced_ends_the_game_early() -> None:
    """It cannot be racked in truth, and without this the game could never end."""
    only = in_play(42, version=1, stages=ONLY_BINGO, selector=BALLS)
    won = (selected(2, 17), called(2, 17), called_out(1, 2), decided(1, VALID, BINGO))
    wrong = "17 was announced, the ball is 71"
    game(*only, *won).when(end(wrong)).then(ended(Ending.ABANDONED, wrong))


@pytest.mark.parametrize("reason", ["", "closing time"])
def test_without_balls_the_last_call_can_always_be_confirmed_and_is(reason: str) -> None:
    only = in_play(42, version=1, stages=ONLY_BINGO)
    won = (selected(2, 17), called(2, 17), called_out(1, 2), decided(1, VALID, BINGO))
    game(*only, *won).when(end(reason)).refused(LAST_NOT_CONFIRMED)


@pytest.mark.parametrize("so_far", [in_play(42), ALL_CALLED, BOTH_WON])
def test_no_game_ends_on_a_call_out_that_is_not_decided(so_far: tuple[Event, ...]) -> None:
    state = game(*so_far).state
    assert isinstance(state, InPlay)
    number = len(state.call_outs) + 1
    waits = game(*so_far, called_out(number, len(state.calls)))
    for reason in ("", "power cut"):
        refused = waits.when(end(reason)).refused(PAUSED, "NZB-5.7(c)")
        assert refused.facts["call_out"] == str(number)


@pytest.mark.parametrize("by", [ANA, CLEO], ids=["caller", "stranger"])
@pytest.mark.parametrize("so_far", [waiting(), in_play(42), BOTH_WON, ALL_CALLED])
def test_nobody_but_the_supervisor_ends_a_game(so_far: tuple[Event, ...], by: str) -> None:
    game(*so_far).when(end("rain", by=by)).recorded_refusal(
        NOT_THE_SUPERVISOR, "NZB-5.5", events=(attempted(SUPERVISOR, by),)
    )


@pytest.mark.parametrize(
    "command",
    [announce(), select(2), call(2), confirm(1), end(), end("rain")],
    ids=lambda command: type(command).__name__,
)
def test_a_game_that_has_ended_stays_as_it_is(command: Command) -> None:
    over = game(*in_play(42), ended(Ending.ABANDONED, "power cut"))
    over.when(command).refused(GAME_ENDED, "")


def test_all_but_the_selection_is_kept_at_the_end() -> None:
    before = game(*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE), selected(3, 8))
    after = before.when(end("rain")).then(ended(Ending.ABANDONED, "rain", opening(3))).state
    assert isinstance(after, Ended)
    kept = {name: value for name, value in vars(before.state).items() if name in vars(after)}
    assert vars(after) == {
        **kept,
        "ending": Ending.ABANDONED,
        "reason": "rain",
        "start_over": False,
    }


# -- what else must be over first ------------------------------------------------------------------


@permits("TNB-11")
@refuses("TNB-11")
@pytest.mark.parametrize("reason", ["", "closing time"])
def test_tnb_11_a_number_that_was_out_when_the_game_was_won_is_called_and_marked(
    reason: str,
) -> None:
    claims = (called_out(1, 2), called_out(2, 2), decided(1, VALID, LINE), decided(2, VALID, BINGO))
    won = (*memphis.in_play(42, 17), keyed(3, 8), *claims)
    pending = game(*won)
    pending.when(end(reason)).refused(NUMBER_NOT_ANNOUNCED, "TNB-11")
    out = memphis.called(3, 8, after_the_end=True)
    announced = pending.when(memphis.call(3, "B")).then(out)
    state = game(*won, out, memphis.shown(3, 8)).when(end()).then(ended(Ending.COMPLETED)).state
    assert isinstance(state, Ended)
    assert [each.after_the_end for each in state.calls] == [False, False, True]
    announced.when(end()).refused(LAST_NOT_CONFIRMED)


@permits("TNB-7")
@refuses("TNB-7")
def test_tnb_7_the_other_individual_has_displayed_every_number_before_a_game_ends() -> None:
    all_but_one = (*memphis.in_play(*range(1, 75)), keyed(75, 75), memphis.called(75, 75))
    refused = game(*all_but_one).when(end()).refused(LAST_NOT_CONFIRMED, "TNB-7")
    assert refused.sentence == "Call 75 (75) has not been confirmed by the announcer."
    game(*all_but_one, memphis.shown(75, 75)).when(end()).then(ended(Ending.EXHAUSTED))


@pytest.mark.parametrize("so_far", [in_play(42), ALL_CALLED, BOTH_WON])
@pytest.mark.parametrize("reason", ["", "power cut"])
def test_no_game_ends_while_a_signature_is_awaited(so_far: tuple[Event, ...], reason: str) -> None:
    voids = Proposal(1, ProposalKind.VOID_WINNERS, BEN, at(), "a wrong card", None, (LINE,), ())
    refused = game(*so_far, Proposed(voids)).when(end(reason)).refused(SIGNATURE_AWAITED, "")
    assert refused.facts == {"proposal": "1", "what": "winners to be voided", "by": BEN}
    rejected = ProposalRejected(1, "the card is right", ANA, at())
    after = game(*so_far, Proposed(voids), rejected).when(end("power cut"))
    assert after.refusal is None


def test_of_what_was_taken_back_nothing_is_displayed_before_the_end() -> None:
    only = in_play(42, version=1, stages=ONLY_BINGO, selector=BALLS)
    mistake = (keyed(2, 17), called(2, 17), CallTakenBack(2, 17, "no such ball", ANA, at()))
    game(*only, *mistake, called_out(1, 1), decided(1, VALID, BINGO)).when(end()).then(
        ended(Ending.COMPLETED)
    )


@pytest.mark.case("B8")
def test_case_B8_of_a_game_that_nobody_won_everything_that_was_won_stays() -> None:
    line = (*ALL_CALLED, called_out(1, 90), decided(1, VALID, LINE))
    state = game(*line).when(end()).then(ended(Ending.EXHAUSTED)).state
    assert isinstance(state, Ended)
    assert [each.stage for each in state.won] == [LINE]
    assert state.open_stages == (BINGO,)
