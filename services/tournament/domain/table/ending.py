"""When a session ends at a table (definition of session in rule 1.0; 4.9, 4.10)."""

from __future__ import annotations

from datetime import datetime

from services.kernel.law import Refused, clause
from services.tournament.domain.table.clock import SessionEnded
from services.tournament.domain.table.reasons import PLAY_CEASED
from services.tournament.domain.table.state import (
    Box,
    Finished,
    InSession,
    Over,
    Seated,
    SessionEnding,
    Table,
    Wagering,
)
from services.tournament.domain.terms import LengthUnit

_CEASED = {
    SessionEnding.TIME: ("its time is up", "TBJ-1.0-session(b)"),
    SessionEnding.SHOES: ("its shoes are played", "TBJ-1.0-session(c)"),
    SessionEnding.ROUNDS: ("its rounds are played", "TBJ-1.0-session"),
    SessionEnding.ONE_LEFT: ("one player alone holds chips", "TBJ-1.0-session(a)"),
    SessionEnding.ONE_ABLE: ("one player alone can wager", "TBJ-1.0-session(a)"),
    SessionEnding.ALL_BROKE: ("all lost their last chips in one round", "TBJ-4.10(a)"),
    SessionEnding.ALL_SHORT: ("all hold less than the minimum", "TBJ-4.10(b)"),
    SessionEnding.VACANT: ("nobody is left to play", "TBJ-4.9"),
    SessionEnding.VOIDED: ("it was not played", "TBJ-5.2"),
}


@clause(
    *("TBJ-1.0-session", "TBJ-1.0-session(a)", "TBJ-1.0-session(b)", "TBJ-1.0-session(c)"),
    *("TBJ-4.9", "TBJ-4.10(a)", "TBJ-4.10(b)"),
)
def no_more_play(table: Over | Finished) -> Refused:
    """Play has ceased for good at this table, by the clause that ended it.

    Where 4.10 did, further chips come in a play-off, which is a session of its own.
    """
    why, law = _CEASED[table.ending]
    raise PLAY_CEASED(clause=law, why=why)


@clause("TBJ-1.0-session(a)")
def one_left(at_table: tuple[Box, ...], minimum: int) -> SessionEnding | None:
    """Play ceases when one player alone holds any chips, or one alone enough for a wager."""
    holders = [box for box in at_table if box.chips > 0]
    if len(holders) == 1:
        return SessionEnding.ONE_LEFT
    able = [box for box in holders if box.chips >= minimum]
    return SessionEnding.ONE_ABLE if len(able) == 1 else None


@clause("TBJ-4.10(a)", "TBJ-4.10(b)")
def nobody_can_wager(at_table: tuple[Box, ...], minimum: int) -> SessionEnding | None:
    """All who remain lost everything in one round, or all are short of the minimum.

    Then the operator may let each have a further amount, and a play-off begins.
    """
    if all(box.chips == 0 for box in at_table):
        return SessionEnding.ALL_BROKE
    if all(box.chips < minimum for box in at_table):
        return SessionEnding.ALL_SHORT
    return None


@clause("TBJ-1.0-session", "TBJ-1.0-session(c)")
def played_out(table: InSession) -> SessionEnding | None:
    """Whether the set period is over after the rounds so far: its time, its rounds or its shoes.

    A session of shoes has one more round after the one in which the last shoe's cutting card came.
    Where time was up in a round that was voided afterwards, that round is still to be played.
    """
    length = table.terms.length
    void = table.terms.readings.void_not_replayed
    if table.time_up and (void or table.rounds >= table.last_round):
        return SessionEnding.TIME
    if length.unit is LengthUnit.ROUNDS and table.rounds >= length.count:
        return SessionEnding.ROUNDS
    shoe = table.shoe
    last = length.unit is LengthUnit.SHOES and shoe.number >= length.count
    if last and shoe.last_round and table.rounds >= shoe.last_round:
        return SessionEnding.SHOES
    return None


def reduced(table: Table) -> SessionEnding | None:
    """The ending that follows from who is left with what, at the end of a round."""
    return among(tuple(box for box in table.boxes if box.at_table), table.sign.minimum)


def among(at_table: tuple[Box, ...], minimum: int) -> SessionEnding | None:
    """The ending that follows from the chips of these players; None when they can play on."""
    if not at_table:
        return SessionEnding.VACANT
    return one_left(at_table, minimum) or nobody_can_wager(at_table, minimum)


@clause("TBJ-4.9", "TBJ-4.10(a)", "TBJ-4.10(b)")
def eliminated(boxes: tuple[Box, ...], least: int = 1) -> tuple[int, ...]:
    """Who lost all chips and is out; nobody, when all who remain lost them at once.

    `least` is what keeps a player in: the minimum where who is short is out (assumed not to be).
    """
    remaining = tuple(box for box in boxes if box.remains)
    broke = tuple(box.box for box in remaining if box.chips < least)
    if len(broke) < len(remaining):
        return broke
    holders = any(box.chips for box in remaining)
    return tuple(box.box for box in remaining if box.chips == 0) if holders else ()


def stays_in(table: Table) -> int:
    """The chips that a player needs to stay in after a round."""
    return table.sign.minimum if table.terms.readings.short_out else 1


def over(table: object, at: datetime) -> SessionEnded | None:
    """The end of the session, when no card is out and nothing is left to play for.

    With cards out it ends, if it does, when the round is over. At a table that was called and has
    not started it ends when one player at most is left.
    """
    if isinstance(table, Seated) and table.called_at is not None:
        left = sum(box.at_table for box in table.boxes)
        ending = {0: SessionEnding.VACANT, 1: SessionEnding.ONE_LEFT}.get(left)
        return SessionEnded(ending, at) if ending else None
    if not isinstance(table, InSession) or not isinstance(table.play, Wagering):
        return None
    ending = reduced(table) or played_out(table)
    return SessionEnded(ending, at) if ending else None


def session_ended(table: Table, event: SessionEnded) -> Over:
    """All present their chips now."""
    shared = {name: getattr(table, name) for name in Table.__dataclass_fields__}
    last = table if isinstance(table, InSession) else None
    return Over(
        **shared,
        ending=event.ending,
        ended_at=event.at,
        rounds=last.rounds if last else 0,
        tallied=(),
        at_end=tuple(box.box for box in table.boxes if box.at_table),
        last=last,
    )
