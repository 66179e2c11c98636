"""The director's log: notices, warnings, disputes and how they are ruled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.tournament.domain.tournament.entries import entry_of
from services.tournament.domain.tournament.parts import Dispute, FrozenRecord, LogKind
from services.tournament.domain.tournament.staff import by_the_director
from services.tournament.domain.tournament.state import Cancelled, InPlay, Open

NO_SUCH_DISPUTE = Reason(
    "NO_SUCH_DISPUTE",
    "The tournament has no dispute {dispute}.",
    "Look up the dispute's number.",
)
DISPUTE_RULED = Reason(
    "DISPUTE_RULED",
    "Dispute {dispute} is ruled: {ruling}",
    "Open another dispute if there is something new.",
)

Kept = Open | InPlay | Cancelled


@dataclass(frozen=True, slots=True)
class GiveNotice:
    """A notice was given: what, how and to whom (nobody named: all participants)."""

    text: str
    how: str
    players: tuple[int, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WarnPlayer:
    """A player is warned."""

    player: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """Somebody disputes something; `record` is what stands on record now."""

    about: str
    players: tuple[int, ...]
    record: tuple[FrozenRecord, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleDispute:
    """The director rules."""

    dispute: int
    ruling: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """A notice was given."""

    text: str
    how: str
    players: tuple[int, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PlayerWarned:
    """A player was warned."""

    player: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """A dispute is on record, with the versions that stood then."""

    dispute: int
    about: str
    players: tuple[int, ...]
    record: tuple[FrozenRecord, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisputeRuled:
    """It is ruled."""

    dispute: int
    ruling: str
    by: str
    at: datetime


def give_notice(command: GiveNotice, tournament: Kept) -> Decision[NoticeGiven]:
    """Who was told what, when and how, is on record."""
    for player in command.players:
        entry_of(tournament, player)
    return happened(NoticeGiven(command.text, command.how, command.players, command.by, command.at))


def notice_given(tournament: Kept, event: NoticeGiven) -> Kept:
    """It is in the log."""
    return tournament.logged(
        LogKind.NOTICE, event.text, event.by, event.at, event.players, event.how
    )


def warn_player(command: WarnPlayer, tournament: Open | InPlay) -> Decision[PlayerWarned]:
    """A warning is on record."""
    entry_of(tournament, command.player)
    return happened(PlayerWarned(command.player, command.reason, command.by, command.at))


def player_warned(tournament: Open | InPlay, event: PlayerWarned) -> Open | InPlay:
    """It is in the log."""
    return tournament.logged(LogKind.WARNING, event.reason, event.by, event.at, (event.player,))


def open_dispute(command: OpenDispute, tournament: Kept) -> Decision[DisputeOpened]:
    """What is disputed is on record with what stood on record at that moment."""
    for player in command.players:
        entry_of(tournament, player)
    number = len(tournament.disputes) + 1
    return happened(
        DisputeOpened(
            number, command.about, command.players, command.record, command.by, command.at
        )
    )


def dispute_opened(tournament: Kept, event: DisputeOpened) -> Kept:
    """It waits for a ruling."""
    dispute = Dispute(
        event.dispute,
        event.about,
        event.players,
        event.record,
        event.by,
        event.at,
        ruling="",
        ruled_by="",
        ruled_at=None,
    )
    return replace(tournament, disputes=(*tournament.disputes, dispute))


def rule_dispute(command: RuleDispute, tournament: Kept) -> Decision[DisputeRuled]:
    """The director, who answers for the tournament, rules; once."""
    by_the_director(tournament, command.by)
    found = next((e for e in tournament.disputes if e.dispute == command.dispute), None)
    if found is None:
        raise NO_SUCH_DISPUTE(dispute=command.dispute)
    if found.ruling:
        raise DISPUTE_RULED(dispute=command.dispute, ruling=found.ruling)
    return happened(DisputeRuled(command.dispute, command.ruling, command.by, command.at))


def dispute_ruled(tournament: Kept, event: DisputeRuled) -> Kept:
    """It is settled, and the ruling is in the log."""
    disputes = tuple(
        replace(each, ruling=event.ruling, ruled_by=event.by, ruled_at=event.at)
        if each.dispute == event.dispute
        else each
        for each in tournament.disputes
    )
    players = next(e.players for e in tournament.disputes if e.dispute == event.dispute)
    ruled = replace(tournament, disputes=disputes)
    text = f"Dispute {event.dispute}: {event.ruling}"
    return ruled.logged(LogKind.RULING, text, event.by, event.at, players)
