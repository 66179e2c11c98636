"""What is not paid out carries over: to the next game, and from a cycle that was won to the next
one. Nothing is ever in two cycles at once, and the house makes up what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.money import Money
from services.verify.domain.jackpot.ledger import (
    HOUSE,
    POOL,
    Entry,
    EntryKind,
    booked,
    carried,
    prize,
)
from services.verify.domain.jackpot.news import News, Step
from services.verify.domain.jackpot.state import C, Cycle, Won, book


@dataclass(frozen=True, slots=True)
class TakeCarried:
    """The cycle `previous` carries this over; it came `through` these, the last of them that."""

    previous: str
    amount: Money
    through: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """It is the next cycle's; some of it came `through` others before."""

    to: str
    amount: Money
    through: tuple[str, ...]
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class CarriedIn:
    """It was another cycle's."""

    previous: str
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class MadeUp:
    """More went back than was in the pool: the house makes it up."""

    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class PassedOn:
    """A game that was declared to this jackpot plays for its next cycle."""

    news: News
    to: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RestReturned:
    """Every share is paid or lapsed, and this was left: for the pool, or the house keeps it."""

    entries: tuple[Entry, ...]
    at: datetime


def take_carried(command: TakeCarried) -> Iterator[CarriedIn]:
    """What comes from the cycle before is played for; where this one was won too, it goes on."""
    source = carried(command.previous)
    entries = tuple(booked(source, POOL, command.amount, EntryKind.CARRIED_OVER, command.at))
    yield CarriedIn(command.previous, entries, command.at)


def settle_rest(at: datetime, cycle: Cycle) -> Iterator[RestReturned]:
    """What did not divide is free once the game is over and no share is open."""
    if not isinstance(cycle, Won) or not cycle.shared or cycle.outstanding:
        return
    game = cycle.game(cycle.by)
    if game is not None and game.ended and cycle.left > 0:
        to = HOUSE if cycle.house_keeps else POOL
        left = cycle.amount.of(cycle.left)
        yield RestReturned(tuple(booked(prize(cycle.by), to, left, EntryKind.ODD_CENTS, at)), at)


def sweep(at: datetime, through: tuple[str, ...], cycle: Cycle) -> Iterator[CarriedOver | MadeUp]:
    """Nothing stays in the pool of a cycle that was won, and no pool is below nothing."""
    pool = cycle.pool
    if pool.minor_units < 0:
        made_up = pool.of(-pool.minor_units)
        yield MadeUp(tuple(booked(HOUSE, POOL, made_up, EntryKind.MADE_UP, at)), at)
    elif isinstance(cycle, Won) and pool.minor_units:
        entries = tuple(booked(POOL, carried(cycle.next), pool, EntryKind.CARRIED_OVER, at))
        yield CarriedOver(cycle.next, pool, through, entries, at)


def split(news: News, cycle: Cycle) -> tuple[News, News | None]:
    """What of the news is for this cycle, and what for the next (None: nothing).

    A cycle that was won keeps the game that has won it. Of one that was counted for it, it hears
    what decides how much is held of the receipts; for all else a game plays for the next one.
    """
    if not isinstance(cycle, Won) or news.game == cycle.by:
        return news, None
    known = cycle.game(news.game)
    if known is None or known.receipts is None:
        return replace(news, steps=()), news
    ours = tuple(map(_of_receipts, news.steps))
    others = tuple(step for step in news.steps if step.taken is None and step.back is None)
    return replace(news, steps=ours), replace(news, steps=others) if others else None


def passed_on(cycle: C, _: PassedOn) -> C:
    """It is the next cycle's."""
    return cycle


def moved(cycle: C, event: CarriedOver | CarriedIn | MadeUp | RestReturned) -> C:
    """It stands in the ledger."""
    return book(cycle, event.entries)


def _of_receipts(step: Step) -> Step:
    """What of a step decides how much is held."""
    won = replace(step.won, odd_cents=None) if step.won is not None else None
    return Step(
        taken=step.taken,
        back=step.back,
        won=won,
        reopened=step.reopened,
        ended=step.ended,
        void=step.void,
    )
