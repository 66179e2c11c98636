"""Leaving the table, hiding chips, and being out of the session (rules 4.9, 5.6, 5.10)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.table.marker import rejoined, without
from services.tournament.domain.table.reasons import said, seat_of
from services.tournament.domain.table.shuffling import after_vacancy
from services.tournament.domain.table.state import Box, InSession, Status, Table


class LeaveGround(enum.Enum):
    """Why a player leaves: an emergency, the director's approval, or neither."""

    EMERGENCY = 1
    APPROVED = 2
    NONE = 3


class DisqualifiedFor(enum.Enum):
    """What a player is disqualified for."""

    NO_WAGER = 1
    HIDDEN_CHIPS = 2
    LEFT_TABLE = 3
    RULES = 4
    TOURNAMENT = 5


LEAVE_NOT_GIVEN = Reason(
    "LEAVE_NOT_GIVEN",
    "The player of box {box} may not leave: it is no emergency, and the director did not approve.",
    "Ask the director; whoever leaves all the same can be disqualified.",
    clause="TBJ-5.6",
)
AWAY_ALREADY = Reason(
    "AWAY_ALREADY",
    "The player of box {box} is away already.",
    "Record the return first.",
)
NOT_AWAY = Reason(
    "NOT_AWAY",
    "The player of box {box} is not away.",
    "Go on with play; nothing has been changed.",
)
OUT_ALREADY = Reason(
    "OUT_ALREADY",
    "The player of box {box} is out of the session already.",
    "Nothing has been changed.",
    clause="TBJ-4.9",
)
LEFT_FOR_GOOD = Reason(
    "LEFT_FOR_GOOD",
    "The player of box {box} left for good.",
    "The director can disqualify, or leave the chips to count as they are.",
    clause="TBJ-5.6",
)
CHIPS_IN_VIEW = Reason(
    "CHIPS_IN_VIEW",
    "The chips of box {box} were neither hidden nor removed as far as this says.",
    "Say which chips were hidden or removed and who saw it; the player is then out at once.",
    clause="TBJ-5.10",
)


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """A player leaves the table, perhaps for good."""

    box: int
    ground: LeaveGround
    for_good: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReturnToTable:
    """A player who was away is back."""

    box: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisqualifyBox:
    """A player is disqualified at the table."""

    box: int
    ground: DisqualifiedFor
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ExpelPlayer:
    """The tournament has disqualified a player who may sit here."""

    player: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WithdrawPlayer:
    """A player who may sit here has withdrawn from the tournament."""

    player: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player left the table."""

    box: int
    ground: LeaveGround
    for_good: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player is back at the table."""

    box: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class BoxDisqualified:
    """A player is out; the box is void. In round `round`, 0 before the first."""

    box: int
    ground: DisqualifiedFor
    reason: str
    round: int
    by: str
    at: datetime


# -- decisions ---------------------------------------------------------------------------------


@clause("TBJ-5.6")
def leave_table(command: LeaveTable, table: Table) -> Decision[PlayerLeft]:
    """Only an emergency or the director's approval lets a player leave before the end."""
    box = _in_it(seat_of(table, command.box))
    if box.status is Status.AWAY and not command.for_good:
        raise AWAY_ALREADY(box=box.box)
    if command.ground is LeaveGround.NONE:
        raise LEAVE_NOT_GIVEN(box=box.box)
    return happened(
        PlayerLeft(
            box.box,
            command.ground,
            command.for_good,
            said(command.reason),
            command.by,
            command.at,
        )
    )


def return_to_table(command: ReturnToTable, table: Table) -> Decision[PlayerReturned]:
    """Who was away plays on; in the round that is wagered on only while nobody has wagered."""
    box = _in_it(seat_of(table, command.box))
    if box.status is not Status.AWAY:
        raise NOT_AWAY(box=box.box)
    return happened(PlayerReturned(box.box, command.by, command.at))


@clause("TBJ-5.10")
def chips_in_view(command: DisqualifyBox) -> None:
    """Chips stay in view: hiding or removing them disqualifies at once, on what somebody saw."""
    if command.ground is DisqualifiedFor.HIDDEN_CHIPS and not command.reason.strip():
        raise CHIPS_IN_VIEW(box=command.box)


def disqualify_box(command: DisqualifyBox, table: Table) -> Decision[BoxDisqualified]:
    """The player is out at once, and the box void."""
    box = seat_of(table, command.box)
    if not box.remains:
        raise OUT_ALREADY(box=box.box)
    chips_in_view(command)
    return happened(
        BoxDisqualified(
            box.box,
            command.ground,
            said(command.reason),
            _round(table),
            command.by,
            command.at,
        )
    )


def expel_player(command: ExpelPlayer, table: Table) -> Decision[BoxDisqualified]:
    """The tournament's disqualification holds at the table; who is not here or out is let be."""
    box = next((each for each in table.boxes if each.player == command.player), None)
    if box is None or not box.remains:
        return Decision()
    return happened(
        BoxDisqualified(
            box.box,
            DisqualifiedFor.TOURNAMENT,
            command.reason,
            _round(table),
            command.by,
            command.at,
        )
    )


def withdraw_player(command: WithdrawPlayer, table: Table) -> Decision[PlayerLeft]:
    """Who withdraws from the tournament has left the table for good; whoever is out is let be."""
    box = next((each for each in table.boxes if each.player == command.player), None)
    if box is None or not box.at_table:
        return Decision()
    why = "withdrew from the tournament"
    return happened(PlayerLeft(box.box, LeaveGround.APPROVED, True, why, "", command.at))


# -- what happened -----------------------------------------------------------------------------


def player_left(table: Table, event: PlayerLeft) -> Table:
    """The player is away; whoever has not wagered yet plays this round no more."""
    status = Status.LEFT if event.for_good else Status.AWAY
    away = replace(seat_of(table, event.box), status=status)
    left = replace(table, boxes=table.with_boxes(away))
    waits = isinstance(left, InSession) and left.wager_on(event.box) is None
    if isinstance(left, InSession) and waits and (event.for_good or left.terms.away_excused):
        return without(left, event.box, event.at)
    return left


def player_returned(table: Table, event: PlayerReturned) -> Table:
    """The player is back; if nobody was at the table, the cards are shuffled first."""
    vacant = not any(box.status is Status.PLAYING for box in table.boxes)
    back = replace(seat_of(table, event.box), status=Status.PLAYING)
    returned = replace(table, boxes=table.with_boxes(back))
    if vacant:
        returned = after_vacancy(returned)
    return rejoined(returned, event.at) if isinstance(returned, InSession) else returned


def box_disqualified(table: Table, event: BoxDisqualified) -> Table:
    """The box is void, and a wager on it goes back."""
    out = replace(
        seat_of(table, event.box),
        status=Status.DISQUALIFIED,
        out_in=event.round,
        counted=None,
    )
    left = replace(table, boxes=table.with_boxes(out))
    return without(left, event.box, event.at) if isinstance(left, InSession) else left


def _in_it(box: Box) -> Box:
    if not box.remains:
        raise OUT_ALREADY(box=box.box)
    if box.status is Status.LEFT:
        raise LEFT_FOR_GOOD(box=box.box)
    return box


def _round(table: Table) -> int:
    return table.play.number if isinstance(table, InSession) else 0
