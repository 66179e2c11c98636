"""A hall of 600 cards, as somebody with a table of numbers keeps it: when each card has a line, two
lines and all of it, and who is first.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import hashlib
import random

import numpy as np
from numpy.typing import NDArray

from services.verify.cards.making import make
from services.verify.cards.packing import Pack
from services.verify.domain.cards.layout import NINETY

CARDS = 600
LINE, TWO_LINES, FULL_CARD = 0, 1, 2
"""What can be won: with the first row of a card that is full, the second, the third."""


def hall(seed: str) -> Pack:
    """A hundred strips, the same for the same seed."""
    return make(hashlib.sha256(seed.encode()).digest(), NINETY, 1, CARDS)


def order(seed: str) -> list[int]:
    """The ninety numbers in the order in which they are drawn."""
    numbers = list(range(1, 91))
    random.Random(seed).shuffle(numbers)
    return numbers


def done_on(pack: Pack, drawn: list[int]) -> NDArray[np.int64]:
    """On which call each card has one row full, two and three: a row of three for each card."""
    called_on = np.zeros(91, np.int64)
    called_on[drawn] = np.arange(1, 91)
    rows = called_on[pack.faces].reshape(len(pack.faces), 3, 9).max(axis=2)
    sorted_rows: NDArray[np.int64] = np.sort(rows, axis=1)
    return sorted_rows


def winners(done: NDArray[np.int64], stage: int) -> tuple[int, list[int]]:
    """The call on which a stage is first won, and the cards, numbered from 1, that win on it."""
    first = int(done[:, stage].min())
    return first, [int(card) + 1 for card in np.flatnonzero(done[:, stage] == first)]
