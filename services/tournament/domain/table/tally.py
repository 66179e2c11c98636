"""Counts and the tally (5.10, 6.1): differences are shown, and decided by the director."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.table.conduct import by_the_director
from services.tournament.domain.table.ending import among
from services.tournament.domain.table.marker import rejoined, without
from services.tournament.domain.table.reasons import said, seat_of
from services.tournament.domain.table.state import (
    Dealt,
    Finished,
    InSession,
    Over,
    SessionEnding,
    Status,
    Table,
)
from services.tournament.domain.terms import TableEnd, Tally, TallyStatus

ENDS = {
    SessionEnding.TIME: TableEnd.LENGTH,
    SessionEnding.SHOES: TableEnd.LENGTH,
    SessionEnding.ROUNDS: TableEnd.LENGTH,
    SessionEnding.ONE_LEFT: TableEnd.LAST_PLAYER,
    SessionEnding.ONE_ABLE: TableEnd.LAST_PLAYER,
    SessionEnding.ALL_BROKE: TableEnd.ALL_BROKE,
    SessionEnding.ALL_SHORT: TableEnd.ALL_SHORT,
    SessionEnding.VACANT: TableEnd.VACANT,
    SessionEnding.CORRECTED: TableEnd.LENGTH,
}
PLAYED_OUT = (SessionEnding.TIME, SessionEnding.SHOES, SessionEnding.ROUNDS)
"""The set period was over, whatever the players held."""
STANDS = {
    Status.PLAYING: TallyStatus.ACTIVE,
    Status.AWAY: TallyStatus.ACTIVE,
    Status.LEFT: TallyStatus.LEFT,
    Status.ELIMINATED: TallyStatus.ELIMINATED,
    Status.DISQUALIFIED: TallyStatus.DISQUALIFIED,
}

COUNT_BETWEEN_ROUNDS = Reason(
    "COUNT_BETWEEN_ROUNDS",
    "Wagers of round {round} lie on the layout.",
    "Count the chips between two rounds.",
)
CHIPS_IN_PLAY = Reason(
    "CHIPS_IN_PLAY",
    "{amount} of box {box} lies on the layout, more than the {chips} it is to have.",
    "Correct the wager first, or wait for the end of the round.",
)
COUNTED_TWICE = Reason(
    "COUNTED_TWICE",
    "A box stands twice in this count.",
    "Give one count for each box.",
)
TALLIED_BEFORE = Reason(
    "TALLIED_BEFORE",
    "The session is tallied at this table.",
    "Correct the chips of a box with a reason, as long as the next session has not started.",
    clause="TBJ-6.1",
)


@dataclass(frozen=True, slots=True)
class Count:
    """What was counted in front of a player."""

    box: int
    chips: int


@dataclass(frozen=True, slots=True)
class CountChips:
    """The dealer counts chips: between two rounds, or all of them when the session is over."""

    counts: tuple[Count, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CorrectChips:
    """The director decides what a player has, with the reason."""

    box: int
    chips: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Counted:
    """A count beside what the ledger says."""

    box: int
    chips: int
    ledger: int


@dataclass(frozen=True, slots=True)
class ChipsCounted:
    """Chips were counted."""

    counts: tuple[Counted, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ChipsCorrected:
    """A player has so many chips by the director's decision; the ledger said `old`."""

    box: int
    old: int
    chips: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SessionFinished:
    """All chips are tallied. `remaining` are those whom 4.10 gives a play-off."""

    session: int
    table: int
    end: TableEnd
    tallies: tuple[Tally, ...]
    remaining: tuple[int, ...]
    rounds: int
    at: datetime


@dataclass(frozen=True, slots=True)
class TallyCorrected:
    """A tally was put right before the next session started: all of them as they stand now.

    `end` and `remaining` are what they come to, as in `SessionFinished`.
    """

    session: int
    table: int
    tallies: tuple[Tally, ...]
    reason: str
    by: str
    at: datetime
    end: TableEnd
    remaining: tuple[int, ...]


# -- decisions ---------------------------------------------------------------------------------


@clause("TBJ-6.1")
def count_chips(command: CountChips, table: InSession | Over | Finished) -> Decision[ChipsCounted]:
    """A count is put beside the ledger; after the session it is the tally."""
    if isinstance(table, Finished):
        raise TALLIED_BEFORE()
    if isinstance(table, InSession) and (isinstance(table.play, Dealt) or table.wagers):
        raise COUNT_BETWEEN_ROUNDS(round=table.play.number)
    if len({each.box for each in command.counts}) < len(command.counts):
        raise COUNTED_TWICE()
    counts = tuple(
        Counted(each.box, each.chips, seat_of(table, each.box).chips) for each in command.counts
    )
    return happened(ChipsCounted(counts, command.by, command.at))


