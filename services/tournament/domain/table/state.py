"""What a session's table is at any moment.

A table is `Unopened`, then `Seated` (players have their boxes, no play), `InSession`, `Over` (chips
are being tallied), `Finished` (the result is known and can still be corrected), and `Closed`. All
amounts are in whole units of tournament chips.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.tournament.domain.table.terms import Sign, Terms


class Status(enum.Enum):
    """How a player stands in the session (4.7, 4.9, 5.6, 5.10)."""

    PLAYING = 1
    AWAY = 2
    LEFT = 3
    ELIMINATED = 4
    DISQUALIFIED = 5


class ShuffleCause(enum.Enum):
    """Why the dealer shuffles (5.7), or that a ruling asked for it."""

    START = 1
    CUTTING_CARD = 2
    VACANT = 3
    RULING = 4


class HandOutcome(enum.Enum):
    """What became of a hand. A void hand's stake goes back."""

    LOST = 1
    STOOD_OFF = 2
    WON = 3
    BLACKJACK = 4
    VOID = 5


class HoldCause(enum.Enum):
    """Why a table is held."""

    ALARM = 1
    POWER = 2
    DISPUTE = 3
    OTHER = 4


class Disposal(enum.Enum):
    """What became of a player's chips after the session (6.9)."""

    RETURNED = 1
    KEPT = 2
    REDEEMED = 3


class SessionEnding(enum.Enum):
    """Why a session ended."""

    TIME = 1
    SHOES = 2
    ROUNDS = 3
    ONE_LEFT = 4
    ONE_ABLE = 5
    ALL_BROKE = 6
    ALL_SHORT = 7
    VACANT = 8
    VOIDED = 9
    CORRECTED = 10


@dataclass(frozen=True, slots=True)
class Box:
    """A player's box.

    The player has a number in the tournament and a `reference` to a name. `due` are the chips to
    start with, `chips` those the ledger gives the player, wagers on the layout too. `counted` is a
    count that differs from the ledger and is not decided yet. `low_wagers` below the minimum were
    accepted by oversight. `out_in` is the round in which the player went out, 0 before.
    """

    box: int
    player: int
    reference: str
    due: int
    chips: int = 0
    supplied: bool = False
    status: Status = Status.PLAYING
    low_wagers: int = 0
    counted: int | None = None
    name: str = ""
    out_in: int = 0
    disposal: Disposal | None = None

    @property
    def remains(self) -> bool:
        """Neither eliminated nor disqualified."""
        return self.status in (Status.PLAYING, Status.AWAY, Status.LEFT)

    @property
    def at_table(self) -> bool:
        """Remains, and has not left for good."""
        return self.status in (Status.PLAYING, Status.AWAY)

    @property
    def held(self) -> int:
        """The chips that are not back with the operator."""
        gone = self.disposal in (Disposal.RETURNED, Disposal.REDEEMED)
        return 0 if gone else self.chips


@dataclass(frozen=True, slots=True)
class Wager:
    """What lies on a box: `amount` as it was placed, of which `counts` is played for (4.8).

    `unruled`: it is void, and the director has not ruled whether that is a failure to wager.
    """

    box: int
    amount: int
    counts: int
    unruled: bool


@dataclass(frozen=True, slots=True)
class Wagering:
    """Before the first card of a round. `order` is who wagers, in turn from the marker on.

    `turn_since` is when the turn came to whoever wagers next. `restricted` are the boxes held to
    the minimum.
    """

    number: int
    order: tuple[int, ...]
    turn_since: datetime
    wagers: tuple[Wager, ...] = ()
    restricted: tuple[int, ...] = ()

    @property
    def turn(self) -> int | None:
        """The box that wagers next; None when all have."""
        placed = {wager.box for wager in self.wagers}
        return next((box for box in self.order if box not in placed), None)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round whose first card has left the shoe."""

    number: int
    order: tuple[int, ...]
    wagers: tuple[Wager, ...]
    dealt_at: datetime


@dataclass(frozen=True, slots=True)
class Shoe:
    """Which shoe of the session is in play.

    `last_round` is the round that follows its cutting card, 0 before that came; `shuffle` why it
    has to be shuffled before the next card.
    """

    number: int = 1
    last_round: int = 0
    shuffle: ShuffleCause | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Play and clock stand still: of the whole session, by the tournament, or of this table."""

    cause: HoldCause
    reason: str
    by: str
    since: datetime
    vacated: bool
    whole_session: bool


