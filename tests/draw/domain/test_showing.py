"""Whether every room has what was called, by its screens or by word of somebody there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.calling import CallNumber
from services.draw.domain.game.checks import NOT_A_LISTENER
from services.draw.domain.game.ending import EndGame
from services.draw.domain.game.game import Command, Event
from services.draw.domain.game.opening import GameOpened
from services.draw.domain.game.parts import Acknowledgement, Breach, RoomConfirmation
from services.draw.domain.game.showing import (
    NO_ROOM_AWAITED,
    NOT_IN_EVERY_ROOM,
    NOTHING_SAID,
    CallAcknowledged,
    ConfirmedInRoom,
    ConfirmInRoom,
    GoOnWithoutRooms,
    WentOnWithoutRooms,
    lacking,
)
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.words import OnGlass
from tests.draw.domain import games, standing
from tests.draw.domain.games import (
    ANA,
    BEN,
    CLEO,
    SAM,
    SUPERVISOR,
    VALID,
    at,
    attempted,
    but,
    called_out,
    decided,
    game,
    keyed,
)
from tests.draw.domain.memphis import (
    DOT,
    EVE,
    MAIN,
    MEZZ,
    TOM,
    call,
    called,
    in_play,
    on_glass,
    shown,
    was_cut_off,
)
from tests.draw.domain.righting import KEYED, corrected
from tests.kit.law import permits, refuses

DARK, LATE, AWAITED = OnGlass.DARK, OnGlass.LATE, OnGlass.AWAITED


def begun(*, waits: bool = True) -> tuple[Event, ...]:
    """7 is called and displayed where Dot stands, in the main room, and 8 is drawn."""
    events = (*in_play(), keyed(1, 7), called(1, 7), shown(1, 7), keyed(2, 8))
    if waits:
        return events
    first, *rest = events
    assert isinstance(first, GameOpened)
    return (replace(first, rules=replace(first.rules, rooms_before_next=False)), *rest)


def after(*seen: Acknowledgement) -> CallNumber:
    """8 is called, with this on the rooms' screens."""
    return replace(call(2, "B"), acknowledged=seen)


def has(
    glass: OnGlass, milliseconds: int = 0, *, number: int = 7, room: str = MEZZ
) -> Acknowledgement:
    """What a room's one screen has of the first call."""
    return Acknowledgement(1, number, room, glass, milliseconds, int(milliseconds > 0), 1)


def said(*, heard: bool = True, seen: bool = False, by: str = TOM) -> ConfirmInRoom:
    return ConfirmInRoom(1, MEZZ, heard, seen, by, at())


def was_said(*, heard: bool = True, seen: bool = False, number: int = 7) -> ConfirmedInRoom:
    return ConfirmedInRoom(RoomConfirmation(1, number, MEZZ, heard, seen, TOM, at()))


def without(*rooms: str, position: int = 1, by: str = BEN) -> GoOnWithoutRooms:
    return GoOnWithoutRooms(position, rooms, "the screen is broken", by, at())


def went_on(*rooms: str) -> WentOnWithoutRooms:
    return WentOnWithoutRooms(Breach(1, rooms, "the screen is broken", BEN, at()))


# -- the next number waits -------------------------------------------------------------------------


@permits("TNB-5", "NZB-5.7(a)")
@pytest.mark.parametrize("seen", [on_glass(1, 7), has(LATE, 3_400)])
def test_tnb_5_the_next_number_comes_when_every_room_has_the_last(seen: Acknowledgement) -> None:
    events = game(*begun()).when(after(seen)).events
    assert events[0] == CallAcknowledged((seen,))
    assert [type(each).__name__ for each in events] == ["CallAcknowledged", "NumberCalled"]


@refuses("TNB-5")
@pytest.mark.parametrize(
    "seen",
    [(), (has(DARK),), (has(LATE),), (has(AWAITED),), (has(OnGlass.SHOWN, 90, number=70),)],
    ids=["unknown", "dark", "not yet", "awaited", "another number"],
)
def test_tnb_5_it_waits_for_a_room_that_may_not_have_it(seen: tuple[Acknowledgement, ...]) -> None:
    refusal = game(*begun()).when(after(*seen)).refused(NOT_IN_EVERY_ROOM, "TNB-5")
    assert refusal.facts["rooms"] == MEZZ, "who displays the calls stands in the main room"


