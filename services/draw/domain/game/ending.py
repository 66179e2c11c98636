"""How a game comes to its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.calling import NOT_CONFIRMED, PAUSED
from services.draw.domain.game.staff import not_supervising
from services.draw.domain.game.state import (
    Ended,
    Ending,
    InPlay,
    Waiting,
)
from services.kernel.law import Decision, Opening, Reason, clause, happened

REASON_NEEDED = Reason(
    "REASON_NEEDED",
    "Numbers are left and nobody has won the {stages} yet.",
    "Go on calling; or give the reason for which the game is ended early.",
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


@clause("NZB-5.7(a)")
def end_game(command: EndGame, game: Waiting | InPlay) -> Decision[GameEnded]:
    """A game ends when all is won or all is called, or early, for a reason on record.

    No call out is left undecided, and every call of a game that was played out is displayed.
    """
    refused = not_supervising(game, command.by, "NZB-5.5")
    if refused:
        return Decision((), refused)
    for call_out in game.call_outs:
        if call_out.pauses:
            raise PAUSED(call_out=call_out.call_out)
    ending = _ending(command, game)
    last = game.last_call
    if ending is not Ending.ABANDONED and last is not None and not last.confirmed:
        raise NOT_CONFIRMED(position=last.position, number=last.number)
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


def _ending(command: EndGame, game: Waiting | InPlay) -> Ending:
    if isinstance(game, InPlay) and not game.open_stages:
        return Ending.COMPLETED
    if isinstance(game, InPlay) and len(game.calls) == game.rules.numbers:
        return Ending.EXHAUSTED
    if not command.reason.strip():
        raise REASON_NEEDED(stages=" or the ".join(stage.shout for stage in game.open_stages))
    return Ending.ABANDONED
