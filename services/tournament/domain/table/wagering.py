"""Wagers: in turn, in tournament chips, within the limits (rules 4.1, 4.2, 4.4 to 4.9, 5.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, expect, happened
from services.tournament.domain.table.conduct import director_is_present
from services.tournament.domain.table.limits import (
    held_to_minimum,
    in_tournament_chips,
    is_low,
    judged,
    on_own_box,
)
from services.tournament.domain.table.marker import in_turn
from services.tournament.domain.table.reasons import CARDS_OUT, not_held, said, seat_of
from services.tournament.domain.table.state import Dealt, InSession, Wager, Wagering

WAGER_STANDS = Reason(
    "WAGER_STANDS",
    "A wager of {amount} lies on box {box} and stays as it is.",
    "If it was keyed wrongly take it back before the next wager, or correct it with a reason.",
    clause="TBJ-4.2",
)
NOT_IN_THIS_ROUND = Reason(
    "NOT_IN_THIS_ROUND",
    "Box {box} has no wager to place in round {round}: its player is away or short.",
    "Go on with the next box; the player comes in again with the next round that allows it.",
)
NOT_THE_LAST_WAGER = Reason(
    "NOT_THE_LAST_WAGER",
    "The wager of box {box} is not the last one that was placed.",
    "Correct it instead, with a reason.",
    clause="TBJ-4.2",
)
NO_WAGER = Reason(
    "NO_WAGER",
    "No wager lies on box {box}.",
    "Name a box on which one lies.",
)


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """A wager on a box in round `round`.

    `player` is who put it there where that was looked at, 0 otherwise. `by_oversight`: it is
    outside the limits and was accepted inadvertently.
    """

    round: int
    box: int
    amount: int
    design: str
    player: int
    by_oversight: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TakeBackWager:
    """The last wager was keyed wrongly, and nothing has followed it yet."""

    round: int
    box: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CorrectWager:
    """A wager was keyed wrongly: `amount` is what lies there."""

    round: int
    box: int
    amount: int
    by_oversight: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """A wager lies on a box; `counts` is what is played for.

    `low`: below the minimum, accepted by oversight. `void`: for the second time, so it is void.
    """

    round: int
    box: int
    amount: int
    counts: int
    low: bool
    void: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WagerTakenBack:
    """The last wager was keyed wrongly and counts as not placed."""

    round: int
    box: int
    amount: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WagerCorrected:
    """A wager is what it really was; `old` is what was keyed."""

    round: int
    box: int
    old: int
    amount: int
    counts: int
    low: bool
    was_low: bool
    reason: str
    by: str
    at: datetime


# -- decisions ---------------------------------------------------------------------------------


@clause("TBJ-4.2")
def untouched(play: Wagering | Dealt, box: int) -> None:
    """A placed wager is not altered by its player, and none is added to it."""
    lies = next((wager for wager in play.wagers if wager.box == box), None)
    if lies is not None:
        raise WAGER_STANDS(box=box, amount=lies.amount)
    if isinstance(play, Dealt):
        raise CARDS_OUT(round=play.number)


def place_wager(command: PlaceWager, table: InSession) -> Decision[WagerPlaced]:
    """A wager is taken in turn and by the limits; what was accepted by oversight by 4.8."""
    not_held(table)
    expect("round", command.round, table.play.number)
    director_is_present(table)
    box = seat_of(table, command.box)
    on_own_box(box, command.player)
    untouched(table.play, box.box)
    play = table.play
    assert isinstance(play, Wagering)
    if box.box not in play.order:
        raise NOT_IN_THIS_ROUND(box=box.box, round=play.number)
    in_turn(play, box.box)
    in_tournament_chips(command.design, table.terms)
    held_to_minimum(play, box.box, command.amount, table.sign)
    wager, low, void = judged(box, command.amount, table.sign, command.by_oversight, box.low_wagers)
    placed = WagerPlaced(
        play.number,
        box.box,
        wager.amount,
        wager.counts,
        low,
        wager.unruled,
        command.by,
        command.at,
    )
    return Decision((placed,), void)


def take_back_wager(command: TakeBackWager, table: InSession) -> Decision[WagerTakenBack]:
    """What was keyed wrongly is taken back as long as nothing has followed it."""
    not_held(table)
    expect("round", command.round, table.play.number)
    if isinstance(table.play, Dealt):
        raise CARDS_OUT(round=table.play.number)
    last = table.play.wagers[-1] if table.play.wagers else None
    if last is None or last.box != command.box:
        raise NOT_THE_LAST_WAGER(box=command.box)
    return happened(
        WagerTakenBack(table.play.number, last.box, last.amount, command.by, command.at)
    )


def correct_wager(command: CorrectWager, table: InSession) -> Decision[WagerCorrected]:
    """The record is put right to what really lies there, whether cards are out or not."""
    not_held(table)
    expect("round", command.round, table.play.number)
    reason, box = said(command.reason), seat_of(table, command.box)
    lies = table.wager_on(box.box)
    if lies is None:
        raise NO_WAGER(box=box.box)
    was_low = is_low(lies, table.sign)
    held_to_minimum(table.play, box.box, command.amount, table.sign)
    wager, low, void = judged(
        box, command.amount, table.sign, command.by_oversight, box.low_wagers - was_low
    )
    corrected = WagerCorrected(
        table.play.number,
        box.box,
        lies.amount,
        wager.amount,
        wager.counts,
        low,
        was_low,
        reason,
        command.by,
        command.at,
    )
    return Decision((corrected,), void)


# -- what happened -----------------------------------------------------------------------------


def wager_placed(table: InSession, event: WagerPlaced) -> InSession:
    """The wager lies on the box, and the turn goes on."""
    wager = Wager(event.box, event.amount, event.counts, event.void)
    play = table.play
    box = seat_of(table, event.box)
    counted = replace(box, low_wagers=box.low_wagers + event.low)
    if isinstance(play, Wagering):
        play = replace(play, wagers=(*play.wagers, wager), turn_since=event.at)
    return replace(table, play=play, boxes=table.with_boxes(counted))


def wager_taken_back(table: InSession, event: WagerTakenBack) -> InSession:
    """As if it had not been placed."""
    play, box = table.play, seat_of(table, event.box)
    low = event.amount < table.sign.minimum
    counted = replace(box, low_wagers=box.low_wagers - low)
    if isinstance(play, Wagering):
        play = replace(play, wagers=play.wagers[:-1], turn_since=event.at)
    return replace(table, play=play, boxes=table.with_boxes(counted))


def wager_corrected(table: InSession, event: WagerCorrected) -> InSession:
    """The wager is what it was."""
    right = Wager(event.box, event.amount, event.counts, event.low and not event.counts)
    wagers = tuple(right if wager.box == event.box else wager for wager in table.wagers)
    box = seat_of(table, event.box)
    counted = replace(box, low_wagers=box.low_wagers - event.was_low + event.low)
    play = replace(table.play, wagers=wagers)
    return replace(table, play=play, boxes=table.with_boxes(counted))
