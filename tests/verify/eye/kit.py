"""Series to count, and the naive way of looking at them: card by card, by the rules of claims.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from hypothesis import strategies as st

from services.verify.cards.making import make
from services.verify.cards.packing import Pack
from services.verify.domain.cards.judging import examine
from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE, Columns, Format, Layout
from services.verify.domain.cards.patterns import (
    Pattern,
    UnknownPattern,
    arrangements,
    check,
    known,
)
from services.verify.domain.cards.readings import Readings
from services.verify.domain.game.announcing import Said
from services.verify.eye.engine import LISTED, Look
from services.verify.eye.slices import Numbers
from tests.verify.domain.claims import FACES

CARDS = 60
PACKS = {
    layout: make(bytes([seed]) * 32, layout, 101, CARDS)
    for seed, layout in enumerate((NINETY, Layout(Format.NINETY, Columns.TENS), SEVENTY_FIVE))
}
OF_CLAIMS = Pack(NINETY, 1, 1, np.array(list(FACES.values()), np.uint8))
"""The three cards that the tests of claims are played with."""


def masks(layout: Layout) -> st.SearchStrategy[Pattern]:
    """A pattern of up to three masks that cards of a layout have."""
    one = st.integers(1, (1 << layout.cells) - 1)
    if layout.format is Format.NINETY:
        row = (1 << layout.width) - 1
        one = st.sets(st.integers(0, 2), min_size=1).map(
            lambda rows: sum(row << layout.width * each for each in rows)
        )
    fitting = st.lists(one, min_size=1, max_size=3).map(lambda some: Pattern("mask", tuple(some)))
    return fitting.filter(lambda pattern: _fits(pattern, layout))


def patterns(layout: Layout) -> st.SearchStrategy[Pattern]:
    """Any pattern that cards of a layout have."""
    named = st.sampled_from([Pattern(each) for each in known(layout)])
    return st.one_of(named, masks(layout))


def numbered(cards: Iterable[int]) -> Numbers:
    """Card numbers as the engine takes them."""
    return np.array(sorted(cards), np.uint32)


def naive(
    pack: Pack, sold: Iterable[int], pattern: Pattern, called: Sequence[int], by: int
) -> Look:
    """What an engine has to see, found card by card."""
    said = [Said(at, number) for at, number in enumerate(called, start=1)]
    just, away = [], 0
    for card in sorted(sold):
        face = pack.card(card)
        looked = examine(face, pack.layout, pattern, said, Readings())
        away += len(looked.missing) == 1
        full = [each for each in arrangements(pattern, face, pack.layout) if each <= set(called)]
        if any(by in each for each in full):
            just.append(card)
    return Look(len(just), tuple(just[:LISTED]), away)


def _fits(pattern: Pattern, layout: Layout) -> bool:
    try:
        check(pattern, layout)
    except UnknownPattern:
        return False
    return True