def test_under_other_rules_nothing_waits_and_what_was_seen_is_on_record() -> None:
    outcome = game(*begun(waits=False)).when(after(has(DARK)))
    assert outcome.events[0] == CallAcknowledged((has(DARK),))
    assert len(outcome.events) == 2
    new_zealand = game(*games.in_play(42), games.selected(2, 17)).when(games.call(2))
    assert [type(each).__name__ for each in new_zealand.events] == ["NumberCalled"]


@refuses("NZB-5.7(a)")
def test_nzb_5_7_a_a_house_in_new_zealand_may_ask_for_it_too() -> None:
    first, *rest = (*games.in_play(42), games.selected(2, 17))
    assert isinstance(first, GameOpened)
    asks = replace(first, rules=replace(first.rules, rooms_before_next=True))
    refusal = game(asks, *rest).when(games.call(2)).refused(NOT_IN_EVERY_ROOM, "NZB-5.7(a)")
    assert refusal.facts["rooms"] == "main, mezz", "nobody knows where the supervisor stands"


def test_a_call_that_was_begun_is_finished_all_the_same() -> None:
    cut = (*begun(), called_out(1, 2), was_cut_off(2, "B"))
    assert game(*cut).when(after()).events
    assert game(*begun(), called_out(1, 2)).when(after()).events, "it was answered already"


def test_nobody_waits_when_all_is_won() -> None:
    won = (*begun(), called_out(1, 1), decided(1, VALID, games.LINE, games.BINGO))
    assert game(*won).when(after()).events


def test_in_one_room_who_displays_the_calls_is_enough() -> None:
    first, *rest = begun()
    one = game(but(first, rooms=(MAIN,)), *rest)
    assert one.when(after()).events
    assert isinstance(one.state, InPlay)
    assert lacking((), one.state) == ()


def test_what_was_seen_before_the_correction_is_not_what_counts_now() -> None:
    shown_wrong = (*begun(), CallAcknowledged((on_glass(1, 7),)))
    wrong = (*shown_wrong, corrected(1, KEYED, 7, 9))
    game(*wrong).when(after()).refused(NOT_IN_EVERY_ROOM)
    both = (on_glass(1, 9, MAIN), on_glass(1, 9))
    assert game(*wrong).when(after(*both)).events


# -- what people say -------------------------------------------------------------------------------


@permits("TNB-4")
@pytest.mark.parametrize(
    ("command", "event"),
    [
        (said(), was_said()),
        (said(heard=False, seen=True), was_said(heard=False, seen=True)),
        (said(seen=True), was_said(seen=True)),
    ],
    ids=["heard", "seen", "both"],
)
def test_tnb_4_somebody_there_says_it_and_the_next_number_comes(
    command: Command, event: Event
) -> None:
    game(*begun()).when(command).then(event)
    game(*begun(), event).when(command).nothing()
    assert game(*begun(), event).when(after(has(DARK))).events


def test_what_is_added_to_what_was_said_is_kept() -> None:
    both = said(seen=True)
    game(*begun(), was_said()).when(both).then(was_said(heard=False, seen=True))


@refuses("TNB-4")
@pytest.mark.parametrize("person", [ANA, DOT, BEN, EVE])
def test_tnb_4_not_by_who_calls_or_stands_elsewhere(person: str) -> None:
    game(*begun()).when(said(by=person)).refused(NOT_A_LISTENER, "TNB-4")


@permits("TNB-4")
def test_tnb_4_who_stands_in_a_room_by_their_post_says_it_of_that_room() -> None:
    there = replace(said(by=BEN), room=MAIN)
    confirmed = RoomConfirmation(1, 7, MAIN, True, False, BEN, at())
    game(*begun()).when(there).then(ConfirmedInRoom(confirmed))


@refuses("TNB-4")
def test_tnb_4_what_was_neither_heard_nor_seen_is_not_confirmed() -> None:
    game(*begun()).when(said(heard=False)).refused(NOTHING_SAID, "TNB-4")


def test_a_screen_proves_no_hearing() -> None:
    """What screens tell stands apart from what people say (Tennessee 4)."""
    state = game(*begun(), CallAcknowledged((on_glass(1, 7),))).state
    assert isinstance(state, Game)
    assert state.confirmations == ()


