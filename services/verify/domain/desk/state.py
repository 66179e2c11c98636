"""What a claim desk is at any moment: there from the game's opening on, with sales that are not
open yet, open, being counted, or counted."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.money import Money
from services.verify.domain.block.state import Prices, Span
from services.verify.domain.desk.claim import Claims
from services.verify.domain.desk.prizes import Stage, StagePrize, Win
from services.verify.domain.desk.rules import USUAL, USUAL_PRIZES, ClaimRules, PrizeRules
from services.verify.domain.desk.settlement import Paid, Settlement
from services.verify.domain.jackpot.terms import Declaration
from services.verify.domain.series import Cards

BLOCK = 1_000
"""Cards of a sales block, less what would cut a sheet in two: 996 where they come in strips."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards that are on sale for a game: `cards` of a series, of which all is known that was on
    record then."""

    series: str
    serial_number: str
    of: Cards
    cards: Span

    def block(self, card: int) -> Span | None:
        """The block that a card is sold in; None for a card that is not on sale."""
        if card not in self.cards:
            return None
        size = BLOCK - BLOCK % self.of.sheet
        begin = self.of.first_card + (card - self.of.first_card) // size * size
        return Span(begin, begin + size - 1).overlap(self.cards)


@dataclass(frozen=True, slots=True)
class Report:
    """What a closed block has sold."""

    first: int
    cards_sold: int
    receipts: Money
    digest: bytes


@dataclass(frozen=True, slots=True)
class Late:
    """What came in late after sales had been counted, in all."""

    cards_sold: int
    receipts: Money


@dataclass(frozen=True, slots=True)
class GivenBack:
    """What came back after sales had been counted, in all."""

    cards: int
    receipts: Money


_NOTHING = Money("XXX", 0)


@dataclass(frozen=True)
class NotOnSale:
    """No cards are on sale yet."""


@dataclass(frozen=True)
class OnSale:
    """Cards can be sold. `blocks` are those that were sold from so far, by their first card."""

    offers: tuple[Offer, ...]
    prices: Prices
    blocks: tuple[int, ...] = ()

    def offer(self, card: int) -> Offer | None:
        """The offer that a card belongs to."""
        return next((each for each in self.offers if card in each.cards), None)

    def block(self, card: int) -> Span | None:
        """The block that a card is sold in."""
        offer = self.offer(card)
        return offer.block(card) if offer is not None else None

    def missing(self, reports: tuple[Report, ...]) -> frozenset[int]:
        """The blocks that have not reported yet."""
        return frozenset(self.blocks) - {report.first for report in reports}


@dataclass(frozen=True)
class Counting(OnSale):
    """Sales are over; blocks are being closed one by one. `late` is what came in since, `back`
    what came back."""

    reports: tuple[Report, ...] = ()
    late: Late | None = None
    back: GivenBack | None = None


@dataclass(frozen=True)
class Counted(OnSale):
    """Sales are over, and this is what was sold; `late` came in since, and is not in it; `back`
    came back since, and is."""

    reports: tuple[Report, ...] = ()
    late: Late | None = None
    back: GivenBack | None = None
    cards_sold: int = 0
    receipts: Money = _NOTHING
    cards_digest: bytes = b""


Sales = NotOnSale | OnSale | Counting | Counted


@dataclass(frozen=True)
class Unopened:
    """There is no such desk."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over; `void`, and then perhaps played again as another."""

    void: bool
    start_over: bool


@dataclass(frozen=True)
class Desk:
    """The desk of a game. `numbers` are the balls that it is played with, `restart_of` the game
    that it is played instead of, or empty. `claims` are decided by `rules`.

    It is played for `stages`, and paid by the rules `prizes`. Play has come to the call `called` as
    far as it matters here, or is `over`. `wins` are those on the draw's record. `same` are groups
    of call outs of one player, `apart` those of whom it was said that each is another one's.
    Odd cents go to the cycle `jackpot`, if it is not empty, and the game was `declared` to it so;
    `awarded` is what it has won of it. It belongs to the `session`, or to none if that is empty.
    """

    game: str
    profile: str
    numbers: int
    restart_of: str
    sales: Sales
    rules: ClaimRules = USUAL
    claims: Claims = ()
    stages: tuple[StagePrize, ...] = ()
    prizes: PrizeRules = USUAL_PRIZES
    practice: bool = False
    called: int = 0
    over: Over | None = None
    wins: tuple[Win, ...] = ()
    same: tuple[frozenset[int], ...] = ()
    apart: frozenset[int] = frozenset()
    session: str = ""
    jackpot: str = ""
    declared: Declaration | None = None
    awarded: Money | None = None
    settlements: tuple[Settlement, ...] = ()
    payments: tuple[Paid, ...] = ()

    def winners(self, stage: Stage) -> tuple[Win, ...]:
        """Who has won a stage, by the draw's record, in the order of the decisions."""
        return tuple(each for each in self.wins if each.stage is stage)


State = Unopened | Desk
