"""The jackpot of a game is declared before it is announced, and set apart for it when it is won
(rule 6.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money
from services.verify.domain.desk.examining import cited
from services.verify.domain.desk.state import Counted, Counting, Desk
from services.verify.domain.jackpot.terms import (
    Condition,
    Declaration,
    JackpotRules,
    Terms,
    holdable,
    same_jackpot,
)

JACKPOT_TOO_LATE = Reason(
    "JACKPOT_TOO_LATE",
    "{game} was announced, or its sales are over: what players were told of its jackpot stands.",
    "Declare the jackpot for a later game.",
    clause="NZB-6.1",
)
JACKPOT_IN_PRACTICE = Reason(
    "JACKPOT_IN_PRACTICE",
    "{game} is played for practice: it feeds no jackpot and wins none.",
    "Declare the jackpot for a game that counts.",
)
JACKPOT_STAGE_NOT_PLAYED = Reason(
    "JACKPOT_STAGE_NOT_PLAYED",
    "{game} is not played for the {stage}, so that nobody could win the jackpot with it.",
    "Name a stage of the game.",
)
CONDITION_NOT_ALLOWED = Reason(
    "CONDITION_NOT_ALLOWED",
    "Under this profile a jackpot is not won {condition}.",
    "Announce a condition that the profile has: see `eyesdown profile show`.",
    clause="NZB-6.1",
)
MORE_CALLS_THAN_NUMBERS = Reason(
    "MORE_CALLS_THAN_NUMBERS",
    "{within} calls are more than the {numbers} numbers of {game}.",
    "Say fewer calls; or that it is won on any call.",
)
_CONDITIONS = {
    Condition.WITHIN_CALLS: "within a number of calls",
    Condition.ANY_CALL: "on any call",
}


@dataclass(frozen=True, slots=True)
class DeclareJackpot:
    """Declare the game to a jackpot, the running cycle of which has these `terms`. `begun`: it was
    announced, or is over."""

    jackpot: str
    terms: Terms
    declared: Declaration
    begun: bool
    law: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TakeJackpot:
    """A cycle has set `amount` apart for the game; None: it was carried over."""

    jackpot: str
    amount: Money | None
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotDeclared:
    """The game was declared to a jackpot, or with an empty name to none; `former` is another one
    that it was declared to before, or empty."""

    jackpot: str
    declared: Declaration
    former: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotAwarded:
    """So much of a jackpot is won in this game."""

    jackpot: str
    amount: Money
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotReleased:
    """Nothing of it is won in this game any more."""

    jackpot: str
    at: datetime


def declare_jackpot(command: DeclareJackpot, desk: Desk) -> Decision[JackpotDeclared]:
    """A game is declared to one jackpot at most, anew until it is announced; with neither share nor
    stage to none."""
    declared = command.declared
    if desk.practice:
        raise JACKPOT_IN_PRACTICE(game=desk.game)
    before_play(command, desk)
    holdable(declared.share, command.terms.rules)
    if declared.stage is not None:
        if declared.stage not in {each.stage for each in desk.stages}:
            raise JACKPOT_STAGE_NOT_PLAYED(game=desk.game, stage=declared.stage.title)
        announceable(declared, command.terms.rules)
        if declared.within > desk.numbers:
            raise MORE_CALLS_THAN_NUMBERS(
                within=declared.within, numbers=desk.numbers, game=desk.game
            )
    jackpot = command.jackpot if declared.share or declared.stage else ""
    if (jackpot, declared) == (desk.jackpot, desk.declared) or not (jackpot or desk.jackpot):
        return Decision()
    former = "" if same_jackpot(desk.jackpot, jackpot) else desk.jackpot
    return happened(JackpotDeclared(jackpot, declared, former, command.by, command.at))


@clause("NZB-6.1")
def before_play(command: DeclareJackpot, desk: Desk) -> None:
    """What is held, and how it is won, is declared before the game: nobody buys a card, or is told
    of a game, that is played for something else."""
    if command.begun or isinstance(desk.sales, Counting | Counted):
        raise JACKPOT_TOO_LATE(game=desk.game, clause=cited(JACKPOT_TOO_LATE.clause, command.law))


@clause("NZB-6.1")
def announceable(declared: Declaration, rules: JackpotRules) -> None:
    """The conditions are among those of the profile."""
    condition = Condition.WITHIN_CALLS if declared.within else Condition.ANY_CALL
    if condition not in rules.conditions:
        law = cited(CONDITION_NOT_ALLOWED.clause, rules.law)
        raise CONDITION_NOT_ALLOWED(condition=_CONDITIONS[condition], clause=law)


def take_jackpot(command: TakeJackpot, desk: Desk) -> Decision[JackpotAwarded | JackpotReleased]:
    """What a cycle sets apart is divided with the stage that won it; what it takes back is not."""
    if command.amount is not None:
        return happened(JackpotAwarded(command.jackpot, command.amount, command.at))
    return happened(JackpotReleased(command.jackpot, command.at))


def jackpot_declared(desk: Desk, event: JackpotDeclared) -> Desk:
    """It stands with the desk."""
    declared = event.declared if event.jackpot else None
    return replace(desk, jackpot=event.jackpot, declared=declared)


def jackpot_awarded(desk: Desk, event: JackpotAwarded) -> Desk:
    """It is to be divided."""
    return replace(desk, awarded=event.amount)


def jackpot_released(desk: Desk, _: JackpotReleased) -> Desk:
    """There is nothing to divide."""
    return replace(desk, awarded=None)