def correct_chips(
    command: CorrectChips, table: InSession | Over | Finished
) -> Decision[ChipsCorrected | TallyCorrected]:
    """The director decides a difference, or puts right what was recorded wrongly."""
    box, reason = seat_of(table, command.box), said(command.reason)
    by_the_director(table, command.by)
    if isinstance(table, InSession):
        lies = table.wager_on(box.box)
        if lies is not None and lies.amount > command.chips:
            raise CHIPS_IN_PLAY(box=box.box, amount=lies.amount, chips=command.chips)
    event = ChipsCorrected(box.box, box.chips, command.chips, reason, command.by, command.at)
    if not isinstance(table, Finished):
        return happened(event)
    after = chips_corrected(table, event)
    assert isinstance(after, Finished)
    corrected = TallyCorrected(
        table.session,
        table.number,
        tallies(after),
        reason,
        command.by,
        command.at,
        ENDS[ended(after)],
        remaining(after),
    )
    return happened(event, corrected)


@clause("TBJ-6.1")
def presented(table: Over) -> bool:
    """Whether every player at the table has presented all chips and no difference is open.

    Who was eliminated has none to present.
    """
    owed = {
        box.box
        for box in table.boxes
        if box.chips > 0 or (box.remains and box.status is not Status.LEFT)
    }
    return owed <= set(table.tallied) and not table.differing


def finished(table: object, at: datetime) -> SessionFinished | None:
    """The result, as soon as all chips are tallied: who qualifies is told at once."""
    if not isinstance(table, Over) or not presented(table):
        return None
    return SessionFinished(
        table.session,
        table.number,
        ENDS[ended(table)],
        tallies(table),
        remaining(table),
        table.rounds,
        at,
    )


@clause("TBJ-1.0-session(a)", "TBJ-4.10(a)", "TBJ-4.10(b)")
def ended(table: Over | Finished) -> SessionEnding:
    """Why the session ended, by the chips as they stand now.

    What was put right in the tally says anew whether all were broke or short, or one was left.
    Where it says that play could have gone on, the chips count as they are: nobody plays off.
    """
    if not any(box.supplied for box in table.boxes):
        return table.ending
    those = tuple(box for box in table.boxes if box.box in table.at_end or box.at_table)
    found = among(those, table.sign.minimum)
    if found is None:
        return table.ending if table.ending in PLAYED_OUT else SessionEnding.CORRECTED
    return found


def remaining(table: Over | Finished) -> tuple[int, ...]:
    """The players whom 4.10 gives further chips and a play-off; none where it does not apply."""
    if ended(table) not in (SessionEnding.ALL_BROKE, SessionEnding.ALL_SHORT):
        return ()
    return tuple(box.player for box in table.boxes if box.at_table)


def tallies(table: Over | Finished) -> tuple[Tally, ...]:
    """Every player who sat down, by box. Who was found to have no chips is out like the others."""
    all_broke = ended(table) is SessionEnding.ALL_BROKE
    found = []
    for box in table.boxes:
        broke = box.at_table and not box.chips and not all_broke
        status = TallyStatus.ELIMINATED if broke else STANDS[box.status]
        found.append(Tally(box.player, box.chips, status))
    return tuple(found)


# -- what happened -----------------------------------------------------------------------------


def chips_counted(table: InSession | Over, event: ChipsCounted) -> InSession | Over:
    """A count that differs waits for a decision."""
    changed = tuple(
        replace(seat_of(table, each.box), counted=each.chips if each.chips != each.ledger else None)
        for each in event.counts
    )
    counted = replace(table, boxes=table.with_boxes(*changed))
    if isinstance(counted, Over):
        boxes = {*counted.tallied, *(each.box for each in event.counts)}
        return replace(counted, tallied=tuple(sorted(boxes)))
    return counted


def chips_corrected(table: Table, event: ChipsCorrected) -> Table:
    """The ledger says so now. Who has chips again is in again, who has none is out."""
    box = seat_of(table, event.box)
    status, out_in = box.status, box.out_in
    if status is Status.ELIMINATED and event.chips:
        status, out_in = Status.PLAYING, 0
    elif box.at_table and not event.chips and isinstance(table, InSession):
        status, out_in = Status.ELIMINATED, table.play.number
    right = replace(box, chips=event.chips, counted=None, status=status, out_in=out_in)
    house = table.house + box.held - right.held
    after = replace(table, boxes=table.with_boxes(right), house=house)
    if isinstance(after, Over):
        return replace(after, tallied=tuple(sorted({*after.tallied, event.box})))
    if isinstance(after, InSession):
        if right.status is Status.ELIMINATED:
            return without(after, event.box, event.at)
        return rejoined(after, event.at)
    return after


def session_finished(table: Over, event: SessionFinished) -> Finished:
    """The result stands."""
    shared = {name: getattr(table, name) for name in Table.__dataclass_fields__}
    return Finished(
        **shared,
        ending=table.ending,
        ended_at=table.ended_at,
        rounds=table.rounds,
        at_end=table.at_end,
    )


def tally_corrected(table: Finished, event: TallyCorrected) -> Finished:
    """Told to the tournament; the chips moved before."""
    return table
