"""Displaying each called number, checked (rules 5.6(d), 5.7(a), 5.7(b); Tennessee 7 and 10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.parts import Call
from services.draw.domain.game.staff import AttemptRefused, not_at_post
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.words import Post, Selector
from services.kernel.law import Decision, Reason, clause, expect, happened

NOTHING_CALLED = Reason(
    "NOTHING_CALLED",
    "No number has been announced, so there is none to confirm.",
    "Wait for the caller's announcement.",
    clause="NZB-5.7(a)",
)
BALL_NOT_HANDED = Reason(
    "BALL_NOT_HANDED",
    "The ball of call {position} has not been seen by the {post}.",
    "The caller hands the ball over or shows it; enter the number that is on it.",
    clause="NZB-5.6(d)",
)
BALL_DIFFERS = Reason(
    "BALL_DIFFERS",
    "The ball in your hand is {ball}, but {number} was announced as call {position}.",
    "Read the ball again, both of you. If {number} was announced wrongly, announce the correction "
    "to the players at once ({law}) and record it: spoken wrong if the hall heard {number}, "
    "keyed wrong if it was only entered so.",
    clause="NZB-5.7(b)",
)
NO_BALLS_IN_USE = Reason(
    "NO_BALLS_IN_USE",
    "This number has no ball: it came from the electronic selector.",
    "Confirm the call without naming a ball.",
    clause="NZB-5.7(b)",
)
NOT_CALLED_YET = Reason(
    "NOT_CALLED_YET",
    "Call {position} has not been called yet, so it is not displayed either.",
    "The caller calls it first; then it is shown.",
    clause="TNB-10",
)


@dataclass(frozen=True, slots=True)
class ConfirmCall:
    """Call `position` was checked and is displayed; with balls, `ball` was seen (and racked)."""

    position: int
    ball: int | None
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallConfirmed:
    """The announcement was checked and is displayed; with balls, `ball` is on the rack."""

    position: int
    ball: int | None
    by: str
    at: datetime


@clause("NZB-5.6(d)", "NZB-5.7(a)", "NZB-5.7(b)", "TNB-7", "TNB-10")
def confirm_call(command: ConfirmCall, game: InPlay) -> Decision[CallConfirmed | AttemptRefused]:
    """The supervisor displays the number; with balls, takes the ball, compares and racks it. In
    Tennessee the other individual sees the object, announces and displays it.

    What was not called is not displayed.
    """
    refused = not_at_post(game, game.rules.confirmed_by, command.by, confirmed_under(game))
    if refused:
        return refused
    call = to_confirm(command.position, game)
    if call.keyed and command.ball is None:
        raise BALL_NOT_HANDED(position=call.position, post=game.rules.confirmed_by.said)
    if command.ball is not None and not (call.keyed or call.by_hand):
        raise NO_BALLS_IN_USE()
    if command.ball is not None and command.ball != call.number:
        differs = BALL_DIFFERS(
            ball=command.ball,
            number=call.number,
            position=call.position,
            law=game.rules.cited("NZB-5.8", "TNB-13"),
        )
        return Decision((), differs)
    if call.confirmed:
        return Decision()
    return happened(CallConfirmed(call.position, command.ball, command.by, command.at))


def call_confirmed(game: InPlay, event: CallConfirmed) -> InPlay:
    """The call is displayed, and stays so until the game ends."""
    call = game.calls[event.position - 1]
    shown = replace(call, confirmed=True, confirmed_by=event.by, confirmed_at=event.at)
    return replace(game, calls=game.with_call(shown))


@clause("TNB-10")
def on_screen(game: Game) -> tuple[Call, ...]:
    """What a screen may show: what was called, and nothing that was only drawn."""
    return game.calls


def confirmed_under(game: Game) -> str:
    """The clause under which a call is confirmed."""
    if game.rules.confirmed_by is Post.ANNOUNCER:
        return "TNB-7"
    return "NZB-5.7(b)" if game.selector is Selector.RECEPTACLE else "NZB-5.7(a)"


def to_confirm(position: int, game: InPlay) -> Call:
    """The call that is confirmed: one that was announced and counts."""
    if game.last_call is None:
        raise NOTHING_CALLED(clause=confirmed_under(game))
    if position == len(game.calls) + 1 and game.selected is not None:
        raise NOT_CALLED_YET(position=position)
    call = game.call_at(position)
    if call is None or call.taken_back:
        expect("last call", position, game.last_call.position)
        raise TypeError("the last call counts and is on record")
    return call
