"""What a jackpot cycle is at any moment: running, then won by one game, for good."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from services.kernel.money import Money
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot.ledger import POOL, Entry, Ledger, prize
from services.verify.domain.jackpot.terms import Declaration, Terms


@dataclass(frozen=True, slots=True)
class Game:
    """A game that feeds the jackpot or plays for it. `receipts` is what was taken for its cards, as
    far as it was counted; `won` are the stages that have winners. A `void` game in which nothing
    was won feeds nothing."""

    game: str
    session: str
    declared: Declaration
    receipts: Money | None = None
    void: bool = False
    ended: bool = False
    won: tuple[Stage, ...] = ()

    @property
    def feeds(self) -> bool:
        """Whether anything is held of its receipts."""
        return self.receipts is not None and (not self.void or bool(self.won))


@dataclass(frozen=True)
class Unopened:
    """There is no such jackpot."""


@dataclass(frozen=True)
class Cycle:
    """A jackpot from its seed on. `word` is what all its cycles are named by, `number` which of
    them it is, `previous` the name of the one before, or empty."""

    terms: Terms
    word: str
    number: int
    previous: str
    ledger: Ledger = field(default_factory=Ledger)
    games: tuple[Game, ...] = ()

    @property
    def pool(self) -> Money:
        """What is played for."""
        return self.terms.seed.of(self.ledger.balance(POOL))

    def game(self, name: str) -> Game | None:
        """One of its games."""
        return next((each for each in self.games if each.game == name), None)


@dataclass(frozen=True)
class Running(Cycle):
    """It is fed and played for."""


@dataclass(frozen=True)
class Won(Cycle):
    """The game `by` has won `amount` on a call; whatever else comes goes to the cycle `next`. Of a
    jackpot that was closed `by` is empty, and `next` is another one.

    `shared` says whether it is divided among players, `house_keeps` what becomes of the rest;
    `given_up` that it has no winner any more and was carried over.
    """

    by: str = ""
    stage: Stage = Stage.SERIES
    position: int = 0
    amount: Money = field(default_factory=lambda: Money("XXX", 0))
    next: str = ""
    shared: bool = False
    house_keeps: bool = False
    given_up: bool = False

    @property
    def left(self) -> int:
        """What of the amount is not divided, in minor units."""
        return self.ledger.balance(prize(self.by))

    @property
    def outstanding(self) -> bool:
        """Whether a share is to be paid yet, or something of one to be recovered."""
        return any(self.shares().values())

    def shares(self) -> dict[str, int]:
        """What each share is owed yet, by its account; below nothing: to be recovered."""
        return {
            account: cents
            for account, cents in self.ledger.balances().items()
            if account.startswith("payable:")
        }


State = Unopened | Running | Won
C = TypeVar("C", bound=Cycle)


def with_game(cycle: C, game: Game) -> C:
    """The cycle with a game as it is now."""
    if cycle.game(game.game) is None:
        return replace(cycle, games=(*cycle.games, game))
    games = tuple(game if each.game == game.game else each for each in cycle.games)
    return replace(cycle, games=games)


def book(cycle: C, entries: tuple[Entry, ...]) -> C:
    """The cycle with entries in its ledger."""
    return replace(cycle, ledger=cycle.ledger.add(entries))
