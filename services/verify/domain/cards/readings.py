"""How a profile reads the clauses that their text leaves open."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Forfeits(enum.Enum):
    """What a player who let the next number come has lost (5.10): the arrangement that was slept,
    or the whole stage."""

    ARRANGEMENT = 1
    STAGE = 2


class WindowEnds(enum.Enum):
    """When the time for a call out ends where the next number was announced wrongly and others
    came before that was noticed: with the next selected number that was announced, or only when
    the wrong announcement is put right."""

    NEXT_SELECTED = 1
    CORRECTED = 2


@dataclass(frozen=True, slots=True)
class Readings:
    """The readings that decide whether a card wins. `last_number` says that it has to be complete
    on the last number announced at all (5.7(c)(iii))."""

    last_number: bool = True
    forfeits: Forfeits = Forfeits.ARRANGEMENT
    window_ends: WindowEnds = WindowEnds.NEXT_SELECTED
