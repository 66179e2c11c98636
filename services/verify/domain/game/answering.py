"""What a call out answers: the announcements that the player had heard, and whether it came in time
(rules 5.7(c)(iii), 5.9 and 5.10).

Reckoned from the record alone, and anew whenever it is asked: what is known today about what was
said then decides.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from services.kernel.law import clause
from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game.announcing import (
    Announcements,
    Said,
    counted,
    counts,
    on_record,
    put_right,
)

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Cry(enum.Enum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = 1
    BINGO = 2
    NOISE = 3


@dataclass(frozen=True, slots=True)
class CallOut:
    """A call out after the call at `after_position`, heard and entered when.

    It was entered for the call `asked`, which may come on record later than it. `known` is how many
    announcements were on record when it was entered, `entered_after` how many calls had been made.
    `in_time`: a supervisor ruled that it was made before the next number. `witnesses` are
    references to who heard it; `decided`: the draw has a decision.
    """

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    entered_at: datetime
    known: int
    entered_after: int
    asked: int
    outside_play: bool
    in_time: bool = False
    witnesses: tuple[str, ...] = ()
    decided: bool = False


def heard(said: Announcements, call_out: CallOut) -> Announcements:
    """The announcements that a player had heard: up to the call that is answered, and corrections
    that were made before the call out. Who answers a correction has heard all that came before it.
    What came on record after the call out had not been heard."""
    until = next((i for i, each in enumerate(said) if _not_heard(i, each, call_out)), len(said))
    on = judged_on(said, call_out)
    answered = (i for i, each in enumerate(said) if on and on in (each.position, each.replaces))
    return said[: max(until, 1 + max(answered, default=-1))]


@clause("NZB-5.9", "NZB-5.7(c)(iii)")
def judged_on(said: Announcements, call_out: CallOut) -> int:
    """The last call up to the one that is answered that counts, and had been announced rightly when
    the player called out; 0 for none. One that is spoken and not on record yet is answered."""
    if call_out.after_position > on_record(said):
        return call_out.after_position
    answered = range(call_out.after_position, 0, -1)
    return next((on for on in answered if _announced(said, on, call_out)), 0)


def last_position(said: Announcements) -> int:
    """The last call of the order that counts; 0 for none."""
    return max((each.position for each in counted(said)), default=0)


@clause("NZB-5.10")
def came_late(said: Announcements, call_out: CallOut, window: WindowEnds) -> bool:
    """Whether the next selected number had been announced, and not wrongly, when it was entered.

    With `WindowEnds.CORRECTED` the next one is the number that was drawn next, once it has been
    announced rightly; else any later one ends the time too. Who answers a call that was put right
    could not call out before that, so the next one is what was announced after it.
    """
    on = judged_on(said, call_out)
    later = [p for p in range(on + 1, call_out.entered_after + 1) if _was_drawn(said, p)]
    if put_right(said, on):
        since = _announced_at(said, on)
        later = [position for position in later if _announced_at(said, position) >= since]
    if window is WindowEnds.CORRECTED:
        later = later[:1]
    return any(
        all(_when(each) < call_out.entered_at for each in put_right(said, position))
        for position in later
    )


def had_heard(said: Announcements, position: int, call_out: CallOut) -> bool:
    """Whether all that was announced wrongly at a position had been put right when the player
    called out."""
    return all(
        _heard_correction(index, each, call_out)
        for index, each in enumerate(said)
        if each.correction and each.replaces == position
    )


def called_by_hand(call_out: CallOut, said: Announcements, first: int) -> CallOut:
    """A call out, once calls that were made by hand have come on record; `first` is the first that
    it can have been entered for. It answers the call that it was entered for, as far as that is on
    record now; and what was called before it was entered had been called by then."""
    answers = call_out.after_position
    if call_out.asked >= first:
        answers = min(call_out.asked, on_record(said))
    by_then = (
        each.position
        for each in said
        if each.position >= first and not each.correction and _when(each) <= call_out.entered_at
    )
    entered_after = max((call_out.entered_after, *by_then))
    return replace(call_out, after_position=answers, entered_after=entered_after)


def _not_heard(index: int, each: Said, call_out: CallOut) -> bool:
    if not each.correction:
        return each.position > call_out.after_position
    return not _heard_correction(index, each, call_out)


def _heard_correction(index: int, each: Said, call_out: CallOut) -> bool:
    # What was on record before a correction was made before it, whatever a clock says; unless the
    # correction had only waited for a second signature.
    before = index < call_out.known or _when(each) < call_out.entered_at
    return before and _when(each) <= call_out.heard_at


def _announced(said: Announcements, position: int, call_out: CallOut) -> bool:
    """Whether a call counts and had been announced rightly when the player called out."""
    stands = any(each.position == position and counts(each) for each in said)
    return stands and had_heard(said, position, call_out)


def _announced_at(said: Announcements, position: int) -> datetime:
    """When the number of a call had been announced rightly."""
    made = (each for each in said if each.position == position)
    return max((_when(each) for each in (*made, *put_right(said, position))), default=_LONG_AGO)


def _was_drawn(said: Announcements, position: int) -> bool:
    """Whether a number was drawn for a call: it counts, or was put right since."""
    stands = any(each.position == position and counts(each) for each in said)
    return stands or bool(put_right(said, position))


def _when(each: Said) -> datetime:
    return each.at or _LONG_AGO
