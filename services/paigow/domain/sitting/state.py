"""What the sitting of a pai gow table is at any moment.

A sitting is `Unopened`, `Opened` (the float is counted by one person), `InPlay`, `Counted` (the
closing count is made by one person) and `Closed`. Amounts are minor units of the table's currency.
Boxes are numbered 1 to 8; the round that is played stands in `rounds.Round`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Secret
from services.kernel.money import Money
from services.paigow.domain.profile import BoxNumbers, Rules
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Bank, Mode, Round

BOXES = tuple(range(1, 9))
HOUSE_BOX = 1
"""Where the chung lies when the house banks alone."""
HOUSE_BANKS = Bank(Mode.HOUSE, HOUSE_BOX)


class Authority(enum.Enum):
    """As what a person acts at the table."""

    OTHER = 0
    DEALER = 1
    GAME_SUPERVISOR = 2
    CASINO_SUPERVISOR = 3


@dataclass(frozen=True, slots=True)
class By:
    """Who acts, as what, and when."""

    person: str
    authority: Authority
    at: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """What every command to a sitting has: who gives it."""

    by: By


class Post(enum.Enum):
    """The posts of a table in play."""

    DEALER = 1
    GAME_SUPERVISOR = 2


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who holds a post, and since when."""

    post: Post
    person: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Limits:
    """The least and the most that a player may wager on a box, as the sign shows it."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a box: `player` is the reference that the house knows them by, never a name."""

    box: int
    player: str
    absent: bool = False


class Entry(enum.Enum):
    """What a line of the float's ledger is."""

    OPENING = 1
    FILL = 2
    CREDIT = 3
    CLOSING = 4


@dataclass(frozen=True, slots=True)
class FloatEntry:
    """A line of the float's ledger; `signed_by` is the second person where there is one."""

    entry: Entry
    chips: tuple[Chips, ...]
    total: int
    by: str
    signed_by: str
    at: datetime


class Mixed(enum.Enum):
    """How far the tiles are prepared for the next round."""

    TO_SHUFFLE = 1
    SHUFFLED = 2
    STACKED = 3
    LAJA_DUE = 4


@dataclass(frozen=True, slots=True)
class Shoe:
    """The order of a recorded shuffle, for training, and the 32 bytes it was chosen with."""

    order: tuple[int, ...]
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Tiles:
    """The set of tiles between rounds. `because` is the clause that has them shuffled again.

    `shoe` is the order of a recorded shuffle, on a training table.
    """

    mixed: Mixed = Mixed.TO_SHUFFLE
    because: str = ""
    shoe: Secret[Shoe] | None = None


class Gone(enum.Enum):
    """What was taken out of play: a box, or a player."""

    BOX = 1
    PLAYER = 2


@dataclass(frozen=True, slots=True)
class Removal:
    """Something taken out of play under 10.9, and what became of the notice about it.

    `box` is the box that the dice named, 0 before; of a player it is where they sat. `out` is the
    casino supervisor's decision, None before it; `over` says that it is back in play.
    """

    removal: int
    gone: Gone
    box: int
    player: str
    suspicion: str
    from_round: int
    acknowledged_by: str = ""
    out: bool | None = None
    over: bool = False


@dataclass(frozen=True, slots=True)
class Direction:
    """What a casino supervisor directed under 10.13, in force until it is lifted."""

    first: tuple[str, ...] = ()
    english_only: bool = False


class Differing(enum.Enum):
    """What a dealer entered that is not what was worked out."""

    RESULT = 1
    COLLECTION = 2
    PAYMENT = 3
    DIVISION = 4


@dataclass(frozen=True, slots=True)
class Difference:
    """What the dealer (`by`) entered beside what was worked out; the table stands still until it
    is decided. `box` is 0 for the bank's."""

    what: Differing
    box: int
    entered: str
    computed: str
    by: str


class Finding(enum.Enum):
    """What a dispute comes to: the round stands, or money goes to the player or to the house."""

    STANDS = 1
    FOR_PLAYER = 2
    FOR_HOUSE = 3


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of a dispute: `amount` goes to the player, or from the player to the house."""

    finding: Finding
    amount: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute about a round. `record` is the round as it stood, and `record_sha256` its digest;
    `recording` is the reference of the recording. `reviewed_by` is another person."""

    dispute: int
    box: int
    about: str
    recording: str
    record: Round
    record_sha256: bytes
    opened_by: str
    opened_at: datetime
    ruling: Ruling | None = None
    reviewed_by: str = ""


