"""Series by specification: strips for 90 balls, faces for 75, from entropy that is on record.

The same entropy and specification make the same series again, to the byte: whoever doubts one makes
it anew and compares the digest.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from services.verify.cards import strips
from services.verify.cards.chance import Chance
from services.verify.cards.packing import Faces, Pack
from services.verify.domain.cards.layout import STRIP, Format, Layout

FACES_AT_ONCE = strips.BATCH * STRIP


def sheet_of(layout: Layout) -> int:
    """How many cards that are made here hang together: strips for 90 balls, else single cards."""
    return STRIP if layout.format is Format.NINETY else 1


def make(
    entropy: bytes,
    layout: Layout,
    first_card: int,
    cards: int,
    told: Callable[[int], None] = lambda done: None,
) -> Pack:
    """A series of `cards` cards, whole strips for 90 balls; `told` hears how many are made.

    Takes about 4 s and 60 MB for a million cards, and gives way to other threads in between.
    """
    faces = np.empty((cards, layout.cells), np.uint8)
    for batch, at in enumerate(range(0, cards, FACES_AT_ONCE)):
        count = min(FACES_AT_ONCE, cards - at)
        if layout.format is Format.NINETY:
            faces[at : at + count] = strips.strips(entropy, layout, count // STRIP, batch)
        else:
            faces[at : at + count] = seventy_five(entropy, layout, count, batch)
        told(at + count)
    return Pack(layout, sheet_of(layout), first_card, faces)


def seventy_five(entropy: bytes, layout: Layout, count: int, batch: int) -> Faces:
    """Faces of batch `batch`, `count` of them: five of the fifteen numbers of each column in any
    order, four in the middle one; all faces equally likely."""
    chance = Chance(entropy, batch)
    cards = np.zeros((FACES_AT_ONCE, 5, 5), np.uint8)
    for column in range(5):
        low, high = layout.range(column)
        drawn = chance.shuffled(np.arange(low, high + 1, dtype=np.uint8), FACES_AT_ONCE)
        rows = [0, 1, 3, 4] if column == 2 else [0, 1, 2, 3, 4]
        cards[:, rows, column] = drawn[:, : len(rows)]
    return cards[:count].reshape(count, 25)
