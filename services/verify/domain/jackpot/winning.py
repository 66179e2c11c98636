"""A jackpot is won once by a game: when a stage is settled as its conditions say. The amount is set
apart for that game; its desk divides and pays it, and what it does is followed in the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.money import Money
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot.ledger import (
    HOUSE,
    PLAYERS,
    POOL,
    Entry,
    EntryKind,
    booked,
    payable,
    prize,
)
from services.verify.domain.jackpot.news import DeclaredGame, Owed, Shared, StageWon, Step
from services.verify.domain.jackpot.state import C, Cycle, Running, Won, book
from services.verify.domain.jackpot.terms import wins


@dataclass(frozen=True, slots=True)
class JackpotWon:
    """A game has won `amount`; the cycle `next` opens, which `games` play for from now on."""

    game: str
    stage: Stage
    position: int
    amount: Money
    next: str
    games: tuple[DeclaredGame, ...]
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotNotWon:
    """The stage was won on a later call than the conditions say: it stays for a later game."""

    game: str
    stage: Stage
    position: int
    within: int
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotShared:
    """It is divided among players, for the first time or anew. What does not divide goes to the
    next cycle, or the house keeps it."""

    house_keeps: bool
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class SharingReopened:
    """Nobody is owed any of it until it is divided anew."""

    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class ShareMoved:
    """A share was paid, or lapsed; or of what was to be recovered some came back or is given up."""

    share: int
    entries: tuple[Entry, ...]
    at: datetime


def win(
    won: StageWon, game: str, at: datetime, cycle: Cycle
) -> Iterator[JackpotWon | JackpotNotWon]:
    """The first game whose stage is settled as its conditions say has won it."""
    known = cycle.game(game)
    if not isinstance(cycle, Running) or known is None or won.stage is not known.declared.stage:
        return
    if not cycle.pool.minor_units:
        return  # there is nothing to win
    declared, position = known.declared, won.position
    if not wins(declared, won.stage, position):
        if won.stage not in known.won:  # settled again: it is on record since it was first
            yield JackpotNotWon(game, won.stage, position, declared.within, at)
        return
    most = cycle.terms.most
    amount = cycle.pool if most is None or cycle.pool < most else most
    entries = tuple(booked(POOL, prize(game), amount, EntryKind.WON, at))
    others = tuple(
        DeclaredGame(each.game, each.session, each.declared)
        for each in cycle.games
        if each.game != game and each.receipts is None and not each.ended
    )
    next_ = next_of(cycle, game)
    yield JackpotWon(game, won.stage, position, amount, next_, others, entries, at)


def share(shared: Shared, at: datetime, cycle: Won) -> Iterator[JackpotShared]:
    """Each share is owed as the desk says now. What is not enough for rounded shares the house
    makes up; and what it had made up before goes back to it."""
    before = cycle.shares()
    now = {payable(cycle.by, each.share): each.amount for each in shared.shares}
    owed = _owed(cycle)
    entries = list(_owe(cycle, {a: m.minor_units for a, m in now.items()}, owed, at))
    if entries or not cycle.shared or before.keys() != now.keys():
        made_up = _made_up(cycle, entries, at)
        yield JackpotShared(shared.house_keeps, (*entries, *made_up), at)


def unshare(at: datetime, cycle: Won) -> Iterator[SharingReopened]:
    """What was owed is not; what was paid all the same is to be recovered."""
    if cycle.shared:
        entries = list(_owe(cycle, {}, _owed(cycle), at))
        yield SharingReopened((*entries, *_made_up(cycle, entries, at)), at)


def move_share(step: Step, at: datetime, cycle: Won) -> Iterator[ShareMoved]:
    """Money has come to a player or from one, or will not any more."""
    for moved, other, kind, out in (
        (step.paid, PLAYERS, EntryKind.PAID, True),
        (step.repaid, PLAYERS, EntryKind.REPAID, False),
        (step.written_off, HOUSE, EntryKind.WRITTEN_OFF, False),
        (step.lapsed, POOL, EntryKind.LAPSED, True),
    ):
        if moved is not None:
            yield ShareMoved(moved.share, _moved(moved, other, kind, out, at, cycle), at)


def next_of(cycle: Cycle, game: str) -> str:
    """The name of the next cycle: its id begins with the year of the game that won this one, and
    ends with its number."""
    venue, _, id_ = game.rpartition("/games/")
    return f"{venue}/jackpots/{id_[:4]}-{cycle.word}-{cycle.number + 1}"


def jackpot_won(cycle: Cycle, event: JackpotWon) -> Won:
    """It is set apart for the game."""
    booked_ = book(cycle, event.entries)
    return Won(
        **vars(booked_),
        by=event.game,
        stage=event.stage,
        position=event.position,
        amount=event.amount,
        next=event.next,
    )


def jackpot_not_won(cycle: C, _: JackpotNotWon) -> C:
    """It is on record; the pool stays."""
    return cycle


def jackpot_shared(cycle: Won, event: JackpotShared) -> Won:
    """Players are owed."""
    return replace(book(cycle, event.entries), shared=True, house_keeps=event.house_keeps)


def sharing_reopened(cycle: Won, event: SharingReopened) -> Won:
    """It is set apart again."""
    return replace(book(cycle, event.entries), shared=False)


def share_moved(cycle: Won, event: ShareMoved) -> Won:
    """The share is owed no more, or less is to be recovered."""
    return book(cycle, event.entries)


def _owed(cycle: Won) -> dict[str, int]:
    """What each share came to so far, by its account, whatever was paid of it."""
    return {account: _sum(cycle, account, EntryKind.SHARED) for account in cycle.shares()}


def _owe(cycle: Won, now: dict[str, int], before: dict[str, int], at: datetime) -> Iterator[Entry]:
    """What each share comes to, in place of what it came to before, and what the house bears of
    it."""
    for account in dict.fromkeys((*before, *now)):
        comes_to = now.get(account, 0)
        more = cycle.amount.of(comes_to - before.get(account, 0))
        yield from booked(prize(cycle.by), account, more, EntryKind.SHARED, at)
        borne = _borne(cycle, account, comes_to) - _sum(cycle, account, EntryKind.MADE_UP)
        yield from booked(HOUSE, account, cycle.amount.of(borne), EntryKind.MADE_UP, at)


def _borne(cycle: Won, account: str, comes_to: int) -> int:
    """What the house adds to a share, so that it stands as its desk has it. What had lapsed of one
    that comes to less now is in the next cycle, and not to be recovered; what was written off of
    one that comes to more again is the player's, and the house has it back."""
    received = -_sum(cycle, account, EntryKind.PAID) - _sum(cycle, account, EntryKind.REPAID)
    lapsed = -_sum(cycle, account, EntryKind.LAPSED)
    written_off = _sum(cycle, account, EntryKind.WRITTEN_OFF)
    owed = max(0, comes_to - received - lapsed)
    due = max(0, received - comes_to - written_off)
    return owed - due - (comes_to - received - lapsed + written_off)


def _made_up(cycle: Won, entries: list[Entry], at: datetime) -> Iterator[Entry]:
    """What the house adds so that shares can be rounded up, or has back."""
    account = prize(cycle.by)
    short = -cycle.ledger.add(entries).balance(account)
    more = max(short, -_sum(cycle, account, EntryKind.MADE_UP))
    yield from booked(HOUSE, account, cycle.amount.of(more), EntryKind.MADE_UP, at)


def _sum(cycle: Won, account: str, kind: EntryKind) -> int:
    """What was booked to an account for a reason, less what was booked from it."""
    return sum(
        entry.amount.minor_units * (1 if entry.target == account else -1)
        for entry in cycle.ledger.entries
        if entry.kind is kind and account in (entry.source, entry.target)
    )


def _moved(
    moved: Owed, other: str, kind: EntryKind, out: bool, at: datetime, cycle: Won
) -> tuple[Entry, ...]:
    account = payable(cycle.by, moved.share)
    source, target = (account, other) if out else (other, account)
    return tuple(booked(source, target, moved.amount, kind, at))
