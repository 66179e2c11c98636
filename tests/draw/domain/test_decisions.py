"""The supervisor decides call outs (rules 5.7(c) and 5.10)."""

from __future__ import annotations

import pytest

from services.draw.domain.game.deciding import (
    CALL_OUT_DECIDED,
    NO_SUCH_CALL_OUT,
    NOT_LATE,
    NOTHING_TO_WIN_ON,
    RULED_BOTH_WAYS,
    RULING_NEEDED,
    STAGE_ALREADY_WON,
    STAGE_NEEDED,
    STAGE_NOT_PLAYED,
    WITNESSES_NEEDED,
)
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import Decided, StageWon
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Ended, Game, State
from services.draw.domain.game.words import Ending, Stage
from tests.draw.domain.games import (
    ANA,
    BINGO,
    CLEO,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    OUT_OF_TIME,
    SUPERVISOR,
    VALID,
    announced,
    at,
    attempted,
    called,
    called_out,
    confirmed,
    decide,
    decided,
    ended,
    game,
    in_play,
    selected,
    waiting,
)


def paused(state: State) -> bool:
    """Whether play waits for the decision of a call out."""
    assert isinstance(state, Game)
    return state.paused


OVER = ended(Ending.ABANDONED, "rain")


CALLED_OUT = (*in_play(42, 17), called_out(1, 2))
LATE = (*in_play(42), selected(2, 17), called(2, 17), called_out(1, 1, late=True))


def test_a_valid_call_out_wins_its_stage_and_play_goes_on() -> None:
    state = game(*CALLED_OUT).when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE)).state
    assert isinstance(state, Game)
    assert state.won == (StageWon(LINE, 2, (1,)),)
    assert state.open_stages == (BINGO,)
    assert state.call_outs[0].decided == Decided(VALID, (LINE,), True, "ben", at(), False)
    assert not paused(state)


def test_nzb_5_11_one_that_is_not_valid_wins_nothing_and_play_goes_on() -> None:
    state = game(*CALLED_OUT).when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID)).state
    assert isinstance(state, Game)
    assert (state.won, state.open_stages) == ((), (LINE, BINGO))
    assert not paused(state)


def test_nzb_5_4_call_outs_after_the_same_number_share() -> None:
    state = (
        game(*CALLED_OUT, called_out(2, 2), called_out(3, 2))
        .when(decide(3, VALID, LINE))
        .then(decided(3, VALID, LINE))
        .when(decide(1, VALID, LINE))
        .then(decided(1, VALID, LINE))
        .when(decide(2, NOT_VALID))
        .then(decided(2, NOT_VALID))
        .state
    )
    assert isinstance(state, Game)
    assert state.won == (StageWon(LINE, 2, (3, 1), shares=2),)


def test_nzb_5_4_a_player_who_is_entered_twice_has_one_share() -> None:
    """For two cards, or by two stewards; of whom nobody knows the name is each another player."""
    once = (called_out(1, 1, player="people/7a"), called_out(2, 1), called_out(3, 1))
    twice = called_out(4, 1, player="people/7A")
    valid = (decided(number, VALID, LINE) for number in (1, 2, 3, 4))
    state = game(*in_play(42), *once, twice, *valid).state
    assert isinstance(state, Game)
    assert state.won == (StageWon(LINE, 1, (1, 2, 3, 4), shares=3),)


def test_two_stages_may_be_won_on_one_number() -> None:
    two = game(*CALLED_OUT, called_out(2, 2), decided(1, VALID, LINE))
    state = two.when(decide(2, VALID, BINGO)).then(decided(2, VALID, BINGO)).state
    assert isinstance(state, Game)
    assert {won.stage: won for won in state.won} == {
        LINE: StageWon(LINE, 2, (1,)),
        BINGO: StageWon(BINGO, 2, (2,)),
    }
    assert state.open_stages == ()


def test_one_call_out_stands_for_every_stage_that_the_number_completed() -> None:
    both = game(*CALLED_OUT, called_out(2, 2)).when(decide(1, VALID, BINGO, LINE))
    once = both.then(decided(1, VALID, LINE, BINGO))
    assert isinstance(once.state, Game)
    assert once.state.won == (StageWon(LINE, 2, (1,)), StageWon(BINGO, 2, (1,)))
    assert once.state.call_outs[0].decided == Decided(
        VALID, (LINE, BINGO), True, "ben", at(), False
    )
    shared = once.when(decide(2, VALID, LINE, BINGO)).then(decided(2, VALID, LINE, BINGO)).state
    assert isinstance(shared, Game)
    assert [won.call_outs for won in shared.won] == [(1, 2), (1, 2)]


def test_of_two_stages_one_that_was_won_before_is_refused_and_neither_is_won() -> None:
    later = (*CALLED_OUT, decided(1, VALID, LINE), selected(3, 8), called(3, 8), called_out(2, 3))
    game(*later).when(decide(2, VALID, LINE, BINGO)).refused(STAGE_ALREADY_WON)