@dataclass(frozen=True)
class Unopened:
    """There is no such sitting."""


@dataclass(frozen=True)
class Table:
    """What every opened sitting has, in whatever state.

    `float_total` is what the float must hold; `bank` who banks the next round; `removals` are also
    the notices to the casino supervisor; `refused` says who tried what a post is for since the
    staff last changed, and `events` how much has happened.
    """

    profile: str
    rules: Rules
    table: str
    currency: str
    practice: bool
    day: str
    limits: Limits
    denominations: tuple[int, ...]
    float_total: int
    ledger: tuple[FloatEntry, ...]
    staff: tuple[Assignment, ...] = ()
    seats: tuple[Seat, ...] = ()
    tiles: Tiles = Tiles()
    bank: Bank = HOUSE_BANKS
    round: Round | None = None
    rounds: tuple[Round, ...] = ()
    removals: tuple[Removal, ...] = ()
    direction: Direction = Direction()
    difference: Difference | None = None
    disputes: tuple[Dispute, ...] = ()
    refused: frozenset[tuple[Post, str]] = frozenset()
    events: int = 0

    @property
    def smallest(self) -> int:
        """The smallest chip in use."""
        return min(self.denominations)

    def shown(self, amount: int) -> str:
        """An amount as people read it."""
        return Money(self.currency, amount).shown

    def holder(self, post: Post) -> str | None:
        """The person at a post."""
        return next((held.person for held in self.staff if held.post is post), None)

    def seat(self, box: int) -> Seat | None:
        """Who sits at a box."""
        return next((seat for seat in self.seats if seat.box == box), None)

    @property
    def current(self) -> int:
        """The number of the round that is played, or would be next."""
        return self.round.number if self.round else len(self.rounds) + 1

    @property
    def off(self) -> tuple[int, ...]:
        """The boxes with an "Off" marker, in force for the current round."""
        named = (each for each in self.removals if each.gone is Gone.BOX and each.box)
        held = (each for each in named if not each.over and each.from_round <= self.current)
        return tuple(sorted(each.box for each in held))

    @property
    def kept_out(self) -> tuple[str, ...]:
        """The players who were removed and may not rejoin."""
        gone = (each for each in self.removals if each.gone is Gone.PLAYER and not each.over)
        return tuple(each.player for each in gone)

    def after(self, box: int, boxes: tuple[int, ...] = BOXES) -> tuple[int, ...]:
        """The `boxes` counter clockwise from a box, itself first."""
        step = 1 if self.rules.box_numbers is BoxNumbers.COUNTER_CLOCKWISE else -1
        order = [(box - 1 + step * k) % len(BOXES) + 1 for k in range(len(BOXES))]
        return tuple(each for each in order if each in boxes)

    def counted(self, total: int, start: int, boxes: tuple[int, ...] = BOXES) -> int:
        """The box on which a count counter clockwise from `start`, which is one, ends."""
        order = self.after(start, boxes)
        return order[(total - 1) % len(order)]

    def with_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats with one of them taken or changed."""
        others = (each for each in self.seats if each.box != seat.box)
        return tuple(sorted((*others, seat), key=lambda each: each.box))

    def without_seat(self, box: int) -> tuple[Seat, ...]:
        """The seats with one of them free."""
        return tuple(each for each in self.seats if each.box != box)

    def with_removal(self, number: int, **changes: object) -> tuple[Removal, ...]:
        """The removals with one of them changed."""
        return tuple(
            replace(each, **changes) if each.removal == number else each  # type: ignore[arg-type]
            for each in self.removals
        )


@dataclass(frozen=True)
class Opened(Table):
    """The float is counted by one person and waits for another's signature."""


@dataclass(frozen=True)
class InPlay(Table):
    """The table is open for play."""


@dataclass(frozen=True)
class Counted(Table):
    """The closing count is made by one person. A count that differs is decided before another
    signs it; `decided` is the reason given for it."""

    count: tuple[Chips, ...] = ()
    counted_by: str = ""
    decided: str = ""


@dataclass(frozen=True)
class Closed(Table):
    """The sitting is over."""


State = Unopened | Opened | InPlay | Counted | Closed
