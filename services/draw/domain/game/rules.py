"""What a profile lays down for a game, all through it: see `rules/profiles` for the clauses."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.draw.domain.game.words import IrregularityKind, Post, Selector


class Authority(enum.Enum):
    """Who has the say in something."""

    SUPERVISOR = 1
    GAME_MANAGER = 2

    @property
    def said(self) -> str:
        """In words."""
        return self.name.lower().replace("_", " ")


class Place(enum.Enum):
    """Where a corrected number stands: in the place of the wrong one, or last."""

    KEPT = 1
    LAST = 2


class Window(enum.Enum):
    """What ends the time to call out after a wrong announcement (rules 5.9 and 5.10): the next
    number that was selected and announced, or only the corrected one."""

    NEXT_SELECTED = 1
    CORRECTED = 2


class Interrupted(enum.Enum):
    """What becomes of a call that a call out cut off: finished at once, or it waits."""

    FINISHED = 1
    WAITS = 2


@dataclass(frozen=True, slots=True)
class LetterRange:
    """The numbers `first` to `last` are called with `letter`."""

    letter: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of the profile that a game is played under.

    It is played with the numbers 1 to `numbers`. With `confirm_before_next` a number is selected
    only when whoever holds the post `confirmed_by` has confirmed the one before. Times are in
    milliseconds. The three `…needed` and `in_fullest_room` say what has to be on record before the
    first number, `rooms_before_next` that every room has to have the last one before the next.
    `law` is how the ids of its clauses begin, `selectors` are those that may be used. A game that
    is void for what is in `started_over` is started over, and with `completed_stays` only what was
    not completed is played again.
    """

    numbers: int
    confirm_before_next: bool
    letters: tuple[LetterRange, ...]
    confirmed_by: Post
    least_between_calls: int
    least_shown: int
    inspection_needed: bool
    hearing_needed: bool
    in_fullest_room: bool
    corrected_by: tuple[Post, ...]
    late_errors: Authority
    voids: Authority
    corrected_place: Place
    window: Window
    interrupted: Interrupted
    law: str
    selectors: tuple[Selector, ...]
    started_over: tuple[IrregularityKind, ...]
    completed_stays: bool
    rooms_before_next: bool

    def cited(self, *clauses: str) -> str:
        """The one of these clauses that is of this game's law; empty where none of them is."""
        return next((each for each in clauses if each.startswith(f"{self.law}-")), "")

    def letter_of(self, number: int) -> str:
        """The letter that goes with a number; empty where there are none."""
        return next((r.letter for r in self.letters if r.first <= number <= r.last), "")
