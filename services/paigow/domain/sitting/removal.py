"""A box or a player out of play, by the dice, and back again (rules 10.9 to 10.12)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.boxes import seated
from services.paigow.domain.sitting.dealing import total_of
from services.paigow.domain.sitting.rounds import Mode
from services.paigow.domain.sitting.staff import casino_supervisor
from services.paigow.domain.sitting.state import (
    BOXES,
    HOUSE_BOX,
    Gone,
    InPlay,
    Removal,
    Table,
    Told,
)
from services.paigow.domain.sitting.steps import seats_left

NOT_ALL_BOXES_IN_PLAY = Reason(
    "NOT_ALL_BOXES_IN_PLAY",
    "Box {box} is not in play.",
    "Only when all boxes are in play may one, or a player, be taken out for this.",
    clause="PG-10.9",
)
HOUSE_DOES_NOT_BANK = Reason(
    "HOUSE_DOES_NOT_BANK",
    "The house has no part in the bank.",
    "Only when the house banks, alone or with a co-banker, may a box or a player be taken out.",
    clause="PG-10.9",
)
NO_SUCH_REMOVAL = Reason(
    "NO_SUCH_REMOVAL",
    "There is no removal {removal} at this table.",
    "Take its number from the notice.",
)
REMOVAL_OVER = Reason(
    "REMOVAL_OVER",
    "Removal {removal} is over: what was taken out is back in play.",
    "Nothing more is to be done about it.",
    clause="PG-10.12",
)
NOT_DECIDED = Reason(
    "NOT_DECIDED",
    "The casino supervisor has not decided removal {removal}.",
    "The casino supervisor acknowledges the notice and decides whether it holds in later rounds.",
    clause="PG-10.9",
)
DECIDED_BEFORE = Reason(
    "DECIDED_BEFORE",
    "Removal {removal} is decided.",
    "To bring back what was taken out, reinstate it.",
    clause="PG-10.9",
)
NOT_ACKNOWLEDGED = Reason(
    "NOT_ACKNOWLEDGED",
    "The notice of removal {removal} has not been acknowledged.",
    "Acknowledge the notice first.",
    clause="PG-10.9",
)
NO_DICE_DUE = Reason(
    "NO_DICE_DUE",
    "No box is to be named by the dice for removal {removal}.",
    "Shake the dice only for a box that is to be removed and is not named yet.",
    clause="PG-10.10",
)
DICE_DUE = Reason(
    "DICE_DUE",
    "The dice have not said which box removal {removal} takes out.",
    "Shake the dice, count from box one, and put the Off marker on the box.",
    clause="PG-10.10",
)
OTHER_BOX = Reason(
    "OTHER_BOX",
    "The dice total {total}, which is box {box}, and the Off marker was put on {put}.",
    "Put the Off marker on the box that the dice name.",
    clause="PG-10.10",
)
HOUSES_BOX = Reason(
    "HOUSES_BOX",
    "The dice name box {box}, which {why}.",
    "Put no Off marker down and shake the dice again, until they name another box.",
    clause="PG-10.11",
)


@dataclass(frozen=True, slots=True)
class OrderRemoval(Told):
    """Take a box, or the player of `box`, out of play; a casino supervisor is notified."""

    gone: Gone
    box: int
    suspicion: str


@dataclass(frozen=True, slots=True)
class ShakeForRemoval(Told):
    """What the dice show, and the box that got the "Off" marker; 0 when they are shaken again."""

    removal: int
    dice: tuple[int, ...]
    off_box: int


@dataclass(frozen=True, slots=True)
class AcknowledgeNotice(Told):
    """The casino supervisor has the notice of a removal."""

    removal: int


@dataclass(frozen=True, slots=True)
class DecideRemoval(Told):
    """Whether what was taken out stays `out` of later rounds."""

    removal: int
    out: bool


@dataclass(frozen=True, slots=True)
class Reinstate(Told):
    """Bring a box back into play, or let a player rejoin."""

    removal: int


@dataclass(frozen=True, slots=True)
class RemovalOrdered:
    """Something is taken out of play, and a casino supervisor is notified."""

    removal: Removal


@dataclass(frozen=True, slots=True)
class RemovalDiceShaken:
    """The dice named a box; `again`: it is the house's, or off already, and they are shaken
    again."""

    removal: int
    dice: tuple[int, ...]
    box: int
    again: bool


@dataclass(frozen=True, slots=True)
class NoticeAcknowledged:
    """The casino supervisor has the notice."""

    removal: int
    by: str


@dataclass(frozen=True, slots=True)
class RemovalDecided:
    """The casino supervisor decided whether it holds in later rounds."""

    removal: int
    out: bool
    by: str


@dataclass(frozen=True, slots=True)
class Reinstated:
    """A casino supervisor brought it back."""

    removal: int
    by: str


@clause("PG-10.9")
def order_removal(command: OrderRemoval, table: InPlay) -> Decision[RemovalOrdered]:
    """With all boxes in play, each taken or the house's (a reading), and the house in the bank; in
    mid-round it holds from the next round (assumed)."""
    bank = table.bank
    if bank.mode is Mode.PLAYER:
        raise HOUSE_DOES_NOT_BANK()
    for box in BOXES:
        houses = bank.mode is Mode.HOUSE and box == bank.box
        if box in table.off or (table.seat(box) is None and not houses):
            raise NOT_ALL_BOXES_IN_PLAY(box=box)
    box, player = 0, ""
    if command.gone is Gone.PLAYER:
        seat = seated(command.box, table)
        box, player = seat.box, seat.player
        if player in table.kept_out:
            return Decision()
    start = table.current + 1 if table.round else table.current
    number = len(table.removals) + 1
    return happened(
        RemovalOrdered(Removal(number, command.gone, box, player, command.suspicion.strip(), start))
    )


def removal_ordered(table: Table, event: RemovalOrdered) -> Table:
    """A player goes at once when no round is open, else when it is over."""
    gone = event.removal
    after = replace(table, removals=(*table.removals, gone))
    if gone.gone is Gone.PLAYER and table.round is None:
        return seats_left(after, table.without_seat(gone.box))
    return after


@clause("PG-10.10", "PG-10.11")
def shake_for_removal(command: ShakeForRemoval, table: InPlay) -> Decision[RemovalDiceShaken]:
    """The dice name the box, counted counter clockwise from box one; the house's own box, or one
    that is off already, has them shaken again."""
    found = _removal(command.removal, table)
    if found.gone is not Gone.BOX or found.box or found.out is False:
        raise NO_DICE_DUE(removal=found.removal)
    total = total_of(command.dice)
    counted = BOXES
    if not table.rules.off_boxes_counted:
        counted = tuple(box for box in BOXES if box not in _off(table))
    named = table.counted(total, counted[0], counted)
    again = _why_again(named, table)
    if again and command.off_box:
        raise HOUSES_BOX(box=named, why=again)
    if not again and command.off_box != named:
        put = f"box {command.off_box}" if command.off_box else "none"
        raise OTHER_BOX(total=total, box=named, put=put)
    return happened(RemovalDiceShaken(found.removal, command.dice, named, bool(again)))


def removal_dice_shaken(table: Table, event: RemovalDiceShaken) -> Table:
    """The box bears an "Off" marker."""
    if event.again:
        return table
    return replace(table, removals=table.with_removal(event.removal, box=event.box))


@clause("PG-10.9")
def acknowledge_notice(command: AcknowledgeNotice, table: InPlay) -> Decision[NoticeAcknowledged]:
    """The notice is a casino supervisor's."""
    casino_supervisor(command.by, "PG-10.9")
    found = _removal(command.removal, table)
    if found.acknowledged_by:
        return Decision()
    return happened(NoticeAcknowledged(found.removal, command.by.person))


