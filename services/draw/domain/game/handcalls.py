"""Numbers that were called by hand while the system was down, entered afterwards and signed for by
two persons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import of_the_staff
from services.draw.domain.game.calling import numbers_are_left
from services.draw.domain.game.checks import sales_are_closed
from services.draw.domain.game.deciding import CALL_NOT_FINISHED
from services.draw.domain.game.holding import no_signature_is_awaited
from services.draw.domain.game.judging import again, entered_for, heard_by_hand
from services.draw.domain.game.parts import Call, HandCall, Proposal
from services.draw.domain.game.proposals import Proposed, propose
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE, NO_SUCH_BALL
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.words import Post, ProposalKind
from services.kernel.law import Decision, Opening, Reason, expect

CALLED_OUT_OF_ORDER = Reason(
    "CALLED_OUT_OF_ORDER",
    "By the time given with it, {number} was called {than}.",
    "Enter the numbers in the order in which they were called, each with its own time.",
)


@dataclass(frozen=True, slots=True)
class EnterHandCalls:
    """These numbers were called by hand, the first of them as call `position`."""

    position: int
    calls: tuple[HandCall, ...]
    reason: str
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class CalledByHand:
    """Numbers were called by hand, as two persons say. `opening` opens a number that had been
    selected before and is one of them; call outs that were entered for them are `reopened`."""

    position: int
    calls: tuple[HandCall, ...]
    reason: str
    by: str
    second: str
    at: datetime
    opening: Opening | None
    reopened: tuple[int, ...] = ()


def enter_hand_calls(command: EnterHandCalls, game: InPlay) -> Decision[Proposed]:
    """What a second person is to sign for: numbers that the hall heard and the system did not.

    They may be entered whether the game is held or not, since while the system was down nobody
    could hold it. They follow on the last call on record, and wait for what was proposed before.
    None was called before the game was announced, nor while cards were being sold; what else is
    looked at before a number is asked for before the first that is drawn here.
    """
    of_the_staff(game, command.by, command.manager)
    expect("next call", command.position, len(game.calls) + 1)
    _nothing_begun(game)
    numbers_are_left(game)
    sales_are_closed(game)
    _could_be_called(command.calls, game)
    _one_after_the_other(command.calls, game, command.at)
    decision = propose(
        game,
        ProposalKind.HAND_CALLS,
        command.by,
        command.at,
        command.reason.strip(),
        hand_calls=command.calls,
    )
    if decision.events:
        no_signature_is_awaited(game)
    return decision


def called_by_hand(proposal: Proposal, game: InPlay, by: str, at: datetime) -> CalledByHand:
    """What was proposed, signed for by the second person `by`; looked at again, as the game is now.

    A number that had been selected and is none of them was not announced, and stays the next; one
    that is, was announced by hand, and is opened.
    """
    _nothing_begun(game)
    numbers_are_left(game)
    _could_be_called(proposal.hand_calls, game)
    _one_after_the_other(proposal.hand_calls, game, at)
    numbers = {each.number for each in proposal.hand_calls}
    opening = None
    if game.selected is not None and game.selected.reveal().number in numbers:
        opening = game.selected.opening
    return CalledByHand(
        position=len(game.calls) + 1,
        calls=proposal.hand_calls,
        reason=proposal.reason,
        by=proposal.by,
        second=by,
        at=at,
        opening=opening,
        reopened=entered_for(game, _first_heard(game)),
    )


def _first_heard(game: InPlay) -> int:
    """The first call by hand that a call out can have been entered for: not one that it cut off."""
    return len(game.calls) + 1 + bool(game.cut_off)


def calls_by_hand(game: InPlay, event: CalledByHand) -> InPlay:
    """They are calls like others, confirmed by the second person, and marked; whoever has called
    out on one of them is judged on it."""
    first = _first_heard(game)
    calls = tuple(
        Call(
            position,
            each.number,
            each.called_at,
            confirmed=True,
            letter=game.rules.letter_of(each.number),
            called_by=game.holder_then(Post.CALLER, each.called_at),
            supervised_by=game.holder_then(Post.SUPERVISOR, each.called_at),
            confirmed_by=event.second,
            confirmed_at=event.at,
            by_hand=True,
        )
        for position, each in enumerate(event.calls, start=event.position)
    )
    game = replace(game, calls=(*game.calls, *calls))
    game = replace(game, call_outs=again(game.call_outs, event.reopened))
    game = replace(game, call_outs=heard_by_hand(game, first))
    return game if event.opening is None else replace(game, selected=None, cut_off="")


def _nothing_begun(game: InPlay) -> None:
    """A call that a player has called out on is the next on record, before any by hand."""
    position = len(game.calls) + 1
    if game.answered_already(position):
        raise CALL_NOT_FINISHED(position=position)


def _could_be_called(calls: tuple[HandCall, ...], game: InPlay) -> None:
    """Each is a number of the game, and none came before."""
    positions = {call.number: call.position for call in game.counting}
    for position, each in enumerate(calls, start=len(game.calls) + 1):
        if not 1 <= each.number <= game.rules.numbers:
            raise NO_SUCH_BALL(ball=each.number, numbers=game.rules.numbers)
        if each.number in positions:
            raise BALL_DRAWN_BEFORE(ball=each.number, position=positions[each.number])
        positions[each.number] = position


def _one_after_the_other(calls: tuple[HandCall, ...], game: InPlay, now: datetime) -> None:
    """Each was called after the one before it, on record or by hand, the first after the game was
    announced, and none is yet to come."""
    last = game.last_call
    before, since = "the game was announced", game.announced_at
    if last is not None:
        before, since = str(last.number), last.called_at
    for each in calls:
        if since is not None and each.called_at < since:
            raise CALLED_OUT_OF_ORDER(number=each.number, than=f"before {before}")
        if each.called_at > now:
            raise CALLED_OUT_OF_ORDER(number=each.number, than="after this moment")
        before, since = str(each.number), each.called_at
