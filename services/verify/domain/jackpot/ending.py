"""What a person says of a jackpot: that a game which had won it has no winner any more, and that
there is to be no such jackpot. Either way what is left is played for elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.verify.domain.jackpot.ledger import POOL, Entry, EntryKind, booked, prize
from services.verify.domain.jackpot.state import Cycle, Running, Won, book
from services.verify.domain.jackpot.terms import same_jackpot

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
class CarryOver:
    """The game that had won has no winner any more: a person says so."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CloseJackpot:
    """There is no such jackpot any more; what is left of it is played for in `into`, the running
    cycle of another one."""

    name: str
    into: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WinGivenUp:
    """The game has no winner any more; what it had won is in the pool again."""

    by: str
    entries: tuple[Entry, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class JackpotClosed:
    """It is closed."""

    into: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClosingUndone:
    """It is played for again: `into` was closed in the same moment, and leads back to it."""

    into: str
    at: datetime


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


def undo_closing(
    through: tuple[str, ...], at: datetime, cycle: Running | Won
) -> Iterator[ClosingUndone]:
    """Where all are closed into each other nothing would ever come to rest, nor to a player."""
    if isinstance(cycle, Won) and not cycle.by and cycle.next in through:
        yield ClosingUndone(cycle.next, at)


def win_given_up(cycle: Won, event: WinGivenUp) -> Won:
    """It is nobody's, and carries over."""
    return replace(book(cycle, event.entries), given_up=True)


def jackpot_closed(cycle: Cycle, event: JackpotClosed) -> Won:
    """No game has won it; whatever still comes goes to the other jackpot."""
    nothing = cycle.terms.seed.of(0)
    return Won(**vars(cycle), amount=nothing, next=event.into, given_up=True)


def closing_undone(cycle: Cycle, _: ClosingUndone) -> Running:
    """As before it was closed."""
    return Running(**{each.name: getattr(cycle, each.name) for each in fields(Cycle)})
