"""The book of a day: which of the items handed in on it still lie here. A small aggregate, in one
file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decider, Decision, Standing, happened


@dataclass(frozen=True)
class Book:
    """The names of the items that lie here, in the order in which they came."""

    lying: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterItem:
    """An item was handed in."""

    item: str


@dataclass(frozen=True, slots=True)
class ItemEntered:
    """It stands in the book."""

    item: str


@dataclass(frozen=True, slots=True)
class StrikeItem:
    """An item is here no more."""

    item: str


@dataclass(frozen=True, slots=True)
class ItemStruck:
    """It is struck from the book."""

    item: str


Command = EnterItem | StrikeItem
Event = ItemEntered | ItemStruck


def decide(command: Command, book: Book) -> Decision[Event]:
    """What a command leads to."""
    match command:
        case EnterItem(item):
            return Decision() if item in book.lying else happened(ItemEntered(item))
        case StrikeItem(item):
            return happened(ItemStruck(item)) if item in book.lying else Decision()


def evolve(book: Book, event: Event) -> Book:
    """The book after an event."""
    match event:
        case ItemEntered(item):
            return replace(book, lying=(*book.lying, item))
        case ItemStruck(item):
            return replace(book, lying=tuple(each for each in book.lying if each != item))


def standing(book: Book) -> Standing:
    """A book is open while something of its day lies here."""
    return Standing.IN_PLAY if book.lying else Standing.WAITING


BOOKS: Decider[Command, Event, Book] = Decider(
    kind="books",
    initial=Book(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(EnterItem,),
)
