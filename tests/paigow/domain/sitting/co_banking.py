"""A round with co-bankers for the tests of rule 9.3.

Unless a test says otherwise: box 3 co-banks; box 2 wagers 50 and wins, box 4 loses 20, box 5 pushes
10, box 6 wins 35, so the others wager 115 and the co-banker at least 57.50.
"""

from __future__ import annotations

from services.paigow.domain.sitting.rounds import Mode
from tests.paigow.domain.sitting.play import (
    LOSE,
    PUSH,
    WIN,
    WIN2,
    Play,
    deal,
    set_all,
    wagered,
)

AMOUNTS = {2: 50_00, 4: 20_00, 5: 10_00, 6: 35_00}
HANDS = {2: WIN, 4: LOSE, 5: PUSH, 6: WIN2}


def co(bankers: int = 115_00) -> Play:
    """All wagers lie and are matched; the dice are due."""
    return wagered(AMOUNTS, Mode.CO, 3, bankers)


def dealt() -> Play:
    return deal(co(), HANDS)


def all_set() -> Play:
    return set_all(dealt(), HANDS)
