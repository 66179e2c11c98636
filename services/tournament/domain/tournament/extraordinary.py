"""What goes otherwise than planned, by a decision on record: too few for a stage, no final, money
that no player can have (3.4, 5.4, 6.5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.tournament.domain.tournament.advancing import going_on
from services.tournament.domain.tournament.parts import EntryStatus, LogKind, SessionState
from services.tournament.domain.tournament.pool import pool_of
from services.tournament.domain.tournament.prizes import FINAL_NOT_OVER
from services.tournament.domain.tournament.seating import STAGE_UNDECIDED
from services.tournament.domain.tournament.sessions import (
    FEWEST_IN_A_PLAYOFF,
    NO_SUCH_STAGE,
    still_playing,
)
from services.tournament.domain.tournament.staff import by_the_director
from services.tournament.domain.tournament.starting import TablesClosed, closing
from services.tournament.domain.tournament.state import Cancelled, InPlay, Tournament

T = TypeVar("T", bound=Tournament)

NO_FEWER_NEEDED = Reason(
    "NO_FEWER_NEEDED",
    "{players} players are in stage {stage}: a ruling that fewer may start does not help.",
    "Such a ruling is for a later stage that two or three players have come to.",
    clause="TBJ-5.4",
)
FINAL_PLAYED = Reason(
    "FINAL_PLAYED",
    "The final is over, and its tally says who has which place.",
    "Confirm the placings.",
    clause="TBJ-6.5",
)
NOTHING_TO_RETURN = Reason(
    "NOTHING_TO_RETURN",
    "Nothing goes back to the operator: {why}.",
    "Fees are for the players; what was added comes back only when the tournament is cancelled.",
    clause="TBJ-3.4",
)


@dataclass(frozen=True, slots=True)
class AllowFewer:
    """Let a stage start with two or three players."""

    stage: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EndWithoutFinal:
    """Rule that play is over without a final."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReturnHeld:
    """Give back to the operator what no player can have."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FewerAllowed:
    """Two or three players may start this stage."""

    stage: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EndedWithoutFinal:
    """Play is over; what is held is decided on."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class HeldReturned:
    """So many cents went back to the operator."""

    amount: int
    reason: str
    by: str
    at: datetime


@clause("TBJ-5.4", "TBJ-1.0-director")
def allow_fewer(command: AllowFewer, tournament: InPlay) -> Decision[FewerAllowed]:
    """When two or three come to a later stage, the director may rule that it is held with them."""
    by_the_director(tournament, command.by)
    still_playing(tournament)
    if not 0 < command.stage <= tournament.final_stage:
        raise NO_SUCH_STAGE(stages=tournament.final_stage, stage=command.stage)
    players, why = going_on(tournament, command.stage)
    if why:
        raise STAGE_UNDECIDED(why=why)
    few = FEWEST_IN_A_PLAYOFF <= len(players) < tournament.rules.table_fewest
    if command.stage == 1 or not few:
        raise NO_FEWER_NEEDED(players=len(players), stage=command.stage)
    if command.stage in tournament.fewer:
        return Decision()
    return happened(FewerAllowed(command.stage, command.reason, command.by, command.at))


def fewer_allowed(tournament: InPlay, event: FewerAllowed) -> InPlay:
    """The ruling is in the log."""
    ruled = replace(tournament, fewer=(*tournament.fewer, event.stage))
    text = f"Stage {event.stage} may start with fewer than four players: {event.reason}"
    return ruled.logged(LogKind.RULING, text, event.by, event.at)


@clause("TBJ-6.5", "TBJ-1.0-director")
def end_without_final(
    command: EndWithoutFinal, tournament: InPlay
) -> Decision[EndedWithoutFinal | TablesClosed]:
    """Where a final cannot be held the director rules so; nobody is placed, the pool is decided on.

    Nothing is under way then, and a final that was played is not ruled away.
    """
    by_the_director(tournament, command.by)
    still_playing(tournament)
    for each in tournament.sessions:
        if each.state in (SessionState.SEATED, SessionState.STARTED):
            raise FINAL_NOT_OVER(why=f"session {each.session} is not over")
    finals = tournament.of_stage(tournament.final_stage)
    if any(each.state is SessionState.COMPLETED for each in finals):
        raise FINAL_PLAYED()
    ended = EndedWithoutFinal(command.reason, command.by, command.at)
    return happened(ended, *closing(tournament, ended_without_final(tournament, ended), command.at))


def ended_without_final(tournament: InPlay, event: EndedWithoutFinal) -> InPlay:
    """Nobody is placed, and the ruling is in the log."""
    through = len(tournament.sessions)
    ended = replace(tournament, placings_confirmed=True, closed_through=through)
    text = f"Play is over without a final: {event.reason}"
    return ended.logged(LogKind.RULING, text, event.by, event.at)


@clause("TBJ-3.4")
def return_held(command: ReturnHeld, tournament: InPlay | Cancelled) -> Decision[HeldReturned]:
    """What the operator added comes back when there is no tournament to add it to.

    Fees that stay are for the players; only where no player is left does the operator have them.
    """
    amount, why = returnable(tournament)
    if not amount:
        raise NOTHING_TO_RETURN(why=why)
    return happened(HeldReturned(amount, command.reason, command.by, command.at))


def returnable(tournament: InPlay | Cancelled) -> tuple[int, str]:
    """How many cents may go back to the operator, and why none."""
    free = pool_of(tournament).free
    players = tournament.with_status(EntryStatus.ACCEPTED)
    if isinstance(tournament, InPlay) and (players or not tournament.placings_confirmed):
        return 0, "the tournament is played, and what is held is for its players"
    if not players:
        return free, "nothing is held that is nobody's"
    added = sum(each.cash for each in tournament.added)
    left = max(min(free, added - tournament.returned), 0)
    return left, "nothing is held that the operator added"


def held_returned(tournament: T, event: HeldReturned) -> T:
    """It went back, and the decision is in the log."""
    back = replace(tournament, returned=tournament.returned + event.amount)
    text = f"{Money(tournament.currency, event.amount).shown} back to the operator: {event.reason}"
    return back.logged(LogKind.RULING, text, event.by, event.at)
