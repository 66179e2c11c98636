"""Chips after the session, and the end of a table (rules 2.3, 6.1, 6.9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.table.precedence import REDEMPTION, applies
from services.tournament.domain.table.reasons import SESSION_GOES_ON, TABLE_CLOSED, seat_of
from services.tournament.domain.table.state import (
    Box,
    Closed,
    Disposal,
    Finished,
    SessionEnding,
    Table,
)

CHIPS_NOT_PRESENTED = Reason(
    "CHIPS_NOT_PRESENTED",
    "The session at this table is not tallied yet.",
    "Have all players present all their chips to the dealer first.",
    clause="TBJ-6.1",
)
CHIPS_GO_BACK = Reason(
    "CHIPS_GO_BACK",
    "The chips of box {box} were given free and are the operator's.",
    "Take them back at this table.",
    clause="TBJ-6.9(a)",
)
NOT_REDEEMED = Reason(
    "NOT_REDEEMED",
    "The chips of box {box} were given free: the rule on redeeming chips does not hold for them.",
    "Take them back at this table.",
    clause="TBJ-2.3",
)
NOT_YET_KEPT = Reason(
    "NOT_YET_KEPT",
    "Chips are kept or redeemed when the session has ended and they are tallied.",
    "Tally all chips of the table first.",
    clause="TBJ-6.9(b)",
)
DISPOSED_BEFORE = Reason(
    "DISPOSED_BEFORE",
    "It is on record what became of the chips of box {box}.",
    "Nothing has been changed.",
)


@dataclass(frozen=True, slots=True)
class HandInChips:
    """What becomes of a player's chips after the session."""

    box: int
    disposal: Disposal
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CloseTable:
    """What follows this session has begun."""

    at: datetime


@dataclass(frozen=True, slots=True)
class ChipsHandedIn:
    """A player's chips went back, were kept, or were redeemed."""

    box: int
    amount: int
    disposal: Disposal
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableClosed:
    """Nothing changes at this table any more, but for chips that come back."""

    at: datetime


@clause("TBJ-6.9(a)", "TBJ-6.9(b)")
def hand_in_chips(command: HandInChips, table: Table) -> Decision[ChipsHandedIn]:
    """Free chips go back to the operator at the table; others may be kept or redeemed.

    Kept ones can be redeemed later on, and neither waits for what follows the session.
    """
    box = seat_of(table, command.box)
    if not isinstance(table, Finished):
        raise CHIPS_NOT_PRESENTED() if table.terms.free else NOT_YET_KEPT()
    if table.ending is SessionEnding.VOIDED:
        raise TABLE_CLOSED()
    redeems = box.disposal is Disposal.KEPT and command.disposal is Disposal.REDEEMED
    if box.disposal is not None and not redeems:
        raise DISPOSED_BEFORE(box=box.box)
    if command.disposal is Disposal.REDEEMED:
        can_be_redeemed(box, table.terms.free)
    if command.disposal is not Disposal.RETURNED and table.terms.free:
        raise CHIPS_GO_BACK(box=box.box)
    return happened(ChipsHandedIn(box.box, box.chips, command.disposal, command.by, command.at))


@clause("TBJ-2.3")
def can_be_redeemed(box: Box, free: bool) -> None:
    """The general rule on redeeming chips does not hold for those that were given free."""
    if not applies(REDEMPTION, free=free):
        raise NOT_REDEEMED(box=box.box)


def close_table(command: CloseTable, table: Table) -> Decision[TableClosed]:
    """The next session has started, or the tournament is closed."""
    if isinstance(table, Closed):
        return Decision()
    if not isinstance(table, Finished):
        raise SESSION_GOES_ON()
    return happened(TableClosed(command.at))


def chips_handed_in(table: Finished, event: ChipsHandedIn) -> Finished:
    """Chips that went back are the house's again; kept ones are still out."""
    box = seat_of(table, event.box)
    gone = replace(box, disposal=event.disposal)
    house = table.house + box.held - gone.held
    return replace(table, boxes=table.with_boxes(gone), house=house)


def table_closed(table: Finished, event: TableClosed) -> Closed:
    """The end of it."""
    shared = {name: getattr(table, name) for name in Finished.__dataclass_fields__}
    return Closed(**shared)
