"""What a tournament is made of: entries, sessions and their tables, prizes, the director's log."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from services.tournament.domain.terms import Seat, TableEnd, TableTerms, Tally


class EntryStatus(enum.Enum):
    """How an entry stands: an applicant (applied, waiting), a player (accepted), or out."""

    APPLIED = 1
    WAITING = 2
    ACCEPTED = 3
    REFUSED = 4
    WITHDRAWN = 5
    DISQUALIFIED = 6


APPLICANTS = (EntryStatus.APPLIED, EntryStatus.WAITING)


class Cancelling(enum.Enum):
    """Why a tournament does not take place."""

    LACK_OF_PARTICIPATION = 1
    DOES_NOT_PROCEED = 2


class Kind(enum.Enum):
    """What the operator adds to the prizes (3.4)."""

    CASH = 1
    GOODS = 2
    SERVICES = 3


class SessionState(enum.Enum):
    """How a session stands."""

    PLANNED = 1
    SEATED = 2
    STARTED = 3
    COMPLETED = 4
    VOID = 5


class LogKind(enum.Enum):
    """What the director's log holds."""

    NOTICE = 1
    WARNING = 2
    RULING = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who applied: number, reference to the name, how it stands, and the fee's way.

    `member_number` and `date_of_birth` are references too, or empty. `refund_until` is, for
    who withdrew, the last instant at which that had the fee back.
    """

    player: int
    reference: str
    status: EntryStatus
    fee: int
    refund_due: int
    refunded: int
    endorsed_at: datetime | None
    box: int
    applied_at: datetime
    refund_until: datetime | None = None
    member_number: str = ""
    date_of_birth: str = ""


@dataclass(frozen=True, slots=True)
class FixedSeat:
    """A seat that is not drawn; table 0 is any."""

    player: int
    table: int
    box: int


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """All that a draw of seats follows from."""

    entropy: bytes
    players: tuple[int, ...]
    fixed: tuple[FixedSeat, ...]
    tables: int
    first_table: int


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a session ended at a table. `remaining` are those whom 4.10 gives a play-off."""

    end: TableEnd
    tallies: tuple[Tally, ...]
    remaining: tuple[int, ...]
    rounds: int

    def chips_of(self, player: int) -> int | None:
        """What a player was tallied with."""
        return next((each.chips for each in self.tallies if each.player == player), None)


@dataclass(frozen=True, slots=True)
class TableOfSession:
    """A table of a session; who goes on, and who has to play off for what is left."""

    table: int
    seats: tuple[Seat, ...]
    terms: TableTerms
    result: TableResult | None = None
    qualified: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits here."""
        return tuple(seat.player for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Session:
    """A session of a stage; a play-off settles a table of another one."""

    session: int
    stage: int
    state: SessionState
    starts_at: datetime
    tables: tuple[TableOfSession, ...]
    settles_session: int
    settles_table: int
    draw: SeatDraw | None
    started_at: datetime | None
    held: bool
    director_present: bool
    moved: bool = False

    @property
    def playoff(self) -> bool:
        """Whether it is a play-off."""
        return self.settles_session > 0

    @property
    def table_numbers(self) -> tuple[int, ...]:
        """The numbers of its tables."""
        return tuple(each.table for each in self.tables)

    @property
    def players(self) -> tuple[int, ...]:
        """Who sits at any of its tables."""
        return tuple(player for table in self.tables for player in table.players)

    def table(self, number: int) -> TableOfSession | None:
        """One of its tables."""
        return next((each for each in self.tables if each.table == number), None)

    def with_table(self, changed: TableOfSession) -> Session:
        """The session with one of its tables replaced."""
        tables = tuple(changed if each.table == changed.table else each for each in self.tables)
        return replace(self, tables=tables)


@dataclass(frozen=True, slots=True)
class Added:
    """What the operator added; goods and services are a `player`'s once that is decided."""

    number: int
    kind: Kind
    cash: int
    what: str
    player: int = 0


@dataclass(frozen=True, slots=True)
class Placing:
    """Who has a place; several share it."""

    place: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """What a player gets, and from the prizes of which places; `voided` it counts no more."""

    award: int
    player: int
    places: tuple[int, ...]
    cash: int
    goods: str
    paid: bool
    voided: bool = False

    @property
    def due(self) -> bool:
        """Whether it is still to be paid."""
        return not self.paid and not self.voided


@dataclass(frozen=True, slots=True)
class GoodsPending:
    """Goods of a place that several players share, until it is decided who gets them."""

    place: int
    goods: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the director's log."""

    number: int
    kind: LogKind
    text: str
    players: tuple[int, ...]
    how: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FrozenRecord:
    """A table's record up to a version, as it stood when a dispute was opened."""

    name: str
    version: int


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute; its ruling is empty until there is one."""

    dispute: int
    about: str
    players: tuple[int, ...]
    record: tuple[FrozenRecord, ...]
    opened_by: str
    opened_at: datetime
    ruling: str
    ruled_by: str
    ruled_at: datetime | None