def test_a_stage_that_was_won_is_not_won_again_on_a_later_number() -> None:
    later = game(
        *CALLED_OUT, decided(1, VALID, LINE), selected(3, 8), called(3, 8), called_out(2, 3)
    )
    refused = later.when(decide(2, VALID, LINE)).refused(STAGE_ALREADY_WON, "NZB-5.4")
    assert (refused.facts["position"], refused.facts["answers"]) == ("2", "3")
    later.when(decide(2, VALID, BINGO)).then(decided(2, VALID, BINGO))


def test_one_who_called_out_in_time_before_the_winner_is_not_told_to_be_wrong() -> None:
    """A late entry for call 2, ruled in time, when the line was given for call 3."""
    later = (selected(3, 8), called(3, 8), called_out(2, 3), decided(2, VALID, LINE))
    before = game(*in_play(42, 17), *later[:2], called_out(1, 2, late=True), *later[2:])
    refused = before.when(decide(1, VALID, LINE, in_time=True)).refused(
        "EARLIER_THAN_THE_WINNER", "NZB-5.10"
    )
    assert (refused.facts["position"], refused.facts["answers"]) == ("3", "2")


@pytest.mark.parametrize("stage", [LINE, BINGO])
def test_nzb_5_10_a_late_call_out_needs_a_ruling_to_be_valid(stage: Stage) -> None:
    late = game(*LATE)
    late.when(decide(1, VALID, stage)).refused(RULING_NEEDED, "NZB-5.10")
    state = (
        late.when(decide(1, VALID, stage, in_time=True))
        .then(decided(1, VALID, stage, in_time=True))
        .state
    )
    assert isinstance(state, Game)
    assert state.won == (StageWon(stage, 1, (1,)),)


def test_nzb_5_10_a_late_call_out_is_decided_as_out_of_time() -> None:
    state = game(*LATE).when(decide(1, OUT_OF_TIME)).then(decided(1, OUT_OF_TIME)).state
    assert isinstance(state, Game)
    assert state.won == ()
    assert not paused(state)


def test_one_that_was_ruled_in_time_shares_with_those_before_it() -> None:
    share = game(
        *in_play(42),
        called_out(1, 1),
        decided(1, VALID, LINE),
        selected(2, 17),
        called(2, 17),
        confirmed(2),
        called_out(2, 1, late=True),
    )
    state = (
        share.when(decide(2, VALID, LINE, in_time=True))
        .then(decided(2, VALID, LINE, in_time=True))
        .state
    )
    assert isinstance(state, Game)
    assert state.won == (StageWon(LINE, 1, (1, 2), shares=2),)


def test_a_ruling_is_on_record_with_any_decision_of_a_late_one_and_with_no_other() -> None:
    late = game(*LATE).when(decide(1, NOT_VALID, in_time=True))
    late.then(decided(1, NOT_VALID, in_time=True))
    in_time = game(*CALLED_OUT).when(decide(1, VALID, LINE, in_time=True))
    in_time.then(decided(1, VALID, LINE, in_time=False))


def test_it_is_not_ruled_both_ways() -> None:
    late = game(*LATE).when(decide(1, OUT_OF_TIME, in_time=True))
    late.refused(RULED_BOTH_WAYS, "NZB-5.10")


def test_nzb_5_10_one_that_came_in_time_is_not_out_of_time() -> None:
    game(*CALLED_OUT).when(decide(1, OUT_OF_TIME)).refused(NOT_LATE, "NZB-5.10")


@pytest.mark.parametrize("by", [ANA, CLEO], ids=["caller", "stranger"])
def test_nobody_but_the_supervisor_decides(by: str) -> None:
    undecided = game(*CALLED_OUT)
    for command in (
        decide(1, VALID, LINE, by=by),
        decide(1, NOT_VALID, by=by),
        decide(9, VALID, by=by),
    ):
        undecided.when(command).recorded_refusal(
            NOT_THE_SUPERVISOR, "NZB-5.7(c)", events=(attempted(SUPERVISOR, by),)
        )


@pytest.mark.parametrize("number", [0, 2])
def test_a_call_out_is_decided_that_there_is(number: int) -> None:
    game(*CALLED_OUT).when(decide(number, NOT_VALID)).refused(NO_SUCH_CALL_OUT, "")


def test_a_decision_stands() -> None:
    once = game(*CALLED_OUT, decided(1, NOT_VALID))
    refused = once.when(decide(1, NOT_VALID)).refused(CALL_OUT_DECIDED, "NZB-5.7(c)")
    assert refused.facts["verdict"] == "not valid"
    won = game(*CALLED_OUT, decided(1, VALID, LINE))
    for verdict, stages in ((VALID, (LINE,)), (VALID, (BINGO,)), (NOT_VALID, ())):
        refused = won.when(decide(1, verdict, *stages)).refused(CALL_OUT_DECIDED, "NZB-5.7(c)")
        assert refused.facts["verdict"] == "valid"


