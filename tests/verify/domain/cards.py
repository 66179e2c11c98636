"""A card and a face by hand.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from services.verify.domain.cards.layout import Card

CARD: Card = (
    *(5, 0, 20, 0, 42, 0, 61, 0, 80),
    *(0, 13, 0, 33, 0, 53, 0, 70, 81),
    *(7, 0, 27, 38, 0, 0, 65, 0, 88),
)
TOP, MIDDLE, BOTTOM = (5, 20, 42, 61, 80), (13, 33, 53, 70, 81), (7, 27, 38, 65, 88)
FACE: Card = (
    *(1, 16, 31, 46, 61),
    *(2, 17, 32, 47, 62),
    *(3, 18, 0, 48, 63),
    *(4, 19, 33, 49, 64),
    *(5, 20, 34, 50, 65),
)
