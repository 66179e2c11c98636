"""Whether somebody may play, as the law of every service asks it. Pure: a domain imports it.

The shell has the player looked up; what comes of it, without who it is, is a fact of the command.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.kernel.law import Reason, Refused

MAY_NOT_PLAY = Reason(
    "MAY_NOT_PLAY",
    "This player cannot be served here now.",
    "Say only that somebody will help, and call the game manager or a casino supervisor, who can "
    "look it up. Do not sell, enter or seat.",
)
PLAYER_NOT_SHOWN = Reason(
    "PLAYER_NOT_SHOWN",
    "This venue asks every player for a membership number, or for name and date of birth.",
    "Ask for them, and try again.",
)
PLAYER_NOT_CHECKED = Reason(
    "PLAYER_NOT_CHECKED",
    "Whether this player may play cannot be looked up at the moment.",
    "Wait a moment and try again with a new request_id; if it goes on, call operations.",
)


class Answer(enum.Enum):
    """What is answered about a player."""

    NOT_SHOWN = 1
    MAY_PLAY = 2
    MAY_NOT_PLAY = 3
    NOT_KNOWN = 4


@dataclass(frozen=True, slots=True)
class Check:
    """What was answered, and what the venue wants where nothing could be.

    `list_versions` are those of the venue's lists that were read.
    """

    answer: Answer
    must_be_shown: bool = False
    unchecked_allowed: bool = False
    list_versions: tuple[int, ...] = ()


def turned_away(check: Check | None) -> Refused | None:
    """Why somebody is not served; None for who is. A refusal that goes on record: who was turned
    away, and where, is asked about later. What was decided before there were checks has none.

    Raises `PLAYER_NOT_SHOWN`, which leaves nothing.
    """
    if check is None or check.answer is Answer.MAY_PLAY:
        return None
    if check.answer is Answer.MAY_NOT_PLAY:
        return MAY_NOT_PLAY()
    if check.answer is Answer.NOT_KNOWN:
        return None if check.unchecked_allowed else PLAYER_NOT_CHECKED()
    if check.must_be_shown:
        raise PLAYER_NOT_SHOWN()
    return None


TURNED_AWAY = (MAY_NOT_PLAY, PLAYER_NOT_CHECKED)
"""The reasons that `turned_away` has put on record, for codecs."""
