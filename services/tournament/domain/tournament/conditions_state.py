"""What is determined before a tournament: its conditions, and the readings of what the law
leaves open."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.kernel.money import Money
from services.tournament.domain.terms import ChipIssue, Length


class Admission(enum.Enum):
    """How applicants come in: the operator accepts each, or the first come while there is room."""

    BY_OPERATOR = 1
    FIRST_COME = 2


class BehindSurvivor(enum.Enum):
    """Who is runner-up, or goes on, of those who were eliminated behind a single survivor."""

    PLAY_OFF = 1
    NOBODY = 2


class FurtherChips(enum.Enum):
    """What the further chips of 4.10 are to those that are still held."""

    REPLACE = 1
    ADD = 2


class LaterPlaces(enum.Enum):
    """In which order 6.7 reads the chips of play-offs and final."""

    PLAY_OFFS_FIRST = 1
    FINAL_FIRST = 2


class OddCents(enum.Enum):
    """What becomes of cents that do not divide (6.8)."""

    ROUND_UP = 1
    RULING = 2


class Reckoning(enum.Enum):
    """How the seven days of 3.5(a) are reckoned."""

    CLEAR_DAYS = 1
    CALENDAR_DAYS = 2
    HOURS = 3


@dataclass(frozen=True, slots=True)
class Readings:
    """How what the law leaves open is read; None where the profile's reading holds."""

    behind_survivor: BehindSurvivor | None
    further_chips: FurtherChips | None
    later_places: LaterPlaces | None
    odd_cents: OddCents | None

    def over(self, profile: Readings) -> Readings:
        """These readings, and the profile's where none is given."""
        return Readings(
            self.behind_survivor or profile.behind_survivor,
            self.further_chips or profile.further_chips,
            self.later_places or profile.later_places,
            self.odd_cents or profile.odd_cents,
        )


@dataclass(frozen=True, slots=True)
class Rules:
    """The profile's options: readings that conditions may replace, how days are reckoned, and the
    minutes of warning before a session that is moved (3.8).

    A session starts with `table_fewest` to `table_most` players at a table (5.4). With
    `disqualified_forfeit` who is disqualified has nothing back if the tournament does not proceed.
    """

    readings: Readings
    reckoning: Reckoning
    notice_minutes: int
    table_fewest: int
    table_most: int
    disqualified_forfeit: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """The wagers at a table; `table` 0 is every table that has no limits of its own."""

    table: int
    min_wager: int
    max_wager: int
    increment: int
    multiples: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage: heats, semi-finals, the final. `advance` of each table go on; in the final 0."""

    title: str
    chips: int
    issue: ChipIssue | None
    length: Length | None
    limits: tuple[Limits, ...]
    advance: int

    def limits_of(self, table: int) -> Limits | None:
        """The limits at a table."""
        own = {each.table: each for each in self.limits}
        return own.get(table) or own.get(0)


@dataclass(frozen=True, slots=True)
class Playoffs:
    """What play-offs start with and how long they last; `further` are the chips of 4.10."""

    chips: int
    length: Length | None
    further: int


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a place: cents, or hundredths of a percent of the pool; goods or services."""

    place: int
    cash: int
    share: int
    goods: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of entry (3.2), as far as they are determined."""

    title: str
    application_form: str
    fee: Money | None
    admission: Admission | None
    fewest: int
    most: int
    stages: tuple[Stage, ...]
    playoffs: Playoffs | None
    prizes: tuple[Prize, ...]
    allocation: str
    readings: Readings | None
    starts_at: datetime | None
