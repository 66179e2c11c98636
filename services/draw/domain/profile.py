"""What a rule profile lays down for a bingo game."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from services.draw.domain.game.rules import (
    Authority,
    Interrupted,
    LetterRange,
    Place,
    Rules,
    Window,
)
from services.draw.domain.game.words import IrregularityKind, Post, Selector, Stage

T = TypeVar("T")
M = TypeVar("M", bound=enum.Enum)

MASK = "mask"
"""The pattern by which a profile allows any arrangement that is drawn as a mask of the card."""

OPTIONS = (
    *("numbers", "letters", "versions", "most_part_series", "patterns", "selectors"),
    *("confirmed_by", "confirm_before_next", "least_between_calls", "least_shown"),
    *("inspection_needed", "hearing_needed", "in_fullest_room", "rooms_before_next"),
    *("interrupted", "corrected_by", "late_errors", "corrected_place", "window", "voids"),
    *("law", "card", "started_over", "completed_stays"),
)
"""Every option of a bingo profile."""


@dataclass(frozen=True)
class BingoProfile:
    """The options of a profile that the draw decides by.

    `versions` gives what each version that can be played is played for (NZB-5.2): the part series,
    of which there may be `most_part_series`, the series, or both. `patterns` gives the arrangements
    that may win a part series (True) and the series (False), the usual one first; one of them may
    be `MASK`, which is drawn on a `card` of so many rows and columns.
    """

    id: str
    versions: Mapping[int, frozenset[Stage]]
    most_part_series: int
    patterns: Mapping[bool, tuple[str, ...]]
    selectors: frozenset[Selector]
    card: tuple[int, int]
    rules: Rules

    @classmethod
    def of(cls, profile_id: str, options: Mapping[str, object]) -> BingoProfile:
        """Read the values of a profile's options, lists as tuples.

        Raises ValueError that names an option which does not suit, is missing, or is none of
        `OPTIONS`: under a misspelt one a game would be played as if it were not there.
        """
        for name in options:
            if name not in OPTIONS:
                raise ValueError(f"option {name}: there is none; bingo has {', '.join(OPTIONS)}")
        read = _Reader(options)
        return cls(
            id=profile_id,
            versions=dict(map(_version, read.typed("versions", dict).items())),
            most_part_series=read.number("most_part_series", 1, len(Stage) - 1),
            patterns=_patterns(read.typed("patterns", dict)),
            selectors=frozenset(read.members("selectors", Selector)),
            card=_card(read.typed("card", tuple)),
            rules=_rules(read),
        )


def _rules(read: _Reader) -> Rules:
    numbers = read.number("numbers", 2, 999)
    return Rules(
        numbers=numbers,
        confirm_before_next=read.typed("confirm_before_next", bool),
        letters=_letters(read.typed("letters", dict), numbers),
        confirmed_by=_post_that_confirms(read),
        least_between_calls=read.number("least_between_calls", 0, 600_000),
        least_shown=read.number("least_shown", 0, 600_000),
        inspection_needed=read.typed("inspection_needed", bool),
        hearing_needed=read.typed("hearing_needed", bool),
        in_fullest_room=read.typed("in_fullest_room", bool),
        corrected_by=read.members("corrected_by", Post),
        late_errors=read.member("late_errors", Authority),
        voids=read.member("voids", Authority),
        corrected_place=read.member("corrected_place", Place),
        window=read.member("window", Window),
        interrupted=read.member("interrupted", Interrupted),
        law=read.typed("law", str),
        selectors=read.members("selectors", Selector),
        started_over=read.members("started_over", IrregularityKind),
        completed_stays=read.typed("completed_stays", bool),
        rooms_before_next=read.typed("rooms_before_next", bool),
    )


class _Reader:
    """Reads options by name; a value that does not suit is a ValueError that names it."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self._options = options

    def typed(self, name: str, kind: type[T]) -> T:
        value = self._options.get(name)
        # A bool is an int to Python, not to people.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(
                f"option {name}: a value of type {kind.__name__} is needed, not {value!r}"
            )
        return value

    def number(self, name: str, least: int, most: int) -> int:
        value = self.typed(name, int)
        if not least <= value <= most:
            raise ValueError(f"option {name}: {least} to {most} is possible, not {value}")
        return value

    def member(self, name: str, kind: type[M]) -> M:
        return _member(kind, name, self.typed(name, str))

    def members(self, name: str, kind: type[M]) -> tuple[M, ...]:
        return tuple(_member(kind, name, each) for each in self.typed(name, tuple))


def _version(item: tuple[object, object]) -> tuple[int, frozenset[Stage]]:
    number, stages = item
    if not str(number).isdecimal() or not isinstance(stages, tuple) or not stages:
        raise ValueError(
            f"option versions: {number!r} with {stages!r} is no version and its stages"
        )
    return int(str(number)), frozenset(_member(Stage, "versions", stage) for stage in stages)


def _patterns(given: Mapping[object, object]) -> Mapping[bool, tuple[str, ...]]:
    names: dict[bool, tuple[str, ...]] = {}
    for is_part, key in ((True, "part_series"), (False, "series")):
        patterns = given.get(key)
        if not isinstance(patterns, tuple) or not patterns:
            raise ValueError(f"option patterns: it says nothing of {key}")
        names[is_part] = tuple(map(str, patterns))
    return names


def _card(given: tuple[object, ...]) -> tuple[int, int]:
    """Rows and columns."""
    rows_and_columns = [each for each in given if type(each) is int and 1 <= each <= 20]
    if len(given) != 2 or len(rows_and_columns) != 2:
        raise ValueError(f"option card: {given!r} is no number of rows and of columns")
    return rows_and_columns[0], rows_and_columns[1]


def _letters(given: Mapping[object, object], numbers: int) -> tuple[LetterRange, ...]:
    """Which letter goes with which numbers: none, or together every number once, in order."""
    ranges = []
    for letter, span in given.items():
        if not isinstance(span, tuple) or [type(each) for each in span] != [int, int]:
            raise ValueError(f"option letters: {letter!r} needs a first and a last number")
        ranges.append(LetterRange(str(letter), *span))
    covered = [n for each in ranges for n in range(each.first, each.last + 1)]
    if ranges and covered != list(range(1, numbers + 1)):
        raise ValueError(f"option letters: they do not go with 1 to {numbers}, each once, in order")
    return tuple(ranges)


def _post_that_confirms(read: _Reader) -> Post:
    post = read.member("confirmed_by", Post)
    if post not in (Post.SUPERVISOR, Post.ANNOUNCER):
        raise ValueError("option confirmed_by: only supervisor or announcer can be")
    return post


def _member(kind: type[M], option: str, name: object) -> M:
    try:
        return kind[str(name).upper()]
    except KeyError as error:
        known = ", ".join(member.name.lower() for member in kind)
        raise ValueError(f"option {option}: {name!r} is none of {known}") from error
