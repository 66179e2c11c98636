"""The words of a bingo game: what can be won, who stands where, what can go wrong."""

from __future__ import annotations

import enum


class Stage(enum.Enum):
    """What can be won: part series ("line"), one or more, and the series ("bingo")."""

    PART_SERIES = 1
    SERIES = 2
    SECOND_PART_SERIES = 3
    THIRD_PART_SERIES = 4
    FOURTH_PART_SERIES = 5

    @property
    def shout(self) -> str:
        """What players and staff call it."""
        return _SHOUTS[self]

    @property
    def order(self) -> int:
        """Its place in the order of play: the part series first, the series last."""
        return len(_SHOUTS) if self is Stage.SERIES else self.value

    @property
    def is_part(self) -> bool:
        """Whether it is a part series."""
        return self is not Stage.SERIES


_SHOUTS = {
    Stage.PART_SERIES: "line",
    Stage.SERIES: "bingo",
    Stage.SECOND_PART_SERIES: "second line",
    Stage.THIRD_PART_SERIES: "third line",
    Stage.FOURTH_PART_SERIES: "fourth line",
}


class Selector(enum.Enum):
    """How numbers are drawn."""

    ELECTRONIC = 1
    RECEPTACLE = 2


class Post(enum.Enum):
    """The posts of a game; one that is announced is never without a caller and a supervisor."""

    CALLER = 1
    SUPERVISOR = 2
    ANNOUNCER = 3
    ASSISTANT = 4
    DEPUTY_SUPERVISOR = 5

    @property
    def said(self) -> str:
        """In words."""
        return self.name.lower().replace("_", " ")


class Sales(enum.Enum):
    """Who keeps account of the cards sold: nobody here, or the verify service."""

    OUTSIDE = 1
    VERIFY = 2


class Cry(enum.Enum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = 1
    BINGO = 2
    NOISE = 3


class Verdict(enum.Enum):
    """The decision of a call out. VOIDED: it had been valid."""

    VALID = 1
    NOT_VALID = 2
    OUT_OF_TIME = 3
    VOIDED = 4

    @property
    def said(self) -> str:
        """In words."""
        return self.name.lower().replace("_", " ")


class Ending(enum.Enum):
    """Why a game ended: all stages won, all numbers called, ended early, or void."""

    COMPLETED = 1
    EXHAUSTED = 2
    ABANDONED = 3
    VOID = 4


class ErrorKind(enum.Enum):
    """What was wrong with a call: what the hall heard, what a display showed, or only what was
    entered."""

    SPOKEN = 1
    SHOWN = 2
    KEYED = 3


class IrregularityKind(enum.Enum):
    """What happened to the equipment."""

    RETURNED = 1
    STUCK = 2
    DEFECT = 3
    SELECTOR = 4


class Remedy(enum.Enum):
    """What was decided about it."""

    REBUILT = 1
    PUT_RIGHT = 2
    SWITCHED = 3
    VOID = 4


class HoldCause(enum.Enum):
    """Why a game stands still."""

    ALARM = 1
    POWER = 2
    ILLNESS = 3
    SYSTEM = 4
    OTHER = 5


class ProposalKind(enum.Enum):
    """What waits for a second person."""

    CORRECTION = 1
    VOID_WINNERS = 2
    HAND_CALLS = 3
    DECISION = 4


class OnGlass(enum.Enum):
    """What the screens of a room have of a call: shown in time, late or not there yet, none alive,
    or too early to say."""

    SHOWN = 1
    LATE = 2
    DARK = 3
    AWAITED = 4


def in_words(pattern: str) -> str:
    """ "any row": an arrangement as people say it; one that is drawn, as it is drawn."""
    return pattern.replace("_", " ")