def test_a_valid_one_names_its_stages_and_no_other_does() -> None:
    undecided = game(*LATE)
    undecided.when(decide(1, VALID, in_time=True)).refused(STAGE_NEEDED, "")
    undecided.when(decide(1, NOT_VALID, LINE)).refused(STAGE_NEEDED, "")
    undecided.when(decide(1, OUT_OF_TIME, LINE)).refused(STAGE_NEEDED, "")


def test_a_stage_that_is_not_played_is_not_won() -> None:
    bingo = game(*in_play(42, version=1, stages=ONLY_BINGO), called_out(1, 1))
    bingo.when(decide(1, VALID, LINE)).refused(STAGE_NOT_PLAYED, "NZB-5.2")


@pytest.mark.parametrize(
    "so_far",
    [
        pytest.param((*in_play(), called_out(1, 0)), id="before the first number"),
        pytest.param((*in_play(42), called_out(1, 0, late=True)), id="said to answer none"),
        pytest.param((*waiting(), called_out(1, 0, outside_play=True)), id="not announced"),
        pytest.param(
            (*waiting(), called_out(1, 0, outside_play=True), announced()), id="announced since"
        ),
    ],
)
def test_nothing_is_won_on_no_number(so_far: tuple[Event, ...]) -> None:
    undecided = game(*so_far)
    command = decide(1, VALID, LINE, in_time=True)
    undecided.when(command).refused(NOTHING_TO_WIN_ON, "NZB-5.7(c)(iii)")
    undecided.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))


# -- after the end ---------------------------------------------------------------------------------

ENTERED_AFTER = (OVER, called_out(1, 2, outside_play=True))
ALL_WON = (
    *in_play(42, 17, version=1, stages=ONLY_BINGO),
    called_out(1, 2),
    decided(1, VALID, BINGO),
    ended(Ending.COMPLETED),
    called_out(2, 2, outside_play=True),
)


def test_nzb_5_4_who_answers_the_last_call_shares_after_the_end_too() -> None:
    """Entered a second after the supervisor ended the game: no next number cut it off."""
    state = game(*ALL_WON).when(decide(2, VALID, BINGO)).then(decided(2, VALID, BINGO)).state
    assert isinstance(state, Ended)
    assert state.won == (StageWon(BINGO, 2, (1, 2), shares=2),)


def test_nzb_5_10_after_the_end_a_stage_that_nobody_won_is_won_on_the_last_call() -> None:
    over = game(*in_play(42, 17), *ENTERED_AFTER)
    state = over.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE)).state
    assert isinstance(state, Ended)
    assert (state.won, state.ending) == ((StageWon(LINE, 2, (1,)),), Ending.ABANDONED)
    over.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))
    over.when(decide(1, OUT_OF_TIME)).then(decided(1, OUT_OF_TIME))


def test_after_the_end_a_stage_that_was_won_on_another_call_is_not_shared() -> None:
    won = (called_out(1, 1), decided(1, VALID, LINE))
    before = (*in_play(42), *won, selected(2, 17), called(2, 17), confirmed(2))
    over = game(*before, OVER, called_out(2, 2, outside_play=True))
    over.when(decide(2, VALID, LINE)).refused(STAGE_ALREADY_WON)


def test_nzb_5_10_after_the_end_one_for_an_earlier_call_was_in_time_as_others_heard() -> None:
    over = game(*in_play(42, 17), OVER, called_out(1, 1, late=True, outside_play=True))
    for in_time in False, True:
        refused = over.when(decide(1, VALID, LINE, in_time=in_time)).refused(
            WITNESSES_NEEDED, "NZB-5.10"
        )
        assert refused.facts["answers"] == "1"
    over.when(decide(1, NOT_VALID)).then(decided(1, NOT_VALID))
    over.when(decide(1, OUT_OF_TIME)).then(decided(1, OUT_OF_TIME))
    heard = called_out(1, 1, late=True, outside_play=True, witnesses=("people/7a",))
    known = game(*in_play(42, 17), OVER, heard)
    known.when(decide(1, VALID, LINE)).refused(RULING_NEEDED, "NZB-5.10")
    won = known.when(decide(1, VALID, LINE, in_time=True)).then(
        decided(1, VALID, LINE, in_time=True)
    )
    assert isinstance(won.state, Ended)
    assert won.state.won == (StageWon(LINE, 1, (1,)),)


def test_nothing_is_won_in_a_game_that_ended_before_its_first_number() -> None:
    over = game(*waiting(), OVER, called_out(1, 0, outside_play=True))
    over.when(decide(1, VALID, LINE)).refused(NOTHING_TO_WIN_ON)
