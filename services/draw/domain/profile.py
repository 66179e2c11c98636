"""What a rule profile lays down for a bingo game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.draw.domain.game.rules import (
    Authority,
    Interrupted,
    LetterRange,
    Place,
    Rules,
    Window,
)
from services.draw.domain.game.words import IrregularityKind, Post, Selector, Stage
from services.kernel.options import Options, member

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
        `OPTIONS`.
        """
        read = Options(options)
        read.are_among(OPTIONS, "bingo has")
        return cls(
            id=profile_id,
            versions=dict(map(_version, read.typed("versions", dict).items())),
            most_part_series=read.number("most_part_series", 1, len(Stage) - 1),
            patterns=_patterns(read.typed("patterns", dict)),
            selectors=frozenset(read.members("selectors", Selector)),
            card=_card(read.typed("card", tuple)),
            rules=_rules(read),
        )


def _rules(read: Options) -> Rules:
    numbers = read.number("numbers", 2, 999)
    return Rules(
        numbers=numbers,
        confirm_before_next=read.flag("confirm_before_next"),
        letters=_letters(read.typed("letters", dict), numbers),
        confirmed_by=_post_that_confirms(read),
        least_between_calls=read.number("least_between_calls", 0, 600_000),
        least_shown=read.number("least_shown", 0, 600_000),
        inspection_needed=read.flag("inspection_needed"),
        hearing_needed=read.flag("hearing_needed"),
        in_fullest_room=read.flag("in_fullest_room"),
        corrected_by=read.members("corrected_by", Post),
        late_errors=read.member("late_errors", Authority),
        voids=read.member("voids", Authority),
        corrected_place=read.member("corrected_place", Place),
        window=read.member("window", Window),
        interrupted=read.member("interrupted", Interrupted),
        law=read.text("law"),
        selectors=read.members("selectors", Selector),
        started_over=read.members("started_over", IrregularityKind),
        completed_stays=read.flag("completed_stays"),
        rooms_before_next=read.flag("rooms_before_next"),
    )


def _version(item: tuple[object, object]) -> tuple[int, frozenset[Stage]]:
    number, stages = item
    if not str(number).isdecimal() or not isinstance(stages, tuple) or not stages:
        raise ValueError(
            f"option versions: {number!r} with {stages!r} is no version and its stages"
        )
    return int(str(number)), frozenset(member(Stage, "versions", stage) for stage in stages)


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


def _post_that_confirms(read: Options) -> Post:
    post = read.member("confirmed_by", Post)
    if post not in (Post.SUPERVISOR, Post.ANNOUNCER):
        raise ValueError("option confirmed_by: only supervisor or announcer can be")
    return post
