"""What a bingo game is at any moment; what it is made of stands in `parts`.

A game is `Unopened`, then `Waiting` (opened, not announced), `InPlay`, and `Ended`. A field exists
only in the states in which it means something.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.parts import (
    Acknowledgement,
    AsOpened,
    Assignment,
    Attendance,
    Breach,
    Call,
    CallOut,
    Hearing,
    Hold,
    Inspection,
    Irregularity,
    Proposal,
    RoomConfirmation,
    SalesClosed,
    Selection,
    StagePrize,
    StageWon,
    TakenBack,
)
from services.draw.domain.game.rules import Rules
from services.draw.domain.game.words import Ending, Post, Sales, Selector, Stage
from services.kernel.law import Secret


@dataclass(frozen=True)
class Unopened:
    """There is no such game."""


@dataclass(frozen=True)
class Game:
    """What every opened game has, in whatever state.

    `relieved` are those who held the posts before, in order. `refused` are the persons, by
    `people.same`, who tried what a post is for since the staff last changed. `proposals` are those
    that wait; `proposed` counts all that there ever were.
    `session` and `restart_of` are names, `equipment` too; each empty for none. `announced_at` is
    the first announcement of the game, None before. `acknowledged` is by position and room, the
    last that is on record of each; `taken_back` is the last call that was.
    """

    profile: str
    rules: Rules
    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    selector: Selector
    rooms: tuple[str, ...]
    staff: tuple[Assignment, ...] = ()
    relieved: tuple[Assignment, ...] = ()
    calls: tuple[Call, ...] = ()
    call_outs: tuple[CallOut, ...] = ()
    won: tuple[StageWon, ...] = ()
    refused: frozenset[tuple[Post, str]] = frozenset()
    session: str = ""
    programme_number: int = 0
    practice: bool = False
    sales: Sales = Sales.OUTSIDE
    sales_closed: SalesClosed | None = None
    restart_of: str = ""
    equipment: str = ""
    attendance: tuple[Attendance, ...] = ()
    hearings: tuple[Hearing, ...] = ()
    inspection: Inspection | None = None
    announced_at: datetime | None = None
    hold: Hold | None = None
    irregularities: tuple[Irregularity, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    proposed: int = 0
    acknowledged: tuple[Acknowledgement, ...] = ()
    confirmations: tuple[RoomConfirmation, ...] = ()
    breaches: tuple[Breach, ...] = ()
    taken_back: TakenBack | None = None

    # -- staff -----------------------------------------------------------------------------

    def holder(self, post: Post) -> str | None:
        """The person at a post; of posts that several hold, the first."""
        return next((held.person for held in self.staff if held.post is post), None)

    def holder_then(self, post: Post, moment: datetime) -> str:
        """Who held a post at that moment; before there was anybody, the first who held it."""
        held = [each for each in (*self.relieved, *self.staff) if each.post is post]
        then = [each for each in held if each.since <= moment] or held[:1]
        return then[-1].person if then else ""

    # -- calls -----------------------------------------------------------------------------

    @property
    def counting(self) -> tuple[Call, ...]:
        """The calls that count, in order."""
        return tuple(call for call in self.calls if not call.taken_back)

    @property
    def called(self) -> frozenset[int]:
        """All announced numbers that count."""
        return frozenset(call.number for call in self.calls if not call.taken_back)

    @property
    def last_call(self) -> Call | None:
        """The last announcement that counts."""
        return next((call for call in reversed(self.calls) if not call.taken_back), None)

    def call_at(self, position: int) -> Call | None:
        """The call of a position."""
        return self.calls[position - 1] if 1 <= position <= len(self.calls) else None

    def counting_by(self, position: int) -> int:
        """The last position up to `position` whose call counts; 0 for none."""
        counting = (c.position for c in reversed(self.calls[:position]) if not c.taken_back)
        return next(counting, 0)

    def with_call(self, changed: Call) -> tuple[Call, ...]:
        """The calls with one of them replaced."""
        return tuple(changed if each.position == changed.position else each for each in self.calls)

    @property
    def checked(self) -> bool:
        """Whether a number was drawn here, for which all was there that is asked for before the
        first; of one that was called by hand nothing is known."""
        return any(not call.by_hand for call in self.calls)

    # -- call outs and stages --------------------------------------------------------------

    @property
    def paused(self) -> bool:
        """A call out waits for its decision."""
        return any(call_out.pauses for call_out in self.call_outs)

    def answered_already(self, position: int) -> bool:
        """Whether an undecided call out answers this call."""
        return any(each.pauses and each.after_position == position for each in self.call_outs)

    def with_call_out(self, changed: CallOut) -> tuple[CallOut, ...]:
        """The call outs with one of them replaced."""
        return tuple(
            changed if each.call_out == changed.call_out else each for each in self.call_outs
        )

    @property
    def open_stages(self) -> tuple[Stage, ...]:
        """The stages without a winner, in the order of play."""
        won = {won.stage for won in self.won}
        return tuple(each.stage for each in self.stages if each.stage not in won)

    def winner_of(self, stage: Stage) -> StageWon | None:
        """How a stage was won."""
        return next((won for won in self.won if won.stage is stage), None)

    @property
    def played_out(self) -> Ending | None:
        """Why no more numbers are selected; None while they are."""
        if not self.open_stages:
            return Ending.COMPLETED
        return Ending.EXHAUSTED if len(self.called) == self.rules.numbers else None

    # -- what else keeps it waiting --------------------------------------------------------

    @property
    def undecided(self) -> tuple[Irregularity, ...]:
        """What happened to the equipment and waits for a decision."""
        return tuple(each for each in self.irregularities if each.remedy is None)

    @property
    def stands_still(self) -> bool:
        """Held, something irregular, or a second signature is awaited."""
        return bool(self.hold or self.undecided or self.proposals)


@dataclass(frozen=True)
class Waiting(Game):
    """Opened, not announced: no number can be drawn."""


@dataclass(frozen=True)
class InPlay(Game):
    """Announced. `selected` is the number that is drawn and not yet announced; `cut_off` its letter
    where only that was called before a call out. `as_opened` is what was fixed before it was
    announced, which another announcement adds to."""

    selected: Secret[Selection] | None = None
    cut_off: str = ""
    as_opened: AsOpened | None = None

    @property
    def next_position(self) -> int:
        """The position of the next announcement; 0 when no number can come any more."""
        return 0 if self.played_out and self.selected is None else len(self.calls) + 1


@dataclass(frozen=True, slots=True)
class Restart:
    """A game that was opened to start a void one over, as far as that one knows of it."""

    game: str
    announced: bool = False


@dataclass(frozen=True)
class Ended(Game):
    """Over, for one of the reasons of `Ending`; `reason` was given for ending it early or void.

    `start_over`: it is void and is to be played again as another game. `restarts` are those that
    were opened for that and not given up, in the order in which it heard of them.
    """

    ending: Ending = Ending.COMPLETED
    reason: str = ""
    start_over: bool = False
    restarts: tuple[Restart, ...] = ()

    @property
    def restarted_as(self) -> str:
        """The game that is played in its place; empty for none."""
        return self.restarts[0].game if self.restarts else ""


State = Unopened | Waiting | InPlay | Ended
Played = InPlay | Ended
"""A game that numbers are called in, or that is over: in both what was wrong is put right."""
