"""A game's sales as a whole: opened, closed and counted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from services.kernel.law import Decision, Reason, happened
from services.kernel.money import Money
from services.verify.domain.block.selling import (
    PRICE_IN_OTHER_CURRENCY,
    SALES_CLOSED,
    SALES_STILL_OPEN,
)
from services.verify.domain.block.state import Prices, Span, Terms
from services.verify.domain.desk.offering import Asked, of_one_serial, offered
from services.verify.domain.desk.prizes import StagePrize
from services.verify.domain.desk.sharing import prizes_allowed, share_prizes, with_amounts
from services.verify.domain.desk.state import (
    Counted,
    Counting,
    Desk,
    NotOnSale,
    Offer,
    OnSale,
    Report,
)
from services.verify.domain.game.game import Stage

SALES_OPENED_BEFORE = Reason(
    "SALES_OPENED_BEFORE",
    "Sales for {game} were opened before.",
    "Sell its cards; nothing has been changed.",
)
SALES_NOT_OPEN = Reason(
    "SALES_NOT_OPEN",
    "Sales for {game} are not open.",
    "Open them first, and say of which series and at which price.",
)
PLAY_BEGUN = Reason(
    "PLAY_BEGUN",
    "The first number of {game} has been called, or the game is over.",
    "Sell for a later game. A sale that was made in time is entered late, with its evidence.",
)
OFFERED_TWICE = Reason(
    "OFFERED_TWICE",
    "{cards} would be on sale twice for {game}.",
    "Offer each card number once.",
)
PRICE_IS_NOTHING = Reason(
    "PRICE_IS_NOTHING",
    "A price of {price} was given.",
    "Give what a card costs. Cards that cost nothing are given out for those of a game that is "
    "started over.",
)
CARD_NOT_OFFERED = Reason(
    "CARD_NOT_OFFERED",
    "Card {card} is not among the cards that are on sale for {game}.",
    "Look at the number and the serial number on the card: it may be of another game.",
    clause="NZB-5.7(c)(i)",
)


@dataclass(frozen=True, slots=True)
class OpenSales:
    """Put cards on sale. `serial_number` is the game's as far as it is fixed; `begun` says that
    its first number was called, or that it is over; `year` is the catalogue's; `stages` are what
    is played for."""

    asked: tuple[Asked, ...]
    prices: Prices
    currency: str
    serial_number: str
    begun: bool
    year: str
    at: datetime
    stages: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class RegisterBlock:
    """The block in which a card is sold is needed, for a sale as usual or a late one."""

    card: int
    late: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class CloseSales:
    """No more cards are sold: a person says so."""

    at: datetime


@dataclass(frozen=True, slots=True)
class StopSales:
    """The first number was called."""

    at: datetime


@dataclass(frozen=True, slots=True)
class TakeReport:
    """A block is closed."""

    report: Report
    at: datetime


@dataclass(frozen=True, slots=True)
class SalesOpened:
    """Cards are on sale."""

    offers: tuple[Offer, ...]
    prices: Prices
    at: datetime


@dataclass(frozen=True, slots=True)
class BlockRegistered:
    """Cards of a block are being sold on these terms; `late`: sales are over, and only late ones
    are entered."""

    terms: Terms
    cards: Span
    late: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class SalesClosing:
    """No more cards are sold; `blocks` are to be closed."""

    blocks: tuple[int, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class BlockReported:
    """A block is closed, and this is what it has sold."""

    report: Report
    at: datetime


@dataclass(frozen=True, slots=True)
class SalesClosed:
    """What was sold for a game: how many cards, which (`cards_digest`), of which series, and for
    how much. `prizes` are those that are a share of it."""

    game: str
    cards_sold: int
    cards_digest: bytes
    series_digests: tuple[bytes, ...]
    receipts: Money
    at: datetime
    prizes: tuple[StagePrize, ...] = ()


def open_sales(command: OpenSales, desk: Desk) -> Decision[SalesOpened]:
    """Cards in use, with the one serial number of the game, for its balls and its stages, go on
    sale once, before the first number is called."""
    if not isinstance(desk.sales, NotOnSale):
        raise SALES_OPENED_BEFORE(game=desk.game)
    if command.begun:
        raise PLAY_BEGUN(game=desk.game)
    for price in (command.prices.card, command.prices.sheet or command.prices.card):
        if price.currency != command.currency:
            raise PRICE_IN_OTHER_CURRENCY(currency=command.currency, other=price.currency)
        if price.minor_units < 1:
            raise PRICE_IS_NOTHING(price=price.shown)
    prizes_allowed(desk, command.currency)
    offers = tuple(
        offered(asked, command.serial_number, command.stages, command.year, desk)
        for asked in command.asked
    )
    for one, other in combinations(offers, 2):
        of_one_serial(other.series, other.serial_number, one.serial_number, desk)
        twice = one.cards.overlap(other.cards)
        if twice is not None:
            raise OFFERED_TWICE(cards=str(twice).capitalize(), game=desk.game)
    return happened(SalesOpened(offers, command.prices, command.at))


def register_block(command: RegisterBlock, desk: Desk) -> Decision[BlockRegistered]:
    """A block is opened when its first card is sold, and only cards on sale have one."""
    sales = desk.sales
    if isinstance(sales, NotOnSale):
        raise SALES_NOT_OPEN(game=desk.game)
    offer = sales.offer(command.card)
    block = offer.block(command.card) if offer is not None else None
    if offer is None or block is None:
        raise CARD_NOT_OFFERED(card=command.card, game=desk.game)
    if block.first in sales.blocks:
        return Decision()
    closed = isinstance(sales, Counted)
    if isinstance(sales, Counting) or (closed and not command.late):
        raise SALES_CLOSED(game=desk.game)
    if command.late and not closed:
        raise SALES_STILL_OPEN(game=desk.game)
    of = offer.of
    cards = (offer.series, of.digest, of.first_card, of.sheet, sales.prices)
    terms = Terms(desk.game, *cards, desk.practice)
    return happened(BlockRegistered(terms, block, closed, command.at))


def close_sales(command: CloseSales, desk: Desk) -> Decision[SalesClosing | SalesClosed]:
    """Sales close once; where nothing was sold there is nothing to count."""
    if isinstance(desk.sales, NotOnSale):
        raise SALES_NOT_OPEN(game=desk.game)
    return _closed(desk, desk.sales, command.at)


def stop_sales(command: StopSales, desk: Desk) -> Decision[SalesClosing | SalesClosed]:
    """Sales that nobody has closed close with the first number."""
    if isinstance(desk.sales, NotOnSale):
        return Decision()
    return _closed(desk, desk.sales, command.at)


def take_report(command: TakeReport, desk: Desk) -> Decision[BlockReported | SalesClosed]:
    """With the report of the last block it is known what was sold."""
    sales = desk.sales
    if not isinstance(sales, Counting) or command.report.first not in sales.missing(sales.reports):
        return Decision()
    reported = BlockReported(command.report, command.at)
    reports = (*sales.reports, command.report)
    if sales.missing(reports):
        return happened(reported)
    return happened(reported, _counted(desk, sales, reports, command.at))


def sales_opened(desk: Desk, event: SalesOpened) -> Desk:
    """Cards are on sale."""
    return replace(desk, sales=OnSale(event.offers, event.prices))


def block_registered(desk: Desk, event: BlockRegistered) -> Desk:
    """The block is known."""
    sales = _open(desk)
    return replace(desk, sales=replace(sales, blocks=(*sales.blocks, event.cards.first)))


def sales_closing(desk: Desk, _: SalesClosing) -> Desk:
    """Blocks are being closed."""
    return replace(desk, sales=Counting(**vars(_open(desk))))


def block_reported(desk: Desk, event: BlockReported) -> Desk:
    """One block less to wait for."""
    sales = desk.sales
    if not isinstance(sales, Counting):
        return desk
    return replace(desk, sales=replace(sales, reports=(*sales.reports, event.report)))


def sales_closed(desk: Desk, event: SalesClosed) -> Desk:
    """It is known what was sold."""
    sales = Counted(
        **vars(_open(desk)),
        cards_sold=event.cards_sold,
        receipts=event.receipts,
        cards_digest=event.cards_digest,
    )
    return with_amounts(replace(desk, sales=sales), event.prizes)


def cards_digest(reports: tuple[Report, ...]) -> bytes:
    """SHA-256 over the blocks by their first card: that number in eight bytes, big endian, and the
    digest of what the block has sold."""
    ordered = sorted(reports, key=lambda report: report.first)
    return hashlib.sha256(
        b"".join(each.first.to_bytes(8, "big") + each.digest for each in ordered)
    ).digest()


def _closed(desk: Desk, sales: OnSale, at: datetime) -> Decision[SalesClosing | SalesClosed]:
    if isinstance(sales, Counting | Counted):
        return Decision()
    closing = SalesClosing(sales.blocks, at)
    if sales.blocks:
        return happened(closing)
    return happened(closing, _counted(desk, sales, (), at))


def _counted(desk: Desk, sales: OnSale, reports: tuple[Report, ...], at: datetime) -> SalesClosed:
    zero = sales.prices.card.of(0)
    receipts = sum((report.receipts for report in reports), zero)
    return SalesClosed(
        desk.game,
        sum(report.cards_sold for report in reports),
        cards_digest(reports),
        tuple(dict.fromkeys(offer.of.digest for offer in sales.offers)),
        receipts,
        at,
        share_prizes(desk, receipts),
    )


def _open(desk: Desk) -> OnSale:
    if isinstance(desk.sales, NotOnSale):
        raise TypeError("nothing is on sale")
    return desk.sales
