"""Series, blocks and desks for tests, and the events that make them.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from services.kernel.money import Money
from services.verify.domain.block.selling import BlockOpened, SellCards
from services.verify.domain.block.state import Prices, Span, Terms
from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE, Layout
from services.verify.domain.catalogue import InUse
from services.verify.domain.desk.offering import Asked
from services.verify.domain.desk.opening import DeskOpened
from services.verify.domain.desk.selling import OpenSales, SalesOpened
from services.verify.domain.desk.state import Offer
from services.verify.domain.series import Cards, MakeSeries, Origin, SeriesMade

START = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
GAME = "venues/akl/games/2026-11-29-07"
OLD_GAME = "venues/akl/games/2026-11-29-06"
BLUE, RED = "venues/akl/cardSeries/2026-blue", "venues/akl/cardSeries/2026-red"
SERIAL = "A 1204"
BLOCK = "venues/akl/salesBlocks/2026-11-29-07-0000001"
OLD_BLOCK = "venues/akl/salesBlocks/2026-11-29-06-0000001"


def at(seconds: int = 0) -> datetime:
    """An instant."""
    return START + timedelta(seconds=seconds)


def nzd(cents: int) -> Money:
    """New Zealand dollars."""
    return Money("NZD", cents)


EVERY = Span(1, 60)
PRICES = Prices(nzd(200), nzd(1_000))


def cards(
    first: int = 1, count: int = 60, layout: Layout = NINETY, digest: bytes = b"d" * 32
) -> Cards:
    """Cards of a series: strips for 90 balls."""
    return Cards(layout, 6 if layout is NINETY else 1, first, count, digest)


FACES = cards(layout=SEVENTY_FIVE, count=3_000)


def make(of: Cards | None = None, **more: Any) -> MakeSeries:
    """Make a series."""
    chosen = {"serial_number": SERIAL, "origin": Origin.GENERATED, "entropy": b"e" * 32, **more}
    return MakeSeries(
        title="Blue", cards=of or cards(), same=chosen.pop("same", None), at=at(), **chosen
    )


def made(of: Cards | None = None, title: str = "Blue") -> SeriesMade:
    """A series was made."""
    return SeriesMade(title, SERIAL, of or cards(), Origin.GENERATED, b"e" * 32, at())


def in_use(series: str = BLUE, of: Cards | None = None, serial: str = SERIAL) -> InUse:
    """A series in use."""
    return InUse(series, serial, of or cards(), at())


# -- blocks ------------------------------------------------------------------------------------


def terms(game: str = GAME, series: str = BLUE, sheet: int = 6) -> Terms:
    """On what terms cards are on sale."""
    prices = PRICES if sheet > 1 else Prices(nzd(200), None)
    return Terms(game, series, b"d" * 32, 1, sheet, prices)


def opened(span: Span = EVERY, *, closed: bool = False, **more: Any) -> BlockOpened:
    """A block was opened."""
    return BlockOpened(terms(**more), span, closed, at())


def sell(first: int, last: int, cents: int, by: str = "sue") -> SellCards:
    """Sell cards."""
    return SellCards(Span(first, last), nzd(cents), by, at(1))


# -- desks -------------------------------------------------------------------------------------


def desk_opened(numbers: int = 90, restart_of: str = "") -> DeskOpened:
    """The desk of a game was opened."""
    return DeskOpened(GAME, "nz-casino-bingo", numbers, restart_of, at())


def offer(span: Span = EVERY, of: Cards | None = None, series: str = BLUE) -> Offer:
    """Cards on sale."""
    return Offer(series, SERIAL, of or cards(), span)


def sales_opened(*offers: Offer) -> SalesOpened:
    """Cards are on sale."""
    return SalesOpened(offers or (offer(),), PRICES, at())


def open_sales(*asked: Asked, **more: Any) -> OpenSales:
    """Put cards on sale: those of the blue series unless others are asked for."""
    return OpenSales(
        asked=asked or (Asked(BLUE, in_use(), None),),
        **{
            "prices": PRICES,
            "currency": "NZD",
            "serial_number": SERIAL,
            "begun": False,
            "year": "2026",
            "at": at(1),
            **more,
        },
    )
