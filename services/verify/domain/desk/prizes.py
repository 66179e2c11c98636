"""The stages of a game and what each pays, in the words of the draw."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.kernel.money import Money


class Stage(enum.Enum):
    """What can be won: part series, one or more, and the series."""

    PART_SERIES = 1
    SERIES = 2
    SECOND_PART_SERIES = 3
    THIRD_PART_SERIES = 4
    FOURTH_PART_SERIES = 5


@dataclass(frozen=True, slots=True)
class StagePrize:
    """A stage, the pattern that wins it, and its prize: an amount (None: not fixed yet), or a share
    of the receipts in basis points (0: none)."""

    stage: Stage
    prize: Money | None
    pattern: str
    share: int
