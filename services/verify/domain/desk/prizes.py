"""What is played for, in the words of the draw; and what becomes of it: shares and payments."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.kernel.money import Money


class Stage(enum.Enum):
    """What can be won: part series, one or more, and the series."""

    PART_SERIES = 1
    SERIES = 2
    SECOND_PART_SERIES = 3
    THIRD_PART_SERIES = 4
    FOURTH_PART_SERIES = 5

    @property
    def title(self) -> str:
        """What players call it."""
        return _TITLES[self]


_TITLES = {
    Stage.PART_SERIES: "line",
    Stage.SECOND_PART_SERIES: "second line",
    Stage.THIRD_PART_SERIES: "third line",
    Stage.FOURTH_PART_SERIES: "fourth line",
    Stage.SERIES: "bingo",
}


class PrizeKind(enum.Enum):
    """What a settlement is of: the prize of a stage, or a jackpot that its winners share."""

    STAGE = 1
    JACKPOT = 2


class OddCents(enum.Enum):
    """What becomes of what does not divide. JACKPOT: as ROUND_UP where the game has none."""

    JACKPOT = 1
    ROUND_UP = 2
    HOUSE_KEEPS = 3


class PaymentWay(enum.Enum):
    """How a prize is paid. GOODS: another thing of its value."""

    CASH = 1
    CHEQUE = 2
    TRANSFER = 3
    GOODS = 4


class Recovery(enum.Enum):
    """What became of money that had to be recovered: it came back, or the house bears it."""

    REPAID = 1
    WRITTEN_OFF = 2


@dataclass(frozen=True, slots=True)
class StagePrize:
    """A stage, the pattern that wins it, and its prize: an amount (None: not fixed yet), or a share
    of the receipts in basis points (0: none)."""

    stage: Stage
    prize: Money | None
    pattern: str
    share: int


@dataclass(frozen=True, slots=True)
class Win:
    """A call out has won a stage on the call `position`, by the draw's record."""

    stage: Stage
    call_out: int
    position: int


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """What one player gets: `amount` is None where the prize is no money.

    `player` is a reference, or empty; `venue` the id of the one in whose hall the player called
    out, which pays and books it.
    """

    share: int
    call_outs: tuple[int, ...]
    cards: tuple[int, ...]
    player: str
    amount: Money | None
    venue: str


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment of what is owed on a share: `by` has paid it to `payee` (a reference), `second`
    has signed it or is empty. `venue` books it on its gaming `day`, "2026-11-29"."""

    payment: int
    kind: PrizeKind
    stage: Stage
    share: int
    game: str
    title: str
    cards: tuple[int, ...]
    amount: Money
    payee: str
    way: PaymentWay
    venue: str
    day: str
    by: str
    second: str
    at: datetime
