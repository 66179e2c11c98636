"""On which announcement a call out is judged, and whether it came in time (rules 5.7(c)(iii), 5.9
and 5.10; Tennessee 9 and 13).

What the hall heard wrongly was never announced: it is judged on by nobody, and it ends nobody's
time to call out. The number that was drawn counts from the moment it was announced in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from services.draw.domain.game.parts import Call, CallError, CallOut, ErrorKind, Verdict
from services.draw.domain.game.rules import Window
from services.draw.domain.game.state import Game
from services.kernel.law import clause


@clause("NZB-5.9")
def announced_by(call: Call, moment: datetime) -> bool:
    """Whether the number of a call had been announced by then: a wrong announcement was none, until
    it was put right."""
    return all(error.corrected_at <= moment for error in _spoken(call))


def judged_on(game: Game, answers: int, heard_at: datetime) -> int:
    """The last number that had been announced, and not wrongly, for a call out that answers call
    `answers` and was heard then; 0 for none. A number that is spoken and not yet on record counts.
    """
    if answers > len(game.calls):
        return answers
    for call in reversed(game.calls[:answers]):
        if not call.taken_back and announced_by(call, heard_at):
            return call.position
    return 0


def came_late(game: Game, on: int, entered_after: int, entered_at: datetime) -> bool:
    """Whether the next selected number had been announced when a call out judged on call `on` was
    entered, with `entered_after` positions on record.

    Under `Window.CORRECTED` the next one is the number that was drawn next, once it was announced
    rightly; else any later one that was announced rightly ends the time too.
    """
    drawn = [c for c in game.calls[on:entered_after] if not c.taken_back or any(_spoken(c))]
    if game.rules.window is Window.CORRECTED:
        drawn = drawn[:1]
    return any(all(error.corrected_at < entered_at for error in _spoken(c)) for c in drawn)


def without(game: Game, position: int) -> tuple[CallOut, ...]:
    """The call outs of a game in which call `position` was just found wrong or taken back: whoever
    had answered it is judged on the call before, and it has made nobody late."""
    return tuple(_without(each, game, position) for each in game.call_outs)


def _without(call_out: CallOut, game: Game, position: int) -> CallOut:
    if _is_valid(call_out):
        return call_out
    on = call_out.judged_on
    if on == position:
        heard = (call for call in reversed(game.calls[:on]) if _heard_right(call_out, call))
        on = next((call.position for call in heard), 0)
    late = came_late(game, on, call_out.entered_after, call_out.entered_at)
    return replace(call_out, judged_on=on, late=late)


def _heard_right(call_out: CallOut, call: Call) -> bool:
    """Whether a call that a call out came after had been announced rightly when it was made.

    What was on record before a correction was made before it, whatever a clock says.
    """
    return not call.taken_back and put_right_before(call_out, call)


def put_right_before(call_out: CallOut, call: Call) -> bool:
    """Whether a call out was made when all that was spoken wrongly of a call had been put right."""
    return all(
        error.corrected_at < call_out.entered_at and error.corrected_at <= call_out.heard_at
        for error in _spoken(call)
    )


def turned_away_on(game: Game, position: int) -> tuple[int, ...]:
    """The call outs that were found not valid on a call or on a later one."""
    return tuple(
        each.call_out
        for each in game.call_outs
        if _was(each, Verdict.NOT_VALID) and each.judged_on >= position
    )


def decided_on_what_was_wrong(
    game: Game, after: tuple[CallOut, ...], position: int
) -> tuple[int, ...]:
    """The call outs decided on call `position`, and those found out of time because of it; `after`
    is how they stand once it is taken not to have been made."""
    wrongly: list[int] = []
    for before, now in zip(game.call_outs, after, strict=True):
        on_it = before.judged_on == position and _was(before, Verdict.NOT_VALID)
        if on_it or (_was(before, Verdict.OUT_OF_TIME) and before.late and not now.late):
            wrongly.append(before.call_out)
    return tuple(wrongly)


def again(call_outs: Iterable[CallOut], reopened: tuple[int, ...]) -> tuple[CallOut, ...]:
    """The call outs, and those that are `reopened` undecided once more."""
    return tuple(
        replace(each, decided=None, reopened=True, differs=False)
        if each.call_out in reopened
        else each
        for each in call_outs
    )


def _spoken(call: Call) -> tuple[CallError, ...]:
    return tuple(error for error in call.errors if error.kind is ErrorKind.SPOKEN)


def _was(call_out: CallOut, verdict: Verdict) -> bool:
    return call_out.decided is not None and call_out.decided.verdict is verdict


def _is_valid(call_out: CallOut) -> bool:
    return _was(call_out, Verdict.VALID) or _was(call_out, Verdict.VOIDED)
