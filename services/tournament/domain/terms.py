"""What a tournament and its session tables agree on: the terms of a table, seats and tallies."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class ChipIssue(enum.Enum):
    """How players come by their chips (3.2(c), 4.3)."""

    FREE = 1
    FACE_VALUE = 2


class LengthUnit(enum.Enum):
    """What a session's length is counted in."""

    MINUTES = 1
    SHOES = 2
    ROUNDS = 3


class TallyStatus(enum.Enum):
    """How a player stood when the session ended at a table."""

    ACTIVE = 1
    ELIMINATED = 2
    DISQUALIFIED = 3
    LEFT = 4


class TableEnd(enum.Enum):
    """Why a session ended at a table."""

    LENGTH = 1
    LAST_PLAYER = 2
    ALL_BROKE = 3
    ALL_SHORT = 4
    VACANT = 5


@dataclass(frozen=True, slots=True)
class Length:
    """How long a session lasts: so many minutes, shoes or rounds."""

    unit: LengthUnit
    count: int

    @property
    def shown(self) -> str:
        """As people read it: "20 minutes", "1 shoe"."""
        word = self.unit.name.lower()
        return f"{self.count} {word if self.count != 1 else word.removesuffix('s')}"


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The terms on which one table plays one session, in chips.

    `required` is how many players of the table a result is needed for, 0 when all are ranked;
    `fewest` how many are enough by the director's ruling, 0 when as the profile says.
    """

    issue: ChipIssue
    min_wager: int
    max_wager: int
    increment: int
    length: Length
    playoff: bool
    required: int
    multiples: bool
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's box at a table, and the chips held as the session starts."""

    player: int
    box: int
    reference: str
    chips: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What was tallied for one player (6.1)."""

    player: int
    chips: int
    status: TallyStatus
