"""What the rows of tournaments have in common."""

from __future__ import annotations

from datetime import timedelta

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import money_pb2
from services.kernel.record.shapes import timestamp
from tests.kit.tournament_play import Cup, now

OPERATOR, DIRECTOR, CASHIER = "operator", "tournament_director", "cashier"
FLOOR = "game_supervisor"
HOUSE = frozenset((OPERATOR, DIRECTOR))
DESK = HOUSE | {CASHIER}
READERS = DESK | {"dealer", FLOOR, "casino_supervisor", "auditor"}
NO_INSTANT = Timestamp(seconds=10**15)
TOMORROW = timestamp(now() + timedelta(days=1))
"""Told from the start of the run, so far beyond its end and the notice that a director gives."""
CENT = money_pb2.Money(currency="NZD", minor_units=1)


def first(cup: Cup) -> int:
    """The player in the lowest box of the first session."""
    seats = cup.players(1, 1)
    return seats[min(seats)]


def placed(cup: Cup, place: int) -> int:
    """Who has a place, or the first of those who share it."""
    return next(each.players[0] for each in cup.it.placings if each.place == place)
