"""Drawing seats so that anybody can draw them again, and their record (3.3(c), 5.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Reason, clause, pick
from services.tournament.domain.terms import Seat, TableTerms
from services.tournament.domain.tournament.parts import (
    LogKind,
    SeatDraw,
    Session,
    SessionState,
    TableOfSession,
)
from services.tournament.domain.tournament.state import InPlay, Open, Tournament

BOXES = tuple(range(1, 8))
"""The boxes of a table; box 1 is the farthest to the dealer's left (5.8)."""

BOX_TAKEN = Reason(
    "BOX_TAKEN",
    "Box {box} of table {table} is not free for player {player}.",
    "Choose another box, or another table; a box is one player's.",
    clause="TBJ-3.3(c)(ii)",
)
SEAT_NOT_THERE = Reason(
    "SEAT_NOT_THERE",
    "A seat at table {table} is fixed for player {player}, but {why}.",
    "Put the fixed seats right and draw again.",
    clause="TBJ-3.3(c)(ii)",
)


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """Seats were drawn, from all that stands in `draw`."""

    session: int
    draw: SeatDraw
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableSeated:
    """A table of a session has its players and its terms."""

    session: int
    table: int
    seats: tuple[Seat, ...]
    terms: TableTerms
    starts_at: datetime
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Before the start: these are the seats of the table now."""

    session: int
    table: int
    seats: tuple[Seat, ...]
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatingVoided:
    """Before the start: the seats of these tables count no more."""

    session: int
    tables: tuple[int, ...]
    reason: str
    by: str
    at: datetime


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """How many sit at each table: as even as can be, the first tables have one more."""
    each, more = divmod(players, tables)
    return tuple(each + (number < more) for number in range(tables))


def shuffled(entropy: bytes, players: tuple[int, ...]) -> tuple[int, ...]:
    """The players in random order, each order equally likely.

    From the last place to the second, the one who gets it is picked among those not placed yet,
    with the bytes SHA-256(entropy, place); place is 4 bytes, big endian, counted from 0.
    """
    left = list(players)
    placed: list[int] = []
    for place in range(len(left) - 1, -1, -1):
        chance = hashlib.sha256(entropy + place.to_bytes(4, "big")).digest()
        placed.append(left.pop(pick(chance, tuple(range(len(left))))))
    return tuple(reversed(placed))


@clause("TBJ-3.3(c)(ii)")
def draw_seats(draw: SeatDraw) -> dict[int, dict[int, int]]:
    """Player by box by table: fixed seats first, then the others in random order.

    Whoever needs a box at any table gets it at the first with room, in a random order of tables;
    the others fill the tables one after another, at each the lowest boxes that are free. Raises
    `BOX_TAKEN` and `SEAT_NOT_THERE`: no box ever has two players.
    """
    numbers = tuple(range(draw.first_table, draw.first_table + draw.tables))
    sizes = dict(zip(numbers, even_sizes(len(draw.players), draw.tables), strict=True))
    seats: dict[int, dict[int, int]] = {number: {} for number in numbers}
    _place_fixed(draw, sizes, seats)
    fixed = {each.player for each in draw.fixed}
    others = iter([p for p in shuffled(draw.entropy, draw.players) if p not in fixed])
    for number in numbers:
        while len(seats[number]) < sizes[number]:
            box = next(box for box in BOXES if box not in seats[number])
            seats[number][box] = next(others)
    return seats


def _place_fixed(draw: SeatDraw, sizes: dict[int, int], seats: dict[int, dict[int, int]]) -> None:
    order = shuffled(hashlib.sha256(draw.entropy + b"tables").digest(), tuple(sizes))
    seated: set[int] = set()
    for each in sorted(draw.fixed, key=lambda fixed: (fixed.table == 0, fixed.player)):
        if each.player in seated:
            why = "another one is fixed for the player as well"
            raise SEAT_NOT_THERE(player=each.player, table=each.table, why=why)
        seated.add(each.player)
        if each.player not in draw.players:
            why = "the player does not play in this session"
            raise SEAT_NOT_THERE(player=each.player, table=each.table, why=why)
        if each.table and each.table not in sizes:
            why = "there is no such table in this session"
            raise SEAT_NOT_THERE(player=each.player, table=each.table, why=why)
        for number in (each.table,) if each.table else order:
            if each.box not in seats[number] and len(seats[number]) < sizes[number]:
                seats[number][each.box] = each.player
                break
        else:
            table = each.table or "any"
            raise BOX_TAKEN(box=each.box, table=table, player=each.player)


def with_box(table: TableOfSession, seat: Seat) -> tuple[Seat, ...]:
    """The seats of a table with one more; raises `BOX_TAKEN`."""
    if seat.box in {each.box for each in table.seats}:
        raise BOX_TAKEN(box=seat.box, table=table.table, player=seat.player)
    return tuple(sorted((*table.seats, seat), key=lambda each: each.box))


def without(table: TableOfSession, player: int) -> tuple[Seat, ...]:
    """The seats of a table without a player."""
    return tuple(seat for seat in table.seats if seat.player != player)


def seats_without(
    tournament: Tournament, player: int, reason: str, by: str, at: datetime
) -> Iterator[SeatsChanged]:
    """What happens to the seat of a player who is out, where the session has not started."""
    seated = tournament.seat_of(player, SessionState.SEATED)
    if seated is not None:
        session, table = seated
        seats = without(table, player)
        yield SeatsChanged(session.session, table.table, seats, reason, by, at)


def seats_drawn(tournament: Open | InPlay, event: SeatsDrawn) -> Open | InPlay:
    """How the seats of a session came about is on record."""
    session = _session(tournament, event.session)
    return tournament.with_session(replace(session, draw=event.draw))


def table_seated(tournament: Open | InPlay, event: TableSeated) -> Open | InPlay:
    """The session has this table."""
    session = _session(tournament, event.session)
    tables = (*session.tables, TableOfSession(event.table, event.seats, event.terms))
    changed = replace(session, state=SessionState.SEATED, tables=tables)
    return tournament.with_session(changed)


def seats_changed(tournament: Open | InPlay, event: SeatsChanged) -> Open | InPlay:
    """These are its seats, and the log tells why."""
    session = _session(tournament, event.session)
    table = session.table(event.table)
    if table is None:
        raise TypeError(f"session {event.session} has no table {event.table}")
    changed = tournament.with_session(session.with_table(replace(table, seats=event.seats)))
    text = f"Seats of table {event.table}, session {event.session}: {event.reason}"
    players = tuple(seat.player for seat in event.seats)
    return changed.logged(LogKind.RULING, text, event.by, event.at, players)


def seating_voided(tournament: Open | InPlay, event: SeatingVoided) -> Open | InPlay:
    """The session will not be played; another one is planned, or play-off called, in its place."""
    session = _session(tournament, event.session)
    voided = tournament.with_session(replace(session, state=SessionState.VOID))
    text = f"Session {event.session} is not held: {event.reason}"
    return voided.logged(LogKind.RULING, text, event.by, event.at, session.players)


def _session(tournament: Open | InPlay, number: int) -> Session:
    session = tournament.session(number)
    if session is None:
        raise TypeError(f"there is no session {number}")
    return session
