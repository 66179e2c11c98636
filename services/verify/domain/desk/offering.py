"""Which cards can be on sale for a game: those in use, for its balls and its stages, with its
serial number (rule 5.7(c)(i))."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import Reason, clause
from services.verify.domain.block.state import Span
from services.verify.domain.cards.layout import Layout
from services.verify.domain.cards.patterns import UnknownPattern, check
from services.verify.domain.catalogue import NOT_IN_USE, InUse
from services.verify.domain.desk.examining import NOT_ON_THESE_CARDS
from services.verify.domain.desk.state import Desk, Offer
from services.verify.domain.game.game import Stage
from services.verify.domain.serials import same_serial

OTHER_BALLS = Reason(
    "OTHER_BALLS",
    "{series} is for {cards} balls, and {game} is played with {numbers}.",
    "Offer a series for as many balls.",
)
OTHER_SERIAL = Reason(
    "SERIES_OF_ANOTHER_GAME",
    "{series} bears the serial number {serial}; the cards of {game} bear {wanted}.",
    "Offer the series with the serial number of this game, so that no card of another is sold.",
    clause="NZB-5.7(c)(i)",
)
CARDS_NOT_OF_SERIES = Reason(
    "CARDS_NOT_OF_SERIES",
    "{cards} are not all in {series}, which has the cards {first} to {last}.",
    "Offer cards of the series.",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be on sale: a series by its name, as it is in use (None: it is not), and which of
    its cards (None: all)."""

    series: str
    in_use: InUse | None
    cards: Span | None


def offered(
    asked: Asked, serial_number: str, stages: tuple[Stage, ...], year: str, desk: Desk
) -> Offer:
    """The offer that comes of it. `serial_number` is the game's as far as it is fixed, `stages` is
    what is played for, `year` the catalogue's."""
    found = asked.in_use
    if found is None:
        raise NOT_IN_USE(series=asked.series, year=year)
    balls = found.cards.layout.numbers
    if balls != desk.numbers:
        raise OTHER_BALLS(series=asked.series, cards=balls, game=desk.game, numbers=desk.numbers)
    if serial_number:
        of_one_serial(asked.series, found.serial_number, serial_number, desk)
    for stage in stages:
        can_be_won(stage, found.cards.layout)
    every = Span(found.cards.first_card, found.cards.last_card)
    cards = asked.cards or every
    if not cards.within(every):
        said = str(cards).capitalize()
        raise CARDS_NOT_OF_SERIES(
            cards=said, series=asked.series, first=every.first, last=every.last
        )
    return Offer(asked.series, found.serial_number, found.cards, cards)


@clause("NZB-5.7(c)(i)")
def of_one_serial(series: str, serial: str, wanted: str, desk: Desk) -> None:
    """Every card of a game bears its serial number, also while the draw has not fixed it yet."""
    if not same_serial(serial, wanted):
        raise OTHER_SERIAL(series=series, serial=serial, game=desk.game, wanted=wanted)


def can_be_won(stage: Stage, layout: Layout) -> None:
    """Nobody buys a card on which a stage of the game cannot be won."""
    try:
        check(stage.pattern, layout)
    except UnknownPattern:
        raise NOT_ON_THESE_CARDS(stage=stage.title, pattern=stage.pattern.words) from None
