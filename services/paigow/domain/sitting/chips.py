"""Where chips lie and how they move: every cent of a round is a move from one place to another."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass


class Place(enum.Enum):
    """Where chips lie at a table.

    WAGER is the wager on a box, BANKER_AREA and LOSING_AREA are areas of the layout, FLOAT is the
    float tray, PLAYER what a box's player holds: the last two are not on the layout.
    """

    FLOAT = 1
    PLAYER = 2
    WAGER = 3
    BANKER_AREA = 4
    LOSING_AREA = 5


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, and the box that it belongs to; 0 where it belongs to none."""

    place: Place
    box: int = 0


FLOAT = Spot(Place.FLOAT)
BANKER_AREA = Spot(Place.BANKER_AREA)
LOSING_AREA = Spot(Place.LOSING_AREA)


def wager_of(box: int) -> Spot:
    """The wager on a box."""
    return Spot(Place.WAGER, box)


def player_of(box: int) -> Spot:
    """What the player of a box holds."""
    return Spot(Place.PLAYER, box)


@dataclass(frozen=True, slots=True)
class Move:
    """Chips that go from one spot to another; `amount` in minor units, more than nothing."""

    source: Spot
    target: Spot
    amount: int


@dataclass(frozen=True, slots=True)
class Pile:
    """Chips on the layout; `amount` in minor units."""

    spot: Spot
    amount: int


Piles = tuple[Pile, ...]


def move(source: Spot, target: Spot, amount: int) -> tuple[Move, ...]:
    """One move, or none for no chips."""
    return (Move(source, target, amount),) if amount else ()


def lying(piles: Piles, spot: Spot) -> int:
    """How much lies on a spot of the layout."""
    return next((pile.amount for pile in piles if pile.spot == spot), 0)


def moved(piles: Piles, moves: Iterable[Move]) -> Piles:
    """The layout after some moves."""
    amounts = {pile.spot: pile.amount for pile in piles}
    for each in moves:
        for spot, sign in ((each.source, -1), (each.target, 1)):
            if spot.place not in (Place.FLOAT, Place.PLAYER):
                amounts[spot] = amounts.get(spot, 0) + sign * each.amount
    return tuple(Pile(spot, amount) for spot, amount in amounts.items() if amount)


def to_float(moves: Iterable[Move]) -> int:
    """What some moves put into the float, less what they take out."""
    into = {Place.FLOAT: 1}
    return sum(
        each.amount * (into.get(each.target.place, 0) - into.get(each.source.place, 0))
        for each in moves
    )


@dataclass(frozen=True, slots=True)
class Chips:
    """Chips of one denomination (minor units), and how many."""

    denomination: int
    count: int


def worth(chips: Iterable[Chips]) -> int:
    """What chips come to, in minor units."""
    return sum(each.denomination * each.count for each in chips)
