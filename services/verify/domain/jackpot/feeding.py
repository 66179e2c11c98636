"""A share of the gross receipts of games is held for the jackpot (rule 6.1).

Readings: the share of a session's receipts is that of each of its games, rounded down to the cent
game by game. What changes after the count changes what is held. A void game that is not played
again, and in which nothing was won, feeds nothing: all that was held of it goes back to its
receipts. If that was won meanwhile, the house makes it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import clause
from services.kernel.money import Money
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot import ledger
from services.verify.domain.jackpot.ledger import POOL, Entry, EntryKind, booked
from services.verify.domain.jackpot.news import News, Step
from services.verify.domain.jackpot.state import C, Cycle, Game, book, with_game
from services.verify.domain.jackpot.terms import WHOLE, Declaration


@dataclass(frozen=True, slots=True)
class GameDeclared:
    """A game feeds the jackpot or plays for it, in this way from now on."""

    game: str
    session: str
    declared: Declaration
    at: datetime


@dataclass(frozen=True, slots=True)
class ReceiptsHeld:
    """A game has taken `receipts` in all so far, and its share of them is held."""

    game: str
    receipts: Money
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class OddCentsTaken:
    """What does not divide of a stage's prize goes into the pool; after it was divided anew, the
    difference."""

    game: str
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class StageNoted:
    """A stage of a game has winners, or has none any more."""

    game: str
    stage: Stage
    won: bool
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game is over. What was held of a `void` one goes back."""

    game: str
    void: bool
    entries: tuple[Entry, ...]
    at: datetime


@clause("NZB-6.1")
def held(receipts: Money, share: int) -> Money:
    """What is held of the receipts of a game: the share, rounded down to the cent."""
    return receipts.of(receipts.minor_units * share // WHOLE)


def declare(news: News, at: datetime, cycle: Cycle) -> Iterator[GameDeclared]:
    """How a game was declared stands with all that its desk says."""
    known = cycle.game(news.game)
    if known is None or known.declared != news.declared:
        yield GameDeclared(news.game, news.session, news.declared, at)


def take_receipts(step: Step, game: str, at: datetime, cycle: Cycle) -> Iterator[ReceiptsHeld]:
    """Sales were counted, or changed since."""
    for amount, added in ((step.taken, True), (step.back, False)):
        if amount is None:
            continue
        known = _game(cycle, game)
        before = known.receipts or cycle.terms.seed.of(0)
        now = before + amount if added else before - amount
        yield ReceiptsHeld(game, now, _held(replace(known, receipts=now), cycle, at), at)


def take_odd_cents(
    stage: str, amount: Money | None, game: str, at: datetime, cycle: Cycle
) -> Iterator[OddCentsTaken]:
    """What does not divide of a prize now, in place of what did not before."""
    account = ledger.odd(game, stage)
    before = cycle.terms.seed.of(cycle.ledger.balance(account))
    more = before + amount if amount is not None else before
    entries = tuple(booked(account, POOL, more, EntryKind.ODD_CENTS, at))
    if entries:
        yield OddCentsTaken(game, entries, at)


def note_stage(
    stage: Stage, won: bool, game: str, at: datetime, cycle: Cycle
) -> Iterator[StageNoted]:
    """Where something was won in a void game, what was taken for it stays."""
    known = _game(cycle, game)
    if (stage in known.won) is not won:
        entries = _held(_noted(known, stage, won), cycle, at)
        yield StageNoted(game, stage, won, entries, at)


def end_game(step: Step, game: str, at: datetime, cycle: Cycle) -> Iterator[GameOver]:
    """It is not played for the jackpot any more."""
    known = _game(cycle, game)
    if known.ended and (known.void or not step.void):
        return
    void = known.void or step.void
    entries = _held(replace(known, void=void), cycle, at)
    yield GameOver(game, void, entries, at)


def game_declared(cycle: C, event: GameDeclared) -> C:
    """It counts for what comes."""
    known = cycle.game(event.game)
    if known is None:
        known = Game(event.game, event.session, event.declared)
    return with_game(cycle, replace(known, declared=event.declared))


def receipts_held(cycle: C, event: ReceiptsHeld) -> C:
    """The pool has grown, or shrunk."""
    game = replace(_game(cycle, event.game), receipts=event.receipts)
    return with_game(book(cycle, event.entries), game)


def odd_cents_taken(cycle: C, event: OddCentsTaken) -> C:
    """They are played for."""
    return book(cycle, event.entries)


def stage_noted(cycle: C, event: StageNoted) -> C:
    """It decides what is held of a void game."""
    game = _noted(_game(cycle, event.game), event.stage, event.won)
    return with_game(book(cycle, event.entries), game)


def game_over(cycle: C, event: GameOver) -> C:
    """Nothing more is won in it."""
    game = replace(_game(cycle, event.game), ended=True, void=event.void)
    return with_game(book(cycle, event.entries), game)


def _held(game: Game, cycle: Cycle, at: datetime) -> tuple[Entry, ...]:
    """What is held of a game now, in place of what was before."""
    account = ledger.receipts(game.game)
    before = cycle.ledger.balance(account)
    now = 0
    if game.receipts is not None and game.feeds:
        now = held(game.receipts, game.declared.share).minor_units
    kind = EntryKind.HELD if now + before > 0 else EntryKind.GIVEN_BACK
    return tuple(booked(account, POOL, cycle.terms.seed.of(now + before), kind, at))


def _noted(game: Game, stage: Stage, won: bool) -> Game:
    others = tuple(each for each in game.won if each is not stage)
    return replace(game, won=(*others, stage) if won else others)


def _game(cycle: Cycle, name: str) -> Game:
    known = cycle.game(name)
    if known is None:
        raise TypeError(f"{name} has nothing to do with this jackpot")
    return known
