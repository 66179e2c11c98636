"""The jackpot cycle as a decider: which command is decided by which chapter, in which state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from services.kernel.law import Decider, Decision, Standing
from services.verify.domain.jackpot import carrying, ending, feeding, opening, winning
from services.verify.domain.jackpot.carrying import (
    CarriedIn,
    CarriedOver,
    MadeUp,
    PassedOn,
    RestReturned,
    TakeCarried,
)
from services.verify.domain.jackpot.ending import (
    CarryOver,
    CloseJackpot,
    ClosingUndone,
    JackpotClosed,
    WinGivenUp,
)
from services.verify.domain.jackpot.feeding import (
    GameDeclared,
    GameOver,
    OddCentsTaken,
    ReceiptsHeld,
    StageNoted,
)
from services.verify.domain.jackpot.news import News, Step
from services.verify.domain.jackpot.opening import JackpotOpened, OpenJackpot, OpenNextCycle
from services.verify.domain.jackpot.state import Running, State, Unopened, Won
from services.verify.domain.jackpot.winning import (
    JackpotNotWon,
    JackpotShared,
    JackpotWon,
    ShareMoved,
    SharingReopened,
)


@dataclass(frozen=True, slots=True)
class TakeNews:
    """The desk of a game has something on record."""

    news: News
    at: datetime


Command = OpenJackpot | OpenNextCycle | TakeNews | TakeCarried | CarryOver | CloseJackpot
Event = (
    JackpotOpened
    | GameDeclared
    | ReceiptsHeld
    | OddCentsTaken
    | StageNoted
    | GameOver
    | JackpotWon
    | JackpotNotWon
    | JackpotShared
    | SharingReopened
    | ShareMoved
    | CarriedOver
    | CarriedIn
    | MadeUp
    | RestReturned
    | WinGivenUp
    | JackpotClosed
    | ClosingUndone
    | PassedOn
)


def decide(command: Command, cycle: State) -> Decision[Event]:
    """What a command leads to."""
    match command, cycle:
        case OpenJackpot(), Unopened():
            return opening.open_jackpot(command)
        case OpenNextCycle(), Unopened():
            return opening.open_next_cycle(command)
        case TakeNews(), Running() | Won():
            return _followed(_news(command, cycle), command.at, cycle)
        case TakeCarried(), Running() | Won():
            return _followed(_carried(command, cycle), command.at, cycle, command.through)
        case CarryOver(), Running() | Won():
            given_up = ending.carry_over(command, cycle).events
            return _followed(iter(given_up), command.at, cycle)
        case CloseJackpot(), Running() | Won():
            closed = ending.close_jackpot(command, cycle).events
            return _followed(iter(closed), command.at, cycle)
    raise TypeError(f"{type(command).__name__} does not come to a jackpot {type(cycle).__name__}")


def evolve(cycle: State, event: Event) -> State:
    """The cycle after an event; checks no rule."""
    if isinstance(event, JackpotOpened):
        return opening.jackpot_opened(event)
    return _FOLDS[type(event)](cycle, event)  # type: ignore[operator,no-any-return]  # by its class


def standing(cycle: State) -> Standing:
    """A cycle is in play until what was won is paid, and its game is over."""
    match cycle:
        case Unopened():
            return Standing.WAITING
        case Won():
            return Standing.ENDED if done(cycle) else Standing.IN_PLAY
    return Standing.IN_PLAY


def _followed(
    events: Iterator[Event], at: datetime, cycle: State, through: tuple[str, ...] = ()
) -> Decision[Event]:
    """The events, and what follows from them for the pool, to which something came `through`
    these cycles."""
    made: list[Event] = []
    event: Event
    for event in events:
        made.append(event)
        cycle = evolve(cycle, event)
    for follow in (carrying.settle_rest, partial(carrying.sweep, through=through)):
        for event in follow(at, cycle=cycle):  # type: ignore[arg-type]  # it was opened
            made.append(event)
            cycle = evolve(cycle, event)
    return Decision(tuple(made))


def _carried(command: TakeCarried, cycle: Running | Won) -> Iterator[Event]:
    """What comes from another cycle."""
    yield from ending.undo_closing(command.through, command.at, cycle)
    yield from carrying.take_carried(command)


def _news(command: TakeNews, cycle: Running | Won) -> Iterator[Event]:
    """Each step of the news on the cycle as it is after the one before."""
    at, game = command.at, command.news.game
    event: Event
    for event in ending.undo_closing(command.news.through, at, cycle):
        cycle = ending.closing_undone(cycle, event)
        yield event
    ours, others = carrying.split(command.news, cycle)
    now: State = cycle
    if ours.steps or others is None:
        for event in feeding.declare(ours, at, cycle):
            now = evolve(now, event)
            yield event
    for step in ours.steps:
        for event in _step(step, game, at, now):  # type: ignore[arg-type]  # it was opened
            now = evolve(now, event)
            yield event
    if others is not None and isinstance(cycle, Won):
        yield PassedOn(others, cycle.next, at)


def _step(step: Step, game: str, at: datetime, cycle: Running | Won) -> Iterator[Event]:
    """What one step leads to."""
    yield from feeding.take_receipts(step, game, at, cycle)
    if step.reopened is not None:
        yield from feeding.note_stage(step.reopened, False, game, at, cycle)
        yield from feeding.take_odd_cents(step.reopened.name, None, game, at, cycle)
    if step.won is not None:
        yield from feeding.note_stage(step.won.stage, True, game, at, cycle)
        yield from winning.win(step.won, game, at, cycle)
        odd_cents = step.won.odd_cents
        yield from feeding.take_odd_cents(step.won.stage.name, odd_cents, game, at, cycle)
    if step.ended or step.void:
        yield from feeding.end_game(step, game, at, cycle)
    if isinstance(cycle, Won):
        if step.unshared:
            yield from winning.unshare(at, cycle)
        if step.shared is not None:
            yield from winning.share(step.shared, at, cycle)
        yield from winning.move_share(step, at, cycle)


def done(cycle: Won) -> bool:
    """Whether nothing of it is open any more: paid or carried over, and its game over."""
    game = cycle.game(cycle.by)
    over = not cycle.by or (game is not None and game.ended)
    return over and not cycle.outstanding and (cycle.shared or cycle.given_up)


_FOLDS = {
    GameDeclared: feeding.game_declared,
    ReceiptsHeld: feeding.receipts_held,
    OddCentsTaken: feeding.odd_cents_taken,
    StageNoted: feeding.stage_noted,
    GameOver: feeding.game_over,
    JackpotWon: winning.jackpot_won,
    JackpotNotWon: winning.jackpot_not_won,
    JackpotShared: winning.jackpot_shared,
    SharingReopened: winning.sharing_reopened,
    ShareMoved: winning.share_moved,
    CarriedOver: carrying.moved,
    CarriedIn: carrying.moved,
    MadeUp: carrying.moved,
    RestReturned: carrying.moved,
    WinGivenUp: ending.win_given_up,
    JackpotClosed: ending.jackpot_closed,
    ClosingUndone: ending.closing_undone,
    PassedOn: carrying.passed_on,
}

JACKPOTS: Decider[Command, Event, State] = Decider(
    kind="jackpots",
    initial=Unopened(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(OpenJackpot, OpenNextCycle),
)