# -- the supervisor answers for it -----------------------------------------------------------------


@permits("TNB-5", "NZB-5.7(a)")
def test_tnb_5_the_supervisor_goes_on_without_a_room_and_the_breach_is_on_record() -> None:
    game(*begun()).when(without(MEZZ)).then(went_on(MEZZ))
    gone = game(*begun(), went_on(MEZZ))
    gone.when(without(MEZZ)).nothing()
    assert gone.when(after(has(DARK))).events
    assert isinstance(gone.state, Game)
    assert [each.rooms for each in gone.state.breaches] == [(MEZZ,)]


def test_a_room_whose_screens_show_it_by_now_is_no_breach() -> None:
    shown_there = replace(without(MEZZ), acknowledged=(on_glass(1, 7),))
    game(*begun()).when(shown_there).nothing()
    dark = replace(without(MAIN, MEZZ), acknowledged=(has(DARK),))
    game(*begun()).when(dark).then(CallAcknowledged((has(DARK),)), went_on(MEZZ))


def test_it_is_for_one_call_and_for_the_rooms_that_lack_it() -> None:
    game(*begun()).when(without(MAIN, MEZZ)).then(went_on(MEZZ))
    further = (
        *(*begun(), went_on(MEZZ)),
        *(called(2, 8), shown(2, 8), keyed(3, 9)),
    )
    game(*further).when(call(3, "B")).refused(NOT_IN_EVERY_ROOM)
    game(*further).when(without(MEZZ)).stale()


@refuses("TNB-5")
def test_tnb_5_nobody_else_answers_for_it() -> None:
    game(*begun()).when(without(MEZZ, by=CLEO)).recorded_refusal(
        NOT_THE_SUPERVISOR, "TNB-5", events=(attempted(SUPERVISOR, CLEO),)
    )


def test_where_no_room_is_awaited_there_is_nothing_to_go_on_without() -> None:
    game(*begun(waits=False)).when(without(MEZZ)).refused(NO_ROOM_AWAITED)


# -- the record ------------------------------------------------------------------------------------


def test_a_pause_and_the_end_hold_it_as_well() -> None:
    seen = (has(AWAITED), has(OnGlass.SHOWN, 120, room=MAIN))
    for command in (
        replace(games.call_out(1, room=MEZZ), acknowledged=seen),
        replace(standing.hold(by=ANA), acknowledged=seen),
        EndGame("it is late", BEN, at(), acknowledged=seen),
        replace(standing.void(why="so"), acknowledged=seen),
    ):
        events = game(*begun()).when(command).events
        assert events[0] == CallAcknowledged(seen), type(command).__name__
        assert len(events) == 2


def test_only_what_is_new_comes_on_record_and_what_was_awaited_is_settled() -> None:
    main, awaited = has(OnGlass.SHOWN, 120, room=MAIN), has(AWAITED)
    paused = game(*begun(), CallAcknowledged((main, awaited)), called_out(1, 1))
    held = paused.when(replace(standing.hold(by=ANA), acknowledged=(main, has(LATE, 5_000))))
    assert held.events[0] == CallAcknowledged((has(LATE, 5_000),))
    again = paused.when(replace(standing.hold(by=ANA), acknowledged=(main, awaited)))
    assert [type(each).__name__ for each in again.events] == ["GameHeld"]
    state = game(*begun(), CallAcknowledged((main, awaited)), held.events[0]).state
    assert isinstance(state, Game)
    assert state.acknowledged == (main, has(LATE, 5_000))


@pytest.mark.parametrize(
    "seen", [has(OnGlass.SHOWN, 9, number=8), has(DARK, room="bar"), on_glass(3, 9)]
)
def test_what_is_of_another_game_as_it_is_counts_for_nothing(seen: Acknowledgement) -> None:
    events = game(*begun(waits=False)).when(after(seen)).events
    assert [type(each).__name__ for each in events] == ["NumberCalled"]


def test_with_a_refusal_nothing_of_it_comes_on_record() -> None:
    tried = game(*begun()).when(replace(after(on_glass(1, 7)), by=SAM))
    assert [type(each).__name__ for each in tried.events] == ["AttemptRefused"]
