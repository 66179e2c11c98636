"""A game under Tennessee's profile for tests: 75 balls from a receptacle in two rooms.

Ana calls in the main room, where most players are; Dot, another individual, announces and displays;
Ben supervises, Eve helps at the receptacle, Sam listens in the main room and Tom in the mezzanine.
"""

from __future__ import annotations

from collections.abc import Iterator

from services.draw.domain.game.calling import CallCutOff, CallNumber, CutOffCall, NumberCalled
from services.draw.domain.game.checks import (
    AttendanceRecorded,
    EquipmentInspected,
    HearingChecked,
)
from services.draw.domain.game.displaying import CallConfirmed
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import (
    Acknowledgement,
    Attendance,
    Hearing,
    Inspection,
    StagePrize,
)
from services.draw.domain.game.showing import CallAcknowledged
from services.draw.domain.game.staff import StaffAssigned
from services.draw.domain.game.words import OnGlass, Post
from services.kernel.money import Money
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CALLER,
    LINE,
    SAM,
    SUPERVISOR,
    TENNESSEE,
    announced,
    at,
    keyed,
    opened,
    opening,
)

DOT, EVE, TOM = "dot", "eve", "tom"
ANNOUNCER, ASSISTANT = Post.ANNOUNCER, Post.ASSISTANT
MAIN, MEZZ = "main", "mezz"


def usd(dollars: int) -> Money:
    """An amount in US dollars."""
    return Money("USD", dollars * 100)


PRIZES = (
    StagePrize(LINE, usd(50), "any_line"),
    StagePrize(BINGO, usd(500), "full_card"),
)


def letter_of(number: int) -> str:
    """The letter on the ball, as any bingo card has it."""
    return "BINGO"[(number - 1) // 15]


def stands(post: Post, person: str, room: str = MAIN) -> StaffAssigned:
    """A person is at a post in a room."""
    return StaffAssigned(post, person, at(), room)


def counted(room: str, players: int) -> AttendanceRecorded:
    return AttendanceRecorded(Attendance(room, players, BEN, at()))


def heard(room: str, by: str, is_heard: bool = True) -> HearingChecked:
    return HearingChecked(Hearing(room, is_heard, by, at()))


def inspected(
    objects: int = 75, equal: bool = True, room: str = MAIN, *, out: int = 0
) -> EquipmentInspected:
    """The objects in the receptacle, when so many were out."""
    return EquipmentInspected(Inspection("", objects, equal, room, BEN, at(), out))


CHECKS: tuple[Event, ...] = (
    counted(MAIN, 180),
    counted(MEZZ, 40),
    heard(MAIN, SAM),
    heard(MEZZ, TOM),
    inspected(),
)
"""All that the profile asks for before the first number."""

STAFF: tuple[Event, ...] = (
    stands(CALLER, ANA),
    stands(SUPERVISOR, BEN),
    stands(ANNOUNCER, DOT),
    stands(ASSISTANT, EVE),
)


def waiting(*, staff: tuple[Event, ...] = STAFF) -> tuple[Event, ...]:
    """Opened and staffed."""
    return (opened(3, PRIZES, profile=TENNESSEE, selector=BALLS), *staff)


def in_play(*numbers: int, checks: tuple[Event, ...] = CHECKS) -> tuple[Event, ...]:
    """Announced and checked, and these numbers called and displayed."""
    calls = (
        event
        for position, number in enumerate(numbers, start=1)
        for event in _whole_call(position, number)
    )
    return (*waiting(), *checks, announced(3, PRIZES), *calls)


def called(position: int, number: int, second: int = 0, *, after_the_end: bool = False) -> Event:
    return NumberCalled(
        position, number, opening(position), at(second), letter_of(number), after_the_end, True
    )


def shown(position: int, number: int) -> Event:
    """Dot saw the ball, announced and displayed it."""
    return CallConfirmed(position, number, DOT, at())


def on_glass(position: int, number: int, room: str = MEZZ) -> Acknowledgement:
    """The one screen of a room showed it after a quarter of a second."""
    return Acknowledgement(position, number, room, OnGlass.SHOWN, 250, 1, 1)


def call(position: int, letter: str, *, by: str = ANA, second: int = 0) -> CallNumber:
    return CallNumber(position, by, at(second), letter)


def cut_off(position: int, *, by: str = ANA) -> CutOffCall:
    return CutOffCall(position, by, at())


def was_cut_off(position: int, letter: str) -> CallCutOff:
    return CallCutOff(position, letter, at())


def _whole_call(position: int, number: int) -> Iterator[Event]:
    yield keyed(position, number)
    yield called(position, number)
    yield shown(position, number)
    yield CallAcknowledged((on_glass(position, number),))
