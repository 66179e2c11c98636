"""What a piece of equipment is at any moment.

It is `Unknown`, then `Registered` (never inspected), `InService` and `OutOfService` in turn, and in
the end `Retired`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.parts import Selector


class Respect(enum.Enum):
    """In what the objects of a set are compared with each other."""

    SIZE = 1
    SHAPE = 2
    WEIGHT = 3
    BALANCE = 4

    @property
    def said(self) -> str:
        """In words."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Defect:
    """What is wrong with an object, or, with `ball` 0, with the receptacle or selector itself."""

    ball: int
    what: str

    @property
    def said(self) -> str:
        """In words."""
        return f"ball {self.ball}: {self.what}" if self.ball else self.what


@dataclass(frozen=True, slots=True)
class Examination:
    """What an inspection found.

    Of a receptacle: in which respects the objects were found equal, and how many were counted.
    `day` is the gaming day that it counts for ("2026-11-29"); `witness` is another person who was
    there, or empty.
    """

    equal_in: tuple[Respect, ...]
    counted: int
    defects: tuple[Defect, ...]
    by: str
    witness: str
    day: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Repair:
    """What was done about the defects, and by whom."""

    done: str
    by: str
    at: datetime


@dataclass(frozen=True)
class Unknown:
    """There is no such equipment."""


@dataclass(frozen=True)
class Equipment:
    """What every piece has: a title, how numbers are drawn with it, and how many.

    `numbers` are the objects of its set, or the numbers it selects from.
    """

    title: str
    selector: Selector
    numbers: int


@dataclass(frozen=True)
class Registered(Equipment):
    """Never inspected."""


@dataclass(frozen=True)
class InService(Equipment):
    """Inspected and found fit."""

    examination: Examination


@dataclass(frozen=True)
class OutOfService(Equipment):
    """Not to be played with, for `reason`. `defects` are those that are not repaired, `game` is the
    game in which it showed, or empty. `examination` is one since it was taken out and repaired."""

    reason: str
    defects: tuple[Defect, ...]
    game: str
    repairs: tuple[Repair, ...] = ()
    examination: Examination | None = None


@dataclass(frozen=True)
class Retired(Equipment):
    """Given up for good."""

    reason: str


State = Unknown | Registered | InService | OutOfService | Retired
Kept = Registered | InService | OutOfService
"""What has not been given up."""
