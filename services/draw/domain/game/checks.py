"""What is looked at before the first number: the equipment, who is where, and that all hear
(Tennessee 2 to 5; recorded anywhere, asked for by the profile)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.parts import (
    Attendance,
    Hearing,
    Inspection,
    Post,
    Sales,
    Selector,
)
from services.draw.domain.game.staff import AttemptRefused, holds, not_at_post
from services.draw.domain.game.state import Game, InPlay, Waiting
from services.kernel.law import Decision, Reason, clause, happened

NO_SUCH_ROOM = Reason(
    "NO_SUCH_ROOM",
    "This game is not played in the room {room}.",
    "Name one of {rooms}.",
)
NOT_A_LISTENER = Reason(
    "NOT_A_LISTENER",
    "The caller cannot say whether the caller is heard.",
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
    "{objects} objects were counted into the receptacle; this game is played with {numbers}.",
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
PLAYERS_NOT_COUNTED = Reason(
    "PLAYERS_NOT_COUNTED",
    "Nobody has counted the players in {room}.",
    "Count the players of every room: the caller belongs where most of them are.",
    clause="TNB-5",
)
NOT_IN_THE_FULLEST_ROOM = Reason(
    "NOT_IN_THE_FULLEST_ROOM",
    "Most players are in {fullest}, and the {who} is {where}.",
    "Receptacle, caller and assistants belong in the room with most players.",
    clause="TNB-5",
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
    _is_here(command.room, game)
    counted = Attendance(command.room, command.players, command.by, command.at)
    return happened(AttendanceRecorded(counted))


def attendance_recorded(game: Waiting | InPlay, event: AttendanceRecorded) -> Waiting | InPlay:
    """The count of the room stands."""
    others = tuple(each for each in game.attendance if each.room != event.attendance.room)
    return replace(game, attendance=(*others, event.attendance))


@clause("TNB-4")
def check_hearing(command: CheckHearing, game: Waiting | InPlay) -> Decision[HearingChecked]:
    """Who listens in a room says whether all there hear; a screen proves nothing."""
    _is_here(command.room, game)
    if holds(game, Post.CALLER, command.by):
        raise NOT_A_LISTENER()
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
    refused = not_at_post(game, Post.SUPERVISOR, command.by, "TNB-3")
    if refused:
        return refused
    _is_here(command.room, game)
    found = Inspection(
        game.equipment, command.objects, command.equal, command.room, command.by, command.at
    )
    return happened(EquipmentInspected(found))


def equipment_inspected(game: Waiting | InPlay, event: EquipmentInspected) -> Waiting | InPlay:
    """The last inspection stands."""
    return replace(game, inspection=event.inspection)


def ready_for_a_number(game: InPlay) -> None:
    """What has to be so before a number: the first, or for hearing any."""
    all_hear(game)
    if game.calls:
        return
    if game.sales is Sales.VERIFY and game.sales_closed is None:
        raise SALES_NOT_CLOSED()
    fit_for_play(game)
    in_the_fullest_room(game)


@clause("TNB-4", "TNB-5")
def all_hear(game: Game) -> None:
    """All announcements are clearly heard by all players, in each room."""
    said = {each.room: each.heard for each in game.hearings}
    for room in game.rooms:
        if not said.get(room, not game.rules.hearing_needed):
            raise NOT_HEARD(room=room)


@clause("TNB-2", "TNB-3")
def fit_for_play(game: Game) -> None:
    """All objects are in the receptacle at the beginning, and essentially equal."""
    found = game.inspection
    if found is None:
        if game.rules.inspection_needed:
            raise NOT_INSPECTED()
        return
    if game.selector is Selector.RECEPTACLE and found.objects != game.rules.numbers:
        raise SET_NOT_COMPLETE(objects=found.objects, numbers=game.rules.numbers)
    if not found.equal:
        raise OBJECTS_UNEQUAL()


@clause("TNB-5")
def in_the_fullest_room(game: Game) -> None:
    """With several rooms, receptacle, caller and assistants are where most players are."""
    if not game.rules.in_fullest_room or len(game.rooms) < 2:
        return
    players = {each.room: each.players for each in game.attendance}
    for room in game.rooms:
        if room not in players:
            raise PLAYERS_NOT_COUNTED(room=room)
    places = [
        (held.post.said, held.room)
        for held in game.staff
        if held.post in (Post.CALLER, Post.ASSISTANT)
    ]
    if game.inspection is not None:
        places.append(("receptacle", game.inspection.room))
    most = max(players.values())
    for who, room in places:
        if players.get(room, -1) < most:
            fullest = next(name for name in game.rooms if players[name] == most)
            where = f"in {room}" if room else "in a room that was not named"
            raise NOT_IN_THE_FULLEST_ROOM(fullest=fullest, who=who, where=where)


def _is_here(room: str, game: Game) -> None:
    if room not in game.rooms:
        raise NO_SUCH_ROOM(room=room, rooms=", ".join(game.rooms))
