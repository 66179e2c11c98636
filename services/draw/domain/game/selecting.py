"""Selecting numbers at random, or from the receptacle (rule 5.6(b); Tennessee 3 and 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.draw.domain.game.calling import nobody_waits, numbers_are_left
from services.draw.domain.game.checks import ready_for_a_number
from services.draw.domain.game.displaying import confirmed_under
from services.draw.domain.game.holding import nothing_stands_still
from services.draw.domain.game.parts import Post, Selection, Selector
from services.draw.domain.game.staff import AttemptRefused, not_at_post
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.taking_back import SELECTION_KEPT
from services.kernel.law import Decision, Opening, Reason, Secret, clause, expect, happened, pick

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
NOT_CONFIRMED = Reason(
    "NOT_CONFIRMED",
    "Call {position} ({number}) has not been confirmed by the supervisor.",
    "The supervisor checks and displays it, and then it goes on. That the next number waits for "
    "it is this house's rule (assumed).",
    clause="NZB-5.7(a)",
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


@clause("NZB-5.6(b)", "NZB-5.6(c)", "NZB-5.7(a)", "NZB-5.7(b)", "TNB-3", "TNB-7")
def select_number(
    command: SelectNumber, game: InPlay
) -> Decision[NumberSelected | BallRekeyed | AttemptRefused]:
    """The caller selects at random, once for each position; asked again, it is the same number.

    A number comes only when nothing else is to be done first: equipment, hearing, a call out, the
    display of the number before.
    """
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(b)")
    if refused:
        return refused
    expect("next call", command.position, len(game.calls) + 1)
    if command.ball is not None and game.selector is Selector.ELECTRONIC:
        raise NUMBER_CHOSEN_BY_HAND()
    if game.selected is not None:
        return _selected_before(command, game, game.selected)
    nobody_waits(game)
    nothing_stands_still(game)
    numbers_are_left(game)
    ready_for_a_number(game)
    _displayed_before(game)
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


def _selected_before(
    command: SelectNumber, game: InPlay, selected: Secret[Selection]
) -> Decision[BallRekeyed]:
    """An interrupted selection is kept: the same number follows, whoever asks how often.

    Only what was keyed can be put right, until it is announced: the ball in the caller's hand is
    the one that was selected. What the electronic selector drew stays the next, also when it failed
    since and balls are drawn.
    """
    if command.ball is None:
        return Decision()
    kept = selected.reveal()
    if command.ball == kept.number:
        return Decision()
    if kept.entropy:
        raise SELECTION_KEPT()
    drawn = Secret(Selection(_drawn_ball(command.ball, game), b""))
    return happened(BallRekeyed(command.position, drawn, selected.opening))


def _displayed_before(game: InPlay) -> None:
    """The number before is displayed, where the profile has the next one wait for that."""
    if not game.rules.confirm_before_next:
        return
    for call in game.counting:
        if not call.confirmed:
            law = confirmed_under(game)
            raise NOT_CONFIRMED(clause=law, position=call.position, number=call.number)


@clause("TNB-6")
def _drawn_ball(ball: int | None, game: InPlay) -> int:
    """A ball of this game that is not out already: what was removed is not put back before the
    end, so it cannot come again."""
    if ball is None:
        raise BALL_NOT_NAMED()
    if not 1 <= ball <= game.rules.numbers:
        raise NO_SUCH_BALL(ball=ball, numbers=game.rules.numbers)
    for call in game.counting:
        if call.number == ball:
            law = "NZB-5.6(b)" if game.rules.law == "NZB" else "TNB-6"
            raise BALL_DRAWN_BEFORE(clause=law, ball=ball, position=call.position)
    return ball


def _electronic(command: SelectNumber, game: InPlay) -> int:
    """Every number that was not called is equally likely."""
    called = game.called
    left = tuple(n for n in range(1, game.rules.numbers + 1) if n not in called)
    return pick(command.entropy, left)
