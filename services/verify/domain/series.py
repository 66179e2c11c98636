"""A series of cards: what was printed, and that it stays what it was. A small aggregate, in one
file.

Its faces are a blob; what is decided here rests on what the shell found in it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decider, Decision, Reason, Standing, happened
from services.verify.domain.cards.layout import CARDS_MAX, STRIP, Format, Layout

STRIPS_NOT_WHOLE = Reason(
    "STRIPS_NOT_WHOLE",
    "{cards} cards are no whole number of strips.",
    "Cards for 90 balls come in strips of six: ask for a multiple of six.",
)
NO_STRIPS = Reason(
    "NO_STRIPS",
    "Cards for 75 balls hang together in no strips of six.",
    "Say that they are single cards.",
)
CARD_NUMBERS_TOO_HIGH = Reason(
    "CARD_NUMBERS_TOO_HIGH",
    "The last card would have the number {last}; card numbers end at 9,999,999.",
    "Ask for fewer cards, or begin with a lower number.",
)
SAME_CARD = Reason(
    "SAME_CARD",
    "Card {card} has the same face as card {other} of {series}, which is in use.",
    "Make or load other cards; or take that series out of use first.",
)
SERIES_SOLD_FROM = Reason(
    "SERIES_SOLD_FROM",
    "Cards of {title} have been sold for {game}, so nothing about it changes any more.",
    "Make another series for what is to come.",
)


class Origin(enum.Enum):
    """Where the faces come from: a file, or entropy that is on record."""

    LOADED = 1
    GENERATED = 2


@dataclass(frozen=True, slots=True)
class Cards:
    """What a series consists of: `cards` cards with numbers from `first_card` on, `sheet` of them
    hanging together, 6 or 1. `digest` is the SHA-256 of their blob."""

    layout: Layout
    sheet: int
    first_card: int
    cards: int
    digest: bytes

    @property
    def last_card(self) -> int:
        """The number of the last card."""
        return self.first_card + self.cards - 1

    def overlaps(self, other: Cards) -> bool:
        """Whether a card number is in both."""
        return self.first_card <= other.last_card and other.first_card <= self.last_card


@dataclass(frozen=True, slots=True)
class SameCard:
    """A card that has the face of another one, `other` of `series`, a series in use."""

    card: int
    series: str
    other: int


@dataclass(frozen=True)
class Unmade:
    """There is no such series."""


@dataclass(frozen=True)
class Made:
    """A series. `sold_from` is the first game that cards of it were put on sale for, or empty;
    `entropy` is what it was generated from, or empty."""

    title: str
    serial_number: str
    cards: Cards
    origin: Origin
    entropy: bytes
    made_at: datetime
    sold_from: str = ""


State = Unmade | Made


@dataclass(frozen=True, slots=True)
class MakeSeries:
    """Make a series of these cards; `same` is a card of it that is in use already, if there is
    one."""

    title: str
    serial_number: str
    cards: Cards
    origin: Origin
    entropy: bytes
    same: SameCard | None
    at: datetime


@dataclass(frozen=True, slots=True)
class ChangeSeries:
    """Give it another title, or print another serial number on it."""

    title: str
    serial_number: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SellFrom:
    """Cards of it were put on sale for a game."""

    game: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeriesMade:
    """There is a series."""

    title: str
    serial_number: str
    cards: Cards
    origin: Origin
    entropy: bytes
    at: datetime


@dataclass(frozen=True, slots=True)
class SeriesChanged:
    """It is called otherwise, or bears another serial number."""

    title: str
    serial_number: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeriesSoldFrom:
    """It was put on sale for the first time; from now on it does not change."""

    game: str
    at: datetime


Command = MakeSeries | ChangeSeries | SellFrom
Event = SeriesMade | SeriesChanged | SeriesSoldFrom


def decide(command: Command, series: State) -> Decision[Event]:
    """What a command leads to."""
    match command, series:
        case MakeSeries(), Unmade():
            return make_series(command)
        case ChangeSeries(), Made():
            return change_series(command, series)
        case SellFrom(), Made():
            return sell_from(command, series)
    raise TypeError(f"{type(command).__name__} does not come to a series {type(series).__name__}")


def makeable(cards: Cards) -> None:
    """Refuse cards that make no series, whatever is on them."""
    if cards.sheet != 1 and cards.layout.format is Format.SEVENTY_FIVE:
        raise NO_STRIPS()
    if cards.sheet != 1 and cards.cards % STRIP:
        raise STRIPS_NOT_WHOLE(cards=f"{cards.cards:,}")
    if cards.last_card > CARDS_MAX:
        raise CARD_NUMBERS_TOO_HIGH(last=f"{cards.last_card:,}")


def make_series(command: MakeSeries) -> Decision[Event]:
    """A series is made of cards of which none is in use."""
    makeable(command.cards)
    if command.same is not None:
        same = command.same
        raise SAME_CARD(card=same.card, other=same.other, series=same.series)
    return happened(
        SeriesMade(
            command.title.strip(),
            command.serial_number.strip(),
            command.cards,
            command.origin,
            command.entropy,
            command.at,
        )
    )


def change_series(command: ChangeSeries, series: Made) -> Decision[Event]:
    """A series that was sold from is what it was then, for good; its cards never change."""
    title, serial = command.title.strip(), command.serial_number.strip()
    if (title, serial) == (series.title, series.serial_number):
        return Decision()
    if series.sold_from:
        raise SERIES_SOLD_FROM(title=series.title, game=series.sold_from)
    return happened(SeriesChanged(title, serial, command.at))


def sell_from(command: SellFrom, series: Made) -> Decision[Event]:
    """The first game that it is sold for fixes it."""
    return Decision() if series.sold_from else happened(SeriesSoldFrom(command.game, command.at))


def evolve(series: State, event: Event) -> State:
    """The series after an event; checks no rule."""
    match event, series:
        case SeriesMade(), _:
            return Made(
                event.title,
                event.serial_number,
                event.cards,
                event.origin,
                event.entropy,
                event.at,
            )
        case SeriesChanged(), Made():
            return replace(series, title=event.title, serial_number=event.serial_number)
        case SeriesSoldFrom(), Made():
            return replace(series, sold_from=event.game)
    raise TypeError(f"{type(event).__name__} does not happen to a series {type(series).__name__}")


def standing(series: State) -> Standing:
    """A series is in play once it was sold from."""
    return Standing.IN_PLAY if isinstance(series, Made) and series.sold_from else Standing.WAITING


SERIES: Decider[Command, Event, State] = Decider(
    kind="cardSeries",
    initial=Unmade(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(MakeSeries,),
)
