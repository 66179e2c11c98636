"""Where a game of several rooms is called, and who takes over there (Tennessee 5)."""

from __future__ import annotations

import pytest

from services.draw.domain.game.checks import (
    NO_SUCH_ROOM,
    CheckHearing,
    InspectEquipment,
    RecordAttendance,
)
from services.draw.domain.game.game import Event
from services.draw.domain.game.rooms import NOT_IN_THE_FULLEST_ROOM, PLAYERS_NOT_COUNTED
from services.draw.domain.game.staff import (
    AssignStaff,
    ReleaseStaff,
    StaffReleased,
)
from services.draw.domain.game.state import (
    InPlay,
    Waiting,
)
from tests.draw.domain.games import (
    ANA,
    BEN,
    CALLER,
    SAM,
    at,
    game,
    select,
)
from tests.draw.domain.memphis import (
    ANNOUNCER,
    ASSISTANT,
    CHECKS,
    DOT,
    EVE,
    MAIN,
    MEZZ,
    TOM,
    counted,
    heard,
    in_play,
    inspected,
    stands,
    waiting,
)
from tests.kit.law import permits, refuses


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
    history = in_play(checks=(*CHECKS, elsewhere, heard(MAIN, SAM), heard(MEZZ, TOM)))
    game(*history).when(select(1, 7)).refused(NOT_IN_THE_FULLEST_ROOM, "TNB-5")


@permits("TNB-5")
def test_tnb_5_of_two_rooms_with_as_many_players_either_will_do() -> None:
    checks = (*CHECKS, counted(MEZZ, 180))
    assert game(*in_play(checks=checks)).when(select(1, 7)).events


def test_who_announces_may_stand_in_the_other_room() -> None:
    checks = (stands(ANNOUNCER, DOT, MEZZ), *CHECKS)
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


# -- who takes over where --------------------------------------------------------------------------


@refuses("TNB-5")
@pytest.mark.parametrize("room", [MEZZ, ""])
def test_tnb_5_who_relieves_the_caller_in_play_stands_at_the_receptacle(room: str) -> None:
    relief = AssignStaff(CALLER, "zoe", at(), room)
    refused = game(*in_play(7)).when(relief).refused(NOT_IN_THE_FULLEST_ROOM, "TNB-5")
    where = f"in {room}" if room else "in a room that was not named"
    assert refused.facts == {"fullest": MAIN, "who": "caller", "where": where}
    game(*in_play(7)).when(AssignStaff(ANNOUNCER, "zoe", at(), MEZZ)).then(
        stands(ANNOUNCER, "zoe", MEZZ)
    )
    game(*in_play()).when(relief).then(stands(CALLER, "zoe", room))


@permits("TNB-5")
@refuses("TNB-5")
def test_tnb_5_a_game_that_moves_to_the_fuller_room_moves_as_a_whole() -> None:
    fuller = (*in_play(7), counted(MEZZ, 500))
    moved = game(*fuller).when(AssignStaff(CALLER, ANA, at(), MEZZ)).then(stands(CALLER, ANA, MEZZ))
    history = (*moved.events, heard(MAIN, SAM), heard(MEZZ, TOM))
    behind = game(*history).when(select(2, 8)).refused(NOT_IN_THE_FULLEST_ROOM, "TNB-5")
    assert (behind.facts["who"], behind.facts["where"]) == ("assistant", "in main")
    history = (*history, stands(ASSISTANT, EVE, MEZZ))
    behind = game(*history).when(select(2, 8)).refused(NOT_IN_THE_FULLEST_ROOM, "TNB-5")
    assert behind.facts["who"] == "receptacle"
    assert game(*history, inspected(74, room=MEZZ, out=1)).when(select(2, 8)).events


@permits("TNB-5")
def test_tnb_5_an_assistant_in_the_wrong_room_moves_or_is_released_and_the_game_begins() -> None:
    wrong = game(*in_play(checks=(*CHECKS, stands(ASSISTANT, "fay", MEZZ))))
    wrong.when(select(1, 7)).refused(NOT_IN_THE_FULLEST_ROOM, "TNB-5")
    moved = wrong.when(AssignStaff(ASSISTANT, "fay", at(), MAIN)).then(stands(ASSISTANT, "fay"))
    assert moved.when(select(1, 7)).events
    assert isinstance(moved.state, InPlay)
    assert {each.person for each in moved.state.staff if each.post is ASSISTANT} == {EVE, "fay"}
    gone = wrong.when(ReleaseStaff(ASSISTANT, "Fay ", at())).then(
        StaffReleased(ASSISTANT, "Fay ", at())
    )
    assert isinstance(gone.state, InPlay)
    assert {each.person for each in gone.state.staff if each.post is ASSISTANT} == {EVE}
    assert gone.when(select(1, 7)).events
