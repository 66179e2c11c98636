"""What is decided about an irregularity of the equipment, and by whom."""

from __future__ import annotations

import pytest

from services.draw.domain.game.authority import NOT_THE_GAME_MANAGER
from services.draw.domain.game.displaying import NO_BALLS_IN_USE
from services.draw.domain.game.game import Event
from services.draw.domain.game.holding import IRREGULARITY_WAITS
from services.draw.domain.game.opening import SELECTOR_NOT_ALLOWED
from services.draw.domain.game.remedies import (
    IRREGULARITY_DECIDED,
    NO_REMEDY,
    NO_SUCH_IRREGULARITY,
    NOT_INSPECTED_AGAIN,
    REMEDY_NOT_SAID,
    DecideIrregularity,
)
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Ended, InPlay
from services.draw.domain.game.taking_back import SELECTION_KEPT
from services.draw.domain.game.words import Ending, Remedy
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    ELECTRONIC,
    NOT_VALID,
    SUPERVISOR,
    attempted,
    but,
    call,
    called,
    called_out,
    confirm,
    confirmed,
    decided,
    game,
    in_play,
    opening,
    select,
    selected,
)
from tests.draw.domain.games import decide as rule_on
from tests.draw.domain.standing import (
    DEFECT,
    MIA,
    PUT_RIGHT,
    REBUILT,
    RETURNED,
    SELECTOR,
    STUCK,
    SWITCHED,
    decide,
    found,
    looked_over,
    report,
    settled,
    void,
    voided,
)
from tests.kit.law import permits, refuses

CAGE = "venues/akl/equipment/2026-cage-2"
WITH_BALLS = in_play(42, 17, selector=BALLS)
MEMPHIS = memphis.in_play(42, 17)

# -- who decides -----------------------------------------------------------------------------------


@permits("TNB-12")
@refuses("TNB-12")
def test_tnb_12_the_game_manager_decides_and_not_the_supervisor() -> None:
    spilt = game(*MEMPHIS, found(RETURNED), looked_over())
    told = decide(REBUILT, cards=("1204",), numbers=(42, 17), by=BEN)
    spilt.when(told).refused(NOT_THE_GAME_MANAGER, "TNB-12")
    by_manager = decide(REBUILT, cards=("1204",), numbers=(42, 17))
    spilt.when(by_manager).then(settled(REBUILT, cards=("1204",)))


def test_elsewhere_the_supervisor_does_or_the_manager_who_is_set_over_both() -> None:
    spilt = game(*WITH_BALLS, found(RETURNED), looked_over(objects=88))
    for by in (BEN, MIA):
        told = decide(REBUILT, cards=("1204",), numbers=(17, 42), by=by)
        spilt.when(told).then(settled(REBUILT, cards=("1204",), by=by))
    told = decide(REBUILT, cards=("1204",), numbers=(17, 42), by=ANA)
    spilt.when(told).recorded_refusal(NOT_THE_SUPERVISOR, "", events=(attempted(SUPERVISOR, ANA),))


def test_what_there_is_not_and_what_was_decided_is_not_decided() -> None:
    once = game(*WITH_BALLS, found(DEFECT, 60), looked_over(), settled(PUT_RIGHT))
    refused = once.when(decide(PUT_RIGHT)).refused(IRREGULARITY_DECIDED, "")
    assert refused.facts == {"irregularity": "1", "remedy": "to put it right and go on"}
    for number in (0, 2):
        once.when(decide(PUT_RIGHT, number=number)).refused(NO_SUCH_IRREGULARITY, "")


@refuses("TNB-14")
@pytest.mark.parametrize("remedy", Remedy)
def test_each_has_its_own_remedies_and_no_other(remedy: Remedy) -> None:
    for kind, law, possible in (
        (RETURNED, "TNB-12", {REBUILT}),
        (STUCK, "TNB-14", set[Remedy]()),
        (DEFECT, "TNB-2", {PUT_RIGHT}),
    ):
        outcome = game(*MEMPHIS, found(kind), looked_over()).when(_in_full(remedy))
        if remedy in possible:
            assert outcome.refusal is None
        else:
            outcome.refused(NO_REMEDY, law)
    failed = game(*in_play(42, 17), found(SELECTOR), looked_over()).when(_in_full(remedy))
    assert (failed.refusal is None) is (remedy in {PUT_RIGHT, SWITCHED})


