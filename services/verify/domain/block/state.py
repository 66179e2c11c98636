"""What a sales block is at any moment: `Unopened`, `OnSale`, then `Closed`.

A block is part of one game's sales, so a card in it is never mixed with that of another game.
"""

from __future__ import annotations

import enum
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from services.kernel.money import Money


class Kind(enum.Enum):
    """How a sale came about: at the till, entered late with evidence, or for a card of the game
    that was started over."""

    SOLD = 1
    LATE = 2
    REPLACEMENT = 3


class Fate(enum.Enum):
    """What became of a sale: it stands, it never was one (voided), or the cards came back."""

    STANDS = 1
    VOIDED = 2
    RETURNED = 3


@dataclass(frozen=True, slots=True)
class Span:
    """Consecutive card numbers, both ends included."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __contains__(self, card: int) -> bool:
        return self.first <= card <= self.last

    def overlap(self, other: Span) -> Span | None:
        """The numbers in both; None where there are none."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return Span(first, last) if first <= last else None

    def within(self, other: Span) -> bool:
        """Whether the other one has all its numbers."""
        return other.first <= self.first and self.last <= other.last

    def __str__(self) -> str:
        if self.first == self.last:
            return f"card {self.first}"
        return f"cards {self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Prices:
    """What a card costs, and a whole sheet where cards hang together (None: as its cards do)."""

    card: Money
    sheet: Money | None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a block's cards are: of which game and series (names, the series' digest and the number
    of its first card), how many hang together, at which prices; and whether it is for practice."""

    game: str
    series: str
    digest: bytes
    series_first: int
    sheet: int
    prices: Prices
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Sale:
    """Cards that were sold together; `sale` counts from 1 within the block.

    `by` and `reason` belong to its fate, `evidence` to a late one; `old` are the cards that a
    replacement stands for, in the block `old_block`.
    """

    sale: int
    cards: Span
    seller: str
    receipts: Money
    kind: Kind
    at: datetime
    fate: Fate = Fate.STANDS
    by: str = ""
    reason: str = ""
    evidence: str = ""
    old_block: str = ""
    old: Span | None = None


@dataclass(frozen=True, slots=True)
class Back:
    """Cards that came back, or were never sold, after sales had been counted; and the money."""

    cards: Span
    receipts: Money


@dataclass(frozen=True, slots=True)
class Replaced:
    """Cards that are dead: `cards` have been replaced by those from `first` on in `block`."""

    cards: Span
    block: str
    first: int


@dataclass(frozen=True)
class Unopened:
    """There is no such block."""


@dataclass(frozen=True)
class Block:
    """What every block has: its cards, their terms, and all sales ever made, in order."""

    terms: Terms
    cards: Span
    sales: tuple[Sale, ...] = ()
    replaced: tuple[Replaced, ...] = ()

    @cached_property
    def standing(self) -> tuple[Sale, ...]:
        """The sales that stand, by their cards."""
        stand = (sale for sale in self.sales if sale.fate is Fate.STANDS)
        return tuple(sorted(stand, key=lambda sale: sale.cards.first))

    def sale_of(self, card: int) -> Sale | None:
        """The sale that a card was sold by; None for a card that is unsold."""
        at = bisect_right(self.standing, card, key=lambda sale: sale.cards.first) - 1
        sale = self.standing[at] if at >= 0 else None
        return sale if sale is not None and card in sale.cards else None

    def replacement_of(self, card: int) -> Replaced | None:
        """What a card has been replaced by."""
        return next((each for each in self.replaced if card in each.cards), None)

    @property
    def sold(self) -> int:
        """How many cards are sold."""
        return sum(len(sale.cards) for sale in self.standing)

    @property
    def receipts(self) -> Money:
        """What was taken for them."""
        zero = self.terms.prices.card.of(0)
        return sum((sale.receipts for sale in self.standing), zero)


@dataclass(frozen=True)
class OnSale(Block):
    """Cards can be sold, brought back and voided."""


@dataclass(frozen=True)
class Closed(Block):
    """No card is sold any more but by a sale that is entered late, with evidence; and none comes
    back but of a late sale that is voided, and of a game that is void."""


State = Unopened | OnSale | Closed
