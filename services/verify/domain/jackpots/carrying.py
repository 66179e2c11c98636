"""What is not paid out carries over: to the next game, and from a cycle that was won to the next
one. Nothing is ever in two cycles at once, and the house makes up what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.kernel.money import Money
from services.verify.domain.jackpots.ledger import (
    HOUSE,
    POOL,
    Entry,
    EntryKind,
    booked,
    carried,
    prize,
)
from services.verify.domain.jackpots.news import News, Step
from services.verify.domain.jackpots.state import C, Cycle, Running, Won, book
from services.verify.domain.jackpots.terms import same_jackpot

JACKPOT_NOT_WON = Reason(
    "JACKPOT_NOT_WON",
    "Nobody has won this jackpot yet.",
    "It carries over by itself, from game to game.",
)
JACKPOT_HAS_WINNERS = Reason(
    "JACKPOT_HAS_WINNERS",
    "The jackpot is divided among the winners of {game}.",
    "Only when the draw has voided them all, and the game is over, can it be carried over.",
)
GAME_NOT_OVER = Reason(
    "GAME_NOT_OVER",
    "{game} is not over, and can still be won.",
    "Wait until it is over.",
)
SHARES_TO_RECOVER = Reason(
    "SHARES_TO_RECOVER",
    "{amount} that was paid out has to be recovered yet.",
    "Record first what came back of it, or that it is given up.",
)
CARRIED_OVER_BEFORE = Reason(
    "CARRIED_OVER_BEFORE",
    "The jackpot was carried over to {next} before.",
    "Nothing has been changed.",
)


GAMES_NOT_OVER = Reason(
    "GAMES_NOT_OVER",
    "{game} was declared to this jackpot, and is not over.",
    "Wait until it is over; or declare it to another jackpot, while that is possible.",
)
JACKPOT_OVER = Reason(
    "JACKPOT_OVER",
    "This cycle is over; {next} is played for.",
    "Name that one.",
)
SAME_JACKPOT = Reason(
    "SAME_JACKPOT",
    "{into} is a cycle of the same jackpot.",
    "Name the jackpot that gets what is left of this one.",
)


@dataclass(frozen=True, slots=True)
class CloseJackpot:
    """There is no such jackpot any more; what is left of it is played for in `into`, the running
    cycle of another one."""

    name: str
    into: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotClosed:
    """It is closed."""

    into: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TakeCarried:
    """The cycle `previous` carries this over."""

    previous: str
    amount: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class CarryOver:
    """The game that had won has no winner any more: a person says so."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """It is the next cycle's."""

    to: str
    amount: Money
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
class WinGivenUp:
    """The game has no winner any more; what it had won is in the pool again."""

    by: str
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class RestReturned:
    """Every share is paid or lapsed, and this was left: for the pool, or the house keeps it."""

    entries: tuple[Entry, ...]
    at: datetime


def take_carried(command: TakeCarried, cycle: Running | Won) -> Iterator[CarriedIn]:
    """What comes from the cycle before is played for; where this one was won too, it goes on."""
    source = carried(command.previous)
    entries = tuple(booked(source, POOL, command.amount, EntryKind.CARRIED_OVER, command.at))
    yield CarriedIn(command.previous, entries, command.at)


def carry_over(command: CarryOver, cycle: Running | Won) -> Decision[WinGivenUp]:
    """A win of which no winner is left goes back to be played for, once its game is over."""
    if not isinstance(cycle, Won):
        raise JACKPOT_NOT_WON()
    if cycle.given_up:
        raise CARRIED_OVER_BEFORE(next=cycle.next)
    if cycle.shared:
        raise JACKPOT_HAS_WINNERS(game=cycle.by)
    game = cycle.game(cycle.by)
    if game is None or not game.ended:
        raise GAME_NOT_OVER(game=cycle.by)
    owing = sum(cycle.shares().values())
    if owing:
        raise SHARES_TO_RECOVER(amount=cycle.amount.of(-owing).shown)
    left = cycle.amount.of(cycle.left)
    entries = tuple(booked(prize(cycle.by), POOL, left, EntryKind.CARRIED_OVER, command.at))
    return happened(WinGivenUp(command.by, entries, command.at))


def close_jackpot(command: CloseJackpot, cycle: Running | Won) -> Decision[JackpotClosed]:
    """What was held is prize money, and goes nowhere but into another jackpot."""
    if isinstance(cycle, Won):
        raise JACKPOT_OVER(next=cycle.next)
    if same_jackpot(command.name, command.into):
        raise SAME_JACKPOT(into=command.into)
    for game in cycle.games:
        if not game.ended and (game.declared.share or game.declared.stage):
            raise GAMES_NOT_OVER(game=game.game)
    return happened(JackpotClosed(command.into, command.by, command.at))


def settle_rest(at: datetime, cycle: Cycle) -> Iterator[RestReturned]:
    """What did not divide is free once the game is over and no share is open."""
    if not isinstance(cycle, Won) or not cycle.shared or cycle.outstanding:
        return
    game = cycle.game(cycle.by)
    if game is not None and game.ended and cycle.left > 0:
        to = HOUSE if cycle.house_keeps else POOL
        left = cycle.amount.of(cycle.left)
        yield RestReturned(tuple(booked(prize(cycle.by), to, left, EntryKind.ODD_CENTS, at)), at)


def sweep(at: datetime, cycle: Cycle) -> Iterator[CarriedOver | MadeUp]:
    """Nothing stays in the pool of a cycle that was won, and no pool is below nothing."""
    pool = cycle.pool
    if pool.minor_units < 0:
        made_up = pool.of(-pool.minor_units)
        yield MadeUp(tuple(booked(HOUSE, POOL, made_up, EntryKind.MADE_UP, at)), at)
    elif isinstance(cycle, Won) and pool.minor_units:
        entries = tuple(booked(POOL, carried(cycle.next), pool, EntryKind.CARRIED_OVER, at))
        yield CarriedOver(cycle.next, pool, entries, at)


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


def jackpot_closed(cycle: Cycle, event: JackpotClosed) -> Won:
    """No game has won it; whatever still comes goes to the other jackpot."""
    nothing = cycle.terms.seed.of(0)
    return Won(**vars(cycle), amount=nothing, next=event.into, given_up=True)


def passed_on(cycle: C, _: PassedOn) -> C:
    """It is the next cycle's."""
    return cycle


def moved(cycle: C, event: CarriedOver | CarriedIn | MadeUp | RestReturned) -> C:
    """It stands in the ledger."""
    return book(cycle, event.entries)


def win_given_up(cycle: Won, event: WinGivenUp) -> Won:
    """It is nobody's, and carries over."""
    return replace(book(cycle, event.entries), given_up=True)


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
