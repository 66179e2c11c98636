"""What a bingo game is at any moment.

A game is `Unopened`, then `Waiting` (opened, not announced), `InPlay`, and `Ended`. A field exists
only in the states in which it means something.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Secret
from services.kernel.money import Money


class Stage(enum.Enum):
    """What can be won: a part series ("line") or the series ("bingo")."""

    PART_SERIES = 1
    SERIES = 2

    @property
    def shout(self) -> str:
        """What players call it."""
        return "line" if self is Stage.PART_SERIES else "bingo"


class Selector(enum.Enum):
    """How numbers are drawn."""

    ELECTRONIC = 1
    RECEPTACLE = 2


class Post(enum.Enum):
    """The posts that a game is never without once announced."""

    CALLER = 1
    SUPERVISOR = 2


class Cry(enum.Enum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = 1
    BINGO = 2
    NOISE = 3


class Verdict(enum.Enum):
    """The decision of a call out."""

    VALID = 1
    NOT_VALID = 2
    OUT_OF_TIME = 3


class Ending(enum.Enum):
    """Why a game ended: all stages won, all numbers called, or ended early."""

    COMPLETED = 1
    EXHAUSTED = 2
    ABANDONED = 3


@dataclass(frozen=True, slots=True)
class StagePrize:
    """A stage and its prize; None while the amount is not fixed."""

    stage: Stage
    prize: Money | None


@dataclass(frozen=True, slots=True)
class Rules:
    """The profile's options that hold all through a game.

    It is played with the numbers 1 to `numbers`; with `confirm_before_next` a number is selected
    only when the supervisor has confirmed the one before.
    """

    numbers: int
    confirm_before_next: bool


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who holds a post, and since when."""

    post: Post
    person: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Selection:
    """A drawn number and the 32 bytes it was chosen with (none with a receptacle)."""

    number: int
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """An announced number; `position` counts from 1."""

    position: int
    number: int
    called_at: datetime
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision of a call out. `stages` are those it wins, only when valid."""

    verdict: Verdict
    stages: tuple[Stage, ...]
    unverified: bool
    by: str
    at: datetime
    ruled_in_time: bool


@dataclass(frozen=True, slots=True)
class CallOut:
    """A call out. `after_position` is the announcement it answers, 0 for none.

    `late`: the next number had been announced when it was entered. `outside_play`: it came before
    the game was announced or after it had ended, and pauses nothing.
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


@dataclass(frozen=True)
class Unopened:
    """There is no such game."""


@dataclass(frozen=True)
class Game:
    """What every opened game has, in whatever state.

    `refused` are the persons, by `staff.same`, who tried what a post is for since the staff last
    changed.
    """

    profile: str
    rules: Rules
    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    selector: Selector
    rooms: tuple[str, ...]
    staff: tuple[Assignment, ...]
    calls: tuple[Call, ...]
    call_outs: tuple[CallOut, ...]
    won: tuple[StageWon, ...]
    refused: frozenset[tuple[Post, str]]

    def holder(self, post: Post) -> str | None:
        """The person at a post."""
        return next((held.person for held in self.staff if held.post is post), None)

    @property
    def called(self) -> frozenset[int]:
        """All announced numbers."""
        return frozenset(call.number for call in self.calls)

    @property
    def last_call(self) -> Call | None:
        """The last announcement."""
        return self.calls[-1] if self.calls else None

    @property
    def paused(self) -> bool:
        """A call out waits for its decision."""
        return any(call_out.pauses for call_out in self.call_outs)

    def answered_already(self, position: int) -> bool:
        """Whether an undecided call out answers this call."""
        return any(each.pauses and each.after_position == position for each in self.call_outs)

    @property
    def open_stages(self) -> tuple[Stage, ...]:
        """The stages without a winner, in the order of play."""
        won = {won.stage for won in self.won}
        return tuple(each.stage for each in self.stages if each.stage not in won)

    @property
    def played_out(self) -> Ending | None:
        """Why no more numbers are selected; None while they are."""
        if not self.open_stages:
            return Ending.COMPLETED
        return Ending.EXHAUSTED if len(self.calls) == self.rules.numbers else None

    def winner_of(self, stage: Stage) -> StageWon | None:
        """How a stage was won."""
        return next((won for won in self.won if won.stage is stage), None)

    def with_call_out(self, changed: CallOut) -> tuple[CallOut, ...]:
        """The call outs with one of them replaced."""
        return tuple(
            changed if each.call_out == changed.call_out else each for each in self.call_outs
        )

    def with_confirmed(self, position: int) -> tuple[Call, ...]:
        """The calls with one of them confirmed."""
        return tuple(
            replace(call, confirmed=True) if call.position == position else call
            for call in self.calls
        )


@dataclass(frozen=True)
class Waiting(Game):
    """Opened, not announced: no number can be drawn."""


@dataclass(frozen=True)
class InPlay(Game):
    """Announced. `selected` is the number that is drawn and not yet announced."""

    selected: Secret[Selection] | None = None

    @property
    def next_position(self) -> int:
        """The position of the next announcement; 0 when no number can come any more."""
        return 0 if self.played_out and self.selected is None else len(self.calls) + 1


@dataclass(frozen=True)
class Ended(Game):
    """Over, for one of the reasons of `Ending`; `reason` was given for ending it early."""

    ending: Ending = Ending.COMPLETED
    reason: str = ""


State = Unopened | Waiting | InPlay | Ended
