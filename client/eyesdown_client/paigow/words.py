"""The trade's words for pai gow tables.

The enums are whole numbers, equal to those in the messages:
`sitting.phase == SittingPhase.IN_PLAY`.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

from eyesdown.paigow.v1 import sitting_pb2


class SittingPhase(enum.IntEnum):
    """Where a sitting stands. STOPPED: what the dealer entered differs and has to be decided."""

    OPENED = sitting_pb2.PHASE_OPENED
    IN_PLAY = sitting_pb2.PHASE_IN_PLAY
    STOPPED = sitting_pb2.PHASE_STOPPED
    COUNTED = sitting_pb2.PHASE_COUNTED
    CLOSED = sitting_pb2.PHASE_CLOSED


class SittingPost(enum.IntEnum):
    """The posts of a table in play."""

    DEALER = sitting_pb2.POST_DEALER
    GAME_SUPERVISOR = sitting_pb2.POST_GAME_SUPERVISOR


class Mode(enum.IntEnum):
    """Who banks: the house alone, a player alone, or a player and the house as co-bankers."""

    HOUSE = sitting_pb2.MODE_HOUSE
    PLAYER = sitting_pb2.MODE_PLAYER
    CO = sitting_pb2.MODE_CO


class Outcome(enum.IntEnum):
    """What a player's hand comes to against the bank's."""

    WIN = sitting_pb2.OUTCOME_WIN
    LOSE = sitting_pb2.OUTCOME_LOSE
    PUSH = sitting_pb2.OUTCOME_PUSH


class SetBy(enum.IntEnum):
    """Who set a hand and why: its player, or the dealer the house way; for the bank the dealer."""

    PLAYER = sitting_pb2.SET_BY_PLAYER
    REQUEST = sitting_pb2.SET_BY_REQUEST
    ABSENT = sitting_pb2.SET_BY_ABSENT
    DISTURBED = sitting_pb2.SET_BY_DISTURBED
    BANK = sitting_pb2.SET_BY_BANK
    FOULED = sitting_pb2.SET_BY_FOULED


class Gone(enum.IntEnum):
    """What is taken out of play: a box, or a player."""

    BOX = sitting_pb2.GONE_BOX
    PLAYER = sitting_pb2.GONE_PLAYER


class SittingFinding(enum.IntEnum):
    """What a dispute comes to: the round stands, or money goes to the player or to the house."""

    STANDS = sitting_pb2.FINDING_STANDS
    FOR_PLAYER = sitting_pb2.FINDING_FOR_PLAYER
    FOR_HOUSE = sitting_pb2.FINDING_FOR_HOUSE


def chips(counts: Mapping[int, int]) -> list[sitting_pb2.Chips]:
    """Chips by denomination in minor units: `chips({25_00: 40})` is forty of 25 dollars."""
    return [sitting_pb2.Chips(denomination=each, count=n) for each, n in counts.items()]


def laid(high: Sequence[int], low: Sequence[int]) -> sitting_pb2.Laid:
    """A hand as it is laid: two tiles high and two low, by their numbers 0 to 31."""
    return sitting_pb2.Laid(high=high, low=low)


def limits(least: int, most: int) -> sitting_pb2.Limits:
    """The least and the most that may be wagered on a box, in minor units."""
    return sitting_pb2.Limits(least=least, most=most)