def _in_full(remedy: Remedy) -> DecideIrregularity:
    """The decision with all that belongs to it."""
    cards, numbers = (("1204",), (42, 17)) if remedy is REBUILT else ((), ())
    return decide(
        remedy, cards=cards, numbers=numbers, selector=BALLS if remedy is SWITCHED else None
    )


def test_in_new_zealand_a_ball_that_was_stuck_is_freed_and_the_game_goes_on() -> None:
    """Its text does not say that such a game is started over: assumed, that it can be put right."""
    stuck = game(*WITH_BALLS, found(STUCK, 7))
    stuck.when(_in_full(PUT_RIGHT)).refused(NOT_INSPECTED_AGAIN, "")
    freed = game(*stuck.events, looked_over(objects=88)).when(_in_full(PUT_RIGHT))
    assert freed.then(settled(PUT_RIGHT)).when(select(3, 7)).refusal is None


@refuses("TNB-14")
def test_tnb_14_a_game_with_a_stuck_object_can_only_be_started_over() -> None:
    refused = game(*MEMPHIS, found(STUCK, 7)).when(_in_full(PUT_RIGHT)).refused(NO_REMEDY)
    assert refused.sentence == (
        "To put it right and go on is no remedy where an object is stuck in the receptacle."
    )
    assert refused.facts["possible"] == "to void the game and start it over"


# -- an object that is not like the others ---------------------------------------------------------


@permits("TNB-2")
@pytest.mark.case("B26")
def test_case_B26_a_cracked_ball_is_reported_replaced_inspected_and_the_game_goes_on() -> None:
    cracked = game(*MEMPHIS).when(report(DEFECT, 60, second=5)).then(found(DEFECT, 60, second=5))
    cracked.when(select(3, 60)).refused(IRREGULARITY_WAITS, "TNB-2")
    cracked.when(decide(PUT_RIGHT)).refused(NOT_INSPECTED_AGAIN, "TNB-2")
    replaced = game(*cracked.events, looked_over(second=6, objects=73))
    right = replaced.when(decide(PUT_RIGHT)).then(settled(PUT_RIGHT))
    assert right.when(select(3, 60)).refusal is None


@pytest.mark.case("B26")
def test_case_B26_a_ball_that_can_never_come_up_voids_the_game() -> None:
    stuck = game(*MEMPHIS).when(report(STUCK, 60)).then(found(STUCK, 60))
    state = stuck.when(void()).then(voided()).state
    assert isinstance(state, Ended)
    assert (state.ending, state.start_over) == (Ending.VOID, True)


@refuses("TNB-2")
@pytest.mark.parametrize(
    ("before", "since", "right"),
    [
        ((), (), False),
        ((), (looked_over(objects=3),), False),
        ((), (looked_over(objects=75),), False),
        ((looked_over(),), (), False),
        ((), (looked_over(),), True),
        ((), (looked_over(equal=False),), False),
        ((), (looked_over(equal=False), looked_over()), True),
        ((looked_over(),), (looked_over(), looked_over(equal=False)), False),
    ],
)
def test_tnb_2_it_is_put_right_when_it_was_inspected_since_and_found_equal(
    before: tuple[Event, ...], since: tuple[Event, ...], right: bool
) -> None:
    outcome = game(*MEMPHIS, *before, found(DEFECT, 60), *since).when(decide(PUT_RIGHT))
    if right:
        outcome.then(settled(PUT_RIGHT))
    else:
        outcome.refused(NOT_INSPECTED_AGAIN, "TNB-2")
    game(*MEMPHIS, found(DEFECT, 60)).when(decide(REBUILT)).refused(NO_REMEDY, "TNB-2")


# -- a selector that fails -------------------------------------------------------------------------


def test_another_selector_that_the_profile_allows_takes_its_place() -> None:
    failed = game(*in_play(42), found(SELECTOR))
    switched = failed.when(decide(SWITCHED, selector=BALLS, by=BEN))
    state = switched.then(settled(SWITCHED, selector=BALLS, by=BEN)).state
    assert isinstance(state, InPlay)
    assert state.selector is BALLS
    with_balls = game(*in_play(42), found(SELECTOR), settled(SWITCHED, selector=BALLS))
    with_balls.when(select(2, 42)).refused(BALL_DRAWN_BEFORE)
    assert with_balls.when(select(2, 17)).refusal is None


