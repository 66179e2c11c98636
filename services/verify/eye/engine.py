"""All sold cards of a game, re-examined after each announcement.

The cards stand in *segments*, each sliced and counted as one; most games have one. Cards that are
sold late make a segment of their own, which has counted what was called by then; a card whose sale
is voided only loses its bit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from services.verify.cards.packing import Pack
from services.verify.domain.cards.layout import Layout
from services.verify.domain.cards.patterns import Pattern
from services.verify.eye.counting import Counters, ones
from services.verify.eye.plan import Part, Plan, plan
from services.verify.eye.slices import Bits, Numbers, Slices, packed, sliced

LISTED = 50
"""Cards that are told by number of those which completed a stage on one announcement."""


@dataclass(frozen=True, slots=True)
class Look:
    """What all sold cards are for a stage: how many have just completed it, which (the first
    `LISTED`), and how many lack one number."""

    completed: int
    cards: tuple[int, ...]
    one_away: int


@dataclass(frozen=True, slots=True)
class Check:
    """What one card is for a stage: complete, and with an arrangement that holds a last number."""

    complete: bool
    on_last: bool


@dataclass
class Segment:
    """Cards that are counted as one; `sold` are those whose sale stands."""

    counters: Counters
    sold: Bits

    @property
    def slices(self) -> Slices:
        """The faces."""
        return self.counters.slices


class Engine:
    """Counts what is called on all cards. `patterns` are those of the game's stages, in order; a
    stage is told by its place among them."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self.called: set[int] = set()
        self.patterns = tuple(patterns)
        self._segments: list[Segment] = []

    @property
    def cards(self) -> int:
        """How many cards are sold."""
        return sum(ones(each.sold) for each in self._segments)

    @property
    def segments(self) -> int:
        """In how many segments they stand."""
        return len(self._segments)

    @property
    def nbytes(self) -> int:
        """Bytes that it takes."""
        return sum(
            each.counters.nbytes + each.slices.nbytes + each.sold.nbytes for each in self._segments
        )

    # -- which cards -----------------------------------------------------------------------

    def load(self, pack: Pack, cards: Numbers) -> None:
        """Count these cards too, which ascend and are of one series."""
        if not len(cards):
            return
        made = plan(pack.layout, self.patterns)
        rows = cards.astype(np.intp) - pack.first_card
        counters = Counters(made, sliced(pack.faces, rows, cards, pack.layout, made.slots))
        for number in self.called:
            counters.call(number)
        sold = packed(np.ones(len(cards), np.bool_), counters.slices.words)
        self._segments.append(Segment(counters, sold))

    def keep(self, first: int, last: int, sold: Numbers) -> Numbers:
        """From card `first` to `last` these alone are sold; gives those that are not loaded."""
        missing = sold
        for each in self._segments:
            cards = each.slices.cards
            begin, end = np.searchsorted(cards, np.array((first, last + 1), cards.dtype))
            if begin == end:
                continue
            octets = each.sold.view(np.uint8)
            flags = np.unpackbits(octets, count=len(cards), bitorder="little").view(np.bool_)
            flags[begin:end] = np.isin(cards[begin:end], sold)
            each.sold = packed(flags, each.slices.words)
            missing = missing[~np.isin(missing, cards[begin:end])]
        return missing

    # -- what is called --------------------------------------------------------------------

    def call(self, number: int) -> None:
        """A number was announced, and counts."""
        self.called.add(number)
        for each in self._segments:
            each.counters.call(number)

    def take_back(self, number: int) -> None:
        """A number does not count after all."""
        self.called.discard(number)
        for each in self._segments:
            each.counters.take_back(number)

    def exactly(self, numbers: Collection[int]) -> None:
        """These numbers count and no others: by the shorter way, from what counts now or anew."""
        wanted = set(numbers)
        if len(self.called - wanted) > len(wanted):
            self.called.clear()
            for each in self._segments:
                each.counters.clear()
        for number in self.called - wanted:
            self.take_back(number)
        for number in wanted - self.called:
            self.call(number)

    # -- what the cards are ----------------------------------------------------------------

    def look(self, stage: int, by: int = 0) -> Look:
        """All cards for a stage. Those have just completed it that have an arrangement complete
        which holds the number `by`; without one none has."""
        completed, cards, away = 0, tuple[int, ...](), 0
        for each in self._segments:
            found, lack_one = each.counters.look(stage, each.sold, by)
            away += lack_one
            if by and found is not None:
                completed += ones(found)
                cards += each.slices.numbered(found, LISTED)
        return Look(completed, tuple(sorted(cards)[:LISTED]), away)

    def check(self, card: int, called: Iterable[int], last: Collection[int]) -> list[Check]:
        """One card for each stage, had these numbers been called, `last` the last of them. Empty
        for a card that is not sold."""
        for each in self._segments:
            at = each.slices.place(card)
            if at is not None and int(each.sold[at // 64]) >> at % 64 & 1:
                return _checked(each.slices.on(card), each.counters.plan, set(called), set(last))
        return []


def _checked(on: np.ndarray, made: Plan, called: set[int], last: set[int]) -> list[Check]:
    """`on` are the places of the card's numbers: numbers x slots."""
    found: list[Check] = []
    for stage in made.stages:
        full = [
            counted
            for counted in stage
            if all(_many(on, part, made.layout, called) == part.size for part in counted)
        ]
        held = any(_many(on, part, made.layout, last) for counted in full for part in counted)
        found.append(Check(bool(full), held))
    return found


def _many(on: np.ndarray, part: Part, layout: Layout, numbers: set[int]) -> int:
    """How many of the numbers belong to a part of the card."""
    return sum(
        any(on[number, slot] for slot in part.slots(layout.column(number))) for number in numbers
    )