def notice_acknowledged(table: Table, event: NoticeAcknowledged) -> Table:
    """Somebody has it."""
    return replace(table, removals=table.with_removal(event.removal, acknowledged_by=event.by))


@clause("PG-10.9")
def decide_removal(command: DecideRemoval, table: InPlay) -> Decision[RemovalDecided]:
    """Whether it holds in later rounds is a casino supervisor's decision."""
    casino_supervisor(command.by, "PG-10.9")
    found = _removal(command.removal, table)
    if not found.acknowledged_by:
        raise NOT_ACKNOWLEDGED(removal=found.removal)
    if found.out is not None:
        raise DECIDED_BEFORE(removal=found.removal)
    return happened(RemovalDecided(found.removal, command.out, command.by.person))


def removal_decided(table: Table, event: RemovalDecided) -> Table:
    """It holds, or is over."""
    changed = table.with_removal(event.removal, out=event.out, over=not event.out)
    return replace(table, removals=changed)


@clause("PG-10.12")
def reinstate(command: Reinstate, table: InPlay) -> Decision[Reinstated]:
    """When a box comes back, or a player may rejoin, is a casino supervisor's decision."""
    casino_supervisor(command.by, "PG-10.12")
    found = _removal(command.removal, table)
    if found.over:
        raise REMOVAL_OVER(removal=found.removal)
    if found.out is None:
        raise NOT_DECIDED(removal=found.removal)
    return happened(Reinstated(found.removal, command.by.person))


def reinstated(table: Table, event: Reinstated) -> Table:
    """The marker is off, or the player may take a box."""
    return replace(table, removals=table.with_removal(event.removal, over=True))


@clause("PG-10.9", "PG-10.10")
def removals_decided(table: Table) -> None:
    """No round begins, and no table closes, while a removal waits for its casino supervisor, or for
    its dice."""
    for each in table.removals:
        if each.out is None:
            raise NOT_DECIDED(removal=each.removal)
        if each.gone is Gone.BOX and each.out and not each.over and not each.box:
            raise DICE_DUE(removal=each.removal)


def _removal(number: int, table: Table) -> Removal:
    found = next((each for each in table.removals if each.removal == number), None)
    if found is None:
        raise NO_SUCH_REMOVAL(removal=number)
    return found


def _off(table: Table) -> tuple[int, ...]:
    """Every box with a marker, also one that holds from the next round."""
    return tuple(
        each.box for each in table.removals if each.gone is Gone.BOX and each.box and not each.over
    )


def _why_again(box: int, table: Table) -> str:
    """Why the dice are shaken again when they name this box; empty when they are not.

    That one which is off already has them shaken again is assumed, and so is that box one is the
    operator's also while a player banks with the house, which banks there the next time; whether
    the box of a co-bank does is the table's option.
    """
    bank = table.bank
    if box == bank.box and (bank.mode is Mode.HOUSE or table.rules.chung_box_stays):
        return "has the chung"
    if box == HOUSE_BOX:
        return "is the house's"
    return "is off already" if box in _off(table) else ""
