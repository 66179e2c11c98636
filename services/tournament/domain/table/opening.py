"""Chips before play, names, and the start of a table (rules 2.4, 4.1, 4.3, 5.1 to 5.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, Refused, clause, happened
from services.tournament.domain.table import marker as markers
from services.tournament.domain.table import shuffling
from services.tournament.domain.table.conduct import director_is_present, lawful_sign
from services.tournament.domain.table.reasons import not_held, seat_of
from services.tournament.domain.table.state import InSession, Seated, Shoe, State, Table
from services.tournament.domain.table.terms import is_tournament_chip

SESSION_NOT_CALLED = Reason(
    "SESSION_NOT_CALLED",
    "The director has not called this session yet.",
    "Wait for the director's call: all tables of a session start together.",
)
CHIPS_DIFFER = Reason(
    "CHIPS_DIFFER",
    "Box {box} starts with {due} in chips, not with {amount}.",
    "Count out {due}: all players start as the conditions say.",
    clause="TBJ-4.3",
)
CHIPS_HELD_BEFORE = Reason(
    "CHIPS_HELD_BEFORE",
    "Box {box} has its chips for this session.",
    "Issue nothing more before the session has ended.",
    clause="TBJ-4.3",
)
NO_CHIPS_IN_SESSION = Reason(
    "NO_CHIPS_IN_SESSION",
    "Chips are neither sold nor issued during a session.",
    "Play on with what there is. More is given out only when all have lost theirs or are short.",
    clause="TBJ-4.3",
)
CHIPS_NOT_HELD = Reason(
    "CHIPS_NOT_HELD",
    "Box {box} has no chips yet.",
    "Issue every player the chips to start with, then shuffle and start.",
    clause="TBJ-4.3",
)
NOT_TOURNAMENT_CHIPS = Reason(
    "NOT_TOURNAMENT_CHIPS",
    "Chips of the design {design} are not this tournament's.",
    "Only chips that the Authority approved and the operator designated for it are used.",
    clause="TBJ-4.1",
)
WRONG_NUMBER_AT_TABLE = Reason(
    "WRONG_NUMBER_AT_TABLE",
    "{players} players are at this table; a session starts with {fewest} to {most}.",
    "Have the director seat the players anew before the start.",
    clause="TBJ-5.4",
)
NAME_NEEDED = Reason(
    "NAME_NEEDED",
    "No name was given for box {box}.",
    "Ask the player for a name: each gives one when the game supervisor asks.",
    clause="TBJ-5.3",
)


@dataclass(frozen=True, slots=True)
class IssueChips:
    """A player is given, or has bought, the chips to start with."""

    box: int
    amount: int
    design: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordName:
    """A player's name, a reference into PEOPLE, taken by the game supervisor."""

    box: int
    name: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StartTable:
    """The dealer begins: the marker lies before box `marker`, the indicator shows `shoe_shown`."""

    marker: int
    shoe_shown: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ChipsIssued:
    """A player has the chips to start with."""

    box: int
    amount: int
    free: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NameRecorded:
    """A player gave a name for the record; `name` refers to it."""

    box: int
    name: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableStarted:
    """Play began with the marker before this box."""

    marker: int
    by: str
    at: datetime


# -- decisions ---------------------------------------------------------------------------------


@clause("TBJ-4.1", "TBJ-4.3")
def issue_chips(command: IssueChips, table: Table) -> Decision[ChipsIssued]:
    """Before the session each gets what the conditions say, in chips of this tournament."""
    box = seat_of(table, command.box)
    if not isinstance(table, Seated):
        raise NO_CHIPS_IN_SESSION()
    if not is_tournament_chip(command.design, table.terms):
        raise NOT_TOURNAMENT_CHIPS(design=command.design)
    if box.supplied:
        raise CHIPS_HELD_BEFORE(box=box.box)
    if command.amount != box.due:
        raise CHIPS_DIFFER(box=box.box, due=box.due, amount=command.amount)
    return happened(ChipsIssued(box.box, command.amount, table.terms.free, command.by, command.at))


@clause("TBJ-5.3")
def record_name(command: RecordName, table: Table) -> Decision[NameRecorded]:
    """On the game supervisor's request a player gives a name for the record."""
    box = seat_of(table, command.box)
    if not command.name:
        raise NAME_NEEDED(box=box.box)
    return happened(NameRecorded(box.box, command.name, command.by, command.at))


def start_table(command: StartTable, table: Seated) -> Decision[TableStarted]:
    """Called, attended, manned, supplied, shuffled and marked: then the first wager can come."""
    called(table)
    not_held(table)
    director_is_present(table)
    lawful_sign(table.sign)
    chips_are_held(table)
    shuffling.shuffled_before_start(table)
    shuffling.shoe_is_shown(table.terms, command.shoe_shown, 1)
    markers.placed_at_start(table, command.marker)
    return happened(TableStarted(command.marker, command.by, command.at))


def called(table: Seated) -> None:
    """The call is the commencement of the session: until then 5.4 asks how many there are.

    Who goes out after it leaves fewer, and those go on.
    """
    if table.called_at is None:
        enough_players(table)
        raise SESSION_NOT_CALLED()


def lacking(table: State) -> str:
    """What a table still lacks to be called, as people are told it; empty when it lacks nothing."""
    if not isinstance(table, Seated):
        return "it is not waiting for its session"
    try:
        lawful_sign(table.sign)
        enough_players(table)
        chips_are_held(table)
        shuffling.shuffled_before_start(table)
    except Refused as refused:
        return refused.sentence
    return ""


@clause("TBJ-5.4")
def enough_players(table: Table) -> None:
    """4 to 7 players start a session; a play-off may have two (assumed)."""
    players = sum(box.at_table for box in table.boxes)
    fewest, most = table.terms.fewest, table.terms.most
    if not fewest <= players <= most:
        raise WRONG_NUMBER_AT_TABLE(players=players, fewest=fewest, most=most)


@clause("TBJ-4.3")
def chips_are_held(table: Table) -> None:
    """Every participant holds chips before the session."""
    for box in table.boxes:
        if box.at_table and not box.supplied:
            raise CHIPS_NOT_HELD(box=box.box)


# -- what happened -----------------------------------------------------------------------------


def chips_issued(table: Seated, event: ChipsIssued) -> Seated:
    """The player has chips; what was shuffled before is not directly before the start."""
    box = seat_of(table, event.box)
    supplied = replace(box, chips=event.amount, supplied=True)
    return replace(
        table,
        boxes=table.with_boxes(supplied),
        issued=table.issued + event.amount,
        shuffled=False,
    )


def name_recorded(table: Table, event: NameRecorded) -> Table:
    """The name stands beside the box."""
    named = replace(seat_of(table, event.box), name=event.name)
    return replace(table, boxes=table.with_boxes(named))


def table_started(table: Seated, event: TableStarted) -> InSession:
    """The first round's wagers can come."""
    shared = {name: getattr(table, name) for name in Table.__dataclass_fields__}
    shared |= {"marker": event.marker}
    started = replace(table, marker=event.marker)
    play = markers.wagering(started, 1, event.at)
    return InSession(**shared, play=play, shoe=Shoe())
