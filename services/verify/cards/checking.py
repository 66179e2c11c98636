"""Whether a million cards are cards, and no two of them the same: the law of one card, on arrays.

What is found here first is put in words by `domain.cards.layout`, which says the same card by card.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from services.verify.cards.packing import Faces
from services.verify.domain.cards.layout import STRIP, Format, Layout

Keys: TypeAlias = NDArray[np.uint64]
"""`cards x 2`."""

KEYS_AT_ONCE = 1 << 13


@dataclass(frozen=True, slots=True)
class Twins:
    """Two cards with the same face: the index of the later one, and of the earlier."""

    card: int
    other: int


def first_wrong(faces: Faces, layout: Layout) -> int | None:
    """The index of the first card that is none; None if all are cards."""
    wrong = ~(_in_columns(faces, layout) & _as_laid_out(faces, layout) & _each_once(faces, layout))
    return int(wrong.argmax()) if wrong.any() else None


def first_wrong_strip(faces: Faces) -> int | None:
    """The index of the first strip, of six cards each, that does not use 1 to 90 once."""
    strips = np.sort(faces.reshape(-1, STRIP * faces.shape[1]), axis=1)[:, -90:]
    wrong = (strips != np.arange(1, 91, dtype=np.uint8)).any(axis=1)
    return int(wrong.argmax()) if wrong.any() else None


def keys(faces: Faces) -> Keys:
    """What tells two faces apart, as two words a card: no two faces share them (see `_exact`)."""
    made = np.empty((len(faces), 2), np.uint64)
    for at in range(0, len(faces), KEYS_AT_ONCE):
        made[at : at + KEYS_AT_ONCE] = _exact(faces[at : at + KEYS_AT_ONCE])
    return made


def first_twins(made: Keys) -> Twins | None:
    """The first card that has the face of an earlier one of the same series."""
    order = np.lexsort((made[:, 1], made[:, 0]))  # stable: of twins the earlier card comes first
    later = np.nonzero((made[order[1:]] == made[order[:-1]]).all(axis=1))[0] + 1
    if not len(later):
        return None
    at = later[order[later].argmin()]
    return Twins(int(order[at]), int(order[at - 1]))


def first_shared(made: Keys, theirs: Keys) -> Twins | None:
    """The first card that has the face of a card of another series; `other` is its index there."""
    twins = first_twins(np.concatenate((theirs, made)))
    return None if twins is None else Twins(twins.card - len(theirs), twins.other)


def _exact(faces: Faces) -> NDArray[np.uint64]:
    """Each cell as a digit of its column's range, blank included, over two 64-bit words.

    90 balls: 27 digits below 12 are 97 bits; 75 balls: 24 digits below 16 are 96 bits.
    """
    rows, cells = faces.shape
    width = 9 if cells == 27 else 5
    if cells == 27:
        digit = np.where(faces == 0, 0, faces.astype(np.int16) - np.arange(27) % width * 10 + 1)
        base = 12
    else:
        digit = np.where(faces == 0, 0, faces.astype(np.int16) - np.arange(25) % width * 15)
        base = 16
    words = np.zeros((rows, 2), np.uint64)
    half = (cells + 1) // 2
    for cell in range(cells):
        word = 0 if cell < half else 1
        words[:, word] = words[:, word] * np.uint64(base) + digit[:, cell].astype(np.uint64)
    return words


def _in_columns(faces: Faces, layout: Layout) -> NDArray[np.bool_]:
    ranges = [layout.range(cell % layout.width) for cell in range(layout.cells)]
    low = np.array([low for low, _ in ranges], np.uint8)
    high = np.array([high for _, high in ranges], np.uint8)
    return np.asarray(((faces == 0) | ((faces >= low) & (faces <= high))).all(axis=1))


def _as_laid_out(faces: Faces, layout: Layout) -> NDArray[np.bool_]:
    filled = (faces > 0).reshape(-1, layout.rows, layout.width)
    if layout.format is Format.SEVENTY_FIVE:
        wanted = np.arange(25) != layout.free
        return np.asarray((filled.reshape(-1, 25) == wanted).all(axis=1))
    rows = (filled.sum(axis=2) == 5).all(axis=1)
    some: NDArray[np.bool_] = np.asarray(filled.any(axis=1))
    return np.asarray(rows & some.all(axis=1) & _ascending(faces))


def _ascending(faces: Faces) -> NDArray[np.bool_]:
    """Of a card for 90 balls: the numbers of each column ascend downwards."""
    top, middle, bottom = (faces[:, row * 9 : row * 9 + 9] for row in range(3))
    falls = ((top > middle) & (middle > 0)) | ((middle > bottom) & (bottom > 0))
    falls |= (top > bottom) & (bottom > 0)
    return np.asarray(~falls.any(axis=1))


def _each_once(faces: Faces, layout: Layout) -> NDArray[np.bool_]:
    """Within a column is enough: no number is in the range of two."""
    grid = np.sort(faces.reshape(-1, layout.rows, layout.width), axis=1)
    twice = (grid[:, 1:] == grid[:, :-1]) & (grid[:, 1:] > 0)
    return np.asarray(~twice.any(axis=(1, 2)))
