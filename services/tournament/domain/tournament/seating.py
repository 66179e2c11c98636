"""Allocating players to sessions, tables and boxes, and changes before the start (3.3(c), 5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.terms import Seat, TableTerms
from services.tournament.domain.tournament.advancing import going_on
from services.tournament.domain.tournament.checked import PlayerChecked, not_to_be_seated
from services.tournament.domain.tournament.entries import (
    PLACES_GONE,
    ApplicantAccepted,
    entry_of,
    places_left,
)
from services.tournament.domain.tournament.finals import (
    FINAL_IS_ONE_TABLE,
    final_has_all,
    one_final,
)
from services.tournament.domain.tournament.parts import (
    APPLICANTS,
    EntryStatus,
    FixedSeat,
    SeatDraw,
    Session,
    SessionState,
    TableOfSession,
)
from services.tournament.domain.tournament.seats import (
    SeatingVoided,
    SeatsChanged,
    SeatsDrawn,
    TableSeated,
    draw_seats,
    even_sizes,
    with_box,
    without,
)
from services.tournament.domain.tournament.sessions import (
    FEWEST_IN_A_PLAYOFF,
    TABLE_SIZE,
    not_started,
    seated_right,
    still_playing,
)
from services.tournament.domain.tournament.staff import session_of
from services.tournament.domain.tournament.state import InPlay, Open, Tournament

SEATED_ALREADY = Reason(
    "SEATED_ALREADY",
    "Session {session} is {state}: its seats are drawn once.",
    "Before the start single seats can be changed, on record.",
    clause="TBJ-3.3(c)(ii)",
)
ALLOCATED_TWICE = Reason(
    "ALLOCATED_TWICE",
    "Player {player} plays in session {other} of the same stage already.",
    "Allocate each player to one session of a stage.",
    clause="TBJ-3.3(c)(i)",
)
NOT_GOING_ON = Reason(
    "NOT_GOING_ON",
    "Player {player} has not come through to this stage.",
    "Only those who won through the stage before it play in a stage.",
    clause="TBJ-6.4",
)
STAGE_UNDECIDED = Reason(
    "STAGE_UNDECIDED",
    "It is not known yet who plays in this stage: {why}.",
    "Finish the stage before, with its play-offs; then draw the seats.",
    clause="TBJ-6.4",
)
NO_SUCH_TABLE = Reason(
    "NO_SUCH_TABLE",
    "Session {session} has no table {table}.",
    "Look up the session's tables.",
)
NOT_IN_SESSION = Reason(
    "NOT_IN_SESSION",
    "Player {player} has no seat in session {session}.",
    "Look up where the player sits.",
)
PLAYOFF_SEATS = Reason(
    "PLAYOFF_SEATS",
    "Session {session} is a play-off: only those who are tied play in it.",
    "Nobody joins or replaces a player in a play-off.",
    clause="TBJ-1.0-playoff",
)


@dataclass(frozen=True, slots=True)
class SeatSession:
    """Draw the seats of a session; no players: all of the stage who play in no other session.

    `tables` 0 is as few as can be; `entropy` are 32 bytes; `checks` are what was answered about
    players.
    """

    session: int
    players: tuple[int, ...]
    tables: int
    fixed: tuple[FixedSeat, ...]
    entropy: bytes
    by: str
    at: datetime
    checks: tuple[PlayerChecked, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangeSeat:
    """Put a player in another box."""

    session: int
    player: int
    table: int
    box: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SeatReserve:
    """Put a reserve in a free box; `checks` has what was answered about them."""

    session: int
    player: int
    table: int
    box: int
    reason: str
    by: str
    at: datetime
    checks: tuple[PlayerChecked, ...] = ()


@dataclass(frozen=True, slots=True)
class DropSession:
    """Do not hold a session that was planned, and perhaps seated."""

    session: int
    reason: str
    by: str
    at: datetime


@clause("TBJ-3.3(c)(i)", "TBJ-3.3(c)(ii)", "TBJ-5.2")
def seat_session(
    command: SeatSession, tournament: Open | InPlay
) -> Decision[SeatsDrawn | TableSeated]:
    """Players are allocated to a session, and tables and boxes drawn from recorded chance."""
    still_playing(tournament)
    session = session_of(tournament, command.session)
    if session.state is not SessionState.PLANNED:
        raise SEATED_ALREADY(session=session.session, state=session.state.name.lower())
    one_final(tournament, session)
    players = allocated(command.players, session, tournament)
    tables = tables_for(tournament, session, len(players), command.tables)
    if session.stage == tournament.final_stage and tables > 1:
        raise FINAL_IS_ONE_TABLE(tables=tables)
    final_has_all(tournament, session, players)
    fixed = boxes_needed(tournament, players, command.fixed)
    refused = not_to_be_seated(players, command.checks)
    if refused is not None:
        return Decision(refusal=refused)
    draw = SeatDraw(command.entropy, players, fixed, tables, 1)
    drawn = SeatsDrawn(session.session, draw, command.by, command.at)
    seated = [
        TableSeated(
            session.session,
            table,
            seats_of(tournament, boxes, dict.fromkeys(players, _chips(tournament, session))),
            terms_of(tournament, session.stage, table),
            session.starts_at,
            command.at,
        )
        for table, boxes in draw_seats(draw).items()
    ]
    return happened(drawn, *seated)


@clause("TBJ-3.3(c)(i)", "TBJ-6.4")
def allocated(asked: tuple[int, ...], session: Session, tournament: Tournament) -> tuple[int, ...]:
    """Who plays in a session: those asked for, or all of the stage who play in no other one."""
    eligible, why = going_on(tournament, session.stage)
    if why:
        raise STAGE_UNDECIDED(why=why)
    elsewhere = {
        player: each.session
        for each in tournament.of_stage(session.stage)
        if each.session != session.session and each.state is not SessionState.VOID
        for player in each.players
    }
    for player in asked:
        entry_of(tournament, player)
        if player not in eligible:
            raise NOT_GOING_ON(player=player)
        if player in elsewhere:
            raise ALLOCATED_TWICE(player=player, other=elsewhere[player])
    return tuple(sorted(asked or eligible - elsewhere.keys()))


@clause("TBJ-5.4")
def tables_for(tournament: Tournament, session: Session, players: int, asked: int) -> int:
    """How many tables: as asked for, or as few as can be, with four to seven players at each."""
    tables = asked or max(-(-players // tournament.rules.table_most), 1)
    for number, size in enumerate(even_sizes(players, tables), start=1):
        seated_right(tournament, session, number, size)
    return tables


@clause("TBJ-3.3(c)(ii)", "TBJ-5.2")
def change_seat(command: ChangeSeat, tournament: Open | InPlay) -> Decision[SeatsChanged]:
    """Before the start a player may be put in another box that is free."""
    session, table = _seated_table(tournament, command.session, command.table)
    where = next((each for each in session.tables if command.player in each.players), None)
    if where is None:
        raise NOT_IN_SESSION(player=command.player, session=session.session)
    seat = next(each for each in where.seats if each.player == command.player)
    if (where.table, seat.box) == (command.table, command.box):
        return Decision()
    if session.playoff and where.table != command.table:
        raise PLAYOFF_SEATS(session=session.session)
    about = (command.reason, command.by, command.at)
    moved = Seat(seat.player, command.box, seat.reference, seat.chips)
    number = session.session
    if where.table == table.table:
        kept = TableOfSession(table.table, without(table, command.player), table.terms)
        return happened(SeatsChanged(number, table.table, with_box(kept, moved), *about))
    _has_room(tournament, table)
    left = SeatsChanged(number, where.table, without(where, command.player), *about)
    return happened(left, SeatsChanged(number, table.table, with_box(table, moved), *about))


@clause("TBJ-3.3(c)(ii)", "TBJ-6.4", "TBJ-3.2(e)")
def seat_reserve(
    command: SeatReserve, tournament: Open | InPlay
) -> Decision[ApplicantAccepted | SeatsChanged]:
    """In the first stage a reserve takes a free box; an applicant who waits is accepted so."""
    session, table = _seated_table(tournament, command.session, command.table)
    if session.playoff:
        raise PLAYOFF_SEATS(session=session.session)
    entry = entry_of(tournament, command.player)
    waits = entry.status in APPLICANTS
    if session.stage > 1 or not (waits or entry.status is EntryStatus.ACCEPTED):
        raise NOT_GOING_ON(player=command.player)
    for each in tournament.of_stage(1):
        if each.state is not SessionState.VOID and command.player in each.players:
            raise ALLOCATED_TWICE(player=command.player, other=each.session)
    if waits and places_left(tournament) < 1:
        raise PLACES_GONE(most=tournament.conditions.most, player=command.player)
    _has_room(tournament, table)
    seat = Seat(command.player, command.box, entry.reference, _chips(tournament, session))
    seats = with_box(table, seat)
    refused = not_to_be_seated((command.player,), command.checks)
    if refused is not None:
        return Decision(refusal=refused)
    accepted = (ApplicantAccepted(command.player, command.at),) if waits else ()
    about = (command.reason, command.by, command.at)
    return happened(*accepted, SeatsChanged(session.session, table.table, seats, *about))


@clause("TBJ-3.3(c)(i)")
def drop_session(command: DropSession, tournament: Open | InPlay) -> Decision[SeatingVoided]:
    """A session that has not started may be dropped; its players are allocated anew."""
    session = not_started(tournament, command.session)
    voided = SeatingVoided(
        session.session, session.table_numbers, command.reason, command.by, command.at
    )
    return happened(voided)


def seats_of(
    tournament: Tournament, boxes: dict[int, int], chips: dict[int, int]
) -> tuple[Seat, ...]:
    """Seats by box, of players by box and chips by player."""
    return tuple(
        Seat(player, box, entry_of(tournament, player).reference, chips[player])
        for box, player in sorted(boxes.items())
    )


@clause("TBJ-3.2(d)", "TBJ-6.3")
def terms_of(tournament: Tournament, stage: int, table: int, left: int = 0) -> TableTerms:
    """The terms of a table, as the conditions have them; of a play-off for `left` places."""
    conditions, of = tournament.conditions, tournament.stage(stage)
    limits, playoffs = of.limits_of(table), conditions.playoffs
    length = playoffs.length if left and playoffs else of.length
    if limits is None or length is None or of.issue is None:
        raise TypeError(f"the published conditions of stage {stage} are not complete")
    return TableTerms(
        of.issue,
        limits.min_wager,
        limits.max_wager,
        limits.increment,
        length,
        playoff=left > 0,
        required=left or of.advance,
        multiples=limits.multiples,
        fewest=FEWEST_IN_A_PLAYOFF if not left and stage in tournament.fewer else 0,
    )


def _chips(tournament: Tournament, session: Session) -> int:
    return tournament.stage(session.stage).chips


def boxes_needed(
    tournament: Tournament, players: tuple[int, ...], asked: tuple[FixedSeat, ...] = ()
) -> tuple[FixedSeat, ...]:
    """The fixed seats that were asked for, and any table for the others who need a box."""
    fixed = {each.player for each in asked}
    needed = tuple(
        FixedSeat(player, 0, box)
        for player in players
        if player not in fixed and (box := entry_of(tournament, player).box)
    )
    return asked + needed


def _seated_table(
    tournament: Tournament, number: int, table: int
) -> tuple[Session, TableOfSession]:
    session = not_started(tournament, number)
    found = session.table(table)
    if found is None:
        raise NO_SUCH_TABLE(session=number, table=table)
    return session, found


def _has_room(tournament: Tournament, table: TableOfSession) -> None:
    fewest, most = tournament.rules.table_fewest, tournament.rules.table_most
    if len(table.seats) >= most:
        players = len(table.seats) + 1
        raise TABLE_SIZE(table=table.table, players=players, fewest=fewest, most=most)
