"""What the players were told, in the order in which they were told it (rules 5.8 and 5.9).

Every announcement that was made stays in the list; one that turned out wrong counts for nothing and
is marked. So a call out can be judged at any moment of the game, with what is known today about
what was said then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import clause


@dataclass(frozen=True, slots=True)
class Said:
    """One announcement: at which place of the order of calls, which number, and if it counts.

    `correction` is one that put a wrong one right: the same position was announced again, `at`
    that instant.
    `taken_back` was never to be announced, or has been announced wrongly.
    """

    position: int
    number: int
    correction: bool = False
    taken_back: bool = False
    at: datetime | None = None


Announcements = tuple[Said, ...]


def called(said: Announcements, position: int, number: int) -> Announcements:
    """The next number was announced."""
    return (*said, Said(position, number))


def said_wrongly(
    said: Announcements,
    position: int,
    wrong: int,
    right: int,
    place: int,
    at: datetime | None = None,
) -> Announcements:
    """`wrong` had been spoken instead of `right`, the selected number: it counts for nothing, and
    the selected number is announced now. It stands at `place` in the order, its own or the last."""
    spoken = tuple(
        replace(each, number=wrong, taken_back=True) if each.position == position else each
        for each in said
    )
    return (*spoken, Said(place, right, correction=True, at=at))


def keyed_wrongly(said: Announcements, position: int, number: int) -> Announcements:
    """The right number had been spoken and another was keyed: the record is put right in place."""
    return tuple(
        replace(each, number=number) if each.position == position and not each.taken_back else each
        for each in said
    )


def taken_back(said: Announcements, position: int) -> Announcements:
    """What was announced at a position counts for nothing."""
    return tuple(
        replace(each, taken_back=True) if each.position == position else each for each in said
    )


def heard(said: Announcements, after_position: int) -> int:
    """How many of the announcements a player had heard who answers the call at `after_position`:
    up to that call, and the corrections that came before the next one."""
    for index, each in enumerate(said):
        if each.position > after_position and not each.correction:
            return index
    return len(said)


@clause("NZB-5.9")
def counts(each: Said) -> bool:
    """Whether an announcement counts for deciding winners: a wrong one was never made."""
    return not each.taken_back


def counted(said: Sequence[Said]) -> tuple[Said, ...]:
    """The announcements that count."""
    return tuple(each for each in said if counts(each))
