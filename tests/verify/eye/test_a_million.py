"""A million sold cards through one long game: what is seen is what their faces say."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from services.verify.cards.making import make
from services.verify.cards.packing import Pack
from services.verify.domain.cards.layout import NINETY
from services.verify.domain.cards.patterns import Pattern
from services.verify.eye.engine import LISTED, Engine
from tests.verify.eye.kit import naive, numbered

MILLION = 1_000_002
"""Whole strips."""
BYTES = 80
"""What a sold card may take."""
PATTERNS = (Pattern("any_row"), Pattern("two_rows"), Pattern("full_card"))
NEEDS = (5, 10, 15)

Counts: TypeAlias = NDArray[np.uint8]


class Faces:
    """The naive way for so many: how many numbers of each row have been called, card by card."""

    def __init__(self, pack: Pack) -> None:
        self.cells = np.ascontiguousarray(pack.faces.T)
        self.rows: Counts = np.zeros((3, pack.cards), np.uint8)

    def on(self, number: int) -> NDArray[np.bool_]:
        """Rows x cards: which rows have a number."""
        column = NINETY.column(number)
        return np.stack([self.cells[row * 9 + column] == number for row in range(3)])

    def most(self) -> Counts:
        """Of the best row, the best two, all three how many numbers have been called."""
        best = np.sort(self.rows, axis=0)[::-1]
        made: Counts = np.cumsum(best, axis=0, dtype=np.uint8)
        return made


@pytest.fixture(scope="module")
def pack() -> Pack:
    """A million cards in strips."""
    return make(bytes(range(32)), NINETY, 1, MILLION)


def test_a_million_cards_are_what_their_faces_say_through_a_long_game(pack: Pack) -> None:
    engine, faces = Engine(PATTERNS), Faces(pack)
    engine.load(pack, numbered(range(1, MILLION + 1)))
    assert engine.cards == MILLION
    assert engine.nbytes <= BYTES * MILLION
    order = np.random.default_rng(90).permutation(np.arange(1, 91)).tolist()
    called: list[int] = []
    sample = range(17, MILLION, 41_539)
    for at, number in enumerate(order):
        if at % 9 == 8:  # the call before was a mistake, and comes later
            order.append(wrong := called.pop())
            engine.take_back(wrong)
            faces.rows -= faces.on(wrong)
        engine.call(number)
        called.append(number)
        faces.rows += faces.on(number)
        _compare(engine, faces, number)
        for card in sample:
            for check, pattern in zip(engine.check(card, called, [number]), PATTERNS, strict=True):
                assert check.on_last == bool(naive(pack, [card], pattern, called, number).completed)
        if len(called) == 90:
            break
    assert len(called) == 90


def _compare(engine: Engine, faces: Faces, number: int) -> None:
    """Whole, and just so since it holds the number: a row, two rows, all of them."""
    best, on = faces.most(), faces.on(number)
    full = faces.rows == 5
    held = (full & on).any(axis=0)
    just = (held, held & (full.sum(axis=0) >= 2), held & full.all(axis=0))
    for stage, needs in enumerate(NEEDS):
        look = engine.look(stage, number)
        assert look.one_away == np.count_nonzero(best[stage] == needs - 1)
        assert look.completed == np.count_nonzero(just[stage])
        assert look.cards == tuple((np.flatnonzero(just[stage])[:LISTED] + 1).tolist())
