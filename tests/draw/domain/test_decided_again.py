"""A decision that was a mistake is made again, by two persons (rule 5.7(c))."""

from __future__ import annotations

import pytest

from services.draw.domain.game.game import Event
from services.draw.domain.game.state import Ended
from services.draw.domain.game.words import Ending, Stage, Verdict
from tests.draw.domain.games import (
    ANA,
    BINGO,
    CLEO,
    LINE,
    NOT_VALID,
    OUT_OF_TIME,
    SUPERVISOR,
    VALID,
    attempted,
    called_out,
    decide,
    decided,
    ended,
    game,
    in_play,
    select,
    waiting,
)
from tests.draw.domain.righting import (
    approve,
    approved,
    playing,
    proposed_again,
    reject,
    rejected,
    voided,
)

TURNED_AWAY = (*in_play(42, 17), called_out(1, 2), decided(1, NOT_VALID))
WON = (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE))


def test_a_wrong_press_is_put_right_when_a_second_person_signs() -> None:
    waits = game(*TURNED_AWAY).when(decide(1, VALID, LINE)).then(proposed_again(1, 1, VALID, LINE))
    assert playing(waits.state).won == (), "nothing is done until then"
    waits.when(select(3)).refused("SIGNATURE_AWAITED")
    waits.when(decide(1, VALID, LINE)).nothing()
    after = waits.when(approve(1, by=ANA)).then(approved(1, by=ANA), decided(1, VALID, LINE))
    assert playing(after.state).won[0].call_outs == (1,)
    assert after.when(select(3)).events


def test_or_it_stays_as_it_was() -> None:
    waits = game(*TURNED_AWAY).when(decide(1, VALID, LINE)).then(proposed_again(1, 1, VALID, LINE))
    after = waits.when(reject(1, by=ANA)).then(rejected(1, by=ANA))
    assert playing(after.state).won == ()


def test_nobody_but_the_supervisor_says_so() -> None:
    tried = game(*TURNED_AWAY).when(decide(1, VALID, LINE, by=CLEO))
    tried.recorded_refusal("NOT_THE_SUPERVISOR", events=(attempted(SUPERVISOR, CLEO),))


@pytest.mark.parametrize(
    ("verdict", "stages", "code"),
    [
        (Verdict.VALID, (), "STAGE_NEEDED"),
        (Verdict.VOIDED, (), "VOIDED_OTHERWISE"),
        (Verdict.OUT_OF_TIME, (), "NOT_LATE"),
        (Verdict.NOT_VALID, (), "CALL_OUT_DECIDED"),
    ],
)
def test_it_is_held_to_the_same_rules(
    verdict: Verdict, stages: tuple[Stage, ...], code: str
) -> None:
    game(*TURNED_AWAY).when(decide(1, verdict, *stages)).refused(code)


def test_a_stage_that_was_forgotten_is_added_and_none_is_taken_away() -> None:
    waits = (
        game(*WON)
        .when(decide(1, VALID, LINE, BINGO))
        .then(proposed_again(1, 1, VALID, LINE, BINGO, before=VALID))
    )
    after = waits.when(approve(1, by=ANA)).then(approved(1, by=ANA), decided(1, VALID, LINE, BINGO))
    state = playing(after.state)
    assert [(won.stage, won.call_outs) for won in state.won] == [(LINE, (1,)), (BINGO, (1,))]
    game(*WON).when(decide(1, VALID, BINGO)).refused("CALL_OUT_DECIDED", "NZB-5.7(c)")


def test_who_was_late_and_in_time_as_others_say_is_decided_again() -> None:
    late = (*in_play(42, 17), called_out(1, 1, late=True), decided(1, OUT_OF_TIME))
    again = game(*late).when(decide(1, VALID, LINE, in_time=True))
    waits = again.then(proposed_again(1, 1, VALID, LINE, before=OUT_OF_TIME, in_time=True))
    waits.when(approve(1, by=ANA)).then(approved(1, by=ANA), decided(1, VALID, LINE, in_time=True))


def test_who_was_voided_by_mistake_wins_again() -> None:
    again = game(*WON, voided(LINE, 1)).when(decide(1, VALID, LINE))
    waits = again.then(proposed_again(1, 1, VALID, LINE, before=Verdict.VOIDED))
    waits.when(approve(1, by=ANA)).then(approved(1, by=ANA), decided(1, VALID, LINE))


def test_what_does_not_fit_any_more_is_not_done() -> None:
    other = (called_out(2, 1, late=True), decided(2, VALID, LINE, in_time=True))
    overtaken = game(*TURNED_AWAY, proposed_again(1, 1, VALID, LINE), *other)
    overtaken.when(approve(1, by=ANA)).refused("OVERTAKEN")


@pytest.mark.parametrize(
    "so_far",
    [
        pytest.param((*TURNED_AWAY, ended(Ending.ABANDONED, "rain")), id="over"),
        pytest.param(
            (*waiting(), called_out(1, 0, outside_play=True), decided(1, NOT_VALID)), id="not begun"
        ),
    ],
)
def test_before_the_game_and_after_it_a_proposal_is_decided_too(so_far: tuple[Event, ...]) -> None:
    verdict, stages = (VALID, (LINE,)) if len(so_far) > 6 else (OUT_OF_TIME, ())
    asked = game(*so_far).when(decide(1, verdict, *stages))
    done = asked.then(proposed_again(1, 1, verdict, *stages)).when(approve(1, by=ANA))
    over = done.then(approved(1, by=ANA), decided(1, verdict, *stages)).state
    assert isinstance(over, Ended) is (verdict is VALID)
