"""The trade's words for what calls take and give: stages, posts, cries, amounts of money.

The enums are whole numbers, equal to those in the messages: `game.phase == Phase.PAUSED`.
"""

from __future__ import annotations

import enum

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import game_pb2


class Stage(enum.IntEnum):
    """What can be won: a part series ("line") or the series ("bingo")."""

    PART_SERIES = game_pb2.STAGE_PART_SERIES
    SERIES = game_pb2.STAGE_SERIES


class Selector(enum.IntEnum):
    """How numbers are drawn: by the electronic selector, or as balls from a receptacle."""

    ELECTRONIC = game_pb2.SELECTOR_ELECTRONIC
    RECEPTACLE = game_pb2.SELECTOR_RECEPTACLE


class Post(enum.IntEnum):
    """The two posts that a game never is without once it is announced."""

    CALLER = game_pb2.POST_CALLER
    SUPERVISOR = game_pb2.POST_SUPERVISOR


class Phase(enum.IntEnum):
    """Where a game stands. PAUSED: a call out waits for its decision."""

    WAITING = game_pb2.PHASE_WAITING
    IN_PLAY = game_pb2.PHASE_IN_PLAY
    PAUSED = game_pb2.PHASE_PAUSED
    ENDED = game_pb2.PHASE_ENDED


class Cry(enum.IntEnum):
    """What was called out: the word "line", the word "bingo", or any audible noise."""

    LINE = game_pb2.CRY_LINE
    BINGO = game_pb2.CRY_BINGO
    NOISE = game_pb2.CRY_NOISE


class Verdict(enum.IntEnum):
    """The decision of a call out. OUT_OF_TIME: late, and late in the hall too."""

    VALID = game_pb2.VERDICT_VALID
    NOT_VALID = game_pb2.VERDICT_NOT_VALID
    OUT_OF_TIME = game_pb2.VERDICT_OUT_OF_TIME


class Ending(enum.IntEnum):
    """Why a game ended: every stage won, every number called, or ended early."""

    COMPLETED = game_pb2.ENDING_COMPLETED
    EXHAUSTED = game_pb2.ENDING_EXHAUSTED
    ABANDONED = game_pb2.ENDING_ABANDONED


def money(currency: str, minor_units: int) -> money_pb2.Money:
    """An amount in whole minor units: `money("NZD", 500_00)` is five hundred dollars."""
    return money_pb2.Money(currency=currency, minor_units=minor_units)


def line(prize: money_pb2.Money | None = None) -> game_pb2.StagePrize:
    """The part series and its prize; None while the amount is not fixed."""
    return game_pb2.StagePrize(stage=game_pb2.STAGE_PART_SERIES, prize=prize)


def bingo(prize: money_pb2.Money | None = None) -> game_pb2.StagePrize:
    """The series and its prize; None while the amount is not fixed."""
    return game_pb2.StagePrize(stage=game_pb2.STAGE_SERIES, prize=prize)


def parent_of(venue: str) -> str:
    """ "venues/akl" of "akl" or "venues/akl"; "-" stands for every venue."""
    return venue if venue.startswith("venues/") else f"venues/{venue}"