@dataclass(frozen=True, slots=True)
class WagerTime:
    """Seconds that a player has for a wager, from a round on (4.11).

    Until that round it is `earlier_seconds`, as before; 0 is no limit.
    """

    seconds: int
    from_round: int
    earlier_seconds: int = 0

    def in_round(self, number: int) -> int:
        """The seconds that hold in a round; 0 when there is no limit."""
        return self.seconds if number >= self.from_round else self.earlier_seconds


@dataclass(frozen=True)
class Unopened:
    """There is no such table."""


@dataclass(frozen=True)
class Table:
    """What every opened table has, in whatever state.

    `issued` are all chips that came from the operator, `house` those that went back to it: what
    players hold is the difference. `director` is who is present, or empty. `marker` is the box
    that the betting marker lies before. The clock stands while there are `holds`; `left` is what
    is left of a timed session then, in microseconds, and `stopped_at` when the first hold came.
    `published` are the limits as the conditions have them.
    """

    tournament: str
    session: int
    number: int
    profile: str
    terms: Terms
    sign: Sign
    boxes: tuple[Box, ...]
    starts_at: datetime
    issued: int
    house: int
    director: str
    ends_at: datetime | None
    holds: tuple[Hold, ...]
    left: int | None
    marker: int
    wager_time: WagerTime | None
    stopped_at: datetime | None
    published: Sign

    @property
    def held(self) -> int:
        """All chips that players have."""
        return sum(box.held for box in self.boxes)

    @property
    def remaining(self) -> tuple[Box, ...]:
        """The players who are neither eliminated nor disqualified."""
        return tuple(box for box in self.boxes if box.remains)

    @property
    def differing(self) -> tuple[Box, ...]:
        """The players whose count differs from the ledger, undecided."""
        return tuple(box for box in self.boxes if box.counted is not None)

    def box(self, number: int) -> Box | None:
        """The player's box; None where nobody sits."""
        return next((box for box in self.boxes if box.box == number), None)

    def with_boxes(self, *changed: Box) -> tuple[Box, ...]:
        """The boxes with some of them replaced."""
        by_number = {box.box: box for box in changed}
        return tuple(by_number.get(box.box, box) for box in self.boxes)


@dataclass(frozen=True)
class Seated(Table):
    """Players have their boxes; chips are handed out and the cards shuffled.

    `called_at` is when the director called the session: from then on its clock runs.
    """

    called_at: datetime | None = None
    shuffled: bool = False


@dataclass(frozen=True)
class InSession(Table):
    """In play.

    `rounds` have been recorded. `last_round` is the round in which time ran out, 0 before.
    `before` is the table before the last round was recorded, as long as it can be recorded anew.
    """

    play: Wagering | Dealt
    shoe: Shoe
    rounds: int = 0
    last_round: int = 0
    before: InSession | None = None

    @property
    def time_up(self) -> bool:
        """Whether time is up and the last round is played."""
        return self.last_round > 0

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers that lie on the layout."""
        return self.play.wagers

    def wager_on(self, box: int) -> Wager | None:
        """The wager on a box."""
        return next((wager for wager in self.wagers if wager.box == box), None)


@dataclass(frozen=True)
class Over(Table):
    """The session has ended; all present their chips (6.1).

    `tallied` are the boxes that did, `at_end` those at the table when it ended. `last` is the
    table in session as it was at the end, from which its last round can be recorded anew, or a
    round ruled to have begun in time.
    """

    ending: SessionEnding
    ended_at: datetime
    rounds: int
    tallied: tuple[int, ...]
    at_end: tuple[int, ...]
    last: InSession | None


@dataclass(frozen=True)
class Finished(Table):
    """Tallied; the result stands and can be corrected until the next session starts."""

    ending: SessionEnding
    ended_at: datetime
    rounds: int
    at_end: tuple[int, ...]


@dataclass(frozen=True)
class Closed(Finished):
    """What came after has begun: here nothing is changed any more."""


Live = Seated | InSession
State = Unopened | Seated | InSession | Over | Finished | Closed
