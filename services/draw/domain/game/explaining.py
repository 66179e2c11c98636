"""Why each thing may or may not be done in a game now: every chapter is asked, and does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.announcing import AnnounceGame
from services.draw.domain.game.calling import CallNumber
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.ending import EndGame
from services.draw.domain.game.game import Command, decide
from services.draw.domain.game.holding import ResumeGame
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.selecting import SelectNumber
from services.draw.domain.game.state import Ended, Game, InPlay, Waiting
from services.draw.domain.game.words import Post, Selector, Verdict
from services.kernel.law import KeyMissing, Refused


@dataclass(frozen=True, slots=True)
class Step:
    """Something that could be done in a game, by whom, and what keeps it from being done."""

    method: str
    who: str
    refusal: Refused | None


def explain(
    game: Waiting | InPlay | Ended, at: datetime, seen: tuple[Acknowledgement, ...] = ()
) -> tuple[Step, ...]:
    """What the holders of the posts could do at this instant, in the order of play, with what the
    rooms have on their glass.

    A step of which the key of the sealed number is missing is left out.
    """
    return tuple(
        Step(method, post.said, refusal)
        for method, post, command in _tried(game, at, seen)
        for refusal in _refusal(command, game)
    )


def _refusal(command: Command, game: Waiting | InPlay | Ended) -> Iterator[Refused | None]:
    try:
        yield decide(command, game).refusal
    except KeyMissing:
        return
    except Refused as refused:
        yield refused


def _tried(
    game: Game, at: datetime, seen: tuple[Acknowledgement, ...]
) -> Iterator[tuple[str, Post, Command]]:
    """Every step as whoever holds the post would take it."""
    caller = game.holder(Post.CALLER) or ""
    supervisor = game.holder(Post.SUPERVISOR) or ""
    if isinstance(game, Waiting):
        said = (game.game_version, game.stages, game.serial_number, _currency(game))
        yield "AnnounceGame", Post.CALLER, AnnounceGame(*said, caller, at)
    if not isinstance(game, InPlay) or game.selected is None:
        yield "SelectNumber", Post.CALLER, _selection(game, caller)
    else:
        number = game.selected.value.number if game.selected.value else 0
        letter = game.rules.letter_of(number)
        call = CallNumber(len(game.calls) + 1, caller, at, letter, seen)
        yield "CallNumber", Post.CALLER, call
    confirming = game.rules.confirmed_by
    for last in [each for each in game.counting if not each.confirmed][:1]:
        ball = last.number if game.selector is Selector.RECEPTACLE else None
        confirm = ConfirmCall(last.position, ball, game.holder(confirming) or "", at)
        yield "ConfirmCall", confirming, confirm
    for call_out in game.call_outs:
        if call_out.decided is None:
            decision = DecideCallOut(
                call_out.call_out, Verdict.NOT_VALID, (), False, supervisor, at
            )
            yield "DecideCallOut", Post.SUPERVISOR, decision
    if game.hold is not None:
        yield "ResumeGame", Post.SUPERVISOR, ResumeGame(supervisor, False, at)
    yield "EndGame", Post.SUPERVISOR, EndGame("", supervisor, at)


def _selection(game: Game, caller: str) -> SelectNumber:
    """Any number that could come."""
    ball = None
    if game.selector is Selector.RECEPTACLE:
        left = (n for n in range(1, game.rules.numbers + 1) if n not in game.called)
        ball = next(left, 1)
    return SelectNumber(len(game.calls) + 1, ball, bytes(32), caller)


def _currency(game: Game) -> str:
    return next((each.prize.currency for each in game.stages if each.prize), "")
