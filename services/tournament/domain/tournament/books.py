"""Closing the books: every fee, and all that was added, went to somebody (3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.tournament.domain.tournament.goods import undecided
from services.tournament.domain.tournament.parts import EntryStatus
from services.tournament.domain.tournament.pool import pool_of
from services.tournament.domain.tournament.starting import TablesClosed, closing
from services.tournament.domain.tournament.state import (
    Cancelled,
    Closed,
    InPlay,
    Tournament,
    become,
)

STILL_HELD = Reason(
    "STILL_HELD",
    "The tournament cannot be closed: {what}.",
    "Everything that is held goes to somebody first: pay it, refund it, or have it decided.",
    clause="TBJ-3.4",
)


@dataclass(frozen=True, slots=True)
class CloseTournament:
    """Close the books."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """Nothing is held any more."""

    by: str
    at: datetime


@clause("TBJ-3.4")
def close_tournament(
    command: CloseTournament, tournament: InPlay | Cancelled
) -> Decision[TournamentClosed | TablesClosed]:
    """Nothing is held any more: every fee and all that was added went to somebody."""
    left = still_held(tournament)
    if left:
        raise STILL_HELD(what=left)
    closed = TournamentClosed(command.by, command.at)
    after = tournament_closed(tournament, closed)
    return happened(closed, *closing(tournament, after, command.at))


def tournament_closed(tournament: InPlay | Cancelled, event: TournamentClosed) -> Closed:
    """Nothing more happens."""
    return become(Closed, tournament)


def still_held(tournament: Tournament) -> str:
    """What stands between a tournament and its closing; nothing when it can be closed."""
    pool = pool_of(tournament)
    shown = {
        "applicants are not answered yet, and their fees come to": pool.applicants,
        "refunds are due, of": pool.refunds_due,
        "prizes are not paid yet, of": pool.awarded,
        "it is not decided who gets": pool.free,
    }
    for what, amount in shown.items():
        if amount:
            return f"{what} {Money(tournament.currency, amount).shown}"
    if any(each.due for each in tournament.awards) or tournament.goods_pending:
        return "goods are not handed over yet, or it is not decided to whom they go"
    in_play = isinstance(tournament, InPlay)
    if in_play and undecided(tournament) and tournament.with_status(EntryStatus.ACCEPTED):
        return f"it is not decided who gets {undecided(tournament)[0].what}"
    if any(not each.ruling for each in tournament.disputes):
        return "a dispute is not ruled yet"
    if in_play and not tournament.placings_confirmed:
        return "the placings are not confirmed"
    return ""
