"""What a casino supervisor directs where players are suspected (rules 10.13(a), 10.13(c))."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.boxes import first_boxes, seated
from services.paigow.domain.sitting.rounds import Hand, Mode, Round
from services.paigow.domain.sitting.staff import casino_supervisor
from services.paigow.domain.sitting.state import InPlay, Table, Told

SET_FIRST = Reason(
    "SET_FIRST",
    "The player of box {first} was told to set first, and has not.",
    "No other hand is handled before that one is set.",
    clause="PG-10.13(a)",
)


@dataclass(frozen=True, slots=True)
class DirectToSetFirst(Told):
    """The players of these boxes set their hands before others handle theirs; none lifts it."""

    boxes: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class DirectEnglish(Told):
    """The players at the table speak English only; `only` false lifts it."""

    only: bool
    reason: str


@dataclass(frozen=True, slots=True)
class SetFirstDirected:
    """The players of these boxes set first from now on, wherever they sit."""

    boxes: tuple[int, ...]
    players: tuple[str, ...]
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class EnglishDirected:
    """English alone is spoken at the table, or not any more."""

    only: bool
    reason: str
    by: str


@clause("PG-10.13(a)")
def direct_to_set_first(command: DirectToSetFirst, table: InPlay) -> Decision[SetFirstDirected]:
    """A casino supervisor may have those suspected set their hands first. It is about players: who
    takes another box is told so there, and who takes theirs is not."""
    casino_supervisor(command.by, "PG-10.13(a)")
    boxes = tuple(sorted(set(command.boxes)))
    players = tuple(sorted(seated(box, table).player for box in boxes))
    if players == table.direction.first:
        return Decision()
    by, reason = command.by.person, command.reason.strip()
    return happened(SetFirstDirected(boxes, players, reason, by))


def set_first_directed(table: Table, event: SetFirstDirected) -> Table:
    """It holds until it is lifted."""
    return replace(table, direction=replace(table.direction, first=event.players))


@clause("PG-10.13(a)")
def told_first_are_set(hand: Hand, table: Table, current: Round) -> None:
    """Who was told to set first has set before another hand is handled."""
    first = first_boxes(table)
    if hand.box in first:
        return
    players = current.bank.mode is Mode.PLAYER
    for other in current.hands:
        if other.box == current.bank.box and not players:
            continue  # the dealer sets it, after all others
        if other.box in first and other.laid is None and not other.void:
            raise SET_FIRST(first=other.box)


@clause("PG-10.13(c)")
def direct_english(command: DirectEnglish, table: InPlay) -> Decision[EnglishDirected]:
    """A casino supervisor may have the table speak English only."""
    casino_supervisor(command.by, "PG-10.13(c)")
    if command.only == table.direction.english_only:
        return Decision()
    return happened(EnglishDirected(command.only, command.reason.strip(), command.by.person))


def english_directed(table: Table, event: EnglishDirected) -> Table:
    """It holds until it is lifted."""
    return replace(table, direction=replace(table.direction, english_only=event.only))
