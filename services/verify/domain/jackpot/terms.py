"""What a jackpot is played by: its share of receipts, its seed, and the conditions of a game."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from services.kernel.law import Reason, clause
from services.kernel.money import Money
from services.verify.domain.desk.prizes import Stage

WHOLE = 10_000
"""A whole, in basis points."""

SHARE_TOO_HIGH = Reason(
    "SHARE_TOO_HIGH",
    "{share} of the receipts would be held for the jackpot; {most} is the most.",
    "Hold a smaller share.",
    clause="NZB-6.1",
)


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


@clause("NZB-6.1")
def wins(declared: Declaration, stage: Stage, position: int) -> bool:
    """Whether a stage that is completed on a call wins the jackpot, as was announced. Calls count
    as on the master board, one that was taken back included."""
    return stage is declared.stage and (not declared.within or position <= declared.within)


@clause("NZB-6.1")
def holdable(share: int, rules: JackpotRules) -> None:
    """A part of the gross receipts may be held, and no more than the profile allows."""
    if share > rules.most_share:
        law = SHARE_TOO_HIGH.clause if rules.law in SHARE_TOO_HIGH.clause else ""
        raise SHARE_TOO_HIGH(share=percent(share), most=percent(rules.most_share), clause=law)


def percent(share: int) -> str:
    """Basis points as people read them: "12.5 %"."""
    whole, part = divmod(share * 100, WHOLE)
    decimals = f".{part // 100:02}".rstrip("0").rstrip(".") if part else ""
    return f"{whole}{decimals} %"


def same_jackpot(one: str, other: str) -> bool:
    """Whether two names are of cycles of the same jackpot: an earlier one passes on what it hears
    of games to the later."""
    return bool(one) and _jackpot(one) == _jackpot(other)


def _jackpot(name: str) -> str:
    """The name without the year and the number of the cycle."""
    venue, _, id_ = name.rpartition("/")
    return f"{venue}/{re.sub(r'-[0-9]+$', '', id_[5:])}"
