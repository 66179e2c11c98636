"""What the claim desk of a game says to the jackpot that the game feeds or plays for, in the
jackpot's own words: the steps of one commit of the desk, in their order."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.money import Money
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot.terms import Declaration


@dataclass(frozen=True, slots=True)
class Owed:
    """A player's share of the jackpot, by its number at the desk."""

    share: int
    amount: Money


@dataclass(frozen=True, slots=True)
class StageWon:
    """The winners of a stage are known; it was completed on the call `position`. `odd_cents` of its
    prize are for this jackpot (None: none are)."""

    stage: Stage
    position: int
    odd_cents: Money | None


@dataclass(frozen=True, slots=True)
class Shared:
    """The jackpot that was won is divided among its winners. What does not divide the house keeps,
    or it goes to the next cycle."""

    shares: tuple[Owed, ...]
    house_keeps: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened at the desk: the field that is not empty says what.

    `taken` for cards, or given `back`; a stage `won` or `reopened`; the jackpot `shared` or
    `unshared`; of a share `paid`, `repaid`, `written_off` or `lapsed`; the game `ended`, or `void`
    and not played again.
    """

    taken: Money | None = None
    back: Money | None = None
    won: StageWon | None = None
    reopened: Stage | None = None
    shared: Shared | None = None
    unshared: bool = False
    paid: Owed | None = None
    repaid: Owed | None = None
    written_off: Owed | None = None
    lapsed: Owed | None = None
    ended: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredGame:
    """A game that was declared to a jackpot, and is not played yet."""

    game: str
    session: str
    declared: Declaration


@dataclass(frozen=True, slots=True)
class News:
    """A commit of a game's desk. `declared` stands with each, so that another cycle can take it;
    `through` are the cycles that passed it on."""

    game: str
    session: str
    declared: Declaration
    steps: tuple[Step, ...] = ()
    through: tuple[str, ...] = ()
