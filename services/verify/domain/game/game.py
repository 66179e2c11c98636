"""The game itself: what verify has to know of it, and what each thing that the draw recorded
does to that. No rule is checked here; the draw has decided."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game import announcing, posts
from services.verify.domain.game.announcing import Announcements
from services.verify.domain.game.answering import CallOut, Cry, judged_on
from services.verify.domain.game.posts import Held, Staff


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
class Announced:
    """The game was announced, with this serial number on its cards."""

    serial_number: str


@dataclass(frozen=True, slots=True)
class Called:
    """A number was announced."""

    position: int
    number: int


@dataclass(frozen=True, slots=True)
class SaidWrongly:
    """`wrong` was spoken instead of `right`, the selected number, which is announced now and
    stands at `place` from now on."""

    position: int
    wrong: int
    right: int
    place: int
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class KeyedWrongly:
    """`number` was spoken, and another was keyed."""

    position: int
    number: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What was announced at a position counts for nothing."""

    position: int


@dataclass(frozen=True, slots=True)
class CutOff:
    """Of the next call only the letter had been spoken when a player called out: it was no call."""

    position: int


@dataclass(frozen=True, slots=True)
class CalledOut:
    """A player called out."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    outside_play: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """A call out was decided, and wins `stages`; `in_time`: it was late on record and ruled to have
    been made in time."""

    call_out: int
    stages: tuple[int, ...]
    in_time: bool


@dataclass(frozen=True, slots=True)
class WinnersVoided:
    """Nobody has won a stage any more."""

    stage: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over; `void` if nobody has won it."""

    void: bool = False


Event = (
    Opened
    | PostTaken
    | Announced
    | Called
    | SaidWrongly
    | KeyedWrongly
    | TakenBack
    | CutOff
    | CalledOut
    | Decided
    | WinnersVoided
    | Ended
)


@dataclass(frozen=True)
class Game:
    """A game as it is after some of the draw's commits."""

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


def opened(event: Opened) -> Game:
    """A new game."""
    return Game(
        Phase.WAITING,
        event.profile,
        event.numbers,
        event.serial_number,
        event.stages,
        event.restart_of,
        event.window_ends,
        event.law,
    )


def evolve(game: Game | None, event: Event) -> Game:
    """The game after an event; None is the game before it was opened."""
    if isinstance(event, Opened):
        return opened(event)
    if game is None:
        raise TypeError(f"{type(event).__name__} comes before a game is opened")
    return _FOLDS[type(event)](game, event)


def _announced(game: Game, event: Announced) -> Game:
    return replace(game, phase=Phase.IN_PLAY, serial_number=event.serial_number)


def _called(game: Game, event: Called) -> Game:
    return replace(game, said=announcing.called(game.said, event.position, event.number))


def _said_wrongly(game: Game, event: SaidWrongly) -> Game:
    last = max(each.position for each in game.said)
    said = announcing.said_wrongly(
        game.said, event.position, event.wrong, event.right, event.place, event.at
    )
    if event.place <= last:
        return replace(game, said=said)
    # Who answers the number that is spoken and not on record answers one further on.
    call_outs = tuple(
        replace(each, after_position=each.after_position + 1)
        if each.after_position >= event.place
        else each
        for each in game.call_outs
    )
    return replace(game, said=said, call_outs=call_outs)


def _keyed_wrongly(game: Game, event: KeyedWrongly) -> Game:
    return replace(game, said=announcing.keyed_wrongly(game.said, event.position, event.number))


def _taken_back(game: Game, event: TakenBack) -> Game:
    return replace(game, said=announcing.taken_back(game.said, event.position))


def _post_taken(game: Game, event: PostTaken) -> Game:
    return replace(game, staff=posts.taken(game.staff, event.held))


def _cut_off(game: Game, event: CutOff) -> Game:
    call_outs = tuple(
        replace(each, after_position=min(each.after_position, event.position - 1))
        for each in game.call_outs
    )
    return replace(game, call_outs=call_outs)


def _called_out(game: Game, event: CalledOut) -> Game:
    made = CallOut(
        event.call_out,
        event.room,
        event.after_position,
        event.cry,
        event.on_behalf,
        event.player,
        event.heard_at,
        len(game.said),
        event.outside_play,
    )
    return replace(game, call_outs=(*game.call_outs, made))


def _decided(game: Game, event: Decided) -> Game:
    call_outs = tuple(
        replace(each, in_time=event.in_time) if each.call_out == event.call_out else each
        for each in game.call_outs
    )
    game = replace(game, call_outs=call_outs)
    call_out = game.call_out(event.call_out)
    for stage in event.stages:
        on = judged_on(game.said, call_out) if call_out is not None else 0
        won = next((each for each in game.won if each.stage == stage), Won(stage, on, ()))
        shared = replace(won, call_outs=(*won.call_outs, event.call_out))
        others = tuple(each for each in game.won if each.stage != stage)
        game = replace(game, won=(*others, shared))
    return game


def _winners_voided(game: Game, event: WinnersVoided) -> Game:
    return replace(game, won=tuple(each for each in game.won if each.stage != event.stage))


def _ended(game: Game, event: Ended) -> Game:
    return replace(game, phase=Phase.VOID if event.void else Phase.ENDED)


_FOLDS: Mapping[type, Callable[[Game, Any], Game]] = {
    PostTaken: _post_taken,
    Announced: _announced,
    Called: _called,
    SaidWrongly: _said_wrongly,
    KeyedWrongly: _keyed_wrongly,
    TakenBack: _taken_back,
    CutOff: _cut_off,
    CalledOut: _called_out,
    Decided: _decided,
    WinnersVoided: _winners_voided,
    Ended: _ended,
}
