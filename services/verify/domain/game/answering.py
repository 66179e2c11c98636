"""What a call out answers: the announcements that the player had heard, and whether it came in time
(rules 5.7(c)(iii), 5.9 and 5.10).

Reckoned from the record alone, and anew whenever it is asked: what is known today about what was
said then decides.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.verify.domain.cards.readings import WindowEnds
from services.verify.domain.game.announcing import Announcements, Said, counted, counts


class Cry(enum.Enum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = 1
    BINGO = 2
    NOISE = 3


@dataclass(frozen=True, slots=True)
class CallOut:
    """A call out after the call at `after_position`, heard and entered when; `known` is how many
    announcements were on record when it was entered. `in_time`: a supervisor ruled that it was made
    before the next number."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    heard_at: datetime
    known: int
    outside_play: bool
    in_time: bool = False


def heard(said: Announcements, call_out: CallOut) -> Announcements:
    """The announcements that a player had heard: up to the call that is answered, and corrections
    that were made before the call out. What came on record after it had not been heard."""
    for index, each in enumerate(said):
        if _not_heard(index, each, call_out):
            return said[:index]
    return said


def judged_on(said: Announcements, call_out: CallOut) -> int:
    """The last call that counts of what the player had heard; 0 for none."""
    return last_position(heard(said, call_out))


def last_position(said: Announcements) -> int:
    """The last call of the order that counts; 0 for none."""
    return max((each.position for each in counted(said)), default=0)


def came_late(said: Announcements, call_out: CallOut, window: WindowEnds) -> bool:
    """Whether the next selected number had been announced, and not wrongly, when it was entered.

    With `WindowEnds.CORRECTED` the next one is the number that was drawn next, once it has been
    announced rightly; else any later one ends the time too.
    """
    on = judged_on(said, call_out)
    known = said[: call_out.known]
    later = [each for each in known if each.position > on and _was_drawn(each, said)]
    if window is WindowEnds.CORRECTED and later:
        following = min(each.position for each in later)
        later = [each for each in later if each.position == following]
    return any(counts(each) for each in later)


def _not_heard(index: int, each: Said, call_out: CallOut) -> bool:
    if not each.correction:
        return each.position > call_out.after_position
    # What was on record before a correction was made before it, whatever a clock says.
    return index >= call_out.known or (each.at is not None and each.at > call_out.heard_at)


def _was_drawn(each: Said, said: Announcements) -> bool:
    """Whether a number was drawn for a call: it counts, or was put right since."""
    return counts(each) or any(
        other.correction and other.position == each.position for other in said
    )
