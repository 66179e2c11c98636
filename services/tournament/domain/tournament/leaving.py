"""Withdrawal, disqualification, cancellation, and what becomes of the fee (3.3, 3.5, 3.6)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from services.kernel.law import Decision, Reason, clause, happened
from services.tournament.domain.tournament.conditions_state import Reckoning, Rules
from services.tournament.domain.tournament.entries import entry_of, is_player
from services.tournament.domain.tournament.parts import (
    Cancelling,
    Entry,
    EntryStatus,
    LogKind,
)
from services.tournament.domain.tournament.state import Cancelled, InPlay, Open, Tournament, become

T = TypeVar("T", bound=Tournament)

DAYS = 7
"""Not less than so many days before play begins a player withdraws and gets the fee back (3.5)."""

ALREADY_OUT = Reason(
    "ALREADY_OUT",
    "Entry {player} is {status} already.",
    "Nothing is to be done.",
)
NOT_A_PLAYER = Reason(
    "NOT_A_PLAYER",
    "Entry {player} is an applicant, not a player, and cannot be disqualified.",
    "Refuse the application instead.",
    clause="TBJ-1.0-applicant",
)
NO_SESSION_MISSED = Reason(
    "NO_SESSION_MISSED",
    "No session in which player {player} has a seat was due by now.",
    "Wait until the designated playing time has come.",
    clause="TBJ-3.3(b)(ii)",
)
WHY_NEEDED = Reason(
    "WHY_NEEDED",
    "Nothing was said about what rule player {player} failed to comply with.",
    "Say which rule, for the record.",
    clause="TBJ-3.3(b)(i)",
)
ENOUGH_PLAYERS = Reason(
    "ENOUGH_PLAYERS",
    "{players} players are in, and the conditions ask for {fewest}: participation is not lacking.",
    "Let it go ahead; if it cannot, cancel it because it does not proceed.",
    clause="TBJ-3.3(d)",
)
ALREADY_STARTED = Reason(
    "ALREADY_STARTED",
    "The tournament has started and cannot be cancelled any more.",
    "Play on, or have the director rule on what is held.",
    clause="TBJ-3.3(d)",
)
NO_REFUND_DUE = Reason(
    "NO_REFUND_DUE",
    "No refund is due to entry {player}: {why}.",
    "Nothing is paid back.",
)


class Failing(enum.Enum):
    """What a player who is disqualified failed to do."""

    RULES = 1
    ATTENDANCE = 2


@dataclass(frozen=True, slots=True)
class WithdrawEntry:
    """A player or applicant withdraws."""

    player: int
    at: datetime


@dataclass(frozen=True, slots=True)
class DisqualifyPlayer:
    """A player is disqualified."""

    player: int
    failing: Failing
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CancelTournament:
    """The tournament does not take place."""

    cancelling: Cancelling
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PayRefund:
    """Pay a refund that is due."""

    player: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    """Somebody withdrew; `refund` is due back, nothing when it came too late, after `until`.

    Session and table are where the player plays now.
    """

    player: int
    refund: int
    session: int
    table: int
    until: datetime | None
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    """A player has no part in it any more; session and table are where the player plays now."""

    player: int
    session: int
    table: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RefundDue:
    """What goes back to one entry."""

    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class TournamentCancelled:
    """It does not take place, and these fees go back."""

    cancelling: Cancelling
    reason: str
    refunds: tuple[RefundDue, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RefundPaid:
    """A refund was paid."""

    player: int
    amount: int
    by: str
    at: datetime


@clause("TBJ-3.5(a)")
def in_time(withdrawn_at: datetime, starts_at: datetime, zone: str, reckoning: Reckoning) -> bool:
    """Whether a withdrawal comes not less than seven days before tournament play begins.

    Days are those of the venue's calendar. Seven clear days lie between the two days; of calendar
    days the seventh before is in time; 168 hours to the instant are.
    """
    if reckoning is Reckoning.HOURS:
        return starts_at - withdrawn_at >= timedelta(days=DAYS)
    here = ZoneInfo(zone)
    days = (starts_at.astimezone(here).date() - withdrawn_at.astimezone(here).date()).days
    return days > DAYS if reckoning is Reckoning.CLEAR_DAYS else days >= DAYS


def refund_until(tournament: Tournament) -> datetime | None:
    """The last instant at which a withdrawal is in time: a day's last second, or the instant."""
    starts_at, reckoning = tournament.starts_at, tournament.rules.reckoning
    if starts_at is None:
        return None
    if reckoning is Reckoning.HOURS:
        return starts_at - timedelta(days=DAYS)
    here = ZoneInfo(tournament.time_zone)
    clear = reckoning is Reckoning.CLEAR_DAYS
    too_late = starts_at.astimezone(here).date() - timedelta(days=DAYS if clear else DAYS - 1)
    midnight = datetime.combine(too_late, time(), here)
    return midnight.astimezone(UTC) - timedelta(seconds=1)


def refund_reading(tournament: Tournament) -> str:
    """How the seven days are reckoned, as people are told it."""
    match tournament.rules.reckoning:
        case Reckoning.CLEAR_DAYS:
            return f"{DAYS} clear days before play begins"
        case Reckoning.CALENDAR_DAYS:
            return f"the day {DAYS} days before play begins included"
        case Reckoning.HOURS:
            return f"{DAYS * 24} hours before play begins"


