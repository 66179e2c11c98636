"""How a law reads the options of a rule profile. Pure: a domain imports it."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
M = TypeVar("M", bound=enum.Enum)


class Options:
    """The values of a profile's options by name, lists as tuples. One that does not suit, or is
    missing, is a ValueError that names it."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def are_among(self, known: Sequence[str], whose: str) -> None:
        """Raises ValueError for an option that the law does not know: under a misspelt one it would
        be decided as if it were not there. `whose` says whose the known ones are ("bingo has")."""
        for name in self._values:
            if name not in known:
                raise ValueError(f"option {name}: there is none; {whose} {', '.join(known)}")

    def say(self, names: Sequence[str]) -> bool:
        """Whether any of these is there."""
        return any(name in self._values for name in names)

    def typed(self, name: str, kind: type[T]) -> T:
        """A value of a type."""
        value = self._values.get(name)
        # A bool is an int to Python, not to people.
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(
                f"option {name}: a value of type {kind.__name__} is needed, not {value!r}"
            )
        return value

    def flag(self, name: str) -> bool:
        """True or false."""
        return self.typed(name, bool)

    def text(self, name: str) -> str:
        """A text."""
        return self.typed(name, str)

    def number(self, name: str, least: int, most: int | None = None) -> int:
        """A whole number from `least` on, to `most` at the most."""
        value = self.typed(name, int)
        if value < least or (most is not None and value > most):
            possible = f"{least} or more" if most is None else f"{least} to {most}"
            raise ValueError(f"option {name}: {possible} is possible, not {value}")
        return value

    def member(self, name: str, kind: type[M]) -> M:
        """One of the words of an enum."""
        return member(kind, name, self._values.get(name))

    def members(self, name: str, kind: type[M]) -> tuple[M, ...]:
        """A list of such words."""
        return tuple(member(kind, name, each) for each in self.typed(name, tuple))


def member(kind: type[M], option: str, word: object) -> M:
    """The member whose name is a word of a profile, in lower case. ValueError names the option."""
    for each in kind:
        if each.name.lower() == word:
            return each
    known = ", ".join(each.name.lower() for each in kind)
    raise ValueError(f"option {option}: {word!r} is none of {known}")
