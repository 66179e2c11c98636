"""When the dealer shuffles, and which shoe is in play (rules 1.0, 2.4, 5.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.table.reasons import CARDS_OUT, not_held
from services.tournament.domain.table.state import (
    Dealt,
    InSession,
    Live,
    Seated,
    Shoe,
    ShuffleCause,
    Table,
)
from services.tournament.domain.table.terms import Terms
from services.tournament.domain.terms import LengthUnit

SHUFFLE_NEEDED = Reason(
    "SHUFFLE_NEEDED",
    "The cards have to be shuffled first: {why}.",
    "Shuffle into random order, record it, and go on.",
    clause="TBJ-5.7(b)",
)
SHUFFLE_NOT_DUE = Reason(
    "SHUFFLE_NOT_DUE",
    "No shuffle is due: shoe {shoe} is in play.",
    "Play the shoe on; if the director rules that it be shuffled all the same, give the reason.",
    clause="TBJ-5.7(b)",
)
INDICATOR_MISSING = Reason(
    "INDICATOR_MISSING",
    "This session is counted in shoes, and no shoe number indicator is in use.",
    "Put the indicator up so that the players see shoe {shoe}.",
    clause="TBJ-2.4",
)
INDICATOR_WRONG = Reason(
    "INDICATOR_WRONG",
    "The indicator shows shoe {shown}; shoe {shoe} comes into play.",
    "Turn the indicator to {shoe}, for all players to see.",
    clause="TBJ-1.0-shoe",
)

ROUND_LEFT_ALONE = Reason(
    "ROUND_LEFT_ALONE",
    "Round {round} was under way when the table was left.",
    "Record it if its hands were finished by then; if not the director voids it. Then shuffle.",
    clause="TBJ-5.7(c)",
)

_WHY = {
    ShuffleCause.START: ("the session is about to start", "TBJ-5.7(a)"),
    ShuffleCause.CUTTING_CARD: ("the round after the cutting card is over", "TBJ-5.7(b)"),
    ShuffleCause.VACANT: ("the table was vacant", "TBJ-5.7(c)"),
}


@dataclass(frozen=True, slots=True)
class ShuffleCards:
    """The dealer has shuffled; the indicator shows `shoe_shown`, 0 where none is in use.

    `reason` is the director's, for a shuffle that no rule demands.
    """

    shoe_shown: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CardsShuffled:
    """The cards were shuffled; shoe `shoe` of the session is in play."""

    cause: ShuffleCause
    shoe: int
    reason: str
    by: str
    at: datetime


def shuffle_cards(command: ShuffleCards, table: Live) -> Decision[CardsShuffled]:
    """A shuffle is recorded when the rules demand it, or by a ruling."""
    not_held(table)
    if isinstance(table, Seated):
        cause, shoe = ShuffleCause.START, 1
    else:
        if isinstance(table.play, Dealt):
            alone = table.shoe.shuffle is ShuffleCause.VACANT
            raise (ROUND_LEFT_ALONE if alone else CARDS_OUT)(round=table.play.number)
        shoe = table.shoe.number
        cause = table.shoe.shuffle or _ruled(command, shoe)
        if cause is ShuffleCause.CUTTING_CARD:
            shoe += 1
    shoe_is_shown(table.terms, command.shoe_shown, shoe)
    return happened(CardsShuffled(cause, shoe, command.reason.strip(), command.by, command.at))


def cards_shuffled(table: Live, event: CardsShuffled) -> Live:
    """The cards are in random order; a new shoe has no cutting card yet."""
    if isinstance(table, Seated):
        return replace(table, shuffled=True)
    if event.cause is ShuffleCause.CUTTING_CARD:
        return replace(table, shoe=Shoe(event.shoe))
    return replace(table, shoe=replace(table.shoe, shuffle=None))


@clause("TBJ-5.7(a)")
def shuffled_before_start(table: Seated) -> None:
    """Directly before the session starts the cards are shuffled."""
    if not table.shuffled:
        raise _needed(ShuffleCause.START)


@clause("TBJ-5.7(b)", "TBJ-5.7(c)")
def shuffled_for_play(table: InSession) -> None:
    """No card of a round before the shuffle that is due."""
    if table.shoe.shuffle is not None:
        raise _needed(table.shoe.shuffle)


@clause("TBJ-2.4", "TBJ-1.0-shoe")
def shoe_is_shown(terms: Terms, shown: int, shoe: int) -> None:
    """In a session of shoes the indicator shows the players which one is in play."""
    if terms.length.unit is not LengthUnit.SHOES:
        return
    if not shown:
        raise INDICATOR_MISSING(shoe=shoe)
    if shown != shoe:
        raise INDICATOR_WRONG(shown=shown, shoe=shoe)


def after_round(shoe: Shoe, number: int, cutting_card: bool) -> Shoe:
    """The shoe after a round: the first cutting card leaves it one more round.

    The shuffle that follows serves for a table that was left in that round as well.
    """
    if shoe.last_round and number >= shoe.last_round:
        return replace(shoe, shuffle=ShuffleCause.CUTTING_CARD)
    if cutting_card and not shoe.last_round:
        return replace(shoe, last_round=number + 1)
    return shoe


def after_void_round(shoe: Shoe, number: int, cutting_card: bool) -> Shoe:
    """The shoe after a round that is played again under its number."""
    if cutting_card and not shoe.last_round:
        return replace(shoe, last_round=number)
    return shoe


def after_vacancy(table: Table) -> Table:
    """Play recommences at a table that was vacant: the cards are shuffled first."""
    if isinstance(table, Seated):
        return replace(table, shuffled=False)
    if isinstance(table, InSession) and table.shoe.shuffle is None:
        return replace(table, shoe=replace(table.shoe, shuffle=ShuffleCause.VACANT))
    return table


def _ruled(command: ShuffleCards, shoe: int) -> ShuffleCause:
    if not command.reason.strip():
        raise SHUFFLE_NOT_DUE(shoe=shoe)
    return ShuffleCause.RULING


def _needed(cause: ShuffleCause) -> Exception:
    why, law = _WHY[cause]
    return SHUFFLE_NEEDED(clause=law, why=why)
