"""A player leaves the tournament, and what follows from it (3.3(b), 3.5, 3.6, 6.3, 6.5)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.tournament.conditions_state import Admission
from services.tournament.domain.tournament.entries import (
    ApplicantAccepted,
    entry_of,
    first_in_line,
    is_player,
)
from services.tournament.domain.tournament.leaving import (
    ALREADY_OUT,
    NO_SESSION_MISSED,
    NOT_A_PLAYER,
    WHY_NEEDED,
    DisqualifyPlayer,
    EntryWithdrawn,
    Failing,
    PlayerDisqualified,
    WithdrawEntry,
    entry_withdrawn,
    player_disqualified,
    refund_on_withdrawal,
    refund_until,
)
from services.tournament.domain.tournament.parts import (
    APPLICANTS,
    EntryStatus,
    Session,
    SessionState,
    TableOfSession,
)
from services.tournament.domain.tournament.reopening import AwardsVoided, voided
from services.tournament.domain.tournament.results import QualifiersDetermined, qualifiers
from services.tournament.domain.tournament.seats import SeatingVoided, SeatsChanged, seats_without
from services.tournament.domain.tournament.state import InPlay, Open, Tournament

PLAY_IS_OVER = Reason(
    "PLAY_IS_OVER",
    "Play is over and the placings are confirmed: player {player} cannot withdraw any more.",
    "What the player won is paid; who has no claim to it is disqualified, with the reason.",
    clause="TBJ-3.5(a)",
)

Followed = SeatsChanged | SeatingVoided | QualifiersDetermined | AwardsVoided | ApplicantAccepted
STARTED = (SessionState.STARTED, SessionState.COMPLETED)


@clause("TBJ-3.5(a)", "TBJ-1.0-applicant")
def withdraw_entry(
    command: WithdrawEntry, tournament: Open | InPlay
) -> Decision[EntryWithdrawn | Followed]:
    """Whoever applied may withdraw; a seat in a session that has not started is given up."""
    entry = entry_of(tournament, command.player)
    if entry.status not in (*APPLICANTS, EntryStatus.ACCEPTED):
        raise ALREADY_OUT(player=command.player, status=entry.status.name.lower())
    if tournament.placings_confirmed and is_player(entry):
        raise PLAY_IS_OVER(player=command.player)
    withdrawn = EntryWithdrawn(
        command.player,
        refund_on_withdrawal(entry, tournament, command.at),
        *plays_at(tournament, command.player),
        refund_until(tournament) if is_player(entry) else None,
        command.at,
    )
    after = entry_withdrawn(tournament, withdrawn)
    why = f"player {command.player} withdrew"
    freed = seats_without(tournament, command.player, "withdrawn", "", command.at)
    return happened(
        withdrawn, *freed, *follows(tournament, after, command.player, why, "", command.at)
    )


@clause("TBJ-3.3(b)(i)", "TBJ-3.3(b)(ii)", "TBJ-3.6")
def disqualify_player(
    command: DisqualifyPlayer, tournament: Open | InPlay
) -> Decision[PlayerDisqualified | Followed]:
    """The operator may disqualify who breaks the rules or stays away; no fee goes back."""
    entry = entry_of(tournament, command.player)
    if entry.status in APPLICANTS:
        raise NOT_A_PLAYER(player=command.player)
    if entry.status is not EntryStatus.ACCEPTED:
        raise ALREADY_OUT(player=command.player, status=entry.status.name.lower())
    if command.failing is Failing.ATTENDANCE:
        _was_due(command, tournament)
    elif not command.reason.strip():
        raise WHY_NEEDED(player=command.player)
    disqualified = PlayerDisqualified(
        command.player,
        *plays_at(tournament, command.player),
        command.reason,
        command.by,
        command.at,
    )
    after = player_disqualified(tournament, disqualified)
    why = f"player {command.player} is disqualified"
    freed = seats_without(tournament, command.player, "disqualified", command.by, command.at)
    following = follows(tournament, after, command.player, why, command.by, command.at)
    return happened(disqualified, *freed, *following)


def plays_at(tournament: Tournament, player: int) -> tuple[int, int]:
    """Session and table at which a player plays now; 0 when nowhere."""
    at = tournament.seat_of(player, SessionState.STARTED)
    return (at[0].session, at[1].table) if at else (0, 0)


def follows(
    before: Tournament, after: Tournament, player: int, why: str, by: str, at: datetime
) -> Iterator[Followed]:
    """What follows when a player is out, as the tournament stood before and stands after."""
    if isinstance(after, Open):
        yield from _next_in_line(before, after, player, at)
    if isinstance(after, InPlay):
        yield from _next_go_on(after, player, why, by, at)
        yield from voided(after, player, why, by, at)


@clause("TBJ-3.2(e)")
def _next_in_line(
    before: Tournament, after: Tournament, player: int, at: datetime
) -> Iterator[ApplicantAccepted]:
    """Where the first to come are in, a place that is free goes to who waits longest."""
    entry, waiting = before.entry(player), first_in_line(after)
    if after.conditions.admission is not Admission.FIRST_COME or entry is None or not waiting:
        return
    if is_player(entry):
        yield ApplicantAccepted(waiting, at)


@clause("TBJ-6.3", "TBJ-6.4")
def _next_go_on(
    after: InPlay, player: int, why: str, by: str, at: datetime
) -> Iterator[QualifiersDetermined | SeatingVoided]:
    """Until the next stage starts, as many go on from a table as the conditions say."""
    for session, table in _results_with(after, player):
        later = [s for s in after.of_stage(session.stage + 1) if s.state is not SessionState.VOID]
        if any(each.state in STARTED for each in later):
            continue
        now = qualifiers(after, session, table.table, at)
        if (now.qualified, now.tied) == (table.qualified, table.tied):
            continue
        yield now
        for each in after.playoffs_of(session.session, table.table):
            if each.state is SessionState.SEATED and {*each.players} - {player} != {*now.tied}:
                yield SeatingVoided(each.session, each.table_numbers, why, by, at)
        for each in later:
            if each.state is SessionState.SEATED:
                yield SeatingVoided(each.session, each.table_numbers, why, by, at)


def _results_with(after: InPlay, player: int) -> Iterator[tuple[Session, TableOfSession]]:
    for session in after.sessions:
        for table in session.tables:
            tallied = table.result is not None and table.result.chips_of(player) is not None
            if tallied and not session.playoff:
                yield session, table


def _was_due(command: DisqualifyPlayer, tournament: Tournament) -> None:
    seated = tournament.seat_of(command.player, SessionState.SEATED, SessionState.STARTED)
    if seated is None or command.at < seated[0].starts_at:
        raise NO_SESSION_MISSED(player=command.player)
