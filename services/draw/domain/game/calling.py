"""Calling numbers: selected, announced, confirmed and displayed (rules 5.6(b) to 5.7(b))."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.staff import AttemptRefused, not_at_post
from services.draw.domain.game.state import (
    Call,
    Ending,
    Game,
    InPlay,
    Post,
    Selection,
    Selector,
)
from services.kernel.law import (
    Decision,
    Opening,
    Reason,
    Secret,
    clause,
    expect,
    happened,
    pick,
)

NUMBER_CHOSEN_BY_HAND = Reason(
    "NUMBER_CHOSEN_BY_HAND",
    "Numbers of this game come from the electronic selector; a number cannot be given to it.",
    "Select again without naming a ball.",
    clause="NZB-5.6(b)",
)
BALL_NOT_NAMED = Reason(
    "BALL_NOT_NAMED",
    "This game is drawn from a receptacle and no ball was named.",
    "Draw a ball and enter its number.",
    clause="NZB-5.6(b)",
)
NO_SUCH_BALL = Reason(
    "NO_SUCH_BALL",
    "There is no ball {ball}: this game is played with 1 to {numbers}.",
    "Read the ball again and enter its number.",
    clause="NZB-5.6(b)",
)
BALL_DRAWN_BEFORE = Reason(
    "BALL_DRAWN_BEFORE",
    "Ball {ball} was drawn before; it is call {position}.",
    "Read the ball again. If it really is {ball}, stop and look for a second ball of that number.",
    clause="NZB-5.6(b)",
)
NOTHING_SELECTED = Reason(
    "NOTHING_SELECTED",
    "No number has been selected to announce.",
    "Select a number first.",
    clause="NZB-5.6(b)",
)
NOT_CONFIRMED = Reason(
    "NOT_CONFIRMED",
    "Call {position} ({number}) has not been confirmed by the supervisor.",
    "The supervisor checks and displays it, and then it goes on. That the next number waits for "
    "it is this house's rule (assumed).",
    clause="NZB-5.7(a)",
)
NOTHING_CALLED = Reason(
    "NOTHING_CALLED",
    "No number has been announced, so there is none to confirm.",
    "Wait for the caller's announcement.",
    clause="NZB-5.7(a)",
)
BALL_NOT_HANDED = Reason(
    "BALL_NOT_HANDED",
    "The ball of call {position} has not been handed to the supervisor.",
    "Take the ball from the caller and enter the number that is on it.",
    clause="NZB-5.6(d)",
)
BALL_DIFFERS = Reason(
    "BALL_DIFFERS",
    "The ball in your hand is {ball}, but {number} was announced as call {position}.",
    "Read the ball again, both of you. If {number} was announced wrongly, announce the correction "
    "to the players at once (rule 5.8). Here a call that was announced cannot be changed: end the "
    "game and give that as the reason.",
    clause="NZB-5.7(b)",
)
NO_BALLS_IN_USE = Reason(
    "NO_BALLS_IN_USE",
    "This game has no balls: its numbers come from the electronic selector.",
    "Confirm the call without naming a ball.",
    clause="NZB-5.7(b)",
)
PAUSED = Reason(
    "PAUSED",
    "A player has called out (call out {call_out}) and it is not decided yet.",
    "Decide the call out first: until then, by this house's rules (assumed), no number comes and "
    "the game does not end.",
    clause="NZB-5.7(c)",
)
NO_MORE_NUMBERS = Reason(
    "NO_MORE_NUMBERS",
    "No more numbers come in this game: {why}.",
    "The supervisor ends the game.",
)


@dataclass(frozen=True, slots=True)
class SelectNumber:
    """Draw the number for `position`: by `entropy` (32 bytes), or the `ball` that came out.

    Another ball than the one that waits to be announced says that that one was keyed wrongly.
    """

    position: int
    ball: int | None
    entropy: bytes
    by: str


@dataclass(frozen=True, slots=True)
class CallNumber:
    """Announce the selected number as call `position`."""

    position: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ConfirmCall:
    """The supervisor has checked and displayed call `position`; with balls, racked `ball`."""

    position: int
    ball: int | None
    by: str


@dataclass(frozen=True, slots=True)
class NumberSelected:
    """A number is drawn, and closed until it is announced or the game ends."""

    position: int
    selection: Secret[Selection]


@dataclass(frozen=True, slots=True)
class BallRekeyed:
    """Another ball was drawn than was keyed; `opening` opens the selection that it replaces."""

    position: int
    selection: Secret[Selection]
    opening: Opening | None


@dataclass(frozen=True, slots=True)
class NumberCalled:
    """The number was announced; `opening` proves that it is the one that was selected."""

    position: int
    number: int
    opening: Opening | None
    at: datetime


@dataclass(frozen=True, slots=True)
class CallConfirmed:
    """The announcement was checked and is displayed; with balls, `ball` is on the rack."""

    position: int
    ball: int | None


@clause("NZB-5.6(b)", "NZB-5.6(c)", "NZB-5.7(a)", "NZB-5.7(b)")
def select_number(
    command: SelectNumber, game: InPlay
) -> Decision[NumberSelected | BallRekeyed | AttemptRefused]:
    """The caller selects at random, once for each position; asked again, it is the same number."""
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(b)")
    if refused:
        return refused
    expect("next call", command.position, len(game.calls) + 1)
    if command.ball is not None and game.selector is Selector.ELECTRONIC:
        raise NUMBER_CHOSEN_BY_HAND()
    if game.selected is not None:
        return _selected_before(command, game, game.selected)
    nobody_waits(game)
    _numbers_are_left(game)
    last = game.last_call
    if game.rules.confirm_before_next and last is not None and not last.confirmed:
        law = confirmed_under(game)
        raise NOT_CONFIRMED(clause=law, position=last.position, number=last.number)
    if game.selector is Selector.RECEPTACLE:
        selection = Selection(_drawn_ball(command.ball, game), b"")
    else:
        selection = Selection(_electronic(command, game), command.entropy)
    return happened(NumberSelected(command.position, Secret(selection)))


def number_selected(game: InPlay, event: NumberSelected) -> InPlay:
    """A number waits to be announced."""
    return replace(game, selected=event.selection)


def ball_rekeyed(game: InPlay, event: BallRekeyed) -> InPlay:
    """The ball that was drawn waits, and not the one that was keyed."""
    return replace(game, selected=event.selection)


@clause("NZB-5.6(c)")
def call_number(command: CallNumber, game: InPlay) -> Decision[NumberCalled | AttemptRefused]:
    """The caller announces the selected number, and no other.

    A call out stops play, but not a call that it answers itself: that one was begun, and is
    finished.
    """
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(c)")
    if refused:
        return refused
    expect("next call", command.position, len(game.calls) + 1)
    if not game.answered_already(command.position):
        nobody_waits(game)
    if game.selected is None:
        _numbers_are_left(game)
        raise NOTHING_SELECTED()
    number = game.selected.reveal().number
    return happened(NumberCalled(command.position, number, game.selected.opening, command.at))


def number_called(game: InPlay, event: NumberCalled) -> InPlay:
    """The number counts from now on."""
    call = Call(event.position, event.number, event.at)
    return replace(game, calls=(*game.calls, call), selected=None)


@clause("NZB-5.6(d)", "NZB-5.7(a)", "NZB-5.7(b)")
def confirm_call(command: ConfirmCall, game: InPlay) -> Decision[CallConfirmed | AttemptRefused]:
    """The supervisor displays the number; with balls, takes the ball, compares and racks it."""
    balls = game.selector is Selector.RECEPTACLE
    refused = not_at_post(game, Post.SUPERVISOR, command.by, confirmed_under(game))
    if refused:
        return refused
    last = game.last_call
    if last is None:
        raise NOTHING_CALLED()
    expect("last call", command.position, last.position)
    if balls and command.ball is None:
        raise BALL_NOT_HANDED(position=last.position)
    if balls and command.ball != last.number:
        differs = BALL_DIFFERS(ball=command.ball, number=last.number, position=last.position)
        return Decision((), differs)
    if not balls and command.ball is not None:
        raise NO_BALLS_IN_USE()
    if last.confirmed:
        return Decision()
    return happened(CallConfirmed(last.position, command.ball))


def call_confirmed(game: InPlay, event: CallConfirmed) -> InPlay:
    """The call is displayed, and stays so until the game ends."""
    return replace(game, calls=game.with_confirmed(event.position))


def confirmed_under(game: Game) -> str:
    """The clause under which the supervisor confirms a call."""
    return "NZB-5.7(b)" if game.selector is Selector.RECEPTACLE else "NZB-5.7(a)"


def nobody_waits(game: Game) -> None:
    """Refused while a call out waits for its decision."""
    for call_out in game.call_outs:
        if call_out.pauses:
            raise PAUSED(call_out=call_out.call_out)


def _selected_before(
    command: SelectNumber, game: InPlay, selected: Secret[Selection]
) -> Decision[BallRekeyed]:
    """An interrupted selection is kept: the same number follows, whoever asks how often.

    Only what was keyed can be put right, until it is announced: the ball in the caller's hand is
    the one that was selected.
    """
    if command.ball is None or command.ball == selected.reveal().number:
        return Decision()
    drawn = Secret(Selection(_drawn_ball(command.ball, game), b""))
    return happened(BallRekeyed(command.position, drawn, selected.opening))


def _numbers_are_left(game: InPlay) -> None:
    if game.played_out:
        won = game.played_out is Ending.COMPLETED
        raise NO_MORE_NUMBERS(why="every stage has a winner" if won else "every number was called")


def _drawn_ball(ball: int | None, game: InPlay) -> int:
    if ball is None:
        raise BALL_NOT_NAMED()
    if not 1 <= ball <= game.rules.numbers:
        raise NO_SUCH_BALL(ball=ball, numbers=game.rules.numbers)
    for call in game.calls:
        if call.number == ball:
            raise BALL_DRAWN_BEFORE(ball=ball, position=call.position)
    return ball


def _electronic(command: SelectNumber, game: InPlay) -> int:
    """Every number that was not called is equally likely."""
    called = game.called
    left = tuple(n for n in range(1, game.rules.numbers + 1) if n not in called)
    return pick(command.entropy, left)
