"""What a dispute is at any moment.

It is `Unknown`, then `Open`, `Ruled` (a second reviewer is awaited), and `Settled`. Nothing that
was put in it goes away.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime


class Finding(enum.Enum):
    """Whether the complaint is right."""

    UPHELD = 1
    UPHELD_IN_PART = 2
    NOT_UPHELD = 3


class EvidenceKind(enum.Enum):
    """What there is to see, hear or read."""

    RECORDING = 1
    STATEMENT = 2
    OBJECT = 3
    DOCUMENT = 4


@dataclass(frozen=True, slots=True)
class FrozenRecord:
    """The record of a game at a call, provable from the journal.

    `version` and `hash` are those of the commit that announced call `position`, `numbers` what had
    been called then, by position. `last_version` and `last_hash` are those of the last commit when
    the dispute was opened.
    """

    game: str
    position: int
    version: int
    hash: bytes
    numbers: tuple[int, ...]
    last_version: int
    last_hash: bytes


@dataclass(frozen=True, slots=True)
class Evidence:
    """A piece of evidence: where it is kept or what was said; `sha256` in hexadecimal of a file."""

    evidence: int
    kind: EvidenceKind
    text: str
    sha256: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Review:
    """What a second reviewer says of a ruling."""

    agrees: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling with its reasons and the clause it rests on; `review` is None until there is one."""

    finding: Finding
    reason: str
    clause: str
    by: str
    at: datetime
    review: Review | None = None


@dataclass(frozen=True)
class Unknown:
    """There is no such dispute."""


@dataclass(frozen=True)
class Dispute:
    """What every dispute has. `complainant` is a reference, or empty."""

    about: str
    complainant: str
    record: FrozenRecord
    opened_by: str
    opened_at: datetime
    evidence: tuple[Evidence, ...]
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True)
class Open(Dispute):
    """A ruling is awaited; the last one, if there is any, was not agreed with."""


@dataclass(frozen=True)
class Ruled(Dispute):
    """The last ruling waits for a second reviewer."""


@dataclass(frozen=True)
class Settled(Dispute):
    """A second reviewer has agreed with the last ruling."""


State = Unknown | Open | Ruled | Settled
