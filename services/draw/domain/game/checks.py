"""What is looked at before a number: the equipment, that all hear, that sales are closed (Tennessee
2 to 4; recorded anywhere, asked for by the profile). Where caller and receptacle are: `rooms`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.parts import Attendance, Hearing, Inspection
from services.draw.domain.game.rooms import in_the_fullest_room
from services.draw.domain.game.staff import AttemptRefused, holds, not_supervising
from services.draw.domain.game.state import Game, InPlay, Waiting
from services.draw.domain.game.words import Post, Sales, Selector
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import same_person

NO_SUCH_ROOM = Reason(
    "NO_SUCH_ROOM",
    "This game is not played in the room {room}.",
    "Name one of {rooms}.",
)
NOT_A_LISTENER = Reason(
    "NOT_A_LISTENER",
    "{person} cannot say whether all hear in {room}, being {what}.",
    "Have somebody who listens in that room say it.",
    clause="TNB-4",
)
NOT_INSPECTED = Reason(
    "NOT_INSPECTED",
    "The equipment has not been inspected for this game.",
    "The supervisor counts the objects, looks them over and records it.",
    clause="TNB-3",
)
SET_NOT_COMPLETE = Reason(
    "SET_NOT_COMPLETE",
    "{objects} objects were counted into the receptacle; of {numbers} in this game {there} belong "
    "there.",
    "Put in what is missing, take out what is too many, and inspect again.",
    clause="TNB-3",
)
OBJECTS_UNEQUAL = Reason(
    "OBJECTS_UNEQUAL",
    "The objects were found not to be equal in size, shape, weight, balance and all else.",
    "Take another set, and inspect that.",
    clause="TNB-2",
)
NOT_HEARD = Reason(
    "NOT_HEARD",
    "The announcements are not heard in {room}, or nobody there has said that they are.",
    "Check it, and have somebody in that room confirm that all hear.",
    clause="TNB-4",
)
SALES_NOT_CLOSED = Reason(
    "SALES_NOT_CLOSED",
    "Cards for this game are still being sold.",
    "Close the sales first; then the first number can be selected.",
)


@dataclass(frozen=True, slots=True)
class RecordAttendance:
    """So many players were counted in a room."""

    room: str
    players: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CheckHearing:
    """A person in a room says whether announcements are heard there."""

    room: str
    heard: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class InspectEquipment:
    """The supervisor has looked the equipment over: so many `objects`, essentially `equal`."""

    objects: int
    equal: bool
    room: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AttendanceRecorded:
    """The players in a room were counted."""

    attendance: Attendance


@dataclass(frozen=True, slots=True)
class HearingChecked:
    """Somebody in a room said whether all hear."""

    hearing: Hearing


@dataclass(frozen=True, slots=True)
class EquipmentInspected:
    """The equipment was inspected, whatever was found."""

    inspection: Inspection


def record_attendance(
    command: RecordAttendance, game: Waiting | InPlay
) -> Decision[AttendanceRecorded]:
    """The last count of a room stands."""
    is_here(command.room, game)
    counted = Attendance(command.room, command.players, command.by, command.at)
    return happened(AttendanceRecorded(counted))


def attendance_recorded(game: Waiting | InPlay, event: AttendanceRecorded) -> Waiting | InPlay:
    """The count of the room stands."""
    others = tuple(each for each in game.attendance if each.room != event.attendance.room)
    return replace(game, attendance=(*others, event.attendance))


@clause("TNB-4")
def check_hearing(command: CheckHearing, game: Waiting | InPlay) -> Decision[HearingChecked]:
    """Who listens in a room says whether all there hear; a screen proves nothing."""
    is_here(command.room, game)
    listens(command.by, command.room, game)
    heard = Hearing(command.room, command.heard, command.by, command.at)
    return happened(HearingChecked(heard))


def hearing_checked(game: Waiting | InPlay, event: HearingChecked) -> Waiting | InPlay:
    """What was said last of the room stands."""
    others = tuple(each for each in game.hearings if each.room != event.hearing.room)
    return replace(game, hearings=(*others, event.hearing))


@clause("TNB-2", "TNB-3")
def inspect_equipment(
    command: InspectEquipment, game: Waiting | InPlay
) -> Decision[EquipmentInspected | AttemptRefused]:
    """The supervisor records what was found, good or bad; a bad finding keeps the game waiting."""
    refused = not_supervising(game, command.by, "TNB-3")
    if refused:
        return refused
    is_here(command.room, game)
    drawn = isinstance(game, InPlay) and game.selected is not None
    found = Inspection(
        game.equipment,
        command.objects,
        command.equal,
        command.room,
        command.by,
        command.at,
        out=len(game.called) + drawn,
    )
    return happened(EquipmentInspected(found))


def equipment_inspected(game: Waiting | InPlay, event: EquipmentInspected) -> Waiting | InPlay:
    """The last inspection stands."""
    return replace(game, inspection=event.inspection)


def ready_for_a_number(game: InPlay) -> None:
    """What has to be so before a number: whatever was found last counts, also in mid-game."""
    all_hear(game)
    sales_are_closed(game)
    fit_for_play(game)
    in_the_fullest_room(game)


def sales_are_closed(game: Game) -> None:
    """Which cards play is known before the first number, where account is kept of them."""
    if game.sales is Sales.VERIFY and game.sales_closed is None:
        raise SALES_NOT_CLOSED()


@clause("TNB-4", "TNB-5")
def all_hear(game: Game) -> None:
    """All announcements are clearly heard by all players, in each room."""
    said = {each.room: each.heard for each in game.hearings}
    for room in game.rooms:
        if not said.get(room, not game.rules.hearing_needed):
            raise NOT_HEARD(room=room)


@clause("TNB-2", "TNB-3")
def fit_for_play(game: Game) -> None:
    """All objects are in the receptacle at the beginning, and what is in it is at all times
    essentially equal. A look into it in mid-game finds all but what is out by then."""
    found = game.inspection
    if found is None:
        if game.rules.inspection_needed:
            raise NOT_INSPECTED()
        return
    if not is_complete(found, game):
        there = game.rules.numbers - found.out
        raise SET_NOT_COMPLETE(objects=found.objects, numbers=game.rules.numbers, there=there)
    if not found.equal:
        raise OBJECTS_UNEQUAL()


def is_complete(found: Inspection, game: Game) -> bool:
    """Whether as many objects were in the receptacle as belong there, where there is one."""
    balls = game.selector is Selector.RECEPTACLE
    return not balls or found.objects == game.rules.numbers - found.out


def listens(person: str, room: str, game: Game) -> None:
    """Who says what is heard in a room is neither caller nor announcer, and nobody who stands in
    another room by their post."""
    what = ""
    for post in (Post.CALLER, Post.ANNOUNCER):
        if holds(game, post, person):
            what = f"the {post.said}"
    theirs = [held for held in game.staff if held.room and same_person(held.person, person)]
    if theirs and not what and room not in {held.room for held in theirs}:
        what = f"the {theirs[0].post.said} in {theirs[0].room}"
    if what:
        raise NOT_A_LISTENER(person=person, room=room, what=what)


def is_here(room: str, game: Game) -> None:
    """Refused for a room in which the game is not played."""
    if room not in game.rooms:
        raise NO_SUCH_ROOM(room=room, rooms=", ".join(game.rooms))
