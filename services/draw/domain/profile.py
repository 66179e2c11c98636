"""What a rule profile lays down for a bingo game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from services.draw.domain.game.state import Rules, Selector, Stage

T = TypeVar("T")
M = TypeVar("M", Stage, Selector)

OPTIONS = ("numbers", "versions", "selectors", "confirm_before_next")
"""Every option of a bingo profile."""


@dataclass(frozen=True)
class BingoProfile:
    """The options of a profile that the draw decides by.

    `versions` gives the stages of each version that can be played (NZB-5.2), in the order in which
    they are won.
    """

    id: str
    versions: Mapping[int, tuple[Stage, ...]]
    selectors: frozenset[Selector]
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
        versions = _typed(options, "versions", dict)
        return cls(
            id=profile_id,
            versions=dict(_version(number, stages) for number, stages in versions.items()),
            selectors=frozenset(
                _member(Selector, "selectors", name) for name in _typed(options, "selectors", tuple)
            ),
            rules=Rules(
                numbers=_typed(options, "numbers", int),
                confirm_before_next=_typed(options, "confirm_before_next", bool),
            ),
        )


def _version(number: object, stages: object) -> tuple[int, tuple[Stage, ...]]:
    if not str(number).isdecimal() or not isinstance(stages, tuple):
        raise ValueError(
            f"option versions: {number!r} with {stages!r} is no version and its stages"
        )
    return int(str(number)), tuple(_member(Stage, "versions", stage) for stage in stages)


def _typed(options: Mapping[str, object], name: str, kind: type[T]) -> T:
    value = options.get(name)
    # A bool is an int to Python, not to people.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"option {name}: a value of type {kind.__name__} is needed, not {value!r}")
    return value


def _member(kind: type[M], option: str, name: object) -> M:
    try:
        return kind[str(name).upper()]
    except KeyError as error:
        known = ", ".join(member.name.lower() for member in kind)
        raise ValueError(f"option {option}: {name!r} is none of {known}") from error
