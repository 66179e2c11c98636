"""The tournament seats a table and calls its session (rules 5.2, 5.4)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.table.state import (
    Box,
    Closed,
    Seated,
    SessionEnding,
    Table,
    Unopened,
)
from services.tournament.domain.table.terms import Sign, Terms
from services.tournament.domain.terms import Seat

BOX_TWICE = Reason(
    "BOX_TWICE",
    "A box or a player stands twice in the seating of this table.",
    "Give each player one box of the table, 1 to 7.",
    clause="TBJ-5.2",
)
SEATED_BEFORE = Reason(
    "SEATED_BEFORE",
    "This table has its players already.",
    "Change the seats instead, before the session starts.",
    clause="TBJ-5.2",
)
SESSION_CALLED_BEFORE = Reason(
    "SESSION_CALLED_BEFORE",
    "The session was called before.",
    "Go on; nothing has been changed.",
)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The tournament has seated this table."""

    tournament: str
    session: int
    table: int
    profile: str
    terms: Terms
    sign: Sign
    seats: tuple[Seat, ...]
    starts_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class ChangeSeats:
    """Before the start: other players, or the same in other boxes."""

    seats: tuple[Seat, ...]
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VoidSeating:
    """Before the start: this table is not played."""

    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallSession:
    """The director starts the session at all tables; its clock runs to `ends_at`, if any."""

    ends_at: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Players have their boxes at this table of the tournament with this id."""

    tournament: str
    session: int
    table: int
    profile: str
    terms: Terms
    sign: Sign
    seats: tuple[Seat, ...]
    starts_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class TableSeatsChanged:
    """Other players have the boxes; the chips of who has none any more went back."""

    seats: tuple[Seat, ...]
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableVoided:
    """This table is not played; chips that were out went back."""

    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionCalled:
    """The session's clock runs."""

    ends_at: datetime | None
    at: datetime


# -- decisions ---------------------------------------------------------------------------------


@clause("TBJ-5.2")
def one_box_each(seats: tuple[Seat, ...]) -> None:
    """Every player has a box, and no box is given twice."""
    boxes, players = {seat.box for seat in seats}, {seat.player for seat in seats}
    if not seats or len(boxes) < len(seats) or len(players) < len(seats):
        raise BOX_TWICE()


def open_table(command: OpenTable, table: Unopened) -> Decision[TableOpened]:
    """The tournament's seats are taken as they are; the start asks whether they may play."""
    one_box_each(command.seats)
    return happened(
        TableOpened(
            command.tournament,
            command.session,
            command.table,
            command.profile,
            command.terms,
            command.sign,
            tuple(sorted(command.seats, key=lambda seat: seat.box)),
            command.starts_at,
            command.at,
        )
    )


def change_seats(command: ChangeSeats, table: Seated) -> Decision[TableSeatsChanged]:
    """Until play begins the tournament can seat anew, for a no-show for instance."""
    one_box_each(command.seats)
    seats = tuple(sorted(command.seats, key=lambda seat: seat.box))
    return happened(TableSeatsChanged(seats, command.reason, command.at))


def void_seating(command: VoidSeating, table: Seated) -> Decision[TableVoided]:
    """Until play begins the tournament can take the table back."""
    return happened(TableVoided(command.reason, command.at))


def call_session(command: CallSession, table: Seated) -> Decision[SessionCalled]:
    """All tables of a session start together, and its clock is one."""
    if table.called_at is not None:
        raise SESSION_CALLED_BEFORE()
    return happened(SessionCalled(command.ends_at, command.at))


# -- what happened -----------------------------------------------------------------------------


def _box(seat: Seat) -> Box:
    return Box(seat.box, seat.player, seat.reference, seat.chips)


def table_opened(table: Unopened, event: TableOpened) -> Seated:
    """The players are at their boxes."""
    return Seated(
        tournament=event.tournament,
        session=event.session,
        number=event.table,
        profile=event.profile,
        terms=event.terms,
        sign=event.sign,
        boxes=tuple(map(_box, event.seats)),
        starts_at=event.starts_at,
        issued=0,
        house=0,
        director="",
        ends_at=None,
        holds=(),
        left=None,
        marker=0,
        wager_time=None,
        stopped_at=None,
        published=event.sign,
    )


def table_seats_changed(table: Seated, event: TableSeatsChanged) -> Seated:
    """Who keeps the box keeps the chips; all others go back to the house."""
    before = {(box.box, box.player): box for box in table.boxes}
    boxes = tuple(before.get((seat.box, seat.player), _box(seat)) for seat in event.seats)
    held = sum(box.held for box in boxes)
    back = table.held - held
    return replace(table, boxes=boxes, house=table.house + back, shuffled=False)


def table_voided(table: Seated, event: TableVoided) -> Closed:
    """Nothing is played here."""
    boxes = tuple(replace(box, chips=0, supplied=False) for box in table.boxes)
    shared = {name: getattr(table, name) for name in Table.__dataclass_fields__}
    shared |= {"boxes": boxes, "house": table.issued}
    return Closed(**shared, ending=SessionEnding.VOIDED, ended_at=event.at, rounds=0, at_end=())


def session_called(table: Seated, event: SessionCalled) -> Seated:
    """The clock runs."""
    return replace(table, called_at=event.at, ends_at=event.ends_at)
