"""The eight boxes: players in and out, and who banks (rules 9.3(a), 10.12, 10.13(b))."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from services.kernel.admission import Check, turned_away
from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.opening import no_round
from services.paigow.domain.sitting.rounds import Bank, Mode, Round
from services.paigow.domain.sitting.state import BOXES, HOUSE_BOX, InPlay, Seat, Table, Told
from services.paigow.domain.sitting.steps import seats_left

NO_SUCH_BOX = Reason(
    "NO_SUCH_BOX",
    "There is no box {box}: a table has boxes 1 to 8.",
    "Read the number of the box on the layout.",
)
BOX_HAS_PLAYER = Reason(
    "BOX_HAS_PLAYER",
    "Box {box} is {player}'s.",
    "Seat the player at a free box.",
)
BOX_EMPTY = Reason(
    "BOX_EMPTY",
    "Nobody sits at box {box}.",
    "Seat a player there first.",
)
BOX_OFF = Reason(
    "BOX_OFF",
    'Box {box} bears an "Off" marker and is out of play.',
    "Use another box; when it comes back is a casino supervisor's decision.",
    clause="PG-10.12",
)
HAS_A_BOX = Reason(
    "HAS_A_BOX",
    "{player} sits at box {box} of this table.",
    "A player leaves a box before taking another.",
)
PLAYER_REMOVED = Reason(
    "PLAYER_REMOVED",
    "{player} was removed from play at this table.",
    "When a removed player may play again is a casino supervisor's decision.",
    clause="PG-10.12",
)
KEPT_APART = Reason(
    "KEPT_APART",
    "{player} and {other} are not to play at one table.",
    "Seat one of them at another table; a casino supervisor can lift the restriction.",
    clause="PG-10.13(b)",
)
WAGER_ON_BOX = Reason(
    "WAGER_ON_BOX",
    "Box {box} is in round {round}, which is not over.",
    "Finish the round first; the hand of a player who goes is set the house way.",
    clause="PG-10.17",
)
CHUNG_ELSEWHERE = Reason(
    "CHUNG_ELSEWHERE",
    "The chung lies on box {chung}, and belongs on box {box}.",
    "Put the chung on the box of who banks: the co-banker's, the player/banker's, or box 1 when "
    "the house banks alone.",
)


@dataclass(frozen=True, slots=True)
class Apart:
    """Two players who are not to play at one table."""

    one: str
    other: str


@dataclass(frozen=True, slots=True)
class SeatPlayer(Told):
    """Seat a player at a box. `apart` are the venue's restrictions in force, `check` is what was
    answered about the player."""

    box: int
    player: str
    apart: tuple[Apart, ...]
    check: Check | None = None


@dataclass(frozen=True, slots=True)
class LeaveBox(Told):
    """The player of a box leaves it."""

    box: int


@dataclass(frozen=True, slots=True)
class MarkAbsent(Told):
    """The player of a box is away from the table, or back."""

    box: int
    absent: bool


@dataclass(frozen=True, slots=True)
class GiveBank(Told):
    """The bank goes to a box, or to the house (`box` 0); `chung` is where the chung was put."""

    mode: Mode
    box: int
    chung: int


@dataclass(frozen=True, slots=True)
class PlayerSeated:
    """A player took a box."""

    box: int
    player: str


@dataclass(frozen=True, slots=True)
class BoxLeft:
    """A box is free; a bank of its player goes back to the house."""

    box: int


@dataclass(frozen=True, slots=True)
class AbsenceMarked:
    """A player is away, or back."""

    box: int
    absent: bool


@dataclass(frozen=True, slots=True)
class BankGiven:
    """Who banks from the next round on; `passed` are the boxes that let the bank go by."""

    bank: Bank
    passed: tuple[int, ...]


def on_layout(box: int) -> None:
    """Refused for a number that is no box."""
    if box not in BOXES:
        raise NO_SUCH_BOX(box=box)


def seated(box: int, table: Table) -> Seat:
    """Who sits at a box; refused when nobody does."""
    on_layout(box)
    seat = table.seat(box)
    if seat is None:
        raise BOX_EMPTY(box=box)
    return seat


@clause("PG-10.13(a)")
def first_boxes(table: Table) -> tuple[int, ...]:
    """Where the players sit who were told to set their hands first."""
    return tuple(seat.box for seat in table.seats if seat.player in table.direction.first)


@clause("PG-10.12")
def box_is_on(box: int, table: Table) -> None:
    """A box out of play stays so until a casino supervisor brings it back."""
    on_layout(box)
    if box in table.off:
        raise BOX_OFF(box=box)


@clause("PG-10.12", "PG-10.13(b)")
def seat_player(command: SeatPlayer, table: InPlay) -> Decision[PlayerSeated]:
    """A free box, a player who was not removed and may play, and nobody there who is kept apart
    from them."""
    box_is_on(command.box, table)
    taken = table.seat(command.box)
    if taken is not None and taken.player != command.player:
        raise BOX_HAS_PLAYER(box=command.box, player=taken.player)
    if taken is not None:
        return Decision()
    for seat in table.seats:
        if seat.player == command.player:
            raise HAS_A_BOX(player=seat.player, box=seat.box)
    if command.player in table.kept_out:
        raise PLAYER_REMOVED(player=command.player)
    kept_apart((command.player, *(seat.player for seat in table.seats)), command.apart)
    refused = turned_away(command.check)
    if refused is not None:
        return Decision(refusal=refused)
    return happened(PlayerSeated(command.box, command.player))


@clause("PG-10.13(b)")
def kept_apart(players: Iterable[str], apart: Iterable[Apart]) -> None:
    """Two players under a restriction do not share a table of the venue."""
    here = set(players)
    for pair in apart:
        if pair.one in here and pair.other in here:
            raise KEPT_APART(player=pair.one, other=pair.other)


def player_seated(table: Table, event: PlayerSeated) -> Table:
    """The box has a player."""
    return replace(table, seats=table.with_seat(Seat(event.box, event.player)))


@clause("PG-10.17")
def leave_box(command: LeaveBox, table: InPlay) -> Decision[BoxLeft]:
    """A player may go at any time, but not out of a round: the hand is set and played for them."""
    seated(command.box, table)
    current = table.round
    if current is not None and _is_in(command.box, current):
        raise WAGER_ON_BOX(box=command.box, round=current.number)
    return happened(BoxLeft(command.box))


def box_left(table: Table, event: BoxLeft) -> Table:
    """Nobody sits there; the house banks if the banker went."""
    return seats_left(table, table.without_seat(event.box))


@clause("PG-10.17")
def mark_absent(command: MarkAbsent, table: InPlay) -> Decision[AbsenceMarked]:
    """Who is away takes what comes of the hand that the dealer sets."""
    if seated(command.box, table).absent == command.absent:
        return Decision()
    return happened(AbsenceMarked(command.box, command.absent))


def absence_marked(table: Table, event: AbsenceMarked) -> Table:
    """The seat says so."""
    seat = table.seat(event.box)
    if seat is None:
        return table
    return replace(table, seats=table.with_seat(replace(seat, absent=event.absent)))


@clause("PG-9.3(a)")
def give_bank(command: GiveBank, table: InPlay) -> Decision[BankGiven]:
    """The bank goes round counter clockwise; who banks has the chung, and gets the bank's tiles."""
    no_round(table)
    box = HOUSE_BOX if command.mode is Mode.HOUSE else command.box
    if command.mode is not Mode.HOUSE:
        seated(box, table)
        box_is_on(box, table)
    if command.chung != box:
        law = "PG-9.3(a)" if command.mode is Mode.CO else ""
        raise CHUNG_ELSEWHERE(clause=law, chung=command.chung, box=box)
    bank = Bank(command.mode, box)
    if bank == table.bank:
        return Decision()
    return happened(BankGiven(bank, _passed(bank, table)))


def bank_given(table: Table, event: BankGiven) -> Table:
    """The chung lies there."""
    return replace(table, bank=event.bank)


def _is_in(box: int, current: Round) -> bool:
    """Whether the player of a box has a part in the round: not once the hand is void and the wager
    has gone back."""
    hand = current.hand(box)
    void = hand is not None and bool(hand.void)
    return current.banks(box) or (current.wager(box) is not None and not void)


def _passed(bank: Bank, table: Table) -> tuple[int, ...]:
    """The seated boxes between who banked and who banks, the way the bank goes round."""
    seats = tuple(seat.box for seat in table.seats if seat.box not in table.off)
    order = table.after(table.bank.box, seats)
    ahead = order[1:] if table.bank.mode is not Mode.HOUSE else order
    if bank.mode is Mode.HOUSE:
        return ahead
    return ahead[: ahead.index(bank.box)] if bank.box in ahead else ()