def test_what_happens_to_another_selector_is_none_of_the_equipment_that_failed() -> None:
    first, *others = in_play(42)
    failed = game(but(first, equipment=CAGE), *others, found(SELECTOR))
    assert failed.when(report(SELECTOR)).events == ()
    (worn,) = game(but(first, equipment=CAGE), *others).when(report(SELECTOR)).events
    assert getattr(worn, "equipment", None) == CAGE
    switched = game(*failed.events, settled(SWITCHED, selector=BALLS))
    switched.when(report(DEFECT, 60)).then(found(DEFECT, 60, number=2))


def test_tnb_3_no_electronic_selector_takes_the_place_of_a_hopper() -> None:
    failed = game(*MEMPHIS, found(SELECTOR))
    electronic = decide(SWITCHED, selector=ELECTRONIC)
    failed.when(electronic).refused(SELECTOR_NOT_ALLOWED, "TNB-3")
    failed.when(decide(SWITCHED, selector=BALLS)).then(settled(SWITCHED, selector=BALLS))


def test_the_number_that_was_selected_before_is_kept_and_is_the_next() -> None:
    kept = game(*in_play(42), selected(2, 17), found(SELECTOR), settled(SWITCHED, selector=BALLS))
    kept.when(select(2)).nothing()
    kept.when(select(2, 17)).nothing()
    kept.when(select(2, 60)).refused(SELECTION_KEPT, "NZB-5.6(b)")
    announced = kept.when(call(2)).then(called(2, 17))
    announced.when(confirm(2, 17)).refused(NO_BALLS_IN_USE)
    announced.when(confirm(2)).then(confirmed(2))
    assert opening(2) in [getattr(event, "opening", None) for event in announced.events]


def test_a_selector_is_put_right_when_it_was_looked_over_since() -> None:
    failed = game(*in_play(42), found(SELECTOR, second=5))
    failed.when(decide(PUT_RIGHT, by=BEN)).refused(NOT_INSPECTED_AGAIN, "NZB-5.6(b)")
    again = game(*failed.events, looked_over(second=9, objects=0))
    again.when(decide(PUT_RIGHT, by=BEN)).then(settled(PUT_RIGHT, by=BEN))


@pytest.mark.parametrize(
    "command",
    [
        decide(SWITCHED),
        decide(SWITCHED, selector=BALLS, cards=("1204",)),
        decide(SWITCHED, selector=BALLS, numbers=(42,)),
        decide(PUT_RIGHT, selector=BALLS),
        decide(PUT_RIGHT, cards=("1204",)),
    ],
)
def test_with_each_remedy_comes_what_belongs_to_it_and_nothing_else(
    command: DecideIrregularity,
) -> None:
    failed = game(*in_play(42), found(SELECTOR), looked_over())
    failed.when(command).refused(REMEDY_NOT_SAID, "")
    spilt = game(*MEMPHIS, found(RETURNED))
    told = decide(REBUILT, cards=("1204",), numbers=(42, 17), selector=BALLS)
    spilt.when(told).refused(REMEDY_NOT_SAID, "")


def test_several_are_decided_one_by_one_and_play_waits_for_the_last() -> None:
    both = game(*MEMPHIS, found(RETURNED), found(DEFECT, 60, number=2), looked_over())
    told = decide(REBUILT, cards=("1204",), numbers=(42, 17))
    one_left = both.when(told).then(settled(REBUILT, cards=("1204",)))
    one_left.when(select(3, 60)).refused(IRREGULARITY_WAITS, "TNB-2")
    none = one_left.when(decide(PUT_RIGHT, number=2)).then(settled(PUT_RIGHT, number=2))
    assert none.when(select(3, 60)).refusal is None


def test_call_outs_are_decided_meanwhile() -> None:
    waits = game(*MEMPHIS, found(STUCK, 7), called_out(1, 2))
    waits.when(rule_on(1, NOT_VALID)).then(decided(1, NOT_VALID))
