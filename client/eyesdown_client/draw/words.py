"""The trade's words for what calls of the draw take and give: posts, cries, verdicts, prizes.

The enums are whole numbers, equal to those in the messages: `game.phase == Phase.PAUSED`.
"""

from __future__ import annotations

import enum

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import game_pb2
from eyesdown_client.common.words import Stage


class Selector(enum.IntEnum):
    """How numbers are drawn: by the electronic selector, or as balls from a receptacle."""

    ELECTRONIC = game_pb2.SELECTOR_ELECTRONIC
    RECEPTACLE = game_pb2.SELECTOR_RECEPTACLE


class Post(enum.IntEnum):
    """The posts of a game; one that is announced is never without a caller and a supervisor."""

    CALLER = game_pb2.POST_CALLER
    SUPERVISOR = game_pb2.POST_SUPERVISOR
    ANNOUNCER = game_pb2.POST_ANNOUNCER
    ASSISTANT = game_pb2.POST_ASSISTANT
    DEPUTY_SUPERVISOR = game_pb2.POST_DEPUTY_SUPERVISOR


class Sales(enum.IntEnum):
    """Who keeps account of the cards sold: nobody here, or the verify service."""

    OUTSIDE = game_pb2.SALES_OUTSIDE
    VERIFY = game_pb2.SALES_VERIFY


class Phase(enum.IntEnum):
    """Where a game stands. PAUSED: a call out waits for its decision. HELD: it stands still for
    another reason."""

    WAITING = game_pb2.PHASE_WAITING
    IN_PLAY = game_pb2.PHASE_IN_PLAY
    PAUSED = game_pb2.PHASE_PAUSED
    HELD = game_pb2.PHASE_HELD
    ENDED = game_pb2.PHASE_ENDED


class Cry(enum.IntEnum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = game_pb2.CRY_LINE
    BINGO = game_pb2.CRY_BINGO
    NOISE = game_pb2.CRY_NOISE


class Verdict(enum.IntEnum):
    """The decision of a call out. OUT_OF_TIME: late, and late in the hall too. VOIDED: it had been
    valid."""

    VALID = game_pb2.VERDICT_VALID
    NOT_VALID = game_pb2.VERDICT_NOT_VALID
    OUT_OF_TIME = game_pb2.VERDICT_OUT_OF_TIME
    VOIDED = game_pb2.VERDICT_VOIDED


class ErrorKind(enum.IntEnum):
    """What was wrong with a call: what the hall heard, what a display showed, or only what was
    entered."""

    SPOKEN = game_pb2.ERROR_KIND_SPOKEN
    SHOWN = game_pb2.ERROR_KIND_SHOWN
    KEYED = game_pb2.ERROR_KIND_KEYED


class Ending(enum.IntEnum):
    """Why a game ended: every stage won, every number called, ended early, or void."""

    COMPLETED = game_pb2.ENDING_COMPLETED
    EXHAUSTED = game_pb2.ENDING_EXHAUSTED
    ABANDONED = game_pb2.ENDING_ABANDONED
    VOID = game_pb2.ENDING_VOID


class HoldCause(enum.IntEnum):
    """Why a game stands still."""

    ALARM = game_pb2.HOLD_CAUSE_ALARM
    POWER = game_pb2.HOLD_CAUSE_POWER
    ILLNESS = game_pb2.HOLD_CAUSE_ILLNESS
    SYSTEM = game_pb2.HOLD_CAUSE_SYSTEM
    OTHER = game_pb2.HOLD_CAUSE_OTHER


class IrregularityKind(enum.IntEnum):
    """What happened to the equipment: objects were put back, one is stuck, one is not like the
    others, or the selector does not work."""

    RETURNED = game_pb2.IRREGULARITY_KIND_RETURNED
    STUCK = game_pb2.IRREGULARITY_KIND_STUCK
    DEFECT = game_pb2.IRREGULARITY_KIND_DEFECT
    SELECTOR = game_pb2.IRREGULARITY_KIND_SELECTOR


class Remedy(enum.IntEnum):
    """What was decided about an irregularity."""

    REBUILT = game_pb2.REMEDY_REBUILT
    PUT_RIGHT = game_pb2.REMEDY_PUT_RIGHT
    SWITCHED = game_pb2.REMEDY_SWITCHED
    VOID = game_pb2.REMEDY_VOID


def line(
    prize: money_pb2.Money | None = None, pattern: str = "", share: int = 0
) -> game_pb2.StagePrize:
    """The part series, its prize (None while the amount is not fixed) and the arrangement that wins
    it (empty: the profile's usual one); `share` in basis points of the receipts fixes the prize."""
    return stage_prize(Stage.PART_SERIES, prize, pattern, share)


def bingo(
    prize: money_pb2.Money | None = None, pattern: str = "", share: int = 0
) -> game_pb2.StagePrize:
    """The series; see `line`."""
    return stage_prize(Stage.SERIES, prize, pattern, share)


def stage_prize(
    won: Stage, prize: money_pb2.Money | None = None, pattern: str = "", share: int = 0
) -> game_pb2.StagePrize:
    """Any stage; see `line`."""
    return game_pb2.StagePrize(
        stage=game_pb2.Stage.ValueType(won), prize=prize, pattern=pattern, share=share
    )
