"""What a casino supervisor directs where players are suspected (rules 10.13(a), 10.13(c))."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, clause, happened
from services.paigow.domain.sitting.boxes import seated
from services.paigow.domain.sitting.staff import casino_supervisor
from services.paigow.domain.sitting.state import InPlay, Table, Told


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
    """These boxes set first from now on."""

    boxes: tuple[int, ...]
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
    """A casino supervisor may have those suspected set their hands first."""
    casino_supervisor(command.by, "PG-10.13(a)")
    boxes = tuple(sorted(set(command.boxes)))
    for box in boxes:
        seated(box, table)
    if boxes == table.direction.first_boxes:
        return Decision()
    return happened(SetFirstDirected(boxes, command.reason.strip(), command.by.person))


def set_first_directed(table: Table, event: SetFirstDirected) -> Table:
    """It holds until it is lifted."""
    return replace(table, direction=replace(table.direction, first_boxes=event.boxes))


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
