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

    `at` is when. `correction` is one that put a wrong one right, which had been made for the
    position `replaces`; 0 for a call. `taken_back` was never to be announced, or has been announced
    wrongly.
    """

    position: int
    number: int
    correction: bool = False
    taken_back: bool = False
    at: datetime | None = None
    replaces: int = 0


Announcements = tuple[Said, ...]


def called(
    said: Announcements, position: int, number: int, at: datetime | None = None
) -> Announcements:
    """The next number was announced."""
    return (*said, Said(position, number, at=at))


def said_wrongly(
    said: Announcements,
    position: int,
    wrong: int,
    right: int,
    place: int,
    at: datetime | None = None,
    swaps: int = 0,
) -> Announcements:
    """`wrong` had been spoken instead of `right`, the selected number: it counts for nothing, and
    the selected number is announced now. It stands at `place` in the order, its own or the last.

    Two calls that were taken for each other are put right in one announcement: for the call `swaps`
    `right` had been spoken, and `wrong` was selected.
    """
    spoken = _spoken(said, position, wrong)
    made = Said(place, right, correction=True, at=at, replaces=position)
    if not swaps:
        return (*spoken, made)
    other = Said(swaps, wrong, correction=True, at=at, replaces=swaps)
    return (*_spoken(spoken, swaps, right), made, other)


def keyed_wrongly(
    said: Announcements, position: int, number: int, swaps: int = 0, other: int = 0
) -> Announcements:
    """The right number had been spoken and another was keyed: the record is put right in place,
    that of the call `swaps` as well, for which `other` had been spoken."""
    right = {position: number, **({swaps: other} if swaps else {})}
    return tuple(
        replace(each, number=right[each.position])
        if each.position in right and not each.taken_back
        else each
        for each in said
    )


def on_record(said: Announcements) -> int:
    """The last position on record, whether it counts or not; 0 for none."""
    return max((each.position for each in said), default=0)


def put_right(said: Announcements, position: int) -> Announcements:
    """The corrections of what had been announced wrongly at a position."""
    return tuple(each for each in said if each.replaces == position and each.correction)


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
    return tuple(filter(counts, said))


def _spoken(said: Announcements, position: int, number: int) -> Announcements:
    """What counted of a position was another number, and has been announced wrongly."""
    return tuple(
        replace(each, number=number, taken_back=True)
        if each.position == position and not each.taken_back
        else each
        for each in said
    )
