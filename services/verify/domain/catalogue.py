"""The catalogue of a venue's year: the series in use, of which no two have a card in common. A
small aggregate, in one file.

It is the one place that two series made at the same moment both come to.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decider, Decision, Reason, Standing, happened
from services.verify.domain.series import SAME_CARD, Cards, SameCard

CARD_NUMBERS_CLASH = Reason(
    "CARD_NUMBERS_CLASH",
    "Card {card} with the serial number {serial} is in {series} as well, which is in use.",
    "Print another serial number on this series, or take the other one out of use.",
)
CATALOGUE_CHANGED = Reason(
    "CATALOGUE_CHANGED",
    "{series} came into use while this series was compared with those in use.",
    "Repeat it: it is compared anew.",
)
NOT_IN_USE = Reason(
    "SERIES_NOT_IN_USE",
    "{series} is not in use in {year}.",
    "Put it in use first; or look in the catalogue which series are.",
)


@dataclass(frozen=True, slots=True)
class InUse:
    """A series in use: its name, and all that a game has to know of it."""

    series: str
    serial_number: str
    cards: Cards
    since: datetime


@dataclass(frozen=True)
class Catalogue:
    """The series in use, in the order in which they came."""

    series: tuple[InUse, ...] = ()

    def get(self, name: str) -> InUse | None:
        """A series in use by its name."""
        return next((each for each in self.series if each.series == name), None)


@dataclass(frozen=True, slots=True)
class UseSeries:
    """Put a series in use. It was compared with all series of the digests in `compared`, and
    `same` is a card that it shares with one of them."""

    series: str
    serial_number: str
    cards: Cards
    compared: Collection[bytes]
    same: SameCard | None
    at: datetime


@dataclass(frozen=True, slots=True)
class WithdrawSeries:
    """Take a series out of use; games that it is on sale for go on with it. `year` is the
    catalogue's."""

    series: str
    year: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeriesEntered:
    """A series is in use."""

    entry: InUse


@dataclass(frozen=True, slots=True)
class SeriesWithdrawn:
    """A series is out of use."""

    series: str
    at: datetime


Command = UseSeries | WithdrawSeries
Event = SeriesEntered | SeriesWithdrawn


def decide(command: Command, catalogue: Catalogue) -> Decision[Event]:
    """What a command leads to."""
    match command:
        case UseSeries():
            return use_series(command, catalogue)
        case WithdrawSeries():
            return withdraw_series(command, catalogue)


def use_series(command: UseSeries, catalogue: Catalogue) -> Decision[Event]:
    """No card is in two series in use, neither by its face nor by serial and card number."""
    entry = InUse(command.series, command.serial_number, command.cards, command.at)
    known = catalogue.get(command.series)
    if known is not None and replace(known, since=command.at) == entry:
        return Decision()
    for other in catalogue.series:
        if other.series == command.series:
            continue
        if other.cards.digest not in command.compared:
            raise CATALOGUE_CHANGED(series=other.series)
        if other.serial_number == entry.serial_number and other.cards.overlaps(entry.cards):
            card = max(other.cards.first_card, entry.cards.first_card)
            raise CARD_NUMBERS_CLASH(card=card, serial=other.serial_number, series=other.series)
    if command.same is not None:
        same = command.same
        raise SAME_CARD(card=same.card, other=same.other, series=same.series)
    return happened(SeriesEntered(entry))


def withdraw_series(command: WithdrawSeries, catalogue: Catalogue) -> Decision[Event]:
    """Nothing more is put on sale from it."""
    if catalogue.get(command.series) is None:
        raise NOT_IN_USE(series=command.series, year=command.year)
    return happened(SeriesWithdrawn(command.series, command.at))


def evolve(catalogue: Catalogue, event: Event) -> Catalogue:
    """The catalogue after an event; checks no rule."""
    gone = event.entry.series if isinstance(event, SeriesEntered) else event.series
    kept = tuple(each for each in catalogue.series if each.series != gone)
    return Catalogue((*kept, event.entry) if isinstance(event, SeriesEntered) else kept)


def standing(catalogue: Catalogue) -> Standing:
    """A catalogue is open while a series is in it."""
    return Standing.IN_PLAY if catalogue.series else Standing.WAITING


CATALOGUES: Decider[Command, Event, Catalogue] = Decider(
    kind="catalogue",
    initial=Catalogue(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(UseSeries, WithdrawSeries),
)
