"""Voiding a game that cannot be put right, to start it over or not (Tennessee 12, 14 and 15; that a
game may be voided in New Zealand at all is assumed)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.calling import nobody_waits
from services.draw.domain.game.ending import at_its_end, opened_at_the_end, stays_closed
from services.draw.domain.game.holding import HAPPENED
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.staff import AttemptRefused
from services.draw.domain.game.state import Ended, InPlay
from services.draw.domain.game.winners import WinnersVoided
from services.draw.domain.game.words import Ending, IrregularityKind, Remedy, Stage
from services.kernel.law import Decision, Opening, Reason, clause, happened

NOTHING_TO_VOID = Reason(
    "NOTHING_TO_VOID",
    "Every stage of the game has a winner, and what was won stays won.",
    "End the game. A stage that was won on an error is taken from its winners by a correction, or "
    "by voiding them under two signatures.",
)
VOID_REASON_NEEDED = Reason(
    "VOID_REASON_NEEDED",
    "It was not said why the game is void.",
    "Say what has happened.",
)
CORRECTION_FIRST = Reason(
    "CORRECTION_FIRST",
    "It was not said why the error cannot be corrected.",
    "Correct it and play on. Only where that is impossible is the game void: then say why.",
    clause="TNB-14",
)
MUST_START_OVER = Reason(
    "MUST_START_OVER",
    "A game that is void because {what} is started over.",
    "Void it with the decision to start it over: all objects go back, and another game is opened "
    "for what was not completed.",
    clause="TNB-14",
)

_CLAUSES = {IrregularityKind.RETURNED: "TNB-12"}
"""Where the law names a start over, for what is not in TNB-14."""


@dataclass(frozen=True, slots=True)
class VoidGame:
    """The game is void; `manager`: said by the game manager. `key_lost`: the number that is drawn
    and not announced cannot be opened any more. `acknowledged` is what the rooms have on their
    glass of the calls."""

    reason: str
    why_not_corrected: str
    start_over: bool
    by: str
    manager: bool
    at: datetime
    key_lost: bool = False
    acknowledged: tuple[Acknowledgement, ...] = ()


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The game is void. `opening` opens a number that was selected and never announced; with
    `unopened` it stays closed, since its key is lost."""

    reason: str
    why_not_corrected: str
    start_over: bool
    by: str
    opening: Opening | None
    at: datetime
    unopened: bool = False


@clause("TNB-12", "TNB-14")
def void_game(
    command: VoidGame, game: InPlay
) -> Decision[WinnersVoided | GameVoided | AttemptRefused]:
    """Whom the profile names voids a game whose error cannot be corrected, and says why it cannot.

    Nobody needs to say it where the profile has the game started over: of an object that is stuck,
    or of objects that were put back. Whoever has called out is judged first, since what is won
    stays won, unless the profile has all of it played again; whatever waits for a signature falls
    with the game.
    """
    started_over = [each for each in game.undecided if each.kind in game.rules.started_over]
    law = _CLAUSES.get(started_over[0].kind, "TNB-14") if started_over else "TNB-14"
    refused = has_no_say(game, game.rules.voids, command.by, command.manager, law)
    if refused:
        return refused
    nobody_waits(game)
    if not game.open_stages:
        raise NOTHING_TO_VOID()
    reason, why = command.reason.strip(), command.why_not_corrected.strip()
    if not reason:
        raise VOID_REASON_NEEDED()
    if not why and not started_over:
        raise CORRECTION_FIRST()
    if started_over and not command.start_over:
        raise MUST_START_OVER(clause=law, what=HAPPENED[started_over[0].kind])
    unopened = stays_closed(game, command.key_lost)
    opening = None if unopened else opened_at_the_end(game)
    start_over, by, at = command.start_over, command.by, command.at
    voided = GameVoided(reason, why, start_over, by, opening, at, unopened)
    return happened(*_won_for_nothing(command, game), voided)


@clause("TNB-15")
def _won_for_nothing(command: VoidGame, game: InPlay) -> tuple[WinnersVoided, ...]:
    """The winners of a game that is played again as a whole: what they won is played for again."""
    if game.rules.completed_stays or not command.start_over:
        return ()
    reason, by, at = command.reason.strip(), command.by, command.at
    return tuple(WinnersVoided(won.stage, won.call_outs, reason, by, "", at) for won in game.won)


def game_voided(game: InPlay, event: GameVoided) -> Ended:
    """It stays as it is, void, and so is decided whatever had happened to the equipment."""
    irregularities = tuple(
        each
        if each.remedy
        else replace(each, remedy=Remedy.VOID, decided_by=event.by, decision=event.reason)
        for each in game.irregularities
    )
    return replace(
        at_its_end(game, Ending.VOID, event.reason),
        start_over=event.start_over,
        irregularities=irregularities,
    )


@clause("TNB-15")
def continues(void: Ended) -> tuple[Stage, ...]:
    """The stages of a void game that were completed: they stay won, and the game that is played in
    its place is for the others."""
    won = {each.stage for each in void.won}
    return tuple(each.stage for each in void.stages if each.stage in won)
