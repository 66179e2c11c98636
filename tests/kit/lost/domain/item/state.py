"""What an item of lost property is at any moment.

It is `Unknown`, then `Lying` (handed in, nobody's), perhaps `Claimed`, and `Gone`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Secret


class Ending(enum.Enum):
    """How an item went."""

    RETURNED = 1
    PASSED_ON = 2


@dataclass(frozen=True)
class Unknown:
    """Nobody has handed in such an item."""


@dataclass(frozen=True)
class Item:
    """What every item has that was handed in."""

    what: str
    keep_until: datetime


@dataclass(frozen=True)
class Lying(Item):
    """Nobody has claimed it. `mark` is what only its owner knows of it."""

    mark: Secret[str]


@dataclass(frozen=True)
class Claimed(Item):
    """Somebody named its mark: `claimant` is a reference into the venue's people."""

    claimant: str


@dataclass(frozen=True)
class Gone(Item):
    """It is here no more; `claimant` is None where nobody claimed it."""

    ending: Ending
    claimant: str | None


State = Unknown | Lying | Claimed | Gone
