"""What a jackpot is played by: its share of receipts, its seed, and the conditions of a game."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.kernel.money import Money
from services.verify.domain.desk.prizes import Stage

WHOLE = 10_000
"""A whole, in basis points."""


class Condition(enum.Enum):
    """What wins a jackpot: its stage within so many calls, or on any call."""

    WITHIN_CALLS = 1
    ANY_CALL = 2


@dataclass(frozen=True, slots=True)
class JackpotRules:
    """The options of the profile that jackpots are kept by.

    `most_share` of the receipts of a game may be held, in basis points; `conditions` are those
    that may be announced; `law` is how the ids of its clauses begin.
    """

    most_share: int
    conditions: tuple[Condition, ...]
    law: str = ""


@dataclass(frozen=True, slots=True)
class Terms:
    """A jackpot for life: what it is called, the share of receipts in basis points that is held
    where a game says nothing else, the seed of each cycle, and the most that is paid out at once
    (None: all that is there)."""

    title: str
    share: int
    seed: Money
    most: Money | None
    rules: JackpotRules


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a game has to do with a jackpot: the share of its receipts that is held, in basis
    points, and the stage that wins it within so many calls (0: on any; None: it is only fed)."""

    share: int
    stage: Stage | None
    within: int
