"""The game itself: what verify has to know of it, and what the draw recorded of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game.announcing import Announcements
from services.verify.domain.game.answering import CallOut, Cry
from services.verify.domain.game.awaited import Awaited
from services.verify.domain.game.posts import Held, Post, Staff


class Phase(enum.Enum):
    """How far a game has come; a void one is over as well, and nobody has won it."""

    WAITING = 1
    IN_PLAY = 2
    ENDED = 3
    VOID = 4


@dataclass(frozen=True, slots=True)
class Stage:
    """Something to be won: the draw's number for it, what players call it, and its pattern."""

    stage: int
    title: str
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Won:
    """A stage that was won on a call, by call outs that share it."""

    stage: int
    position: int
    call_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A game was opened. `restart_of` is the name of the game that is started over, or empty;
    `window_ends` when a wrong announcement ends the time to call out, `law` how the ids of its
    clauses begin."""

    profile: str
    numbers: int
    serial_number: str
    stages: tuple[Stage, ...]
    restart_of: str
    window_ends: WindowEnds
    law: str = ""


@dataclass(frozen=True, slots=True)
class PostTaken:
    """A person took a post of the game."""

    held: Held


@dataclass(frozen=True, slots=True)
class PostLeft:
    """A person has left a post of the game."""

    post: Post
    person: str


@dataclass(frozen=True, slots=True)
class Announced:
    """The game was announced, with this serial number on its cards."""

    serial_number: str


@dataclass(frozen=True, slots=True)
class Called:
    """A number was announced."""

    position: int
    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class CalledByHand:
    """Numbers were announced while the system was down, and are on record now. `finished`: one of
    them is the number that had been selected before."""

    calls: tuple[Called, ...]
    finished: bool


@dataclass(frozen=True, slots=True)
class SaidWrongly:
    """`wrong` was spoken instead of `right`, the selected number, which is announced now and
    stands at `place` from now on. With the call `swaps`, 0 for none, it was the other way round."""

    position: int
    wrong: int
    right: int
    place: int
    at: datetime
    swaps: int = 0


@dataclass(frozen=True, slots=True)
class KeyedWrongly:
    """`number` was spoken, and another was keyed; for the call `swaps` `other` was spoken."""

    position: int
    number: int
    swaps: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was announced at a position counts for nothing."""

    position: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """Of the next call only the letter had been spoken when a player called out: it was no call."""

    position: int


@dataclass(frozen=True, slots=True)
class CutOffTakenBack:
    """The number of that call was spoken in full, or is yet to be: nothing was cut off."""

    position: int


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """The ball that waits is another one than was keyed; `cut_off` after its letter, or not."""

    cut_off: bool


@dataclass(frozen=True, slots=True)
class CalledOut:
    """A player called out, and was entered for the call `asked`."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    outside_play: bool
    entered_at: datetime
    asked: int
    witnesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """A call out was decided, and wins `stages`; `in_time`: it was late on record and ruled to have
    been made in time."""

    call_out: int
    stages: tuple[int, ...]
    in_time: bool


@dataclass(frozen=True, slots=True)
class Reopened:
    """These call outs had been decided, and are to be judged again."""

    call_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WinnersVoided:
    """These call outs win a stage no longer; those who shared it with them still do."""

    stage: int
    call_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SignatureAwaited:
    """Something waits for a second person."""

    awaited: Awaited


@dataclass(frozen=True, slots=True)
class SignatureGiven:
    """A second person has signed what was proposed, or it is off."""

    proposal: int


class RestartStep(enum.Enum):
    """How far a game has come that starts another one over. ENDED: in whatever way."""

    OPENED = 1
    ANNOUNCED = 2
    ENDED = 3


@dataclass(frozen=True, slots=True)
class RestartFollowed:
    """Something happened in `game`, which starts this one over."""

    game: str
    step: RestartStep


@dataclass(frozen=True, slots=True)
class Restart:
    """A game that is played instead of this one, perhaps announced already."""

    game: str
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `void` if nobody has won it, and `start_over` if it is then played again as
    another game."""

    void: bool = False
    start_over: bool = False


Event = (
    Opened
    | PostTaken
    | PostLeft
    | Announced
    | Called
    | CalledByHand
    | SaidWrongly
    | KeyedWrongly
    | TakenBack
    | CutOff
    | CutOffTakenBack
    | Rekeyed
    | CalledOut
    | Decided
    | Reopened
    | WinnersVoided
    | SignatureAwaited
    | SignatureGiven
    | Ended
    | RestartFollowed
)


@dataclass(frozen=True)
class Game:
    """A game as it is after some of the draw's commits. `served` are all who ever held a post of
    it; `cut_off`: of the next call the letter was spoken and no number. `start_over`: it is void,
    and is played again as another game, one of `restarts` as soon as that is open."""

    phase: Phase
    profile: str
    numbers: int
    serial_number: str
    stages: tuple[Stage, ...]
    restart_of: str
    window_ends: WindowEnds
    law: str = ""
    staff: Staff = ()
    said: Announcements = ()
    call_outs: tuple[CallOut, ...] = ()
    won: tuple[Won, ...] = ()
    start_over: bool = False
    awaited: tuple[Awaited, ...] = ()
    served: tuple[str, ...] = ()
    cut_off: bool = False
    restarts: tuple[Restart, ...] = ()

    def stage(self, number: int) -> Stage | None:
        """One of its stages by the draw's number."""
        return next((each for each in self.stages if each.stage == number), None)

    def call_out(self, number: int) -> CallOut | None:
        """One of its call outs."""
        return next((each for each in self.call_outs if each.call_out == number), None)

    @property
    def first_number_called(self) -> bool:
        """Whether any number has been announced."""
        return bool(self.said)
