"""What happens to the equipment during a game, and that no number comes until it is decided."""

from __future__ import annotations

import pytest

from services.draw.domain.game.announcing import NOT_ANNOUNCED
from services.draw.domain.game.authority import NOT_OF_THE_STAFF
from services.draw.domain.game.calling import NO_MORE_NUMBERS
from services.draw.domain.game.game import Event
from services.draw.domain.game.holding import IRREGULARITY_WAITS
from services.draw.domain.game.irregularities import NOTHING_REMOVED, OTHER_EQUIPMENT
from services.draw.domain.game.parts import Ending, IrregularityKind
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE, NO_SUCH_BALL
from services.draw.domain.game.state import InPlay
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CLEO,
    LINE,
    ONLY_BINGO,
    VALID,
    call,
    called_out,
    confirmed,
    decided,
    end,
    ended,
    game,
    in_play,
    keyed,
    select,
    selected,
    waiting,
)
from tests.draw.domain.games import decide as rule_on
from tests.draw.domain.memphis import DOT, EVE, letter_of
from tests.draw.domain.standing import (
    DEFECT,
    MIA,
    PUT_RIGHT,
    RETURNED,
    SELECTOR,
    STUCK,
    found,
    looked_over,
    report,
    settled,
)
from tests.kit.law import refuses

WITH_BALLS = in_play(42, 17, selector=BALLS)
MEMPHIS = memphis.in_play(42, 17)
OBJECTS = (RETURNED, STUCK, DEFECT)

# -- what is reported ------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [ANA, BEN, DOT, EVE, MIA])
@pytest.mark.parametrize("kind", IrregularityKind)
def test_anybody_of_the_staff_and_the_manager_report_it(by: str, kind: IrregularityKind) -> None:
    state = game(*MEMPHIS).when(report(kind, by=by)).then(found(kind, by=by)).state
    assert isinstance(state, InPlay)
    (waiting_one,) = state.undecided
    assert (waiting_one.irregularity, waiting_one.kind, waiting_one.remedy) == (1, kind, None)
    assert state.stands_still


def test_who_has_no_post_in_the_game_tells_those_who_have() -> None:
    game(*MEMPHIS).when(report(DEFECT, 7, by=CLEO)).refused(NOT_OF_THE_STAFF, "")


def test_only_in_a_game_that_is_in_play() -> None:
    game(*waiting(selector=BALLS)).when(report(DEFECT)).refused(NOT_ANNOUNCED)


def test_it_names_the_equipment_of_the_game() -> None:
    state = game(*WITH_BALLS).state
    assert isinstance(state, InPlay)
    assert state.equipment == ""
    reported = game(*WITH_BALLS).when(report(DEFECT, 60)).events
    assert reported == (found(DEFECT, 60),)


def test_reported_twice_it_is_one_and_another_object_is_another() -> None:
    cracked = game(*WITH_BALLS, found(DEFECT, 60))
    cracked.when(report(DEFECT, 60, by=ANA)).nothing()
    cracked.when(report(DEFECT, 61)).then(found(DEFECT, 61, number=2))
    cracked.when(report(STUCK, 60)).then(found(STUCK, 60, number=2))
    again = game(*WITH_BALLS, found(DEFECT, 60), looked_over(), settled(PUT_RIGHT, by=BEN))
    again.when(report(DEFECT, 60)).then(found(DEFECT, 60, number=2))


@pytest.mark.parametrize("kind", OBJECTS)
def test_without_balls_nothing_happens_to_any(kind: IrregularityKind) -> None:
    game(*in_play(42)).when(report(kind)).refused(OTHER_EQUIPMENT, "")


def test_a_selector_is_no_object_and_an_object_is_one_of_the_game() -> None:
    refused = game(*in_play(42)).when(report(SELECTOR, 7)).refused(OTHER_EQUIPMENT, "")
    assert refused.facts["selector"] == "electronic selector"
    assert "object 7" in refused.facts["what"]
    for ball, fits in ((0, True), (90, True), (91, False)):
        outcome = game(*WITH_BALLS).when(report(DEFECT, ball))
        if fits:
            outcome.then(found(DEFECT, ball))
        else:
            outcome.refused(NO_SUCH_BALL, "NZB-5.6(b)")


