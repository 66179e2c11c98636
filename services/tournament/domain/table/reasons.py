"""Reasons that more than one chapter refuses for."""

from __future__ import annotations

from services.kernel.law import Reason, Refused
from services.tournament.domain.table.state import Box, Seated, Table

NO_PLAYER_THERE = Reason(
    "NO_PLAYER_THERE",
    "Nobody plays on box {box} of this table.",
    "Name a box of this session; its players stand on the board.",
)
SESSION_NOT_STARTED = Reason(
    "SESSION_NOT_STARTED",
    "The session has not started at this table.",
    "The director calls the session, then the dealer starts the table.",
)
SESSION_STARTED = Reason(
    "SESSION_STARTED",
    "The session has started at this table.",
    "This is done before it starts; what is wrong now needs the director's ruling.",
)
PLAY_CEASED = Reason(
    "PLAY_CEASED",
    "The session at this table is over: {why}.",
    "Have all chips presented and tallied; play goes on at no table of this session.",
    clause="TBJ-1.0-session",
)
SESSION_GOES_ON = Reason(
    "SESSION_GOES_ON",
    "The session is not tallied at this table yet.",
    "Play to its end and tally all chips first.",
)
TABLE_CLOSED = Reason(
    "TABLE_CLOSED",
    "What follows this session has begun, and its result stands.",
    "Put it to the director: only a ruling of the tournament changes it now.",
    clause="TBJ-6.1",
)
TABLE_HELD = Reason(
    "TABLE_HELD",
    "The table is held since {since}: {why}.",
    "Resume it first; the session's time is not lost meanwhile.",
)
SAY_WHY = Reason(
    "SAY_WHY",
    "No reason was given.",
    "Say in a few words why; it stands on record beside the change.",
)
CARDS_OUT = Reason(
    "CARDS_OUT",
    "Round {round} is under way: its first card has left the shoe.",
    "Finish and record the round first.",
    clause="TBJ-4.2",
)


def seat_of(table: Table, number: int) -> Box:
    """The player's box."""
    found = table.box(number)
    if found is None:
        raise NO_PLAYER_THERE(box=number)
    return found


def said(reason: str) -> str:
    """A reason that says something."""
    if not reason.strip():
        raise SAY_WHY()
    return reason.strip()


def not_held(table: Table) -> None:
    """Nothing is played while the table is held."""
    if table.holds:
        first = table.holds[0]
        why = first.reason or first.cause.name.lower()
        raise TABLE_HELD(since=f"{first.since:%H:%M:%S} UTC", why=why)


def not_now(table: object) -> Refused:
    """The refusal of what needs a table before its session, or in it."""
    return SESSION_NOT_STARTED() if isinstance(table, Seated) else SESSION_STARTED()
