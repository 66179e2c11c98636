"""On which announcement a call out is judged, and whether it came in time (rules 5.7(c)(iii), 5.9
and 5.10; Tennessee 9 and 13).

What the hall heard wrongly was never announced: it is judged on by nobody, and it ends nobody's
time to call out. The number that was drawn counts from the moment it was announced in its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from services.draw.domain.game.parts import Call, CallError, CallOut, Correction
from services.draw.domain.game.rules import Window
from services.draw.domain.game.state import Game
from services.draw.domain.game.words import ErrorKind, Verdict
from services.kernel.law import clause


@clause("NZB-5.9")
def announced_by(call: Call, moment: datetime) -> bool:
    """Whether the number of a call had been announced by then: a wrong announcement was none, until
    it was put right."""
    return all(error.corrected_at <= moment for error in _spoken(call))


def announced_at(call: Call) -> datetime:
    """When the number of a call had been announced rightly, as far as is known."""
    return max((call.called_at, *(error.corrected_at for error in _spoken(call))))


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
    rightly; else any later one that was announced rightly ends the time too. Where call `on` itself
    was put right, the next one is what was announced after that: nobody could call out before.
    """
    drawn = [c for c in game.calls[on:entered_after] if not c.taken_back or any(_spoken(c))]
    for call in game.calls[:on][-1:]:
        drawn = [
            c for c in drawn if not any(_spoken(call)) or announced_at(c) >= announced_at(call)
        ]
    if game.rules.window is Window.CORRECTED:
        drawn = drawn[:1]
    return any(all(error.corrected_at < entered_at for error in _spoken(c)) for c in drawn)


def without(game: Game, *positions: int) -> tuple[CallOut, ...]:
    """The call outs of a game in which these calls were just found wrong or taken back: whoever
    had answered one is judged on the call before, and it has made nobody late."""
    return tuple(_without(each, game, positions) for each in game.call_outs)


def _without(call_out: CallOut, game: Game, positions: tuple[int, ...]) -> CallOut:
    if _was(call_out, Verdict.VALID):
        return call_out
    on = call_out.judged_on
    if on in positions:
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
    game: Game, after: tuple[CallOut, ...], *positions: int
) -> tuple[int, ...]:
    """The call outs decided on these calls, and those found out of time because of them; `after` is
    how they stand once these are taken not to have been made."""
    wrongly: list[int] = []
    for before, now in zip(game.call_outs, after, strict=True):
        on_it = before.judged_on in positions and _was(before, Verdict.NOT_VALID)
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


def standing_on(game: Game, correction: Correction) -> tuple[int, ...]:
    """The valid call outs that cannot stay so unseen when a call is put right: on the call itself,
    and on any later one where another number than that on record was drawn."""
    number = game.calls[correction.position - 1].number
    if correction.swaps or correction.right != number:
        on = range(correction.positions[0], len(game.calls) + 1)
    elif correction.kind is ErrorKind.SPOKEN:
        on = range(correction.position, correction.position + 1)
    else:
        on = range(0)
    return tuple(
        each.call_out
        for each in game.call_outs
        if _was(each, Verdict.VALID) and each.judged_on in on
    )


def looked_at_again(game: Game, numbers: tuple[int, ...]) -> tuple[CallOut, ...]:
    """The call outs, and the valid ones of these `numbers` are in doubt until they are voided, or
    found to stand."""
    return tuple(
        replace(each, look_again=True)
        if each.call_out in numbers and _was(each, Verdict.VALID)
        else each
        for each in game.call_outs
    )


def entered_for(game: Game, first: int) -> tuple[int, ...]:
    """The call outs that were found not valid on an earlier call, and were entered for call `first`
    or a later one, which was not on record then."""
    return tuple(
        each.call_out
        for each in game.call_outs
        if _was(each, Verdict.NOT_VALID) and each.asked >= first > each.after_position
    )


def heard_by_hand(game: Game, first: int) -> tuple[CallOut, ...]:
    """The call outs of a game in which the calls from `first` on have just come on record, as they
    were called by hand: what was entered for one of them answers it now, and what was entered after
    them may be late."""
    return tuple(
        each if each.decided else _heard_by_hand(each, game, first) for each in game.call_outs
    )


def _heard_by_hand(call_out: CallOut, game: Game, first: int) -> CallOut:
    answers, on = call_out.after_position, call_out.judged_on
    if call_out.asked >= first:
        answers = min(call_out.asked, len(game.calls))
        on = judged_on(game, answers, call_out.heard_at)
    heard = [c.position for c in game.calls[first - 1 :] if c.called_at <= call_out.entered_at]
    known = max((call_out.entered_after, *heard))
    late = came_late(game, on, known, call_out.entered_at)
    return replace(call_out, after_position=answers, judged_on=on, entered_after=known, late=late)


def _spoken(call: Call) -> tuple[CallError, ...]:
    return tuple(error for error in call.errors if error.kind is ErrorKind.SPOKEN)


def _was(call_out: CallOut, verdict: Verdict) -> bool:
    return call_out.decided is not None and call_out.decided.verdict is verdict