def test_what_was_drawn_is_not_stuck_and_what_was_not_drawn_is_not_returned() -> None:
    game(*WITH_BALLS).when(report(STUCK, 17)).refused(BALL_DRAWN_BEFORE, "NZB-5.6(b)")
    game(*MEMPHIS).when(report(STUCK, 17)).refused(BALL_DRAWN_BEFORE, "TNB-6")
    nothing_drawn = game(*in_play(selector=BALLS))
    nothing_drawn.when(report(RETURNED)).refused(NOTHING_REMOVED, "")
    in_hand = game(*in_play(selector=BALLS), keyed(1, 42))
    in_hand.when(report(RETURNED)).then(found(RETURNED))


@pytest.mark.parametrize("all_called", [True, False])
def test_when_no_more_numbers_come_it_is_none_of_the_game(all_called: bool) -> None:
    if all_called:
        so_far = in_play(*range(1, 91), selector=BALLS)
    else:
        only = in_play(42, version=1, stages=ONLY_BINGO, selector=BALLS)
        so_far = (*only, called_out(1, 1), decided(1, VALID, BINGO))
    game(*so_far).when(report(DEFECT, 7)).refused(NO_MORE_NUMBERS, "")


# -- no number while it is not decided -------------------------------------------------------------


@refuses("TNB-2", "TNB-6", "TNB-14")
@pytest.mark.parametrize("drawn", [False, True])
def test_tnb_2_6_14_no_number_comes_from_equipment_that_is_not_as_it_should_be(drawn: bool) -> None:
    for kind, law in ((DEFECT, "TNB-2"), (RETURNED, "TNB-6"), (STUCK, "TNB-14")):
        pending: tuple[Event, ...] = (keyed(3, 60),) if drawn else ()
        waits = game(*MEMPHIS, *pending, found(kind, 7))
        command = memphis.call(3, letter_of(60)) if drawn else select(3, 60)
        refused = waits.when(command).refused(IRREGULARITY_WAITS, law)
        assert refused.facts["irregularity"] == "1"
        assert refused.facts["what"].endswith("(7)")


@refuses("NZB-5.6(b)")
def test_nzb_5_6_b_no_number_comes_from_a_selector_that_failed() -> None:
    failed = game(*in_play(42), found(SELECTOR))
    failed.when(select(2)).refused(IRREGULARITY_WAITS, "NZB-5.6(b)")
    kept = game(*in_play(42), selected(2, 17), found(SELECTOR))
    kept.when(call(2)).refused(IRREGULARITY_WAITS, "NZB-5.6(b)")


def test_in_new_zealand_it_is_the_rule_that_numbers_come_at_random() -> None:
    for kind, law in ((DEFECT, "NZB-5.6(b)"), (RETURNED, "NZB-5.6(b)"), (STUCK, "")):
        game(*WITH_BALLS, found(kind)).when(select(3, 60)).refused(IRREGULARITY_WAITS, law)


def test_a_call_that_was_begun_is_finished_and_its_call_out_decided() -> None:
    begun = game(*MEMPHIS, keyed(3, 60), called_out(1, 3), found(STUCK, 7))
    finished = begun.when(memphis.call(3, letter_of(60))).then(memphis.called(3, 60))
    won = finished.when(rule_on(1, VALID, LINE)).then(decided(1, VALID, LINE))
    won.when(select(4, 61)).refused(IRREGULARITY_WAITS)


@pytest.mark.parametrize("reason", ["", "closing time"])
def test_no_game_ends_on_it_while_numbers_are_to_come(reason: str) -> None:
    game(*MEMPHIS, found(STUCK, 7)).when(end(reason)).refused(IRREGULARITY_WAITS, "TNB-14")
    game(*in_play(42), found(SELECTOR)).when(end(reason)).refused(IRREGULARITY_WAITS)


def test_it_keeps_nobody_waiting_once_all_is_won() -> None:
    """A player had called out before: no more numbers are to come, from whatever receptacle."""
    only = in_play(42, version=1, stages=ONLY_BINGO, selector=BALLS)
    won = (called_out(1, 1), found(STUCK, 7), decided(1, VALID, BINGO))
    game(*only, *won).when(end()).then(ended(Ending.COMPLETED))
    out = game(*only, keyed(2, 17), *won)
    announced = out.when(call(2)).events
    told = game(*only, keyed(2, 17), *won, *announced, confirmed(2, 17))
    told.when(end()).then(ended(Ending.COMPLETED))
