"""What more than one service takes and gives: stages of games, amounts of money, venues."""

from __future__ import annotations

import enum

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import game_pb2


class Stage(enum.IntEnum):
    """What can be won: part series ("line"), one or more, and the series ("bingo")."""

    PART_SERIES = game_pb2.STAGE_PART_SERIES
    SERIES = game_pb2.STAGE_SERIES
    SECOND_PART_SERIES = game_pb2.STAGE_SECOND_PART_SERIES
    THIRD_PART_SERIES = game_pb2.STAGE_THIRD_PART_SERIES
    FOURTH_PART_SERIES = game_pb2.STAGE_FOURTH_PART_SERIES


def money(currency: str, minor_units: int) -> money_pb2.Money:
    """An amount in whole minor units: `money("NZD", 500_00)` is five hundred dollars."""
    return money_pb2.Money(currency=currency, minor_units=minor_units)


def parent_of(venue: str) -> str:
    """ "venues/akl" of "akl" or "venues/akl"; "-" stands for every venue."""
    return venue if venue.startswith("venues/") else f"venues/{venue}"
