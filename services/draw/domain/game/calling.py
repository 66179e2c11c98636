"""Announcing each selected number (rule 5.6(c); Tennessee 9 and 11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.draw.domain.game.callouts import heard_no_number
from services.draw.domain.game.checks import all_hear
from services.draw.domain.game.holding import nothing_stands_still
from services.draw.domain.game.parts import Acknowledgement, Call
from services.draw.domain.game.rules import Interrupted
from services.draw.domain.game.showing import every_room_has_it
from services.draw.domain.game.staff import AttemptRefused, not_at_post
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.words import Ending, Post
from services.kernel.law import (
    Decision,
    Opening,
    Reason,
    clause,
    expect,
    happened,
)

NOTHING_SELECTED = Reason(
    "NOTHING_SELECTED",
    "No number has been selected to announce.",
    "Select a number first.",
    clause="NZB-5.6(b)",
)
PAUSED = Reason(
    "PAUSED",
    "A player has called out (call out {call_out}) and it is not decided yet.",
    "Decide the call out first: until then, by this house's rules (assumed), no number comes and "
    "the game does not end.{unless}",
    clause="NZB-5.7(c)",
)
LETTER_NOT_CALLED = Reason(
    "LETTER_NOT_CALLED",
    "A number of this game is called with its letter, and no letter was.",
    "Call letter and number in full; until then it is not called.",
    clause="TNB-9",
)
LETTER_DIFFERS = Reason(
    "LETTER_DIFFERS",
    "The letter {letter} does not go with the number that was drawn.",
    "Read the ball again and call its own letter with its number.",
    clause="TNB-9",
)
NO_LETTERS = Reason(
    "NO_LETTERS",
    "The numbers of this game are called without letters.",
    "Call the number alone.",
)
NOTHING_CUT_IT_OFF = Reason(
    "NOTHING_CUT_IT_OFF",
    "No player has called out, so nothing has cut this call off.",
    "Call letter and number in full. If somebody did call out, have that entered first.",
    clause="TNB-9",
)
TOO_SOON = Reason(
    "TOO_SOON",
    "The last number was announced a moment ago; between two there are at least {least} seconds.",
    "Wait {wait} seconds more, so that every player can look.",
)
NO_MORE_NUMBERS = Reason(
    "NO_MORE_NUMBERS",
    "No more numbers come in this game: {why}.",
    "The supervisor ends the game.",
)


@dataclass(frozen=True, slots=True)
class CallNumber:
    """Announce the selected number as call `position`, with its `letter` where there are any.

    `acknowledged` is what the rooms have on their glass of the calls before.
    """

    position: int
    by: str
    at: datetime
    letter: str = ""
    acknowledged: tuple[Acknowledgement, ...] = ()


@dataclass(frozen=True, slots=True)
class CutOffCall:
    """Only the letter of call `position` had been spoken when a player called out."""

    position: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NumberCalled:
    """The number was announced; `opening` proves that it is the one that was selected."""

    position: int
    number: int
    opening: Opening | None
    at: datetime
    letter: str = ""
    after_the_end: bool = False
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class CallCutOff:
    """The letter alone was called: no call, and the number waits to be called in full."""

    position: int
    letter: str
    at: datetime


@clause("NZB-5.6(c)", "TNB-9", "TNB-11")
def call_number(command: CallNumber, game: InPlay) -> Decision[NumberCalled | AttemptRefused]:
    """The caller announces the selected number, and no other; where there are letters, both in
    full. Every number that was drawn is called, also when all is won.

    A call out stops play, and so does a room that does not hear, or is awaited; but not a call that
    was begun: one that the call out answers itself, or that it cut off after the letter (Tennessee
    9).
    """
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(c)")
    if refused:
        return refused
    expect("next call", command.position, len(game.calls) + 1)
    finishes = bool(game.cut_off) and game.rules.interrupted is Interrupted.FINISHED
    answered = game.answered_already(command.position)
    if not finishes and not answered:
        nobody_waits(game)
    nothing_stands_still(game)
    if not finishes and not answered and game.open_stages:
        all_hear(game)
        every_room_has_it(command.acknowledged, game)
    if game.selected is None:
        numbers_are_left(game)
        raise NOTHING_SELECTED()
    selection = game.selected.reveal()
    _letter_goes_with(command.letter, selection.number, game)
    if not finishes:
        _paced(command.at, game)
    return happened(
        NumberCalled(
            command.position,
            selection.number,
            game.selected.opening,
            command.at,
            command.letter,
            after_the_end=not game.open_stages,
            keyed=not selection.entropy,
        )
    )


def number_called(game: InPlay, event: NumberCalled) -> InPlay:
    """The number counts from now on."""
    call = Call(
        event.position,
        event.number,
        event.at,
        letter=event.letter,
        called_by=game.holder(Post.CALLER) or "",
        supervised_by=game.holder(Post.SUPERVISOR) or "",
        after_the_end=event.after_the_end,
        keyed=event.keyed,
    )
    return replace(game, calls=(*game.calls, call), selected=None, cut_off="")


@clause("TNB-9")
def cut_off_call(command: CutOffCall, game: InPlay) -> Decision[CallCutOff | AttemptRefused]:
    """A call that a player's call out broke off after the letter is no call and not the last
    number."""
    refused = not_at_post(game, Post.CALLER, command.by, "TNB-9")
    if refused:
        return refused
    expect("next call", command.position, len(game.calls) + 1)
    if not game.rules.letters:
        raise NO_LETTERS()
    if game.selected is None:
        raise NOTHING_SELECTED(clause="TNB-9")
    if game.cut_off:
        return Decision()
    if not game.paused:
        raise NOTHING_CUT_IT_OFF()
    letter = game.rules.letter_of(game.selected.reveal().number)
    return happened(CallCutOff(command.position, letter, command.at))


def call_cut_off(game: InPlay, event: CallCutOff) -> InPlay:
    """The number waits to be called in full; nobody is judged on it before."""
    return replace(game, cut_off=event.letter, call_outs=heard_no_number(game))


def nobody_waits(game: Game) -> None:
    """Refused while a call out waits for its decision."""
    for call_out in game.call_outs:
        if call_out.pauses:
            raise PAUSED(call_out=call_out.call_out, unless=_unless_cut_off(game))


def _unless_cut_off(game: Game) -> str:
    """What there is to do first where the call out may have cut a call off (Tennessee 9)."""
    begun = isinstance(game, InPlay) and game.selected is not None and bool(game.rules.letters)
    if not begun or game.rules.interrupted is not Interrupted.FINISHED:
        return ""
    return (
        " But if only the letter of the next call had been spoken when the player called out, "
        "record that it was cut off, and finish it."
    )


def numbers_are_left(game: InPlay) -> None:
    """Refused when every stage is won, or every number called."""
    if game.played_out:
        won = game.played_out is Ending.COMPLETED
        raise NO_MORE_NUMBERS(why="every stage has a winner" if won else "every number was called")


def _letter_goes_with(letter: str, number: int, game: InPlay) -> None:
    if not game.rules.letters:
        if letter:
            raise NO_LETTERS()
    elif not letter:
        raise LETTER_NOT_CALLED()
    elif letter != game.rules.letter_of(number):
        raise LETTER_DIFFERS(letter=letter)


def _paced(at: datetime, game: InPlay) -> None:
    """Players have time to look: announcements come no faster than the profile sets."""
    last = game.last_call
    if last is None:
        return
    least = timedelta(milliseconds=game.rules.least_between_calls)
    wait = last.called_at + least - at
    if wait > timedelta():
        seconds = -(-wait // timedelta(seconds=1))
        raise TOO_SOON(least=f"{least.total_seconds():g}", wait=seconds)
