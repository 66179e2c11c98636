"""What was entered by mistake is taken back: a ball that was never drawn, a call that was never
called in the hall (rules 5.6(b) and 5.6(c)), or that a call was cut off (Tennessee 9).

Of numbers only what was keyed can be: a number that the electronic selector drew is the next,
whatever happens, and every number that was drawn is called. What the hall heard is not taken back
either, it is corrected: what a player has called out on, as long as nobody has ruled on that, and
what the supervisor has confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.callouts import heard_the_number
from services.draw.domain.game.judging import (
    again,
    decided_on_what_was_wrong,
    entered_for,
    without,
)
from services.draw.domain.game.parts import Call, TakenBack
from services.draw.domain.game.staff import AttemptRefused, not_at_post
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.words import Post
from services.kernel.law import Decision, Opening, Reason, clause, expect, happened

NOTHING_TO_TAKE_BACK = Reason(
    "NOTHING_TO_TAKE_BACK",
    "No ball has been entered in this game yet.",
    "Draw a ball and enter its number.",
)
SELECTION_KEPT = Reason(
    "SELECTION_KEPT",
    "The electronic selector drew this number, and it is kept: it is the next, and is announced.",
    "Announce it. If the hall heard another number, correct that call.",
    clause="NZB-5.6(b)",
)
HEARD_IN_THE_HALL = Reason(
    "HEARD_IN_THE_HALL",
    "Call out {call_out} answers call {position}, so the hall has heard it.",
    "Key the ball that was drawn in its place, or correct the call once it is announced. If the "
    "hall heard no number, the supervisor decides the call out first.",
    clause="NZB-5.6(c)",
)
CONFIRMED_BEFORE = Reason(
    "CONFIRMED_BEFORE",
    "Call {position} ({number}) is confirmed and displayed: the ball was seen.",
    "If it is wrong, correct the call before the players.",
    clause="NZB-5.8",
)
WON_ON_IT = Reason(
    "WON_ON_IT",
    "The {stage} was won on call {position}, so it cannot have gone unheard.",
    "If it is wrong, correct the call; its winners are voided with it, by two persons.",
    clause="NZB-5.8",
)


@dataclass(frozen=True, slots=True)
class TakeBackCall:
    """What was entered last, as `position`, was a mistake: no such ball was drawn, or called."""

    position: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallTakenBack:
    """The last call was never called; it counts for nothing. `reopened` call outs are judged
    again."""

    position: int
    number: int
    reason: str
    by: str
    at: datetime
    reopened: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SelectionTakenBack:
    """The ball that waited was never drawn; `opening` shows which one was entered."""

    position: int
    opening: Opening | None
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CutOffTakenBack:
    """The call was not cut off after its letter. `reopened` call outs are judged again."""

    position: int
    reason: str
    by: str
    at: datetime
    reopened: tuple[int, ...] = ()


@clause("NZB-5.6(b)", "NZB-5.6(c)", "TNB-9")
def take_back_call(
    command: TakeBackCall, game: InPlay
) -> Decision[CallTakenBack | SelectionTakenBack | CutOffTakenBack | AttemptRefused]:
    """The caller takes back what was entered last, until it is confirmed or called out on."""
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(b)")
    if refused:
        return refused
    last = len(game.calls) + (game.selected is not None)
    if last == 0:
        raise NOTHING_TO_TAKE_BACK()
    expect("last entry", command.position, last)
    if game.cut_off:
        reopened = entered_for(game, last)
        return happened(CutOffTakenBack(last, command.reason, command.by, command.at, reopened))
    if _was_drawn(game):
        raise SELECTION_KEPT()
    for each in game.call_outs:
        if each.pauses and each.after_position == last:
            raise HEARD_IN_THE_HALL(call_out=each.call_out, position=last)
    if game.selected is not None:
        opening = game.selected.opening
        return happened(SelectionTakenBack(last, opening, command.reason, command.by, command.at))
    return _last_call(command, game.calls[-1], game)


def _was_drawn(game: InPlay) -> bool:
    """Whether the electronic selector drew what was entered last, so that nobody keyed it."""
    if game.selected is not None:
        return bool(game.selected.reveal().entropy)
    return not (game.calls[-1].keyed or game.calls[-1].by_hand)


def _last_call(
    command: TakeBackCall, call: Call, game: InPlay
) -> Decision[CallTakenBack | SelectionTakenBack | AttemptRefused]:
    if call.taken_back:
        return Decision()
    if call.confirmed:
        raise CONFIRMED_BEFORE(position=call.position, number=call.number)
    for won in game.won:
        if won.position == call.position:
            raise WON_ON_IT(stage=won.stage.shout, position=call.position)
    after = without(_taken_out(game, call.position), call.position)
    reopened = decided_on_what_was_wrong(game, after, call.position)
    return happened(
        CallTakenBack(call.position, call.number, command.reason, command.by, command.at, reopened)
    )


def call_taken_back(game: InPlay, event: CallTakenBack) -> InPlay:
    """The call stays on record and counts for nothing; nobody is judged on it, or late by it."""
    game = _taken_out(game, event.position)
    game = replace(game, taken_back=TakenBack(event.position, event.number, event.at))
    return replace(game, call_outs=again(without(game, event.position), event.reopened))


def cut_off_taken_back(game: InPlay, event: CutOffTakenBack) -> InPlay:
    """The number was spoken in full, or is yet to be; whoever was entered for it answers it."""
    game = replace(game, cut_off="", call_outs=again(game.call_outs, event.reopened))
    return replace(game, call_outs=heard_the_number(game))


def selection_taken_back(game: InPlay, _: SelectionTakenBack) -> InPlay:
    """The ball is one of those that can come."""
    return replace(game, selected=None)


def _taken_out(game: InPlay, position: int) -> InPlay:
    call = replace(game.calls[position - 1], taken_back=True)
    return replace(game, calls=game.with_call(call))
