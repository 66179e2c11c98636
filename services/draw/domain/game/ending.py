"""How a game comes to its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.calling import confirmed_under, nobody_waits
from services.draw.domain.game.staff import AttemptRefused, not_supervising
from services.draw.domain.game.state import (
    Ended,
    Ending,
    InPlay,
    Selector,
    Waiting,
)
from services.kernel.law import Decision, Opening, Reason, clause, happened

REASON_NEEDED = Reason(
    "REASON_NEEDED",
    "The game cannot end without a reason: {why}.",
    "Give the reason for which it is ended early, or play on.",
)
NUMBER_NOT_ANNOUNCED = Reason(
    "NUMBER_NOT_ANNOUNCED",
    "The number for call {position} is selected and has not been announced.",
    "The caller announces the selected number first; it can win nothing that is won already.",
    clause="NZB-5.6(c)",
)
LAST_NOT_CONFIRMED = Reason(
    "LAST_NOT_CONFIRMED",
    "The last call, {position} ({number}), has not been confirmed by the supervisor.",
    "The supervisor checks and displays it; then the game is ended. If the ball is not the one "
    "that was announced, give that as the reason and end the game early.",
    clause="NZB-5.7(a)",
)
GAME_ENDED = Reason(
    "GAME_ENDED",
    "The game has ended.",
    "Nothing more can be done in it; open another game.",
)


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game; `reason` counts when it is ended early."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. `opening` opens a number that was selected and never announced."""

    ending: Ending
    reason: str
    opening: Opening | None
    at: datetime


@clause("NZB-5.6(c)", "NZB-5.7(a)", "NZB-5.7(b)")
def end_game(command: EndGame, game: Waiting | InPlay) -> Decision[GameEnded | AttemptRefused]:
    """A game ends when all is won or all is called, or early, for a reason on record.

    No call out is left undecided. Of a game that was played out every selected number is
    announced, and every call is displayed; but a ball that is not the one announced cannot be
    racked, and a game with such a last call is ended early.
    """
    refused = not_supervising(game, command.by, "NZB-5.5")
    if refused:
        return refused
    nobody_waits(game)
    ending = game.played_out or Ending.ABANDONED
    if _last_ball_waits(game) and command.reason.strip():
        ending = Ending.ABANDONED
    if ending is Ending.ABANDONED:
        _has_a_reason(command, game)
    else:
        _all_is_announced_and_displayed(game)
    opening = None
    if isinstance(game, InPlay) and game.selected is not None:
        game.selected.reveal()
        opening = game.selected.opening
    reason = command.reason.strip() if ending is Ending.ABANDONED else ""
    return happened(GameEnded(ending, reason, opening, command.at))


def game_ended(game: Waiting | InPlay, event: GameEnded) -> Ended:
    """The game stays as it is, for good."""
    kept = {name: value for name, value in vars(game).items() if name != "selected"}
    return Ended(**kept, ending=event.ending, reason=event.reason)


def _last_ball_waits(game: Waiting | InPlay) -> bool:
    """With balls: everything drawn is announced, and the last ball is not on the rack."""
    pending = isinstance(game, InPlay) and game.selected is not None
    last = game.last_call
    balls = game.selector is Selector.RECEPTACLE
    return balls and not pending and last is not None and not last.confirmed


def _has_a_reason(command: EndGame, game: Waiting | InPlay) -> None:
    if command.reason.strip():
        return
    if isinstance(game, Waiting):
        raise REASON_NEEDED(why="it was never announced to the players")
    stages = " or the ".join(stage.shout for stage in game.open_stages)
    raise REASON_NEEDED(why=f"numbers are left and nobody has won the {stages} yet")


def _all_is_announced_and_displayed(game: Waiting | InPlay) -> None:
    if isinstance(game, InPlay) and game.selected is not None:
        raise NUMBER_NOT_ANNOUNCED(position=len(game.calls) + 1)
    last = game.last_call
    if last is not None and not last.confirmed:
        law = confirmed_under(game)
        raise LAST_NOT_CONFIRMED(clause=law, position=last.position, number=last.number)
