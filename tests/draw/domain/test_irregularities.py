"""What happens to the equipment during a game, and what is decided about it."""

from __future__ import annotations

import pytest

from services.draw.domain.game.announcing import NOT_ANNOUNCED
from services.draw.domain.game.authority import NOT_OF_THE_STAFF, NOT_THE_GAME_MANAGER
from services.draw.domain.game.calling import NO_MORE_NUMBERS
from services.draw.domain.game.game import Event
from services.draw.domain.game.holding import IRREGULARITY_WAITS
from services.draw.domain.game.irregularities import NOTHING_REMOVED, OTHER_EQUIPMENT
from services.draw.domain.game.opening import SELECTOR_NOT_ALLOWED
from services.draw.domain.game.parts import Ending, IrregularityKind, Remedy
from services.draw.domain.game.remedies import (
    IRREGULARITY_DECIDED,
    NO_CARD_READ,
    NO_REMEDY,
    NO_SUCH_IRREGULARITY,
    NOT_DISINTERESTED,
    NOT_INSPECTED_AGAIN,
    NUMBERS_DIFFER,
    READ_TWICE,
    REMEDY_NOT_SAID,
    DecideIrregularity,
    disinterested,
)
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE, NO_SUCH_BALL
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Ended, InPlay
from services.draw.domain.game.taking_back import SELECTION_KEPT
from services.kernel.law import Refused
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CLEO,
    ELECTRONIC,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    SUPERVISOR,
    VALID,
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
    opening,
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


# -- who decides -----------------------------------------------------------------------------------


@permits("TNB-12")
@refuses("TNB-12")
def test_tnb_12_the_game_manager_decides_and_not_the_supervisor() -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    told = decide(REBUILT, cards=("1204",), numbers=(42, 17), by=BEN)
    spilt.when(told).refused(NOT_THE_GAME_MANAGER, "TNB-12")
    by_manager = decide(REBUILT, cards=("1204",), numbers=(42, 17))
    spilt.when(by_manager).then(settled(REBUILT, cards=("1204",)))


def test_elsewhere_the_supervisor_does_or_the_manager_who_is_set_over_both() -> None:
    spilt = game(*WITH_BALLS, found(RETURNED))
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


def test_a_game_with_a_stuck_object_can_only_be_started_over() -> None:
    refused = game(*MEMPHIS, found(STUCK, 7)).when(_in_full(PUT_RIGHT)).refused(NO_REMEDY)
    assert refused.sentence == (
        "To put it right and go on is no remedy where an object is stuck in the receptacle."
    )
    assert refused.facts["possible"] == "to void the game and start it over"


# -- objects that were put back --------------------------------------------------------------------


@permits("TNB-12", "TNB-6")
def test_tnb_12_the_called_numbers_are_told_from_disinterested_players_cards() -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    told = decide(REBUILT, cards=("1204", "1310"), numbers=(17, 42))
    removed = spilt.when(told).then(settled(REBUILT, cards=("1204", "1310")))
    assert isinstance(removed.state, InPlay)
    assert not removed.state.undecided
    assert removed.state.called == {42, 17}
    drawn = removed.when(select(3, 60))
    assert drawn.refusal is None
    removed.when(select(3, 17)).refused(BALL_DRAWN_BEFORE, "TNB-6")


@refuses("TNB-12")
def test_tnb_12_at_least_one_card_is_read() -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    spilt.when(decide(REBUILT, numbers=(42, 17))).refused(NO_CARD_READ, "TNB-12")
    twice = decide(REBUILT, cards=("1204", "1310", "1204"), numbers=(42, 17))
    assert spilt.when(twice).refused(READ_TWICE, "").facts == {"card": "1204"}


@refuses("TNB-12")
@pytest.mark.parametrize(
    ("numbers", "differences"),
    [
        ((42,), "17 on record and not read off"),
        ((), "17, 42 on record and not read off"),
        ((42, 17, 60), "60 read off and not on record"),
        ((42, 71), "71 read off and not on record; 17 on record and not read off"),
    ],
)
def test_tnb_12_what_the_cards_tell_is_what_the_record_does(
    numbers: tuple[int, ...], differences: str
) -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    refused = spilt.when(decide(REBUILT, cards=("1204",), numbers=numbers))
    assert refused.refused(NUMBERS_DIFFER, "TNB-12").facts == {"differences": differences}


@permits("TNB-12")
@refuses("TNB-12")
@pytest.mark.parametrize(
    ("player", "what"),
    [
        ("Pat Jones", ""),
        ("ana", "of the staff"),
        (" DOT ", "of the staff"),
        ("kim  park", "a claimant"),
    ],
)
def test_tnb_12_neither_staff_nor_a_claimant_is_disinterested(player: str, what: str) -> None:
    state = game(*MEMPHIS, found(RETURNED)).state
    assert isinstance(state, InPlay)
    claimants = frozenset({"Kim Park"})
    disinterested(("Lee Wong",), state, claimants)
    if not what:
        disinterested(("Lee Wong", player), state, claimants)
        for refused in ("ana", "Kim Park"):
            with pytest.raises(Refused):
                disinterested((refused,), state, claimants)
        return
    with pytest.raises(Refused) as raised:
        disinterested(("Lee Wong", player), state, claimants)
    assert raised.value.reason is NOT_DISINTERESTED
    assert raised.value.facts == {"person": player, "what": what}


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
    announced.when(confirm(2, 17)).then(confirmed(2, 17))
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
