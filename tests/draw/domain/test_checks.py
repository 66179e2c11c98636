"""Before the first number: equipment, rooms, hearing, sales (Tennessee 2 to 5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.checks import (
    NO_SUCH_ROOM,
    NOT_A_LISTENER,
    NOT_HEARD,
    NOT_IN_THE_FULLEST_ROOM,
    NOT_INSPECTED,
    OBJECTS_UNEQUAL,
    PLAYERS_NOT_COUNTED,
    SALES_NOT_CLOSED,
    SET_NOT_COMPLETE,
    CheckHearing,
    InspectEquipment,
    RecordAttendance,
)
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import Sales
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import InPlay, Waiting
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
    game,
    opened,
    select,
)
from tests.draw.domain.games import in_play as new_zealand_in_play
from tests.draw.domain.memphis import (
    ANNOUNCER,
    ASSISTANT,
    CHECKS,
    DOT,
    EVE,
    MAIN,
    MEZZ,
    PRIZES,
    TOM,
    counted,
    heard,
    in_play,
    inspected,
    stands,
    waiting,
)
from tests.draw.domain.memphis import called as called_tn
from tests.draw.domain.memphis import shown as shown_tn
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


# -- where caller and receptacle are ---------------------------------------------------------------


def test_the_last_count_of_a_room_stands() -> None:
    counting = RecordAttendance(MEZZ, 41, BEN, at())
    outcome = game(*waiting(), counted(MEZZ, 40)).when(counting).then(counted(MEZZ, 41))
    assert isinstance(outcome.state, Waiting)
    assert [each.players for each in outcome.state.attendance] == [41]


@refuses("TNB-5")
def test_tnb_5_every_room_is_counted_before_the_first_number() -> None:
    checks = tuple(check for check in CHECKS if check != counted(MEZZ, 40))
    game(*in_play(checks=checks)).when(select(1, 7)).refused(PLAYERS_NOT_COUNTED, "TNB-5")


@refuses("TNB-5")
@pytest.mark.parametrize(
    "elsewhere",
    [
        stands(CALLER, ANA, MEZZ),
        stands(CALLER, ANA, ""),
        stands(ASSISTANT, EVE, MEZZ),
        inspected(room=MEZZ),
    ],
)
def test_tnb_5_caller_assistants_and_receptacle_are_where_most_players_are(
    elsewhere: Event,
) -> None:
    history = in_play(checks=(*CHECKS, elsewhere))
    game(*history).when(select(1, 7)).refused(NOT_IN_THE_FULLEST_ROOM, "TNB-5")


@permits("TNB-5")
def test_tnb_5_of_two_rooms_with_as_many_players_either_will_do() -> None:
    checks = (*CHECKS, counted(MEZZ, 180))
    assert game(*in_play(checks=checks)).when(select(1, 7)).events


def test_who_announces_may_stand_in_the_other_room() -> None:
    checks = (*CHECKS, stands(ANNOUNCER, DOT, MEZZ))
    assert game(*in_play(checks=checks)).when(select(1, 7)).events


def test_players_who_come_later_do_not_move_a_game_that_has_begun() -> None:
    history = (*in_play(7), counted(MEZZ, 500))
    assert game(*history).when(select(2, 8)).events


@pytest.mark.parametrize(
    "command",
    [
        RecordAttendance("bar", 3, BEN, at()),
        CheckHearing("bar", True, TOM, at()),
        InspectEquipment(75, True, "bar", BEN, at()),
    ],
)
def test_what_is_said_of_a_room_of_another_game_is_refused(
    command: RecordAttendance | CheckHearing | InspectEquipment,
) -> None:
    game(*waiting()).when(command).refused(NO_SUCH_ROOM)


# -- sales -----------------------------------------------------------------------------------------


def test_no_number_while_cards_are_being_sold() -> None:
    on_sale = replace(opened(), sales=Sales.VERIFY)
    _, *rest = new_zealand_in_play()
    game(on_sale, *rest).when(select(1)).refused(SALES_NOT_CLOSED)


def test_the_checks_are_of_the_first_number_alone() -> None:
    history = (*waiting(), announced(3, PRIZES), called_tn(1, 7), shown_tn(1, 7))
    after_one = game(*history, heard(MAIN, SAM), heard(MEZZ, TOM))
    assert isinstance(after_one.state, InPlay)
    assert after_one.when(select(2, 8)).events
