"""What a bingo game is made of: its words, and the records that are kept in it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.kernel.money import Money


class Stage(enum.Enum):
    """What can be won: part series ("line"), one or more, and the series ("bingo")."""

    PART_SERIES = 1
    SERIES = 2
    SECOND_PART_SERIES = 3
    THIRD_PART_SERIES = 4
    FOURTH_PART_SERIES = 5

    @property
    def shout(self) -> str:
        """What players and staff call it."""
        return _SHOUTS[self]

    @property
    def order(self) -> int:
        """Its place in the order of play: the part series first, the series last."""
        return len(_SHOUTS) if self is Stage.SERIES else self.value

    @property
    def is_part(self) -> bool:
        """Whether it is a part series."""
        return self is not Stage.SERIES


_SHOUTS = {
    Stage.PART_SERIES: "line",
    Stage.SERIES: "bingo",
    Stage.SECOND_PART_SERIES: "second line",
    Stage.THIRD_PART_SERIES: "third line",
    Stage.FOURTH_PART_SERIES: "fourth line",
}


class Selector(enum.Enum):
    """How numbers are drawn."""

    ELECTRONIC = 1
    RECEPTACLE = 2


class Post(enum.Enum):
    """The posts of a game; one that is announced is never without a caller and a supervisor."""

    CALLER = 1
    SUPERVISOR = 2
    ANNOUNCER = 3
    ASSISTANT = 4
    DEPUTY_SUPERVISOR = 5

    @property
    def said(self) -> str:
        """In words."""
        return self.name.lower().replace("_", " ")


class Sales(enum.Enum):
    """Who keeps account of the cards sold: nobody here, or the verify service."""

    OUTSIDE = 1
    VERIFY = 2


class Cry(enum.Enum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = 1
    BINGO = 2
    NOISE = 3


class Verdict(enum.Enum):
    """The decision of a call out. VOIDED: it had been valid."""

    VALID = 1
    NOT_VALID = 2
    OUT_OF_TIME = 3
    VOIDED = 4

    @property
    def said(self) -> str:
        """In words."""
        return self.name.lower().replace("_", " ")


class Ending(enum.Enum):
    """Why a game ended: all stages won, all numbers called, ended early, or void."""

    COMPLETED = 1
    EXHAUSTED = 2
    ABANDONED = 3
    VOID = 4


class ErrorKind(enum.Enum):
    """What was wrong with a call: what the hall heard, what a display showed, or only what was
    entered."""

    SPOKEN = 1
    SHOWN = 2
    KEYED = 3


class IrregularityKind(enum.Enum):
    """What happened to the equipment."""

    RETURNED = 1
    STUCK = 2
    DEFECT = 3
    SELECTOR = 4


class Remedy(enum.Enum):
    """What was decided about it."""

    REBUILT = 1
    PUT_RIGHT = 2
    SWITCHED = 3
    VOID = 4


class HoldCause(enum.Enum):
    """Why a game stands still."""

    ALARM = 1
    POWER = 2
    ILLNESS = 3
    SYSTEM = 4
    OTHER = 5


class ProposalKind(enum.Enum):
    """What waits for a second person."""

    CORRECTION = 1
    VOID_WINNERS = 2
    HAND_CALLS = 3


@dataclass(frozen=True, slots=True)
class StagePrize:
    """A stage, its prize (None while the amount is not fixed) and the arrangement that wins it.

    `share` in basis points of the receipts fixes the prize when sales close; 0: it is no share.
    """

    stage: Stage
    prize: Money | None
    pattern: str = ""
    share: int = 0


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who holds a post, since when, and in which room they stand (empty: it was not said)."""

    post: Post
    person: str
    since: datetime
    room: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """A drawn number and the 32 bytes it was chosen with (none with a receptacle)."""

    number: int
    entropy: bytes


@dataclass(frozen=True, slots=True)
class CallError:
    """An error in the announcement or display of a call, corrected."""

    kind: ErrorKind
    wrong: int
    corrected_at: datetime
    corrected_by: str


@dataclass(frozen=True, slots=True)
class Call:
    """An announcement; `position` counts from 1, and `number` is the one that counts today.

    `called_by` and `supervised_by` were in charge of it. `taken_back`: it counts for nothing, and
    its position stays. `after_the_end`: it was out when the last stage was won.
    """

    position: int
    number: int
    called_at: datetime
    confirmed: bool = False
    letter: str = ""
    called_by: str = ""
    supervised_by: str = ""
    confirmed_by: str = ""
    confirmed_at: datetime | None = None
    errors: tuple[CallError, ...] = ()
    taken_back: bool = False
    by_hand: bool = False
    after_the_end: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision of a call out. `stages` are those it wins, only when valid; `clause` and
    `reason` are the verify service's."""

    verdict: Verdict
    stages: tuple[Stage, ...]
    unverified: bool
    by: str
    at: datetime
    ruled_in_time: bool
    clause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CallOut:
    """A call out. `after_position` is the announcement it answers, 0 for none.

    `late`: the next number had been announced when it was entered. `outside_play`: it came before
    the game was announced or after it had ended, and pauses nothing. `judged_on` is the last number
    that had been announced, and not wrongly, when it was made; `entered_after` counts the positions
    on record when it was entered. `reopened`: it had been decided, and is to be judged again.
    `differs`: the verify service comes to another decision than the one that stands.
    """

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    entered_at: datetime
    entered_by: str
    late: bool
    outside_play: bool
    decided: Decided | None = None
    judged_on: int = 0
    reopened: bool = False
    entered_after: int = 0
    witnesses: tuple[str, ...] = ()
    differs: bool = False

    @property
    def pauses(self) -> bool:
        """Whether play waits for its decision."""
        return self.decided is None and not self.outside_play


@dataclass(frozen=True, slots=True)
class StageWon:
    """A stage with a winner: the announcement that completed it and the call outs that share it."""

    stage: Stage
    position: int
    call_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many players were counted in a room."""

    room: str
    players: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Hearing:
    """Whether announcements are heard in a room, as said by a person there."""

    room: str
    heard: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Inspection:
    """The equipment as it was found before the first number."""

    equipment: str
    objects: int
    equal: bool
    room: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Hold:
    """The game stands still."""

    cause: HoldCause
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something happened to the equipment; without a `remedy` play waits for the decision."""

    irregularity: int
    kind: IrregularityKind
    ball: int
    reason: str
    by: str
    at: datetime
    remedy: Remedy | None = None
    decided_by: str = ""
    decision: str = ""


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be put right in call `position`: `wrong` was spoken, shown or entered."""

    position: int
    kind: ErrorKind
    wrong: int
    right: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandCall:
    """A number called by hand."""

    number: int
    called_at: datetime


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that waits for a second person, and play with it."""

    proposal: int
    kind: ProposalKind
    by: str
    at: datetime
    reason: str
    correction: Correction | None
    voids: tuple[Stage, ...]
    hand_calls: tuple[HandCall, ...]


@dataclass(frozen=True, slots=True)
class SalesClosed:
    """Sales were closed by the verify service: how many cards, and digests (SHA-256)."""

    cards_sold: int
    cards_digest: bytes
    series_digests: tuple[bytes, ...]
    at: datetime