@clause("TBJ-3.5(a)", "TBJ-1.0-applicant")
def refund_on_withdrawal(entry: Entry, tournament: Tournament, at: datetime) -> int:
    """An applicant has the fee back; a player only with seven days to go, the seventh included."""
    if not is_player(entry):
        return entry.fee
    starts_at = tournament.starts_at
    if starts_at is None or isinstance(tournament, InPlay):
        return 0
    timely = in_time(at, starts_at, tournament.time_zone, tournament.rules.reckoning)
    return entry.fee if timely else 0


def entry_withdrawn(tournament: Open | InPlay, event: EntryWithdrawn) -> Open | InPlay:
    """The entry is withdrawn, and the refund is due."""
    entry = entry_of(tournament, event.player)
    changed = replace(
        entry,
        status=EntryStatus.WITHDRAWN,
        refund_due=event.refund,
        refund_until=event.until,
    )
    return tournament.with_entry(changed)


def player_disqualified(tournament: T, event: PlayerDisqualified) -> T:
    """The player is out; nothing of the fee goes back (3.6)."""
    entry = entry_of(tournament, event.player)
    out = tournament.with_entry(replace(entry, status=EntryStatus.DISQUALIFIED))
    text = f"Player {event.player} disqualified: {event.reason}"
    return out.logged(LogKind.RULING, text, event.by, event.at, (event.player,))


@clause("TBJ-3.3(d)", "TBJ-3.5(b)", "TBJ-3.6")
def cancel_tournament(
    command: CancelTournament, tournament: Open | InPlay
) -> Decision[TournamentCancelled]:
    """Before it starts, for lack of participation or since it cannot proceed: fees go back."""
    if isinstance(tournament, InPlay):
        raise ALREADY_STARTED()
    players = len(tournament.with_status(EntryStatus.ACCEPTED))
    fewest = tournament.conditions.fewest
    if command.cancelling is Cancelling.LACK_OF_PARTICIPATION and players >= fewest:
        raise ENOUGH_PLAYERS(players=players, fewest=fewest)
    refunds = tuple(
        RefundDue(each.player, amount)
        for each in tournament.entries
        if (amount := refund_on_cancellation(each, tournament.rules))
    )
    return happened(
        TournamentCancelled(command.cancelling, command.reason, refunds, command.by, command.at)
    )


def refund_on_cancellation(entry: Entry, rules: Rules) -> int:
    """What a cancellation makes due: the whole fee, but not to who is disqualified (3.6).

    That 3.6 stands over 3.5(b) is a reading of the profile's.
    """
    if entry.status is EntryStatus.DISQUALIFIED and rules.disqualified_forfeit:
        return 0
    return entry.fee - entry.refund_due - entry.refunded


def tournament_cancelled(tournament: Open, event: TournamentCancelled) -> Cancelled:
    """It does not take place."""
    for each in event.refunds:
        entry = entry_of(tournament, each.player)
        tournament = tournament.with_entry(
            replace(entry, refund_due=entry.refund_due + each.amount)
        )
    return become(Cancelled, tournament)


@clause("TBJ-3.5(a)", "TBJ-3.5(b)", "TBJ-3.6")
def pay_refund(command: PayRefund, tournament: Open | InPlay | Cancelled) -> Decision[RefundPaid]:
    """What is due is paid back, once; nothing else ever is."""
    entry = entry_of(tournament, command.player)
    if not entry.refund_due:
        why, law = _why_none(entry, tournament)
        raise NO_REFUND_DUE(clause=law, player=command.player, why=why)
    return happened(RefundPaid(command.player, entry.refund_due, command.by, command.at))


def refund_paid(
    tournament: Open | InPlay | Cancelled, event: RefundPaid
) -> Open | InPlay | Cancelled:
    """It is paid back."""
    entry = entry_of(tournament, event.player)
    changed = replace(entry, refund_due=0, refunded=entry.refunded + event.amount)
    return tournament.with_entry(changed)


def _why_none(entry: Entry, tournament: Tournament) -> tuple[str, str]:
    if entry.refunded:
        return "it was paid back before", "TBJ-3.5(a)"
    if not entry.fee:
        return "no fee was paid", "TBJ-3.5(a)"
    match entry.status:
        case EntryStatus.DISQUALIFIED:
            return "the player is disqualified", "TBJ-3.6"
        case EntryStatus.WITHDRAWN:
            return f"the withdrawal came after {_last(entry, tournament)}", "TBJ-3.5(a)"
        case _:
            return "the entry stands and the tournament goes ahead", "TBJ-3.5(b)"


def _last(entry: Entry, tournament: Tournament) -> str:
    """The last moment for a refund, in the venue's time, and the reading that it follows from."""
    if entry.refund_until is None:
        return "the last day for a refund"
    here = entry.refund_until.astimezone(ZoneInfo(tournament.time_zone))
    return f"{here:%A %-d %B %Y at %H:%M:%S}, {refund_reading(tournament)}"
