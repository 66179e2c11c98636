"""Cards are sold, and a sale that was made in time is entered late."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.admission import Check, turned_away
from services.kernel.law import Decision, Reason, happened
from services.kernel.money import Money
from services.kernel.persons import same_person
from services.verify.domain.block.state import (
    Block,
    Closed,
    Kind,
    OnSale,
    Prices,
    Sale,
    Span,
    Terms,
)

SALES_CLOSED = Reason(
    "SALES_CLOSED",
    "Sales for {game} are closed.",
    "Sell for a later game. A sale that was made in time is entered late, with its evidence.",
)
SALES_STILL_OPEN = Reason(
    "SALES_STILL_OPEN",
    "Sales for {game} are still open.",
    "Sell the cards as usual; only what was not entered when sales closed is entered late.",
)
OTHER_CARDS = Reason(
    "OTHER_CARDS",
    "{cards} are not all among the cards {first} to {last} that are kept together here.",
    "Sell cards up to {last} and those after it as two sales.",
)
CARD_SOLD = Reason(
    "CARD_SOLD",
    "{cards} is sold: sale {sale}, to be found in the block of card {first}.",
    "Take other cards. If that sale is a mistake, another person than its seller voids it first.",
)
RECEIPTS_DIFFER = Reason(
    "RECEIPTS_DIFFER",
    "{cards} cost {price}, not {receipts}.",
    "Take {price}; or sell single cards and whole sheets apart.",
)
PRICE_IN_OTHER_CURRENCY = Reason(
    "PRICE_IN_OTHER_CURRENCY",
    "Cards are sold for {currency} here, not for {other}.",
    "Give the receipts in the venue's currency.",
)
EVIDENCE_NEEDED = Reason(
    "EVIDENCE_NEEDED",
    "A sale that is entered late needs its evidence.",
    "Say what shows that it was made in time: the till's slip, the stub, who saw it.",
)
OWN_LATE_SALE = Reason(
    "OWN_LATE_SALE",
    "{person} sold these cards, and a late sale is entered by another person.",
    "Let somebody else look at the evidence and enter it.",
    alone=True,
)
REPLACED_BEFORE = Reason(
    "REPLACED_BEFORE",
    "{cards} has been replaced and is dead.",
    "Its replacement is {other}.",
)


@dataclass(frozen=True, slots=True)
class OpenBlock:
    """Put cards on sale; `closed` where sales are over and only a late sale is to come."""

    terms: Terms
    cards: Span
    closed: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class SellCards:
    """The seller `by` sells these cards and takes `receipts` for them.

    `check` is what was answered about the buyer.
    """

    cards: Span
    receipts: Money
    by: str
    at: datetime
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class EnterLateSale:
    """`by` enters a sale that `seller` made before sales closed.

    `check` is what was answered about the buyer.
    """

    cards: Span
    receipts: Money
    seller: str
    evidence: str
    by: str
    at: datetime
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class BlockOpened:
    """Cards are on sale."""

    terms: Terms
    cards: Span
    closed: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class CardsSold:
    """Cards were sold."""

    sale: int
    cards: Span
    seller: str
    receipts: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class LateSaleEntered:
    """Cards had been sold before sales closed, as the evidence shows."""

    sale: int
    cards: Span
    seller: str
    receipts: Money
    evidence: str
    by: str
    at: datetime


def open_block(command: OpenBlock) -> Decision[BlockOpened]:
    """The cards of a block are on sale from now on, or for late sales alone."""
    return happened(BlockOpened(command.terms, command.cards, command.closed, command.at))


def sell_cards(command: SellCards, block: OnSale | Closed) -> Decision[CardsSold]:
    """A card is sold once for a game, at its price, to somebody who may play."""
    if isinstance(block, Closed):
        raise SALES_CLOSED(game=block.terms.game)
    free_to_sell(command.cards, block)
    as_priced(command.cards, command.receipts, block.terms)
    refused = turned_away(command.check)
    if refused is not None:
        return Decision(refusal=refused)
    number = len(block.sales) + 1
    return happened(CardsSold(number, command.cards, command.by, command.receipts, command.at))


def enter_late_sale(command: EnterLateSale, block: OnSale | Closed) -> Decision[LateSaleEntered]:
    """A sale that was made in time and not entered is entered by another person, with what shows
    that it was made; if it was made to somebody who may play, since its cards play from then on."""
    if isinstance(block, OnSale):
        raise SALES_STILL_OPEN(game=block.terms.game)
    if not command.evidence.strip():
        raise EVIDENCE_NEEDED()
    if same_person(command.by, command.seller):
        raise OWN_LATE_SALE(person=command.seller)
    free_to_sell(command.cards, block)
    as_priced(command.cards, command.receipts, block.terms)
    refused = turned_away(command.check)
    if refused is not None:
        return Decision(refusal=refused)
    return happened(
        LateSaleEntered(
            len(block.sales) + 1,
            command.cards,
            command.seller,
            command.receipts,
            command.evidence.strip(),
            command.by,
            command.at,
        )
    )


def free_to_sell(cards: Span, block: Block) -> None:
    """Refuse cards that are not of the block, or of which one is sold."""
    if not cards.within(block.cards):
        first, last = block.cards.first, block.cards.last
        raise OTHER_CARDS(cards=str(cards).capitalize(), first=first, last=last)
    for sale in block.standing:
        taken = sale.cards.overlap(cards)
        if taken is not None:
            card = str(Span(taken.first, taken.first)).capitalize()
            raise CARD_SOLD(cards=card, sale=sale.sale, first=block.cards.first)


def as_priced(cards: Span, receipts: Money, terms: Terms) -> None:
    """Refuse receipts that are not what the cards cost."""
    wanted = price_of(cards, terms)
    if receipts.currency != wanted.currency:
        raise PRICE_IN_OTHER_CURRENCY(currency=wanted.currency, other=receipts.currency)
    if receipts != wanted:
        said = str(cards).capitalize()
        raise RECEIPTS_DIFFER(cards=said, price=wanted.shown, receipts=receipts.shown)


def price_of(cards: Span, terms: Terms) -> Money:
    """What cards cost: whole sheets among them at the sheet's price, the others by the card. Cards
    that do not hang together have no sheets, whatever a sheet of another series costs."""
    prices: Prices = terms.prices
    if prices.sheet is None or terms.sheet == 1:
        return prices.card.of(prices.card.minor_units * len(cards))
    begin = -(-(cards.first - terms.series_first) // terms.sheet)
    end = (cards.last + 1 - terms.series_first) // terms.sheet
    sheets = max(end - begin, 0)
    singles = len(cards) - sheets * terms.sheet
    cents = sheets * prices.sheet.minor_units + singles * prices.card.minor_units
    return prices.card.of(cents)


def block_opened(event: BlockOpened) -> OnSale | Closed:
    """Nothing is sold yet."""
    return (Closed if event.closed else OnSale)(event.terms, event.cards)


def cards_sold(block: OnSale, event: CardsSold) -> OnSale:
    """The cards are sold."""
    sale = Sale(event.sale, event.cards, event.seller, event.receipts, Kind.SOLD, event.at)
    return replace(block, sales=(*block.sales, sale))


def late_sale_entered(block: Closed, event: LateSaleEntered) -> Closed:
    """The cards were sold."""
    sale = Sale(
        event.sale,
        event.cards,
        event.seller,
        event.receipts,
        Kind.LATE,
        event.at,
        by=event.by,
        evidence=event.evidence,
    )
    return replace(block, sales=(*block.sales, sale))
