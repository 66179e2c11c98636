"""The betting marker, and who wagers in what order (rules 1.0, 5.8, 5.9).

Box 1 is the one farthest to the dealer's left, and the boxes run clockwise from there; in a house
that numbers them the other way, by its profile, box 1 is at the right and they run down clockwise.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from services.kernel.law import Reason, clause
from services.tournament.domain.table.state import InSession, Live, Status, Table, Wagering

MARKER_MISSING = Reason(
    "MARKER_MISSING",
    "No betting marker is on the table.",
    "Put the marker before box {box} and start again.",
    clause="TBJ-2.4",
)
MARKER_MISPLACED = Reason(
    "MARKER_MISPLACED",
    "The betting marker lies before box {marker}; a session starts with it before box {box}.",
    "Put the marker before the player farthest to the dealer's left, box {box}.",
    clause="TBJ-5.8",
)
NOT_IN_TURN = Reason(
    "NOT_IN_TURN",
    "Box {box} wagers out of turn: it is the turn of box {turn}.",
    "Take the wagers clockwise from the betting marker.",
    clause="TBJ-5.9",
)


def clockwise(table: Table, start: int) -> tuple[int, ...]:
    """The boxes that have a player, clockwise, from the first at or after `start`."""
    way = -1 if table.terms.readings.box_one_right else 1
    numbers = (box.box for box in table.boxes)
    return tuple(sorted(numbers, key=lambda number: (way * number < way * start, way * number)))


def must_wager(table: Table, number: int) -> bool:
    """Whether the player has to wager in a round: at the table, and not short of the minimum.

    Who is short cannot wager (assumed); who is away with approval need not, by the terms.
    """
    box = table.box(number)
    if box is None or box.chips < table.sign.minimum:
        return False
    away = box.status is Status.AWAY and not table.terms.away_excused
    return box.status is Status.PLAYING or away


@clause("TBJ-1.0-marker")
def order(table: Table) -> tuple[int, ...]:
    """The boxes that wager in a round, in turn from the marker on."""
    return tuple(box for box in clockwise(table, table.marker) if must_wager(table, box))


def first_box(table: Table) -> int:
    """The box of the player farthest to the dealer's left; 0 when there is none."""
    there = [box.box for box in table.boxes if box.at_table]
    return (max if table.terms.readings.box_one_right else min)(there, default=0)


@clause("TBJ-2.4", "TBJ-5.8")
def placed_at_start(table: Table, marker: int) -> None:
    """The marker is used, and a session starts with it at the dealer's far left."""
    first = first_box(table)
    if not marker:
        raise MARKER_MISSING(box=first)
    if marker != first:
        raise MARKER_MISPLACED(marker=marker, box=first)


@clause("TBJ-5.9")
def next_box(table: Table) -> int:
    """Where the marker goes at the end of a round: clockwise to the next player who can wager.

    A player who is short or away has no bet to place, so the marker passes on (a reading; by the
    other one, which a profile may have, it goes to the next player at the table in any case). It
    stays where it is when there is nobody.
    """
    circle = clockwise(table, table.marker)
    following = (*(box for box in circle if box != table.marker), table.marker)
    waits = table.terms.readings.marker_waits
    return next((box for box in following if _next(table, box, waits)), table.marker)


def _next(table: Table, number: int, waits: bool) -> bool:
    box = table.box(number)
    return (waits and box is not None and box.at_table) or must_wager(table, number)


@clause("TBJ-5.8", "TBJ-5.9")
def in_turn(play: Wagering, box: int) -> None:
    """The wagers come clockwise, one by one, from the marker on."""
    if play.turn != box:
        law = "TBJ-5.8" if play.number == 1 else "TBJ-5.9"
        raise NOT_IN_TURN(clause=law, box=box, turn=play.turn or "nobody")


def wagering(table: Table, number: int, at: datetime) -> Wagering:
    """The wagers of a round begin, with the marker where it is."""
    return Wagering(number, order(table), at)


def rejoined(table: Live, at: datetime) -> Live:
    """The table with the order of the round made anew, as long as nobody has wagered in it.

    After that a player who comes, or can wager again, waits for the next round.
    """
    if not isinstance(table, InSession) or not isinstance(table.play, Wagering):
        return table
    if table.play.wagers:
        return table
    return replace(table, play=replace(table.play, order=order(table), turn_since=at))


def without(table: InSession, box: int, at: datetime) -> InSession:
    """The table with a box that plays this round no more; its wager goes back."""
    play = table.play
    left = tuple(each for each in play.order if each != box)
    wagers = tuple(wager for wager in play.wagers if wager.box != box)
    if isinstance(play, Wagering):
        since = at if play.turn == box else play.turn_since
        return replace(table, play=replace(play, order=left, wagers=wagers, turn_since=since))
    return replace(table, play=replace(play, order=left, wagers=wagers))
