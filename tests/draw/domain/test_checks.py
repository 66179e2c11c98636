"""Before the first number: equipment, rooms, hearing, sales (Tennessee 2 to 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.checks import (
    NOT_A_LISTENER,
    NOT_HEARD,
    NOT_INSPECTED,
    OBJECTS_UNEQUAL,
    SALES_NOT_CLOSED,
    SET_NOT_COMPLETE,
    CheckHearing,
    InspectEquipment,
)
from services.draw.domain.game.game import Event
from services.draw.domain.game.rooms import PLAYERS_NOT_COUNTED
from services.draw.domain.game.staff import (
    NOT_THE_SUPERVISOR,
    AssignStaff,
)
from services.draw.domain.game.words import Post, Sales
from tests.draw.domain.games import (
    ANA,
    BEN,
    CALLER,
    CLEO,
    SAM,
    SUPERVISOR,
    announced,
    at,
    attempted,
    called_out,
    game,
    keyed,
    opened,
    select,
)
from tests.draw.domain.games import in_play as new_zealand_in_play
from tests.draw.domain.memphis import (
    ANNOUNCER,
    CHECKS,
    DOT,
    EVE,
    MAIN,
    MEZZ,
    PRIZES,
    TOM,
    call,
    counted,
    heard,
    in_play,
    inspected,
    stands,
    waiting,
    was_cut_off,
)
from tests.draw.domain.standing import heard as told
from tests.draw.domain.standing import signed
from tests.kit.law import permits, refuses


def without(kind: type) -> tuple[Event, ...]:
    """The checks but those of one sort."""
    return tuple(check for check in CHECKS if not isinstance(check, kind))


@permits("TNB-2", "TNB-3", "TNB-4", "TNB-5")
def test_with_everything_looked_at_the_first_ball_is_drawn() -> None:
    outcome = game(*in_play()).when(select(1, 7))
    assert [type(event).__name__ for event in outcome.events] == ["NumberSelected"]


# -- the equipment ---------------------------------------------------------------------------------


@permits("TNB-2", "TNB-3")
def test_tnb_2_the_supervisor_records_what_was_found_good_or_bad() -> None:
    look = InspectEquipment(75, True, MAIN, BEN, at())
    game(*waiting()).when(look).then(inspected())
    bad = InspectEquipment(74, False, MAIN, BEN, at())
    game(*waiting()).when(bad).then(inspected(74, equal=False))


@refuses("TNB-3")
def test_tnb_3_nobody_else_signs_the_inspection() -> None:
    look = InspectEquipment(75, True, MAIN, CLEO, at())
    game(*waiting()).when(look).recorded_refusal(
        NOT_THE_SUPERVISOR, "TNB-3", events=(attempted(SUPERVISOR, CLEO),)
    )


@refuses("TNB-3")
def test_tnb_3_no_number_before_the_receptacle_was_looked_into() -> None:
    checks = without(type(inspected()))
    game(*in_play(checks=checks)).when(select(1, 7)).refused(NOT_INSPECTED, "TNB-3")


@refuses("TNB-3")
@pytest.mark.parametrize("objects", [0, 74, 76])
def test_tnb_3_all_objects_are_there_and_none_too_many(objects: int) -> None:
    checks = (*CHECKS, inspected(objects))
    game(*in_play(checks=checks)).when(select(1, 7)).refused(SET_NOT_COMPLETE, "TNB-3")


@refuses("TNB-2")
@pytest.mark.case("B26")
def test_case_b26_a_set_that_is_not_equal_is_not_played_with() -> None:
    checks = (*CHECKS, inspected(equal=False))
    game(*in_play(checks=checks)).when(select(1, 7)).refused(OBJECTS_UNEQUAL, "TNB-2")


def test_another_inspection_puts_a_bad_one_right() -> None:
    checks = (*CHECKS, inspected(74, equal=False), inspected())
    assert game(*in_play(checks=checks)).when(select(1, 7)).events


def test_new_zealand_asks_for_no_inspection_but_plays_by_one_that_was_made() -> None:
    assert game(*new_zealand_in_play()).when(select(1)).events
    found = inspected(0, equal=False)
    game(*new_zealand_in_play(), found).when(select(1)).refused(OBJECTS_UNEQUAL)


# -- who hears -------------------------------------------------------------------------------------


@permits("TNB-4")
def test_tnb_4_somebody_who_listens_in_the_room_says_that_all_hear() -> None:
    game(*waiting()).when(CheckHearing(MEZZ, True, TOM, at())).then(heard(MEZZ, TOM))


@refuses("TNB-4")
def test_tnb_4_the_caller_does_not_say_that_the_caller_is_heard() -> None:
    game(*waiting()).when(CheckHearing(MAIN, True, " Ana ", at())).refused(NOT_A_LISTENER, "TNB-4")


@refuses("TNB-4")
def test_tnb_4_no_number_while_a_room_was_not_heard_from() -> None:
    checks = tuple(check for check in CHECKS if check != heard(MEZZ, TOM))
    game(*in_play(checks=checks)).when(select(1, 7)).refused(NOT_HEARD, "TNB-4")


@refuses("TNB-4")
def test_tnb_4_a_loudspeaker_that_fails_in_play_stops_the_next_number() -> None:
    silent = heard(MEZZ, TOM, is_heard=False)
    history = in_play(7)
    game(*history, silent).when(select(2, 8)).refused(NOT_HEARD, "TNB-4")
    assert game(*history, silent, heard(MEZZ, TOM)).when(select(2, 8)).events


def test_where_no_check_is_asked_for_a_room_that_says_it_hears_nothing_counts_too() -> None:
    silent = heard(MAIN, SAM, is_heard=False)
    game(*new_zealand_in_play(), silent).when(select(1)).refused(NOT_HEARD, "")


# -- sales -----------------------------------------------------------------------------------------


def test_no_number_while_cards_are_being_sold() -> None:
    on_sale = replace(opened(), sales=Sales.VERIFY)
    _, *rest = new_zealand_in_play()
    game(on_sale, *rest).when(select(1)).refused(SALES_NOT_CLOSED)


@refuses("TNB-2")
@pytest.mark.case("B26")
def test_case_b26_a_bad_finding_in_mid_game_stops_the_next_number() -> None:
    """One ball is out: 74 are in the receptacle."""
    look = InspectEquipment(74, False, MAIN, BEN, at())
    bad = game(*in_play(7)).when(look).then(inspected(74, equal=False, out=1))
    bad.when(select(2, 8)).refused(OBJECTS_UNEQUAL, "TNB-2")
    good = bad.when(InspectEquipment(74, True, MAIN, BEN, at())).then(inspected(74, out=1))
    assert good.when(select(2, 8)).events
    missing = InspectEquipment(73, True, MAIN, BEN, at())
    short = good.when(missing).then(inspected(73, out=1))
    refused = short.when(select(2, 8)).refused(SET_NOT_COMPLETE, "TNB-3")
    assert refused.sentence == (
        "73 objects were counted into the receptacle; of 75 in this game 74 belong there."
    )


@refuses("TNB-3", "TNB-5")
def test_after_numbers_called_by_hand_the_first_that_is_drawn_here_waits_for_every_check() -> None:
    by_hand = (*waiting(), announced(3, PRIZES), *signed(told(7, 30), position=1))
    heard_there = (heard(MAIN, SAM), heard(MEZZ, TOM))
    game(*by_hand).when(select(2, 8)).refused(NOT_HEARD, "TNB-4")
    game(*by_hand, *heard_there).when(select(2, 8)).refused(NOT_INSPECTED, "TNB-3")
    looked = (*by_hand, *heard_there, inspected(74, out=1))
    game(*looked).when(select(2, 8)).refused(PLAYERS_NOT_COUNTED, "TNB-5")
    assert game(*looked, counted(MAIN, 9), counted(MEZZ, 4)).when(select(2, 8)).events


@refuses("TNB-4")
def test_tnb_4_a_number_that_was_drawn_is_not_called_into_a_room_that_hears_nothing() -> None:
    silent = (*in_play(7), keyed(2, 8), heard(MEZZ, TOM, is_heard=False))
    game(*silent).when(call(2, "B")).refused(NOT_HEARD, "TNB-4")
    assert game(*silent, heard(MEZZ, TOM)).when(call(2, "B")).events


@permits("TNB-9")
def test_tnb_9_a_call_that_was_begun_is_finished_all_the_same() -> None:
    begun = (*in_play(7), keyed(2, 8), called_out(1, 2), was_cut_off(2, "B"))
    silent = heard(MEZZ, TOM, is_heard=False)
    assert game(*begun, silent).when(call(2, "B")).events
    answered = (*in_play(7), keyed(2, 8), called_out(1, 2))
    assert game(*answered, silent).when(call(2, "B")).events


@refuses("TNB-4")
@pytest.mark.parametrize(
    ("person", "what"),
    [
        (ANA, "the caller"),
        (DOT, "the announcer"),
        (" DOT ", "the announcer"),
        (BEN, "the supervisor in main"),
        (EVE, "the assistant in main"),
    ],
)
def test_tnb_4_who_stands_elsewhere_by_their_post_cannot_say_what_is_heard_in_a_room(
    person: str, what: str
) -> None:
    check = CheckHearing(MEZZ, True, person, at())
    refused = game(*waiting()).when(check).refused(NOT_A_LISTENER, "TNB-4")
    assert refused.facts["what"] == what
    game(*waiting()).when(CheckHearing(MAIN, True, BEN, at())).then(heard(MAIN, BEN))


@refuses("TNB-4")
@pytest.mark.parametrize("post", [CALLER, ANNOUNCER])
def test_tnb_4_another_voice_has_to_be_heard_anew(post: Post) -> None:
    """Sam, who said that all hear in the main room, takes the post."""
    relieved = game(*in_play(7)).when(AssignStaff(post, SAM, at(), MAIN)).then(stands(post, SAM))
    by = SAM if post is CALLER else ANA
    relieved.when(select(2, 8, by=by)).refused(NOT_HEARD, "TNB-4")
    again = game(*relieved.events, heard(MAIN, TOM), heard(MEZZ, TOM))
    assert again.when(select(2, 8, by=by)).events


def test_a_room_that_heard_nothing_is_not_forgotten_when_another_calls() -> None:
    silent = (*new_zealand_in_play(), heard(MAIN, SAM, is_heard=False), stands(CALLER, TOM))
    game(*silent).when(select(1, by=TOM)).refused(NOT_HEARD, "")
