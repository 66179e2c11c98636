"""What a bingo game is made of: the records that are kept in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.words import (
    Cry,
    ErrorKind,
    HoldCause,
    IrregularityKind,
    OnGlass,
    Post,
    ProposalKind,
    Remedy,
    Stage,
    Verdict,
)
from services.kernel.money import Money


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
class AsOpened:
    """What was fixed of a game before it was announced."""

    stages: tuple[StagePrize, ...]
    serial_number: str


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
    its position stays. `after_the_end`: it was out when the last stage was won. `keyed`: it came as
    a ball, which a person keyed.
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
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Call `position` was taken back, with the number that it had announced."""

    position: int
    number: int
    at: datetime


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
    `differs`: the verify service comes to another decision than the one that stands. `look_again`:
    it is valid, and what it stands on was put right since, or is in doubt. `asked` is the call that
    it was entered for, which may come on record later than it.
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
    look_again: bool = False
    asked: int = 0

    @property
    def pauses(self) -> bool:
        """Whether play waits for its decision."""
        return self.decided is None and not self.outside_play

    @property
    def in_doubt(self) -> bool:
        """Whether it is valid, and somebody has yet to say that it stays so."""
        valid = self.decided is not None and self.decided.verdict is Verdict.VALID
        return valid and (self.differs or self.look_again)


@dataclass(frozen=True, slots=True)
class StageWon:
    """A stage with a winner: the announcement that completed it and the call outs that won it.

    They make so many `shares`: one for each player, whatever number of call outs was entered.
    """

    stage: Stage
    position: int
    call_outs: tuple[int, ...]
    shares: int = 1


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
class Acknowledgement:
    """What the screens of a room had of a call when something else came on record.

    `milliseconds` after the announcement the last of its living screens showed `number`; 0 while
    one does not. `showing` of its `screens` did.
    """

    position: int
    number: int
    room: str
    glass: OnGlass
    milliseconds: int = 0
    showing: int = 0
    screens: int = 0


@dataclass(frozen=True, slots=True)
class RoomConfirmation:
    """Somebody in a room said that a call was heard there by all, or is seen there."""

    position: int
    number: int
    room: str
    heard: bool
    seen: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Breach:
    """The number after `position` was let come although `rooms` were not known to have that one."""

    position: int
    rooms: tuple[str, ...]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Inspection:
    """The equipment as it was found, with `objects` in the receptacle, when so many were `out`."""

    equipment: str
    objects: int
    equal: bool
    room: str
    by: str
    at: datetime
    out: int = 0


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
    """What is to be put right in call `position`: `wrong` was spoken, shown or entered.

    `swaps` is the call that it was taken for, as 6 and 9 are for each other; 0 for none.
    """

    position: int
    kind: ErrorKind
    wrong: int
    right: int
    reason: str
    swaps: int = 0

    @property
    def positions(self) -> tuple[int, ...]:
        """The calls that are put right, in order."""
        return tuple(sorted({self.position, self.swaps or self.position}))


@dataclass(frozen=True, slots=True)
class HandCall:
    """A number called by hand."""

    number: int
    called_at: datetime


@dataclass(frozen=True, slots=True)
class AnotherDecision:
    """What is to be decided of a call out that was decided otherwise before."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    ruled_in_time: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something that waits for a second person, and play with it. The winners of the stages
    `voids` that it takes their win from are those of `call_outs`."""

    proposal: int
    kind: ProposalKind
    by: str
    at: datetime
    reason: str
    correction: Correction | None
    voids: tuple[Stage, ...]
    hand_calls: tuple[HandCall, ...]
    call_outs: tuple[int, ...] = ()
    decision: AnotherDecision | None = None


@dataclass(frozen=True, slots=True)
class SalesClosed:
    """Sales were closed by the verify service: how many cards, and digests (SHA-256)."""

    cards_sold: int
    cards_digest: bytes
    series_digests: tuple[bytes, ...]
    at: datetime
