"""How a game comes to its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.calling import nobody_waits
from services.draw.domain.game.displaying import confirmed_under
from services.draw.domain.game.holding import no_signature_is_awaited, nothing_irregular
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.staff import AttemptRefused, not_supervising
from services.draw.domain.game.state import Ended, Game, InPlay, Waiting
from services.draw.domain.game.words import Ending
from services.kernel.law import Decision, Opening, Reason, clause, happened

REASON_NEEDED = Reason(
    "REASON_NEEDED",
    "The game cannot end without a reason: {why}.",
    "Give the reason for which it is ended early, or play on.",
)
NUMBER_NOT_ANNOUNCED = Reason(
    "NUMBER_NOT_ANNOUNCED",
    "The number for call {position} is selected and has not been announced.",
    "The caller announces the selected number first; it can win nothing that is won already. Only "
    "where its key is lost for good is the game ended without it: say so, and give the reason.",
    clause="NZB-5.6(c)",
)
LAST_NOT_CONFIRMED = Reason(
    "LAST_NOT_CONFIRMED",
    "Call {position} ({number}) has not been confirmed by the {post}.",
    "The {post} checks and displays it; then the game is ended. Where another ball was drawn than "
    "was announced, the call is corrected first; where its ball cannot be racked, give that as the "
    "reason and end the game early.",
    clause="NZB-5.7(a)",
)
WINNER_IN_DOUBT = Reason(
    "WINNER_IN_DOUBT",
    "Call out {call_out} is decided as valid, and {why}.",
    "Look at its card again. Have its win voided by two persons; or decide it as valid once more, "
    "and it stands when a second person approves that.",
    clause="NZB-5.7(c)(ii)",
)
GAME_ENDED = Reason(
    "GAME_ENDED",
    "The game has ended.",
    "Nothing more can be done in it; open another game.",
)


KEY_AT_HAND = Reason(
    "KEY_AT_HAND",
    "The number that is drawn can be opened here, so its key is not lost.",
    "End or void the game without saying so: the number is opened then, and stands on record.",
    clause="NZB-5.6(b)",
)


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game; `reason` counts when it is ended early. `key_lost`: the number that is drawn
    and not announced cannot be opened any more. `acknowledged` is what the rooms have on their
    glass of the calls."""

    reason: str
    by: str
    at: datetime
    key_lost: bool = False
    acknowledged: tuple[Acknowledgement, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over. `opening` opens a number that was selected and never announced; with
    `unopened` it stays closed, since its key is lost."""

    ending: Ending
    reason: str
    opening: Opening | None
    at: datetime
    unopened: bool = False


@clause("NZB-5.6(c)", "NZB-5.7(a)", "NZB-5.7(b)", "TNB-7", "TNB-11")
def end_game(command: EndGame, game: Waiting | InPlay) -> Decision[GameEnded | AttemptRefused]:
    """A game ends when all is won or all is called, or early, for a reason on record; held or not.

    No call out, no signature and nothing irregular is left undecided; a game in which something
    cannot be put right is voided, and not ended. Of a game that was played out every number that
    was drawn is announced, also one that was out already, and every call is displayed; but a ball
    that is not the one announced cannot be racked, and a game with such a last call is ended early;
    so is one whose last number cannot be opened any more.
    """
    refused = not_supervising(game, command.by, "NZB-5.5")
    if refused:
        return refused
    nobody_waits(game)
    no_signature_is_awaited(game)
    nothing_irregular(game)
    _no_winner_in_doubt(game)
    ending = game.played_out or Ending.ABANDONED
    unopened = stays_closed(game, command.key_lost)
    if (_last_ball_waits(game) or unopened) and command.reason.strip():
        ending = Ending.ABANDONED
    if ending is Ending.ABANDONED:
        _has_a_reason(command, game)
    else:
        _all_is_announced_and_displayed(game)
    reason = command.reason.strip() if ending is Ending.ABANDONED else ""
    opening = None if unopened else opened_at_the_end(game)
    return happened(GameEnded(ending, reason, opening, command.at, unopened))


def game_ended(game: Waiting | InPlay, event: GameEnded) -> Ended:
    """The game stays as it is, for good."""
    return at_its_end(game, event.ending, event.reason)


def opened_at_the_end(game: Game) -> Opening | None:
    """What opens a number that was selected and never announced. Raises `KeyMissing`."""
    if not isinstance(game, InPlay) or game.selected is None:
        return None
    game.selected.reveal()
    return game.selected.opening


def stays_closed(game: Game, key_lost: bool) -> bool:
    """Whether a number was selected, not announced, and nobody can tell any more which."""
    return key_lost and isinstance(game, InPlay) and game.selected is not None


def at_its_end(game: Game, ending: Ending, reason: str) -> Ended:
    """The game as it stays: nothing is selected, held or proposed in it any more."""
    gone = {"selected", "cut_off", "as_opened", "hold", "proposals"}
    kept = {name: value for name, value in vars(game).items() if name not in gone}
    return Ended(**kept, ending=ending, reason=reason)


@clause("TNB-13")
def _no_winner_in_doubt(game: Game) -> None:
    """No prize is left with a winner whose card somebody has yet to look at again."""
    for each in game.call_outs:
        if each.in_doubt:
            differs = "the verify service does not find it so"
            corrected = "a call that it stands on was corrected"
            law = game.rules.cited("NZB-5.7(c)(ii)", "TNB-13")
            why = differs if each.differs else corrected
            raise WINNER_IN_DOUBT(clause=law, call_out=each.call_out, why=why)


def _last_ball_waits(game: Waiting | InPlay) -> bool:
    """With balls: everything drawn is announced, and the last ball is not on the rack."""
    pending = isinstance(game, InPlay) and game.selected is not None
    last = game.last_call
    return not pending and last is not None and last.keyed and not last.confirmed


def _has_a_reason(command: EndGame, game: Waiting | InPlay) -> None:
    if command.reason.strip():
        return
    if isinstance(game, Waiting):
        raise REASON_NEEDED(why="it was never announced to the players")
    stages = " or the ".join(stage.shout for stage in game.open_stages)
    raise REASON_NEEDED(why=f"numbers are left and nobody has won the {stages} yet")


def _all_is_announced_and_displayed(game: Waiting | InPlay) -> None:
    if isinstance(game, InPlay) and game.selected is not None:
        law = game.rules.cited("NZB-5.6(c)", "TNB-11")
        raise NUMBER_NOT_ANNOUNCED(clause=law, position=len(game.calls) + 1)
    for call in game.counting:
        if not call.confirmed:
            raise LAST_NOT_CONFIRMED(
                clause=confirmed_under(game),
                position=call.position,
                number=call.number,
                post=game.rules.confirmed_by.said,
            )
